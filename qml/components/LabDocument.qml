pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The selected action as its source describes it.
Flickable {
    id: view

    required property var document
    signal openRequested

    objectName: "lab.doc"
    contentHeight: column.implicitHeight + Theme.space32
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Documentation of %1").arg(document.name ?? "")
    ScrollBar.vertical: ScrollBar {}
    Keys.onDownPressed: flick(0, -600)
    Keys.onUpPressed: flick(0, 600)

    ColumnLayout {
        id: column
        x: Theme.space16
        y: Theme.space12
        width: view.width - Theme.space32
        spacing: Theme.space8
        PlainText {
            Layout.fillWidth: true
            value: view.document.title ?? ""
            visible: value !== ""
            wrapMode: Text.Wrap
            font.pixelSize: Theme.listTitleSize
            font.weight: Font.DemiBold
        }
        PlainText {
            Layout.fillWidth: true
            value: (view.document.method ?? "") + " " + (view.document.endpoint ?? "")
            mono: true
            wrapMode: Text.WrapAnywhere
        }
        PlainText {
            Layout.fillWidth: true
            value: view.document.description ?? ""
            visible: value !== ""
            wrapMode: Text.Wrap
            lineHeight: 1.2
        }
        PlainText {
            visible: (view.document.parameters ?? []).length > 0
            value: qsTr("Parameters")
            muted: true
            font.weight: Font.DemiBold
            Layout.topMargin: Theme.space8
            Accessible.role: Accessible.Heading
        }
        Repeater {
            model: view.document.parameters ?? []
            ColumnLayout {
                id: parameter
                required property var modelData
                Layout.fillWidth: true
                spacing: 0
                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    PlainText {
                        value: parameter.modelData.name
                        mono: true
                        elide: Text.ElideRight
                        Layout.maximumWidth: column.width * 0.6
                        font.weight: parameter.modelData.required ? Font.DemiBold : Font.Normal
                    }
                    PlainText {
                        Layout.fillWidth: true
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                        value: [parameter.modelData.place, parameter.modelData.type, parameter.modelData.required ? qsTr("required") : ""].filter(s => s !== "").join(" · ")
                    }
                }
                PlainText {
                    Layout.fillWidth: true
                    visible: value !== ""
                    value: parameter.modelData.description
                    muted: true
                    wrapMode: Text.Wrap
                    font.pixelSize: Theme.labelSize
                }
            }
        }
        PlainText {
            Layout.fillWidth: true
            Layout.topMargin: Theme.space8
            visible: (view.document.source ?? "") !== ""
            muted: true
            wrapMode: Text.WrapAnywhere
            font.pixelSize: Theme.labelSize
            value: qsTr("%1, imported from %2").arg(view.document.service ?? "").arg(view.document.source ?? "")
        }
        Button {
            objectName: "lab.doc.open"
            text: qsTr("Open in Catalog")
            onClicked: view.openRequested()
        }
    }
}
