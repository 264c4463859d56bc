pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.SplitView {
    id: control
    implicitWidth: contentWidth
    implicitHeight: contentHeight
    handle: Rectangle {
        implicitWidth: control.orientation === Qt.Horizontal ? 5 : control.width
        implicitHeight: control.orientation === Qt.Horizontal ? control.height : 5
        color: T.SplitHandle.pressed ? Theme.selection : T.SplitHandle.hovered ? Theme.hover : "transparent"
        Rectangle {
            anchors.centerIn: parent
            width: control.orientation === Qt.Horizontal ? 1 : parent.width
            height: control.orientation === Qt.Horizontal ? parent.height : 1
            color: Theme.hairline
        }
    }
}
