pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.Popup {
    implicitWidth: Math.max(implicitBackgroundWidth, contentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(implicitBackgroundHeight, contentHeight + topPadding + bottomPadding)
    padding: Theme.space12
    margins: Theme.space8
    font.family: Theme.fontFamily
    font.pixelSize: Theme.bodySize

    enter: Transition {
        NumberAnimation {
            property: "opacity"
            from: 0
            to: 1
            duration: Theme.motion
            easing.type: Easing.OutQuad
        }
    }
    background: Rectangle {
        radius: Theme.radiusCard
        color: Theme.surface
        border.width: Theme.borderWidth
        border.color: Theme.border
    }
    T.Overlay.modal: Rectangle {
        color: Theme.dark ? "#A0000000" : "#59000000"
    }
    T.Overlay.modeless: Item {}
}
