pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// Keys as caps: "Ctrl+K". Decorative: the control it belongs to says what it does.
Rectangle {
    id: hint

    property string keys

    visible: keys !== ""
    implicitWidth: label.implicitWidth + Theme.space8
    implicitHeight: label.implicitHeight + 2
    radius: Theme.radiusSmall
    color: Theme.sunken
    border.width: 1
    border.color: Theme.highContrast ? Theme.border : Theme.hairline
    Accessible.ignored: true

    Text {
        id: label
        anchors.centerIn: parent
        text: Say.keys(hint.keys)
        textFormat: Text.PlainText
        font.family: Theme.fontFamily
        font.pixelSize: Theme.captionSize
        color: Theme.textMuted
    }
}
