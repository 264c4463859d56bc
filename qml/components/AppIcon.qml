pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import Actionscope.App

/// One of our stroke icons (qml/style/icons), tinted. Decorative unless `meaning` says what it stands for.
IconImage {
    property string iconName
    property real size: Theme.iconSize
    property string meaning

    width: size
    height: size
    sourceSize.width: size
    sourceSize.height: size
    source: Theme.icon(iconName)
    color: Theme.textMuted
    Accessible.role: Accessible.Graphic
    Accessible.name: meaning
    Accessible.ignored: meaning === ""
}
