pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

T.CheckBox {
    id: control

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(24, implicitContentHeight, indicator.implicitHeight) + topPadding + bottomPadding
    padding: 2
    spacing: Theme.space8
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily

    Accessible.role: Accessible.CheckBox
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, false)
    Accessible.onToggleAction: Press.press(control, false)
    Accessible.checkable: true
    Accessible.checked: checked

    indicator: Rectangle {
        implicitWidth: Theme.iconSize
        implicitHeight: Theme.iconSize
        x: control.text === "" ? (control.width - width) / 2 : control.mirrored ? control.width - width - control.rightPadding : control.leftPadding
        y: (control.height - height) / 2
        radius: 3
        color: control.checkState !== Qt.Unchecked ? Theme.accent : Theme.surface
        border.width: control.checkState !== Qt.Unchecked ? 0 : Theme.borderWidth
        border.color: Theme.border
        opacity: control.enabled ? 1 : 0.5

        IconImage {
            anchors.centerIn: parent
            visible: control.checkState !== Qt.Unchecked
            source: Theme.icon(control.checkState === Qt.PartiallyChecked ? "minus" : "check")
            sourceSize.width: parent.width
            sourceSize.height: parent.height
            width: parent.width
            height: parent.height
            color: Theme.onAccent
        }
        FocusRing {
            control: control
            shown: control.visualFocus
            cornerRadius: 3
        }
    }

    contentItem: Text {
        leftPadding: control.text === "" ? control.indicator.width : control.mirrored ? 0 : control.indicator.width + control.spacing
        rightPadding: control.text !== "" && control.mirrored ? control.indicator.width + control.spacing : 0
        text: control.text
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.Wrap
        font: control.font
        color: control.enabled ? Theme.text : Theme.textMuted
        verticalAlignment: Text.AlignVCenter
    }
}
