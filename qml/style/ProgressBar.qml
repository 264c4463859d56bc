pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

/// Unknown progress is a hatched bar that stands still: nothing loops on this screen.
T.ProgressBar {
    id: control

    implicitWidth: 160
    implicitHeight: 6

    Accessible.role: Accessible.ProgressBar
    Accessible.name: qsTr("Progress")

    contentItem: Item {
        clip: true
        Rectangle {
            x: control.mirrored ? parent.width - width : 0
            width: control.indeterminate ? 0 : control.position * parent.width
            height: parent.height
            radius: 3
            color: Theme.accent
        }
        Row {
            visible: control.indeterminate
            spacing: 6
            Repeater {
                model: control.indeterminate ? Math.ceil(control.width / 12) : 0
                Rectangle {
                    width: 6
                    height: control.height
                    color: Theme.accent
                    opacity: 0.7
                }
            }
        }
    }
    background: Rectangle {
        radius: 3
        color: Theme.sunken
        border.width: 1
        border.color: Theme.highContrast ? Theme.border : Theme.hairline
    }
}
