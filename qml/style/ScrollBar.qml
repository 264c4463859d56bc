pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

/// Always there when content does not fit: what can be scrolled must not be a secret.
T.ScrollBar {
    id: control

    implicitWidth: orientation === Qt.Vertical ? 10 : 0
    implicitHeight: orientation === Qt.Horizontal ? 10 : 0
    padding: 2
    minimumSize: Math.max(0.02, orientation === Qt.Vertical ? 24 / Math.max(48, height) : 24 / Math.max(48, width))
    visible: policy !== T.ScrollBar.AlwaysOff && size < 1.0
    hoverEnabled: true
    Accessible.role: Accessible.ScrollBar
    Accessible.name: orientation === Qt.Vertical ? qsTr("Scroll up and down") : qsTr("Scroll to the sides")

    contentItem: Rectangle {
        implicitWidth: 6
        implicitHeight: 6
        radius: 3
        color: control.pressed || control.hovered ? Theme.textMuted : Theme.border
        opacity: control.pressed || control.hovered || Theme.highContrast ? 1 : 0.6
    }
    background: Rectangle {
        color: control.hovered || control.pressed ? Theme.sunken : "transparent"
        radius: 5
    }
}
