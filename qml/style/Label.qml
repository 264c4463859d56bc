pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.Label {
    color: Theme.text
    linkColor: Theme.link
    textFormat: Text.PlainText
    horizontalAlignment: Text.AlignLeft
    font.family: Theme.fontFamily
    font.pixelSize: Theme.bodySize
}
