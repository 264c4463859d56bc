pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

T.RadioButton {
    id: control

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(24, implicitContentHeight, indicator.implicitHeight) + topPadding + bottomPadding
    padding: 2
    spacing: Theme.space8
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily

    Accessible.role: Accessible.RadioButton
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, true)
    Accessible.onToggleAction: Press.press(control, true)
    Accessible.checkable: true
    Accessible.checked: checked

    indicator: Rectangle {
        implicitWidth: Theme.iconSize
        implicitHeight: Theme.iconSize
        x: control.mirrored ? control.width - width - control.rightPadding : control.leftPadding
        y: (control.height - height) / 2
        radius: width / 2
        color: Theme.surface
        border.width: control.checked ? Math.max(4, width / 3.6) : Theme.borderWidth
        border.color: control.checked ? Theme.accent : Theme.border
        opacity: control.enabled ? 1 : 0.5

        FocusRing {
            control: control
            shown: control.visualFocus
            cornerRadius: parent.width / 2
        }
    }

    contentItem: Text {
        leftPadding: control.mirrored ? 0 : control.indicator.width + control.spacing
        rightPadding: control.mirrored ? control.indicator.width + control.spacing : 0
        text: control.text
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.Wrap
        font: control.font
        color: control.enabled ? Theme.text : Theme.textMuted
        verticalAlignment: Text.AlignVCenter
    }
}
