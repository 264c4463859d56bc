pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.Frame {
    implicitWidth: contentWidth + leftPadding + rightPadding
    implicitHeight: contentHeight + topPadding + bottomPadding
    padding: Theme.space12
    background: Rectangle {
        color: Theme.surface
        radius: Theme.radiusCard
        border.width: Theme.borderWidth
        border.color: Theme.highContrast ? Theme.border : Theme.hairline
    }
}
