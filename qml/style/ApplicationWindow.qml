pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.ApplicationWindow {
    color: Theme.window
    font.family: Theme.fontFamily
    font.pixelSize: Theme.bodySize

    // The tokens also feed the palette, so that stock controls without a style of ours match.
    palette {
        window: Theme.window
        windowText: Theme.text
        base: Theme.surface
        alternateBase: Theme.sunken
        text: Theme.text
        placeholderText: Theme.textMuted
        button: Theme.surface
        buttonText: Theme.text
        brightText: Theme.onAccent
        highlight: Theme.accent
        highlightedText: Theme.onAccent
        link: Theme.link
        linkVisited: Theme.link
        light: Theme.surface
        midlight: Theme.hover
        mid: Theme.hairline
        dark: Theme.border
        shadow: Theme.border
        toolTipBase: Theme.text
        toolTipText: Theme.surface
    }

    T.Overlay.modal: Rectangle {
        color: Theme.dark ? "#A0000000" : "#59000000"
    }
    T.Overlay.modeless: Item {}
}
