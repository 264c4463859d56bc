pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// The only way to show text: never interpreted as mark-up, so catalog text cannot smuggle in links or images.
/// For text that comes from outside and was not revealed by its model, set `untrusted`: invisible characters then show as tokens.
Text {
    property string value
    property bool untrusted: false
    property bool muted: false
    property bool mono: false

    text: untrusted ? Say.reveal(value) : value
    textFormat: Text.PlainText
    // Explicit, so that it mirrors: by itself, text of a left-to-right script stays left in a mirrored layout.
    horizontalAlignment: Text.AlignLeft
    color: muted ? Theme.textMuted : Theme.text
    font.family: mono ? Theme.monoFamily : Theme.fontFamily
    font.pixelSize: Theme.bodySize
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    Accessible.ignored: text === ""
}
