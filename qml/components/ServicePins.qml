pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What of one service waits to be accepted: changed definitions, which are blocked, and flagged texts, which no model gets to see.
ColumnLayout {
    id: view

    required property AppContext app
    required property PinsController pins
    readonly property bool writable: app.session.ready && !app.session.readOnly

    visible: pins.waiting.length > 0
    spacing: Theme.space8

    PlainText {
        objectName: "services.pins.title"
        Layout.fillWidth: true
        value: qsTr("Waiting to be accepted (%1)").arg(view.pins.waiting.length)
        font.weight: Font.DemiBold
        Accessible.role: Accessible.Heading
    }
    Repeater {
        model: view.pins.waiting
        Rectangle {
            id: card
            required property var modelData
            readonly property bool blocked: modelData.changes.length > 0
            objectName: "services.pin." + modelData.name
            Layout.fillWidth: true
            implicitHeight: column.implicitHeight + 2 * Theme.space12
            radius: Theme.radiusCard
            color: Theme.sunken
            border.width: Theme.borderWidth
            border.color: Theme.warning
            Accessible.role: Accessible.Grouping
            Accessible.name: modelData.name

            ColumnLayout {
                id: column
                x: Theme.space12
                y: Theme.space12
                width: parent.width - 2 * Theme.space12
                spacing: Theme.space4
                PlainText {
                    Layout.fillWidth: true
                    value: card.modelData.name
                    mono: true
                    font.weight: Font.DemiBold
                    wrapMode: Text.WrapAnywhere
                }
                PlainText {
                    Layout.fillWidth: true
                    visible: card.blocked
                    wrapMode: Text.Wrap
                    muted: true
                    font.pixelSize: Theme.labelSize
                    value: !card.blocked ? "" : qsTr("Changed upstream %1; calls are blocked.", "how long ago").arg(Say.age(card.modelData.since)) + (card.modelData.renamedFrom ? " " + qsTr("It was called %1.").arg(card.modelData.renamedFrom) : "")
                }
                Repeater {
                    model: card.modelData.changes
                    RowLayout {
                        id: change
                        required property string modelData
                        Layout.fillWidth: true
                        spacing: Theme.space8
                        AppIcon {
                            Layout.alignment: Qt.AlignTop
                            iconName: "warning"
                            color: Theme.warning
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: change.modelData
                            wrapMode: Text.Wrap
                        }
                    }
                }
                PlainText {
                    Layout.fillWidth: true
                    visible: card.modelData.findings.length > 0
                    wrapMode: Text.Wrap
                    muted: true
                    font.pixelSize: Theme.labelSize
                    value: qsTr("Its texts are withheld from models:")
                }
                Repeater {
                    model: card.modelData.findings
                    RowLayout {
                        id: finding
                        required property string modelData
                        Layout.fillWidth: true
                        spacing: Theme.space8
                        AppIcon {
                            Layout.alignment: Qt.AlignTop
                            iconName: "eye"
                            color: Theme.warning
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: finding.modelData
                            wrapMode: Text.Wrap
                        }
                    }
                }
                PlainText {
                    id: difference
                    objectName: card.objectName + ".difference"
                    Layout.fillWidth: true
                    visible: whole.checked && card.modelData.difference.length > 0
                    value: card.modelData.difference.join("\n")
                    mono: true
                    font.pixelSize: Theme.labelSize
                    wrapMode: Text.WrapAnywhere
                }
                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    CheckBox {
                        id: whole
                        objectName: card.objectName + ".whole"
                        visible: card.modelData.difference.length > 0
                        text: qsTr("Whole difference")
                    }
                    Item {
                        Layout.fillWidth: true
                    }
                    Button {
                        objectName: card.objectName + ".accept"
                        text: qsTr("Accept…")
                        Accessible.name: qsTr("Accept %1…").arg(card.modelData.name)
                        enabled: view.writable
                        onClicked: acceptance.openFor(card.modelData)
                    }
                }
            }
        }
    }

    // It cannot be taken back, so it is named: what, and what follows.
    Dialog {
        id: acceptance
        property var entry: ({})
        function openFor(entry: var): void {
            acceptance.entry = entry;
            open();
            keep.forceActiveFocus(Qt.PopupFocusReason);
        }
        objectName: "services.acceptance"
        // Not the narrow pane that it is written in.
        parent: Overlay.overlay
        anchors.centerIn: Overlay.overlay
        modal: true
        width: Math.min(520 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
        title: qsTr("Accept %1", "an action").arg(entry.name ?? "")
        contentItem: ColumnLayout {
            spacing: Theme.space8
            PlainText {
                objectName: "services.acceptance.what"
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                value: [...(acceptance.entry.changes ?? []), ...(acceptance.entry.findings ?? [])].join("\n")
            }
            PlainText {
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                muted: true
                value: (acceptance.entry.changes ?? []).length > 0 ? qsTr("From now on agents may call it as it is now, by the rules of its tier. It cannot be taken back here; a rule can deny it.") : qsTr("From now on models get to see these texts. It cannot be taken back here.")
            }
            RowLayout {
                Layout.topMargin: Theme.space8
                Layout.fillWidth: true
                Item {
                    Layout.fillWidth: true
                }
                Button {
                    id: keep
                    objectName: "services.acceptance.keep"
                    text: (acceptance.entry.changes ?? []).length > 0 ? qsTr("Keep it blocked") : qsTr("Keep them withheld")
                    onClicked: acceptance.close()
                }
                Button {
                    objectName: "services.acceptance.accept"
                    text: qsTr("Accept")
                    highlighted: true
                    onClicked: {
                        acceptance.close();
                        view.pins.accept(acceptance.entry.name);
                    }
                }
            }
        }
    }
}
