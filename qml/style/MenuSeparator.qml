pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.MenuSeparator {
    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: implicitContentHeight + topPadding + bottomPadding
    padding: Theme.space4
    Accessible.role: Accessible.Separator
    contentItem: Rectangle {
        implicitWidth: 120
        implicitHeight: 1
        color: Theme.hairline
    }
}
