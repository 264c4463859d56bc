pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App
import "press.js" as Press

/// Arrow keys move between tabs; only the current one is a tab stop.
T.TabButton {
    id: control

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Theme.controlHeight
    width: implicitWidth
    leftPadding: Theme.space12
    rightPadding: Theme.space12
    spacing: Theme.space4
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    font.weight: checked ? Font.DemiBold : Font.Normal
    focusPolicy: checked ? Qt.StrongFocus : Qt.ClickFocus
    activeFocusOnTab: checked
    hoverEnabled: true

    Accessible.role: Accessible.PageTab
    Accessible.name: text
    Accessible.onPressAction: Press.press(control, true)
    Accessible.selected: checked

    function step(by) {
        const bar = control.T.TabBar.tabBar;
        if (!bar)
            return;
        const next = Math.max(0, Math.min(bar.count - 1, control.T.TabBar.index + by));
        bar.currentIndex = next;
        bar.itemAt(next).forceActiveFocus(Qt.TabFocusReason);
    }
    Keys.onLeftPressed: step(mirrored ? 1 : -1)
    Keys.onRightPressed: step(mirrored ? -1 : 1)

    contentItem: ControlContent {
        control: control
        color: control.checked ? Theme.text : Theme.textMuted
    }

    background: Rectangle {
        color: control.hovered && !control.checked ? Theme.hover : "transparent"
        radius: Theme.radiusSmall
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 2
            visible: control.checked
            color: Theme.accent
        }
        Rectangle {
            anchors.fill: parent
            anchors.margins: 1
            visible: control.visualFocus
            color: "transparent"
            radius: Theme.radiusSmall
            border.width: 2
            border.color: Theme.focusRing
        }
    }
}
