import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The connections of one service and whether their secrets are there. A secret goes in and is never shown again.
ColumnLayout {
    id: view

    required property AppContext app
    required property UpstreamController controller
    readonly property bool writable: app.session.ready && !app.session.readOnly

    spacing: Theme.space4

    PlainText {
        Layout.fillWidth: true
        value: qsTr("Connections")
        muted: true
        font.pixelSize: Theme.labelSize
        Accessible.role: Accessible.Heading
    }
    Banner {
        Layout.fillWidth: true
        visible: view.controller.errorText !== ""
        kind: "error"
        text: view.controller.errorText
    }
    PlainText {
        Layout.fillWidth: true
        visible: view.controller.errorText === "" && view.controller.connections.length === 0
        value: qsTr("None: calls to this service go out without a credential.")
        wrapMode: Text.Wrap
    }
    component Secret: RowLayout {
        id: entry
        property string slug
        property string label
        signal given(string secret)
        Layout.fillWidth: true
        spacing: Theme.space8
        // Qt gives a password field no accessible name of its own, whatever is set (QQuickAccessibleAttached::name); the group around
        // it has one, and its placeholder is its description.
        Accessible.role: Accessible.Grouping
        Accessible.name: entry.label
        TextField {
            id: field
            objectName: "services.secret." + entry.slug
            Layout.fillWidth: true
            enabled: view.writable
            echoMode: TextInput.Password
            placeholderText: entry.label
            Accessible.name: entry.label
            Keys.onReturnPressed: store.clicked()
        }
        Button {
            id: store
            objectName: "services.secret.store." + entry.slug
            text: qsTr("Store")
            enabled: view.writable && field.text !== ""
            onClicked: if (enabled) {
                entry.given(field.text);
                field.clear();
            }
        }
    }
    Repeater {
        model: view.controller.connections
        ColumnLayout {
            id: line
            required property var modelData
            Layout.fillWidth: true
            spacing: Theme.space4
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                AppIcon {
                    Layout.alignment: Qt.AlignTop
                    iconName: line.modelData.ready ? "success" : "warning"
                    color: line.modelData.ready ? Theme.success : Theme.warning
                }
                PlainText {
                    objectName: "services.connection." + line.modelData.slug
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    value: qsTr("%1: %2", "name of a connection, its state").arg(line.modelData.slug).arg(line.modelData.text)
                }
            }
            Secret {
                visible: line.modelData.place === "file" || line.modelData.place === "keychain"
                slug: line.modelData.slug
                label: line.modelData.ready ? qsTr("Another secret for %1").arg(line.modelData.slug) : qsTr("Secret for %1").arg(line.modelData.slug)
                onGiven: secret => view.controller.setSecret(line.modelData.slug, secret)
            }
        }
    }
    Secret {
        visible: view.controller.errorText === "" && view.controller.connections.length === 0
        slug: "new"
        label: qsTr("A secret: into the keychain, or encrypted where there is none")
        onGiven: secret => view.controller.addConnection(secret)
    }
}
