pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import QtQuick.Templates as T
import Actionscope.App

T.SpinBox {
    id: control

    implicitWidth: Math.max(96, contentItem.implicitWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space8 + (mirrored ? up.indicator.width : 0)
    rightPadding: Theme.space8 + (mirrored ? 0 : up.indicator.width)
    topPadding: Theme.space4
    bottomPadding: Theme.space4
    editable: true
    font.pixelSize: Theme.bodySize
    font.family: Theme.monoFamily

    Accessible.role: Accessible.SpinBox

    validator: IntValidator {
        locale: control.locale.name
        bottom: Math.min(control.from, control.to)
        top: Math.max(control.from, control.to)
    }
    contentItem: TextInput {
        objectName: control.objectName + ".text"
        text: control.displayText
        font: control.font
        color: control.enabled ? Theme.text : Theme.textMuted
        selectionColor: Theme.accent
        selectedTextColor: Theme.onAccent
        selectByMouse: true
        verticalAlignment: Qt.AlignVCenter
        readOnly: !control.editable
        validator: control.validator
        inputMethodHints: control.inputMethodHints
        Accessible.role: Accessible.EditableText
        Accessible.name: control.Accessible.name
    }
    up.indicator: Rectangle {
        x: control.mirrored ? 1 : control.width - width - 1
        y: 1
        width: Theme.iconSize + 6
        height: control.height / 2 - 1
        color: control.up.pressed ? Theme.selection : control.up.hovered ? Theme.hover : "transparent"
        IconImage {
            anchors.centerIn: parent
            width: Theme.iconSize * 0.75
            height: width
            sourceSize.width: width
            sourceSize.height: width
            source: Theme.icon("chevron-up")
            color: control.value < control.to ? Theme.text : Theme.hairline
        }
    }
    down.indicator: Rectangle {
        x: control.mirrored ? 1 : control.width - width - 1
        y: control.height / 2
        width: Theme.iconSize + 6
        height: control.height / 2 - 1
        color: control.down.pressed ? Theme.selection : control.down.hovered ? Theme.hover : "transparent"
        IconImage {
            anchors.centerIn: parent
            width: Theme.iconSize * 0.75
            height: width
            sourceSize.width: width
            sourceSize.height: width
            source: Theme.icon("chevron-down")
            color: control.value > control.from ? Theme.text : Theme.hairline
        }
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.enabled ? Theme.surface : Theme.sunken
        border.width: Theme.borderWidth
        border.color: Theme.border
        FocusRing {
            control: control
            shown: control.activeFocus
        }
    }
}
