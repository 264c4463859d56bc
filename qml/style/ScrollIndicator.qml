pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.ScrollIndicator {
    id: control
    implicitWidth: 6
    implicitHeight: 6
    padding: 1
    visible: size < 1.0
    contentItem: Rectangle {
        implicitWidth: 4
        implicitHeight: 4
        radius: 2
        color: Theme.border
    }
}
