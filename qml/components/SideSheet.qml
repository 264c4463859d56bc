pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A sheet over the trailing side of the window, full height: import, review. Modal; Esc closes it and its draft stays with whoever
/// owns the data. Content goes in as child items; `footer` holds its buttons.
Popup {
    id: sheet

    property string title
    property real preferredWidth: 640
    property Component footer
    default property alias sheetContent: body.data

    parent: Overlay.overlay
    x: parent && !mirroredSheet ? parent.width - width : 0
    y: 0
    width: Math.min(parent ? parent.width : preferredWidth, preferredWidth * Math.min(Theme.scale, 1.4))
    height: parent ? parent.height : implicitHeight
    margins: 0
    padding: 0
    modal: true
    focus: true
    closePolicy: Popup.CloseOnEscape
    readonly property bool mirroredSheet: Theme.mirrored

    background: Rectangle {
        color: Theme.surface
        border.width: Theme.borderWidth
        border.color: Theme.border
    }

    FocusScope {
        anchors.fill: parent
        focus: true
        Accessible.role: Accessible.Dialog
        Accessible.name: sheet.title

        RowLayout {
            id: header
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space8
            anchors.topMargin: Theme.space12
            PlainText {
                Layout.fillWidth: true
                value: sheet.title
                elide: Text.ElideRight
                font.pixelSize: Theme.sectionSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            ToolButton {
                objectName: "sheet.close"
                text: qsTr("Close (the draft stays)")
                display: AbstractButton.IconOnly
                icon.source: Theme.icon("close")
                onClicked: sheet.close()
            }
        }
        Item {
            id: body
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: header.bottom
            anchors.bottom: foot.top
            anchors.margins: Theme.space16
            anchors.topMargin: Theme.space8
        }
        Loader {
            id: foot
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.bottom: parent.bottom
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            anchors.bottomMargin: sheet.footer ? Theme.space16 : 0
            sourceComponent: sheet.footer
        }
    }
}
