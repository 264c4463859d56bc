pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

T.ItemDelegate {
    id: control

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.rowHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space8
    rightPadding: Theme.space8
    topPadding: 2
    bottomPadding: 2
    spacing: Theme.space8
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    hoverEnabled: true

    Accessible.role: Accessible.ListItem
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, false)
    Accessible.selected: highlighted

    contentItem: ControlContent {
        control: control
        alignment: Qt.AlignLeft
        color: control.enabled ? Theme.text : Theme.textMuted
    }

    background: Rectangle {
        color: control.highlighted || control.down ? Theme.selection : control.hovered ? Theme.hover : "transparent"
        border.width: Theme.highContrast && control.highlighted ? 2 : 0
        border.color: Theme.border

        Rectangle {
            anchors.fill: parent
            visible: control.visualFocus
            color: "transparent"
            border.width: 2
            border.color: Theme.focusRing
        }
    }
}
