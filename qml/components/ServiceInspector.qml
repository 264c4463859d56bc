pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One service whole. `detail` is ServicesController.detail.
FocusScope {
    id: root

    required property AppContext app
    required property var detail
    required property UpstreamController upstream
    required property PinsController pins
    signal toggleRequested(bool on)
    signal actionsRequested
    signal reimportRequested
    signal openFileRequested

    readonly property bool present: detail.id !== undefined
    readonly property bool readable: detail.actions !== undefined

    component Fact: ColumnLayout {
        id: fact
        property string label
        property string value
        property bool mono: false
        Layout.fillWidth: true
        Layout.topMargin: Theme.space4
        visible: value !== ""
        spacing: 0
        PlainText {
            Layout.fillWidth: true
            value: fact.label
            muted: true
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
        PlainText {
            Layout.fillWidth: true
            value: fact.value
            mono: fact.mono
            font.pixelSize: fact.mono ? Theme.labelSize : Theme.bodySize
            wrapMode: fact.mono ? Text.WrapAnywhere : Text.Wrap
            Accessible.name: qsTr("%1: %2", "label, value").arg(fact.label).arg(fact.value)
        }
    }

    PlainText {
        anchors.fill: parent
        anchors.margins: Theme.space16
        visible: !root.present
        muted: true
        wrapMode: Text.Wrap
        value: qsTr("Choose a service to see where it comes from, what it holds and what it costs.")
    }
    Flickable {
        id: flick
        objectName: root.objectName + ".scroll"
        anchors.fill: parent
        visible: root.present
        contentHeight: column.implicitHeight + 2 * Theme.space16
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        focus: true
        activeFocusOnTab: true
        Accessible.role: Accessible.Pane
        Accessible.focusable: true
        Accessible.name: qsTr("Details of %1").arg(root.detail.id ?? "")
        ScrollBar.vertical: ScrollBar {}
        Keys.onDownPressed: contentY = Math.min(Math.max(0, contentHeight - height), contentY + Theme.rowHeight)
        Keys.onUpPressed: contentY = Math.max(0, contentY - Theme.rowHeight)

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space12
            width: flick.width - 2 * Theme.space16
            spacing: Theme.space4

            PlainText {
                objectName: root.objectName + ".title"
                Layout.fillWidth: true
                value: root.detail.title ? root.detail.title : root.detail.id ?? ""
                font.pixelSize: Theme.sectionSize
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                value: root.detail.id ?? ""
                mono: true
                muted: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.WrapAnywhere
            }
            Banner {
                objectName: root.objectName + ".problem"
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                visible: (root.detail.problem ?? "") !== ""
                kind: "error"
                text: root.detail.problem ?? ""
            }
            PlainText {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space4
                visible: value !== ""
                value: root.detail.description ?? ""
                wrapMode: Text.Wrap
                lineHeight: 1.2
                maximumLineCount: 10
                elide: Text.ElideRight
            }
            ServicePins {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                app: root.app
                pins: root.pins
            }
            Switch {
                objectName: root.objectName + ".toggle"
                Layout.topMargin: Theme.space8
                visible: root.readable
                enabled: root.detail.locked === false && !root.app.session.readOnly
                checked: root.detail.toggle === true && root.detail.locked === false
                text: qsTr("Find more by tool search")
                Accessible.name: text
                onToggled: {
                    root.toggleRequested(checked);
                    checked = Qt.binding(() => root.detail.toggle === true && root.detail.locked === false);
                }
            }
            RowLayout {
                Layout.fillWidth: true
                visible: root.detail.locked === true
                spacing: Theme.space8
                AppIcon {
                    Layout.alignment: Qt.AlignTop
                    iconName: "lock"
                }
                PlainText {
                    Layout.fillWidth: true
                    value: qsTr("Locked: the environment variable DYNAMIC_DISCOVERY_DISABLED_SERVICES names this service. Remove it there to decide here.")
                    wrapMode: Text.Wrap
                }
            }
            TierMixBar {
                objectName: root.objectName + ".tiers"
                Layout.fillWidth: true
                Layout.topMargin: Theme.space12
                visible: root.readable
                counts: root.detail.tiers ?? [0, 0, 0, 0]
                compact: true
                onTierRequested: tier => root.app.navigator.openLink("actionscope://catalog?q=" + encodeURIComponent("service:" + root.detail.id + " tier:" + ["read", "write", "destructive", "catastrophic"][tier]))
            }
            Flow {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                spacing: Theme.space8
                Button {
                    objectName: root.objectName + ".actions"
                    visible: root.readable
                    text: qsTr("Show %Ln action(s)", "", root.detail.actions ?? 0)
                    onClicked: root.actionsRequested()
                }
                Button {
                    objectName: root.objectName + ".reimport"
                    visible: (root.detail.source ?? "") !== ""
                    text: qsTr("Import again…")
                    onClicked: root.reimportRequested()
                }
                Button {
                    objectName: root.objectName + ".openFile"
                    visible: (root.detail.handFile ?? "") !== ""
                    text: qsTr("Open hand-written file")
                    onClicked: root.openFileRequested()
                }
            }
            Fact {
                label: qsTr("Actions")
                value: root.readable ? qsTr("%1 curated, %2 long-tail").arg(Say.number(root.detail.curated)).arg(Say.number(root.detail.longTail)) : ""
            }
            Fact {
                label: qsTr("Always-on cost")
                value: !root.readable ? "" : root.detail.curated === 0 ? qsTr("None: nothing is curated, so nothing is always listed.") : root.detail.tokens < 0 ? qsTr("Being counted…") : qsTr("≈ %1 tokens: name, description and schema of the curated actions, a quarter of their characters", "").arg(Say.number(root.detail.tokens))
            }
            Fact {
                label: qsTr("Source")
                value: root.detail.source ?? ""
                mono: true
            }
            Fact {
                label: qsTr("Format and version")
                value: [root.detail.format ?? "", root.detail.version ?? ""].filter(part => part !== "").join(" · ")
            }
            Fact {
                label: qsTr("Server")
                value: root.detail.server ?? ""
                mono: true
            }
            ServiceConnections {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                visible: root.readable
                app: root.app
                controller: root.upstream
            }
            Fact {
                label: qsTr("Last import")
                value: root.detail.imported !== undefined ? Say.age(root.detail.imported) : ""
            }
            Fact {
                label: qsTr("SHA-256 of the description")
                value: root.detail.sha256 ?? ""
                mono: true
            }
            Fact {
                label: qsTr("Hand-written file")
                value: root.detail.handFile ?? ""
                mono: true
            }
        }
    }
}
