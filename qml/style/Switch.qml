pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

/// On and off differ by place and filling of the knob, not by colour alone.
T.Switch {
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
        implicitWidth: Math.round(Theme.iconSize * 2)
        implicitHeight: Math.round(Theme.iconSize * 1.125)
        x: control.mirrored ? control.width - width - control.rightPadding : control.leftPadding
        y: (control.height - height) / 2
        radius: height / 2
        color: control.checked ? Theme.accent : Theme.surface
        border.width: control.checked ? 0 : Theme.borderWidth
        border.color: Theme.border
        opacity: control.enabled ? 1 : 0.5

        Rectangle {
            readonly property real onX: control.mirrored ? 3 : parent.width - width - 3
            readonly property real offX: control.mirrored ? parent.width - width - 3 : 3
            x: control.checked ? onX : offX
            anchors.verticalCenter: parent.verticalCenter
            width: parent.height - 6
            height: width
            radius: width / 2
            color: control.checked ? Theme.onAccent : Theme.border

            Behavior on x {
                NumberAnimation {
                    duration: Theme.motion
                    easing.type: Easing.OutQuad
                }
            }
        }
        FocusRing {
            control: control
            shown: control.visualFocus
            cornerRadius: parent.height / 2
        }
    }

    contentItem: Text {
        leftPadding: control.mirrored ? 0 : control.indicator.width + (control.text === "" ? 0 : control.spacing)
        rightPadding: control.mirrored ? control.indicator.width + (control.text === "" ? 0 : control.spacing) : 0
        text: control.text
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.Wrap
        font: control.font
        color: control.enabled ? Theme.text : Theme.textMuted
        verticalAlignment: Text.AlignVCenter
    }
}
