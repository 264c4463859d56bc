pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Why an action has its tier: every step in order, losing ones struck through, near misses named; and what to propose instead.
Item {
    id: view

    required property RiskController risk
    property bool editable: true
    /// Whether the list beside it shows its rows; an action beside an error would be one from before.
    property bool listed: true
    signal proposed(int tier)
    signal openRequested

    readonly property bool filled: view.listed && view.risk.action.name !== undefined
    readonly property bool isStaged: {
        view.risk.counts; // follows the list
        return filled && view.risk.staged !== null && view.risk.staged.isStaged(view.risk.selected);
    }

    PlainText {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: Theme.space16
        y: Theme.space16
        visible: !view.filled
        muted: true
        wrapMode: Text.Wrap
        value: qsTr("Select an action to see why it has its tier.")
    }
    Flickable {
        id: scroll
        anchors.fill: parent
        visible: view.filled
        contentHeight: column.implicitHeight + Theme.space32
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space12
            width: scroll.width - Theme.space32
            spacing: Theme.space8

            PlainText {
                Layout.fillWidth: true
                value: view.risk.selected
                elide: Text.ElideMiddle
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                value: (view.risk.action.method ?? "") + " " + (view.risk.action.endpoint ?? "")
                mono: true
                muted: true
                wrapMode: Text.WrapAnywhere
                font.pixelSize: Theme.labelSize
            }
            PlainText {
                objectName: "risk.consequence"
                Layout.fillWidth: true
                value: view.risk.action.consequence ?? ""
                visible: value !== ""
                wrapMode: Text.Wrap
            }
            RowLayout {
                spacing: Theme.space8
                PlainText {
                    value: qsTr("Effective")
                    muted: true
                }
                TierChip {
                    tier: view.risk.action.tier ?? Tier.Read
                    approval: view.risk.action.admin ?? false
                }
            }
            Banner {
                objectName: "risk.note"
                Layout.fillWidth: true
                visible: text !== ""
                kind: "warning"
                text: view.risk.action.note ?? ""
            }
            PlainText {
                Layout.topMargin: Theme.space8
                value: qsTr("How it came about")
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Column {
                objectName: "risk.steps"
                Layout.fillWidth: true
                spacing: Theme.space8
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Steps")
                Repeater {
                    model: view.risk.steps
                    RiskStep {
                        width: parent.width
                    }
                }
            }
            PlainText {
                Layout.topMargin: Theme.space8
                visible: view.editable
                value: qsTr("Propose another tier")
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Flow {
                Layout.fillWidth: true
                visible: view.editable
                spacing: Theme.space4
                Repeater {
                    model: [Tier.Read, Tier.Write, Tier.Destructive, Tier.Catastrophic]
                    Button {
                        required property int modelData
                        readonly property string letter: ["R", "W", "D", "C"][modelData]
                        objectName: "risk.propose." + letter
                        text: Say.tier(modelData)
                        enabled: {
                            view.risk.counts;
                            const staged = view.risk.staged === null ? -1 : view.risk.staged.stagedTier(view.risk.selected);
                            return (staged >= 0 ? staged : view.risk.action.tier) !== modelData;
                        }
                        ToolTip.text: qsTr("Key %1").arg(letter)
                        ToolTip.visible: hovered
                        Accessible.name: qsTr("Propose %1, key %2").arg(text).arg(letter)
                        onClicked: view.proposed(modelData)
                    }
                }
            }
            RowLayout {
                Layout.fillWidth: true
                visible: view.isStaged
                spacing: Theme.space8
                PlainText {
                    value: qsTr("Staged")
                    muted: true
                }
                TierChip {
                    readonly property int wanted: {
                        view.risk.counts;
                        return view.risk.staged === null ? -1 : view.risk.staged.stagedTier(view.risk.selected);
                    }
                    visible: wanted >= 0
                    tier: Math.max(0, wanted)
                    staged: true
                }
                Item {
                    Layout.fillWidth: true
                }
                Button {
                    objectName: "risk.discardOne"
                    flat: true
                    text: qsTr("Discard")
                    onClicked: view.risk.staged.discard([view.risk.selected])
                }
            }
            TextField {
                objectName: "risk.reason"
                Layout.fillWidth: true
                visible: view.isStaged
                placeholderText: qsTr("Reason, needed when the risk is lowered")
                Accessible.name: qsTr("Reason for the change")
                text: {
                    view.risk.selected;
                    return view.isStaged ? view.risk.staged.reasonOf(view.risk.selected) : "";
                }
                onEditingFinished: if (view.isStaged)
                    view.risk.staged.setReason(view.risk.selected, text)
            }
            Button {
                objectName: "risk.removeOverride"
                visible: view.editable && (view.risk.action.overridden ?? false)
                flat: true
                text: qsTr("Remove the override")
                onClicked: view.risk.staged.proposeRemoval(view.risk.selected)
            }
            Button {
                objectName: "risk.open"
                flat: true
                text: qsTr("Open in Catalog")
                onClicked: view.openRequested()
            }
        }
    }
}
