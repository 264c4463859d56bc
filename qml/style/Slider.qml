pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.Slider {
    id: control

    implicitWidth: orientation === Qt.Horizontal ? 160 : 24
    implicitHeight: orientation === Qt.Horizontal ? Math.max(24, Theme.iconSize + 8) : 160
    padding: 4

    Accessible.role: Accessible.Slider

    handle: Rectangle {
        x: control.leftPadding + (control.horizontal ? control.visualPosition * (control.availableWidth - width) : (control.availableWidth - width) / 2)
        y: control.topPadding + (control.horizontal ? (control.availableHeight - height) / 2 : control.visualPosition * (control.availableHeight - height))
        implicitWidth: Theme.iconSize
        implicitHeight: Theme.iconSize
        radius: width / 2
        color: control.pressed ? Theme.selection : Theme.surface
        border.width: 2
        border.color: control.enabled ? Theme.accent : Theme.border

        FocusRing {
            control: control
            shown: control.visualFocus
            cornerRadius: parent.width / 2
        }
    }
    background: Rectangle {
        x: control.leftPadding + (control.horizontal ? 0 : (control.availableWidth - width) / 2)
        y: control.topPadding + (control.horizontal ? (control.availableHeight - height) / 2 : 0)
        width: control.horizontal ? control.availableWidth : 4
        height: control.horizontal ? 4 : control.availableHeight
        radius: 2
        color: Theme.hairline
        border.width: Theme.highContrast ? 1 : 0
        border.color: Theme.border

        Rectangle {
            x: control.horizontal && control.mirrored ? parent.width - width : 0
            y: control.horizontal ? 0 : control.visualPosition * parent.height
            width: control.horizontal ? control.position * parent.width : parent.width
            height: control.horizontal ? parent.height : control.position * parent.height
            radius: 2
            color: control.enabled ? Theme.accent : Theme.border
        }
    }
}
