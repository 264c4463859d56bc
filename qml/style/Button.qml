pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

/// `highlighted` is the primary action of a view (at most one); `flat` has no border until it is pointed at.
T.Button {
    id: control

    // A focused button acts on Enter as it does on Space.
    Keys.onReturnPressed: Press.press(control, false)
    Keys.onEnterPressed: Press.press(control, false)

    implicitWidth: Math.max(Theme.controlHeight, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: text === "" || display === T.AbstractButton.IconOnly ? Theme.space8 : Theme.space12
    rightPadding: leftPadding
    topPadding: Theme.space4
    bottomPadding: Theme.space4
    spacing: Theme.space8
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    font.weight: highlighted ? Font.DemiBold : Font.Normal
    hoverEnabled: true

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, false)

    contentItem: ControlContent {
        control: control
        color: !control.enabled ? Theme.textMuted : control.highlighted ? Theme.onAccent : Theme.text
        opacity: control.enabled ? 1 : 0.6
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: {
            if (control.highlighted && control.enabled)
                return control.down ? Qt.darker(Theme.accent, 1.15) : control.hovered ? Qt.darker(Theme.accent, 1.07) : Theme.accent;
            if (control.down || control.checked)
                return Theme.selection;
            if (control.hovered && control.enabled)
                return Theme.hover;
            return control.flat ? "transparent" : Theme.surface;
        }
        border.width: control.flat || (control.highlighted && control.enabled) ? 0 : Theme.borderWidth
        border.color: control.enabled ? Theme.border : Theme.hairline

        FocusRing {
            control: control
            shown: control.visualFocus
        }
    }
}
