import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A client in three steps: a token, the text to paste, and what to expect.
SideSheet {
    id: sheet

    required property AppContext app
    readonly property TokensController tokens: TokensController {
        session: sheet.app.session
        onFailed: message => sheet.app.toasts.show(message, "error")
        onSecretChanged: {
            sheet.refresh();
            if (secret !== "")
                copy.forceActiveFocus(Qt.OtherFocusReason);
        }
    }
    readonly property bool hasSecret: tokens.secret !== ""
    property var snippets: []
    property int chosen: 0

    objectName: "gateway.connectSheet"
    title: qsTr("Connect a client")
    preferredWidth: 640

    function openFor(): void {
        refresh();
        open();
        name.forceActiveFocus(Qt.PopupFocusReason);
    }
    function refresh(): void {
        snippets = app.gateway.snippets(tokens.secret);
    }
    onClosed: tokens.forgetSecret()
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space12

        PlainText {
            value: qsTr("1. A token for the client")
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            muted: true
            value: qsTr("Each client gets its own: what it does is recorded under this name, and the token can be revoked in Settings. No token of an agent can approve anything.")
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            TextField {
                id: name
                objectName: "gateway.token.name"
                Layout.fillWidth: true
                maximumLength: 64
                placeholderText: qsTr("Name, for example editor on my laptop")
                Accessible.name: qsTr("Name of the token")
                enabled: !sheet.hasSecret
                Keys.onReturnPressed: create.clicked()
            }
            ComboBox {
                id: exposure
                objectName: "gateway.token.exposure"
                implicitWidth: 220 * Theme.scale
                enabled: !sheet.hasSecret
                readonly property var keys: ["list", "stable"]
                model: [qsTr("Activated tools appear"), qsTr("The list never changes")]
                Accessible.name: qsTr("How the list of tools behaves")
            }
            Button {
                id: create
                objectName: "gateway.token.create"
                text: qsTr("Create token")
                highlighted: !sheet.hasSecret
                enabled: name.text.trim() !== "" && !sheet.hasSecret && sheet.app.session.ready && !sheet.app.session.readOnly
                onClicked: if (enabled)
                    sheet.tokens.create(name.text, "agent", exposure.keys[exposure.currentIndex])
            }
        }
        Banner {
            Layout.fillWidth: true
            visible: sheet.hasSecret
            kind: "info"
            text: qsTr("The token stands in the text below. It is shown only now and kept only as a hash.")
        }

        PlainText {
            Layout.topMargin: Theme.space8
            value: qsTr("2. What to paste")
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            ComboBox {
                objectName: "gateway.snippet.client"
                Layout.fillWidth: true
                model: sheet.snippets.map(snippet => snippet.title)
                currentIndex: sheet.chosen
                onActivated: index => sheet.chosen = index
                Accessible.name: qsTr("Client")
            }
            Button {
                id: copy
                objectName: "gateway.snippet.copy"
                text: qsTr("Copy")
                icon.source: Theme.icon("copy")
                highlighted: sheet.hasSecret
                onClicked: {
                    sheet.app.copyText(sheet.snippets[sheet.chosen].text);
                    sheet.app.toasts.show(qsTr("Copied what to paste"));
                }
            }
        }
        PlainText {
            Layout.fillWidth: true
            muted: true
            wrapMode: Text.Wrap
            value: sheet.snippets.length > 0 ? qsTr("Goes into %1").arg(sheet.snippets[sheet.chosen].where) : ""
        }
        Rectangle {
            Layout.fillWidth: true
            implicitHeight: snippetText.implicitHeight + 2 * Theme.space12
            color: Theme.sunken
            radius: Theme.radiusCard
            PlainText {
                id: snippetText
                objectName: "gateway.snippet.text"
                x: Theme.space12
                y: Theme.space12
                width: parent.width - 2 * x
                mono: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: sheet.snippets.length > 0 ? sheet.snippets[sheet.chosen].text : ""
            }
        }

        PlainText {
            Layout.topMargin: Theme.space8
            value: qsTr("3. What happens then")
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            value: qsTr("The agent sees the curated tools and gateway_search_actions. It searches, activates what it found, and calls it. Writing needs a confirmation, catastrophic actions wait under Approvals for you.")
        }
        Item {
            Layout.fillHeight: true
        }
    }
}
