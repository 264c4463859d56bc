pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import QtQuick.Templates as T
import Actionscope.App

T.ComboBox {
    id: control

    implicitWidth: Math.max(120, implicitContentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, implicitContentHeight + topPadding + bottomPadding)
    implicitContentWidthPolicy: T.ComboBox.WidestText
    padding: Theme.space4
    spacing: Theme.space8
    leftPadding: mirrored ? Theme.space8 + Theme.iconSize + spacing : Theme.space8
    rightPadding: mirrored ? Theme.space8 : Theme.space8 + Theme.iconSize + spacing
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    hoverEnabled: true

    Accessible.role: Accessible.ComboBox
    Accessible.onPressAction: popup.visible ? popup.close() : popup.open()

    delegate: ItemDelegate {
        required property var model
        required property var modelData
        required property int index
        objectName: control.objectName === "" ? "" : control.objectName + ".item." + index
        width: ListView.view ? ListView.view.width : implicitWidth
        text: control.textRole ? (Array.isArray(control.model) ? modelData[control.textRole] : model[control.textRole]) : modelData
        font.weight: control.currentIndex === index ? Font.DemiBold : Font.Normal
        highlighted: control.highlightedIndex === index
    }

    indicator: IconImage {
        x: control.mirrored ? Theme.space8 : control.width - width - Theme.space8
        y: (control.height - height) / 2
        width: Theme.iconSize
        height: Theme.iconSize
        sourceSize.width: width
        sourceSize.height: height
        source: Theme.icon("chevron-down")
        color: control.enabled ? Theme.textMuted : Theme.hairline
    }

    contentItem: T.TextField {
        leftPadding: 0
        rightPadding: 0
        text: control.editable ? control.editText : control.displayText
        enabled: control.editable
        autoScroll: control.editable
        readOnly: control.down
        inputMethodHints: control.inputMethodHints
        validator: control.validator
        selectByMouse: control.selectTextByMouse
        color: control.enabled ? Theme.text : Theme.textMuted
        selectionColor: Theme.accent
        selectedTextColor: Theme.onAccent
        font: control.font
        verticalAlignment: Text.AlignVCenter
        Accessible.ignored: true
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.down ? Theme.selection : control.hovered && control.enabled ? Theme.hover : Theme.surface
        border.width: control.flat ? 0 : Theme.borderWidth
        border.color: control.enabled ? Theme.border : Theme.hairline

        FocusRing {
            control: control
            shown: control.visualFocus || (control.editable && control.activeFocus)
        }
    }

    popup: T.Popup {
        y: control.height + 2
        width: Math.max(control.width, 120)
        height: Math.min(contentItem.implicitHeight + 2 * padding, control.Window.height - topMargin - bottomMargin, 12 * Theme.rowHeight)
        topMargin: Theme.space8
        bottomMargin: Theme.space8
        padding: 1

        contentItem: ListView {
            cacheBuffer: 0 // see Main.qml
            clip: true
            implicitHeight: contentHeight
            model: control.delegateModel
            currentIndex: control.highlightedIndex
            highlightMoveDuration: 0
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: ScrollBar {}
        }
        background: Rectangle {
            radius: Theme.radiusSmall
            color: Theme.surface
            border.width: Theme.borderWidth
            border.color: Theme.border
        }
    }
}
