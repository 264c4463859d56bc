pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One record of the audit log: its fields, its place in the chain, and its exact JSON.
Item {
    id: view

    required property var detail
    signal copyRequested
    signal openRequested
    readonly property bool filled: view.detail.seq !== undefined

    PlainText {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: Theme.space16
        y: Theme.space16
        visible: !view.filled
        muted: true
        wrapMode: Text.Wrap
        value: qsTr("Select a record to see all of it.")
    }
    Flickable {
        id: scroll
        objectName: "audit.record"
        anchors.fill: parent
        visible: view.filled
        contentHeight: column.implicitHeight + Theme.space32
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        Accessible.role: Accessible.Pane
        Accessible.name: qsTr("Record %1").arg(view.filled ? view.detail.seq : "")
        ScrollBar.vertical: ScrollBar {}
        Keys.onDownPressed: flick(0, -600)
        Keys.onUpPressed: flick(0, 600)

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space12
            width: scroll.width - Theme.space32
            spacing: Theme.space8
            RowLayout {
                Layout.fillWidth: true
                PlainText {
                    Layout.fillWidth: true
                    value: view.filled ? qsTr("Record #%1").arg(Say.number(view.detail.seq)) : ""
                    font.pixelSize: Theme.listTitleSize
                    font.weight: Font.DemiBold
                    Accessible.role: Accessible.Heading
                }
                ToolButton {
                    objectName: "audit.copy"
                    text: qsTr("Copy as JSON")
                    display: AbstractButton.IconOnly
                    icon.source: Theme.icon("copy")
                    onClicked: view.copyRequested()
                }
            }
            GridLayout {
                Layout.fillWidth: true
                columns: 2
                columnSpacing: Theme.space12
                rowSpacing: Theme.space4
                Repeater {
                    model: (view.detail.fields ?? []).length * 2
                    PlainText {
                        required property int index
                        readonly property var field: view.detail.fields[Math.floor(index / 2)]
                        readonly property bool isName: index % 2 === 0
                        Layout.fillWidth: !isName
                        Layout.alignment: Qt.AlignTop
                        Layout.maximumWidth: isName ? column.width * 0.36 : -1
                        value: isName ? field.name : field.value
                        muted: isName
                        wrapMode: Text.Wrap
                    }
                }
            }
            Button {
                objectName: "audit.open"
                visible: (view.detail.subject ?? "").indexOf(".") > 0
                text: qsTr("Open in Catalog")
                onClicked: view.openRequested()
            }
            PlainText {
                Layout.topMargin: Theme.space8
                value: qsTr("Place in the chain")
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Repeater {
                model: [[qsTr("Before"), view.detail.prev ?? ""], [qsTr("This"), view.detail.hash ?? ""]]
                RowLayout {
                    id: link
                    required property var modelData
                    Layout.fillWidth: true
                    PlainText {
                        value: link.modelData[0]
                        muted: true
                        Layout.preferredWidth: 60 * Theme.scale
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: link.modelData[1]
                        mono: true
                        elide: Text.ElideMiddle
                        font.pixelSize: Theme.labelSize
                    }
                }
            }
            PlainText {
                Layout.topMargin: Theme.space8
                value: qsTr("Exact record")
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                value: view.detail.json ?? ""
                mono: true
                wrapMode: Text.WrapAnywhere
                font.pixelSize: Theme.labelSize
                LayoutMirroring.enabled: false
            }
        }
    }
}
