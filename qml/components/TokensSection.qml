import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Who may connect to the gateway: the tokens of the workspace, a new one, and taking one back. A secret is shown once.
ColumnLayout {
    id: section

    required property AppContext app
    readonly property bool writable: app.session.ready && !app.session.readOnly
    property bool past: false

    spacing: Theme.space8

    function offerSecret(): void {
        secretText.forceActiveFocus(Qt.OtherFocusReason);
        secretText.selectAll();
    }
    function create(): void {
        if (name.text.trim() !== "" && writable)
            controller.create(name.text, role.keys[role.currentIndex], exposure.keys[exposure.currentIndex]);
    }

    TokensController {
        id: controller
        session: section.app.session
        onFailed: message => section.app.toasts.show(message, "error")
        onRevoked: name => section.app.toasts.show(qsTr("The token %1 is revoked", "its name").arg(name))
        onSecretChanged: if (secret !== "") {
            name.clear();
            Qt.callLater(section.offerSecret); // once the field holds it
        }
    }

    PlainText {
        Layout.fillWidth: true
        wrapMode: Text.Wrap
        muted: true
        value: section.app.session.ready ? qsTr("A client of the gateway shows one of these. Only its hash is kept. Agents and developers run actions and decide nothing; approvers decide and run nothing.") : qsTr("Open a workspace to see and make its tokens.")
    }
    GridLayout {
        Layout.fillWidth: true
        visible: section.app.session.ready
        columns: section.width < 620 * Theme.scale ? 1 : 4
        columnSpacing: Theme.space8
        rowSpacing: Theme.space8
        TextField {
            id: name
            objectName: "settings.tokens.name"
            Layout.fillWidth: true
            maximumLength: 64
            enabled: section.writable
            placeholderText: qsTr("Name of a new token")
            Accessible.name: qsTr("Name of a new token")
            Keys.onReturnPressed: section.create()
        }
        ComboBox {
            id: role
            objectName: "settings.tokens.role"
            enabled: section.writable
            readonly property var keys: ["agent", "developer", "approver", "admin"]
            model: [qsTr("Agent"), qsTr("Developer"), qsTr("Approver"), qsTr("Administrator")]
            Accessible.name: qsTr("Role")
        }
        ComboBox {
            id: exposure
            objectName: "settings.tokens.exposure"
            implicitWidth: 200 * Theme.scale
            enabled: section.writable && role.currentIndex < 2
            readonly property var keys: ["list", "stable"]
            model: [qsTr("Activated tools appear"), qsTr("The list never changes")]
            Accessible.name: qsTr("How the list of tools behaves")
        }
        Button {
            objectName: "settings.tokens.create"
            text: qsTr("Create token")
            enabled: section.writable && name.text.trim() !== ""
            onClicked: section.create()
        }
    }
    Rectangle {
        Layout.fillWidth: true
        visible: controller.secret !== ""
        implicitHeight: once.implicitHeight + 2 * Theme.space12
        color: Theme.sunken
        radius: Theme.radiusCard
        ColumnLayout {
            id: once
            x: Theme.space12
            y: Theme.space12
            width: parent.width - 2 * x
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                value: qsTr("This is the token. It is shown only now: copy it to where the client keeps it.")
            }
            TextField {
                id: secretText
                objectName: "settings.tokens.secret"
                Layout.fillWidth: true
                readOnly: true
                text: controller.secret
                font.family: Theme.monoFamily
                Accessible.name: qsTr("The new token")
            }
            RowLayout {
                spacing: Theme.space8
                Button {
                    objectName: "settings.tokens.copy"
                    text: qsTr("Copy")
                    icon.source: Theme.icon("copy")
                    onClicked: section.app.copyText(controller.secret)
                }
                Button {
                    objectName: "settings.tokens.forget"
                    text: qsTr("Done")
                    onClicked: {
                        controller.forgetSecret();
                        name.forceActiveFocus(Qt.OtherFocusReason);
                    }
                }
            }
        }
    }
    Banner {
        Layout.fillWidth: true
        visible: controller.errorText !== ""
        kind: "error"
        text: controller.errorText
    }
    PlainText {
        Layout.fillWidth: true
        visible: section.app.session.ready && controller.errorText === "" && controller.tokens.length === 0
        value: qsTr("There is no token yet: nobody can connect over the network.")
        muted: true
        wrapMode: Text.Wrap
    }
    Repeater {
        model: controller.tokens.filter(token => section.past || token.state === "live")
        RowLayout {
            id: line
            required property var modelData
            Layout.fillWidth: true
            spacing: Theme.space12
            ColumnLayout {
                Layout.fillWidth: true
                spacing: 0
                PlainText {
                    Layout.fillWidth: true
                    value: line.modelData.name
                    elide: Text.ElideRight
                    muted: line.modelData.state !== "live"
                }
                PlainText {
                    Layout.fillWidth: true
                    value: {
                        const parts = [role.model[role.keys.indexOf(line.modelData.role)]];
                        if (line.modelData.role === "agent" || line.modelData.role === "developer")
                            parts.push(exposure.model[exposure.keys.indexOf(line.modelData.exposure)]);
                        parts.push(qsTr("made %1", "an age, as in: made 3 days ago").arg(Say.age(line.modelData.created)));
                        if (line.modelData.state === "revoked")
                            parts.push(qsTr("revoked"));
                        else if (line.modelData.state === "expired")
                            parts.push(qsTr("expired"));
                        return parts.join(" · ");
                    }
                    muted: true
                    elide: Text.ElideRight
                    font.pixelSize: Theme.labelSize
                }
            }
            PlainText {
                value: line.modelData.id
                mono: true
                muted: true
                font.pixelSize: Theme.labelSize
            }
            Button {
                objectName: "settings.tokens.revoke." + line.modelData.id
                visible: line.modelData.state === "live"
                enabled: section.writable
                text: qsTr("Revoke")
                Accessible.name: qsTr("Revoke the token %1: its clients are turned away at once").arg(line.modelData.name)
                onClicked: controller.revoke(line.modelData.id)
            }
        }
    }
    CheckBox {
        objectName: "settings.tokens.past"
        visible: controller.tokens.length > controller.live
        text: qsTr("Show revoked and expired ones (%1)").arg(controller.tokens.length - controller.live)
        checked: section.past
        onToggled: section.past = checked
    }
}
