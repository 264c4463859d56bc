import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import QtQuick.Dialogs
import Actionscope.App

/// What stands where a catalog will be: the ways to get one. Enter opens the sample.
FocusScope {
    id: card

    required property AppContext app
    /// Why opening a folder failed, if it did.
    property string errorText

    implicitHeight: layout.implicitHeight + 2 * Theme.space24
    Accessible.role: Accessible.Pane
    Accessible.name: headline.value

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
        radius: Theme.radiusCard
        border.width: Theme.borderWidth
        border.color: Theme.highContrast ? Theme.border : Theme.hairline
    }
    ColumnLayout {
        id: layout
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.space24
        anchors.rightMargin: Theme.space24
        spacing: Theme.space12

        PlainText {
            id: headline
            objectName: card.objectName + ".title"
            Layout.fillWidth: true
            value: qsTr("See which action a model would find, why, and whether it may run.")
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
            wrapMode: Text.Wrap
            Accessible.role: Accessible.Heading
        }
        PlainText {
            Layout.fillWidth: true
            value: qsTr("Start with the sample: three made-up services with about 250 actions, some of them dangerous. It is a copy that goes away when you close it.")
            muted: true
            wrapMode: Text.Wrap
        }
        Banner {
            objectName: card.objectName + ".error"
            Layout.fillWidth: true
            visible: card.errorText !== ""
            kind: "error"
            text: card.errorText
        }
        Flow {
            Layout.fillWidth: true
            Layout.topMargin: Theme.space8
            spacing: Theme.space8
            Button {
                id: sample
                objectName: card.objectName + ".sample"
                highlighted: true
                focus: true
                text: qsTr("Open sample catalog")
                icon.source: Theme.icon("play")
                onClicked: card.app.session.openSample()
            }
            Button {
                objectName: card.objectName + ".import"
                text: qsTr("Import a catalog…")
                icon.source: Theme.icon("import")
                onClicked: card.app.commands.run("import.open")
                KeyHint {
                    visible: false
                    keys: "Ctrl+O"
                }
            }
            Button {
                objectName: card.objectName + ".folder"
                text: qsTr("Open folder…")
                icon.source: Theme.icon("folder")
                onClicked: folderDialog.open()
            }
        }
        PlainText {
            Layout.fillWidth: true
            value: qsTr("Or drop an OpenAPI file (JSON or YAML, versions 2 and 3) or a folder of them anywhere. Nothing leaves this computer.")
            muted: true
            wrapMode: Text.Wrap
        }
    }
    FolderDialog {
        id: folderDialog
        title: qsTr("Open a workspace folder")
        onAccepted: card.app.session.open(String(selectedFolder))
    }
}
