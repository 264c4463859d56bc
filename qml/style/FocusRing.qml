pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// The focus ring: two pixels with a gap of one, drawn outside of `control`.
Rectangle {
    id: ring

    required property Item control
    property bool shown: false
    property int cornerRadius: Theme.radiusSmall

    anchors.fill: parent
    anchors.margins: -3
    visible: shown
    color: "transparent"
    radius: cornerRadius + 3
    border.width: 2
    border.color: Theme.focusRing
    z: 10
}
