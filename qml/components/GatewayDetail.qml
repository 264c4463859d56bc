import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Beside the trace: the session that is selected with its activations, and the shape of the message that is.
Flickable {
    id: view

    required property AppContext app
    required property GatewayController controller
    property int frameRow: -1
    readonly property var who: controller.detail
    readonly property var frame: {
        controller.frames.count; // a row may be of another frame now
        return frameRow >= 0 ? controller.frame(frameRow) : ({});
    }

    contentHeight: column.implicitHeight + Theme.space32
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    ScrollBar.vertical: ScrollBar {}

    ColumnLayout {
        id: column
        x: Theme.space16
        y: Theme.space12
        width: view.width - Theme.space32
        spacing: Theme.space8

        PlainText {
            visible: view.who.id === undefined && view.frame.what === undefined
            Layout.fillWidth: true
            value: qsTr("Select a session to see what it has activated, or a message to see its shape.")
            muted: true
            wrapMode: Text.Wrap
        }
        ColumnLayout {
            visible: view.who.id !== undefined
            Layout.fillWidth: true
            spacing: Theme.space4
            PlainText {
                Layout.fillWidth: true
                value: view.who.client ?? ""
                elide: Text.ElideRight
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                muted: true
                value: {
                    const parts = [qsTr("token %1").arg(view.who.principal ?? "")];
                    if (view.who.user)
                        parts.push(qsTr("for %1").arg(view.who.user));
                    if (view.who.organisation)
                        parts.push(view.who.organisation);
                    if (view.who.protocol)
                        parts.push("MCP " + view.who.protocol);
                    if (view.who.started)
                        parts.push(Say.age(view.who.started));
                    return parts.join(" · ");
                }
            }
            PlainText {
                Layout.fillWidth: true
                visible: (view.who.pseudonyms ?? 0) > 0
                value: qsTr("%n personal value(s) replaced for the model", "", view.who.pseudonyms ?? 0)
                muted: true
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.topMargin: Theme.space8
                value: qsTr("Active in this session (%1)").arg((view.who.activations ?? []).length)
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Repeater {
                model: view.who.activations ?? []
                ColumnLayout {
                    required property var modelData
                    Layout.fillWidth: true
                    spacing: 0
                    PlainText {
                        Layout.fillWidth: true
                        value: modelData.action
                        elide: Text.ElideMiddle
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: {
                            const by = modelData.confirmedBy === "model_claimed" ? qsTr("confirmed, as the model claims") : modelData.confirmedBy === "human_in_client" ? qsTr("confirmed by a person at the client") : modelData.confirmedBy === "human_in_app" ? qsTr("confirmed by a person in the app") : modelData.confirmedBy === "policy" ? qsTr("confirmed by policy") : qsTr("no confirmation needed");
                            return by + " · " + qsTr("%n call(s)", "", modelData.uses);
                        }
                        muted: true
                        font.pixelSize: Theme.labelSize
                        wrapMode: Text.Wrap
                    }
                }
            }
            Flow {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                spacing: Theme.space8
                Button {
                    objectName: "gateway.session.audit"
                    text: qsTr("Its records in the audit log")
                    onClicked: view.app.navigator.openLink("actionscope://audit?filter=" + encodeURIComponent("session:" + view.who.id))
                }
                Button {
                    objectName: "gateway.session.end"
                    text: qsTr("End the session")
                    onClicked: view.app.gateway.endSession(view.who.id)
                }
            }
        }
        ColumnLayout {
            visible: view.frame.what !== undefined
            Layout.fillWidth: true
            Layout.topMargin: Theme.space8
            spacing: Theme.space4
            PlainText {
                value: qsTr("Message")
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                value: view.frame.what ?? ""
                wrapMode: Text.Wrap
                font.weight: Font.DemiBold
            }
            PlainText {
                Layout.fillWidth: true
                visible: value !== ""
                value: view.frame.summary ?? ""
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                value: Say.bytes(view.frame.bytes ?? 0) + " · " + qsTr("types and lengths only, never values")
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
            }
            PlainText {
                objectName: "gateway.frame.shape"
                Layout.fillWidth: true
                visible: value !== ""
                value: view.frame.shape ?? ""
                mono: true
                wrapMode: Text.WrapAnywhere
                font.pixelSize: Theme.labelSize
            }
        }
    }
}
