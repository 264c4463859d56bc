pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

/// A flat button, mostly an icon. Give `text` always: it is the accessible name and the tooltip. An `icon.color` that is not transparent
/// colours icon and text.
T.ToolButton {
    id: control

    // A focused button acts on Enter as it does on Space.
    Keys.onReturnPressed: Press.press(control, false)
    Keys.onEnterPressed: Press.press(control, false)

    implicitWidth: Math.max(Theme.controlHeight, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(24, Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    padding: Theme.space4
    leftPadding: display === T.AbstractButton.IconOnly ? Theme.space4 : Theme.space8
    rightPadding: leftPadding
    spacing: Theme.space4
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    hoverEnabled: true

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, false)

    ToolTip.text: text
    ToolTip.visible: text !== "" && display === T.AbstractButton.IconOnly && (hovered || visualFocus)
    ToolTip.delay: 500

    contentItem: ControlContent {
        control: control
        color: !control.enabled ? Theme.textMuted : control.icon.color.a > 0 ? control.icon.color : Theme.text
        opacity: control.enabled ? 1 : 0.5
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.down || control.checked ? Theme.selection : control.hovered && control.enabled ? Theme.hover : "transparent"
        border.width: Theme.highContrast && (control.hovered || control.checked) ? 2 : 0
        border.color: Theme.border

        FocusRing {
            control: control
            shown: control.visualFocus
        }
    }
}
