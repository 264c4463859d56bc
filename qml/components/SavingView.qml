pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What a list of all actions costs a model's context, and what discovery costs in its place: in figures, with a bar for each.
FocusScope {
    id: view

    required property AppContext app
    property bool active: false
    readonly property var widths: [76, 104, 84, 84, 104, 92, 76]

    objectName: "benchmarks.saving"
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("What discovery saves")

    SavingController {
        id: saving
        session: view.app.session
        active: view.active
    }
    StateView {
        objectName: "benchmarks.saving.state"
        anchors.fill: parent
        view: saving.state === "" ? "empty" : saving.state === "stale" ? "ready" : saving.state
        title: saving.state === "error" ? qsTr("This could not be counted") : qsTr("Not counted yet")
        text: saving.state === "error" ? saving.errorText : qsTr("Every action’s schema is read and counted as a tool.")
        details: saving.errorText
        onCopyDetails: text => view.app.copyText(text)
        progressText: qsTr("Counting tokens")
        primary: countAction

        ColumnLayout {
            anchors.fill: parent
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            anchors.bottomMargin: Theme.space8
            spacing: Theme.space8

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                PlainText {
                    objectName: "benchmarks.saving.headline"
                    Layout.fillWidth: true
                    value: saving.headline
                    wrapMode: Text.Wrap
                    font.pixelSize: Theme.sectionSize
                    font.weight: Font.DemiBold
                    Accessible.role: Accessible.Heading
                }
                ToolButton {
                    objectName: "benchmarks.saving.copy"
                    text: qsTr("Copy as Markdown")
                    display: AbstractButton.IconOnly
                    icon.source: Theme.icon("copy")
                    onClicked: {
                        view.app.copyText(saving.markdown);
                        view.app.toasts.show(qsTr("Copied"));
                    }
                }
                Button {
                    objectName: "benchmarks.saving.again"
                    flat: true
                    action: countAction
                }
            }
            Banner {
                objectName: "benchmarks.saving.stale"
                Layout.fillWidth: true
                visible: saving.state === "stale"
                text: qsTr("The catalog changed since this was counted")
            }
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("In tokens, as characters / 4 of what a client is sent. Actions are taken evenly over this catalog. Discovery is the meta-tools, one search response, and one activated action.")
            }
            RowLayout {
                Layout.fillWidth: true
                Layout.rightMargin: Theme.space12
                spacing: Theme.space8
                Repeater {
                    model: [qsTr("actions"), qsTr("all listed"), qsTr("meta-tools"), qsTr("one search"), qsTr("one activated"), qsTr("discovery"), qsTr("saved")]
                    PlainText {
                        required property string modelData
                        required property int index
                        Layout.preferredWidth: view.widths[index] * Theme.scale
                        horizontalAlignment: Text.AlignRight
                        value: modelData
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                    }
                }
                PlainText {
                    Layout.fillWidth: true
                    Layout.leftMargin: Theme.space16
                    value: qsTr("above: all listed, below: discovery")
                    muted: true
                    elide: Text.ElideRight
                    font.pixelSize: Theme.labelSize
                }
            }
            ListView {
                id: list
                objectName: "benchmarks.saving.rows"
                Layout.fillWidth: true
                Layout.fillHeight: true
                clip: true
                focus: true
                activeFocusOnTab: true
                keyNavigationEnabled: true
                boundsBehavior: Flickable.StopAtBounds
                highlightMoveDuration: 0
                model: saving.rows
                ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Tokens by number of actions")
                delegate: Item {
                    id: row
                    required property int index
                    required property string tools
                    required property string everything
                    required property string discovery
                    required property string search
                    required property string activation
                    required property string dynamic
                    required property string saved
                    required property real share
                    required property real cost
                    required property string sentence
                    objectName: "benchmarks.saving.row." + index
                    width: ListView.view.width
                    height: Theme.rowHeight * 1.15
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    Rectangle {
                        anchors.fill: parent
                        anchors.margins: 1
                        radius: Theme.radiusSmall
                        color: row.ListView.isCurrentItem && list.activeFocus ? Theme.selection : "transparent"
                        border.width: row.ListView.isCurrentItem && list.activeFocus ? 2 : 0
                        border.color: Theme.focusRing
                    }
                    RowLayout {
                        anchors.fill: parent
                        anchors.rightMargin: Theme.space12
                        spacing: Theme.space8
                        Repeater {
                            id: cells
                            readonly property var values: [row.tools, row.everything, row.discovery, row.search, row.activation, row.dynamic, row.saved]
                            model: values.length
                            PlainText {
                                required property int index
                                Layout.preferredWidth: view.widths[index] * Theme.scale
                                horizontalAlignment: Text.AlignRight
                                value: cells.values[index] ?? ""
                                mono: true
                                muted: index > 1 && index < 5
                                elide: Text.ElideRight
                                font.pixelSize: Theme.labelSize
                                font.weight: index === 6 ? Font.DemiBold : Font.Normal
                                Accessible.ignored: true
                            }
                        }
                        // Above: all listed; below: discovery. Position tells which is which.
                        Column {
                            Layout.fillWidth: true
                            Layout.leftMargin: Theme.space16
                            spacing: 2
                            Rectangle {
                                width: Math.max(1, parent.width * row.share)
                                height: 8
                                color: Theme.seriesPenalty
                            }
                            Rectangle {
                                width: Math.max(1, parent.width * row.cost)
                                height: 8
                                color: Theme.seriesKeywords
                            }
                        }
                    }
                }
            }
        }
    }
    Action {
        id: countAction
        text: qsTr("Count again")
        enabled: view.app.session.ready && saving.state !== "loading"
        onTriggered: saving.count()
    }
}
