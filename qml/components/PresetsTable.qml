pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// All presets of the workspace on one query set, side by side: quality with intervals, time, and whether the difference to the one in
/// force is more than chance.
Item {
    id: table

    required property CompareController compare
    readonly property var columns: [qsTr("preset"), "recall@5", "nDCG@5", qsTr("recall@5 in its service"), "MRR", qsTr("p50 ms"), qsTr("p95 ms"), "Δ nDCG@5", ""]
    readonly property var widths: [150, 150, 150, 100, 60, 60, 60, 80, 0]

    RowLayout {
        id: bar
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        spacing: Theme.space8
        PlainText {
            objectName: "lab.presets.about"
            Layout.fillWidth: true
            elide: Text.ElideRight
            muted: true
            font.pixelSize: Theme.labelSize
            value: table.compare.presetsState === "stale" ? qsTr("The catalog changed since this was measured.") : table.compare.presetsAbout === "" ? "" : qsTr("Query set %1 · measured on %2", "name of a set, a machine").arg(table.compare.set).arg(table.compare.presetsAbout)
        }
        Button {
            objectName: "lab.presets.run"
            enabled: table.compare.presetsState !== "loading" && table.compare.set !== ""
            icon.source: Theme.icon("play")
            text: table.compare.presetsState === "loading" ? qsTr("Measuring…") : qsTr("Measure all presets")
            Accessible.description: qsTr("Progress and Cancel are in the jobs")
            onClicked: table.compare.comparePresets()
        }
    }
    StateView {
        objectName: "lab.presets.state"
        anchors.top: bar.bottom
        anchors.topMargin: Theme.space8
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        view: table.compare.set === "" ? "empty" : table.compare.presetsState === "error" ? "error" : table.compare.presetsState === "loading" && list.count === 0 ? "loading" : list.count === 0 ? "empty" : "ready"
        title: view === "error" ? qsTr("The presets could not be measured") : table.compare.set === "" ? qsTr("No query set to compare on") : qsTr("Nothing measured yet")
        text: view === "error" ? table.compare.presetsError : table.compare.set === "" ? qsTr("A query set says what should be found for which query. Import one on Benchmarks, or build one from the audit log.") : qsTr("Every preset is measured on the chosen query set, on this catalog and this machine.")
        progressText: qsTr("Measuring every preset")

        ListView {
            id: list
            objectName: "lab.presets"
            anchors.fill: parent
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            clip: true
            activeFocusOnTab: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: table.compare.presets
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Presets side by side")
            header: RowLayout {
                width: ListView.view.width
                height: Theme.rowHeight
                spacing: Theme.space8
                Repeater {
                    model: table.columns
                    PlainText {
                        required property string modelData
                        required property int index
                        Layout.preferredWidth: table.widths[index] * Theme.scale
                        Layout.fillWidth: index === 8
                        Layout.leftMargin: index === 0 ? Theme.space8 : 0
                        horizontalAlignment: index === 0 || index === 8 ? Text.AlignLeft : Text.AlignRight
                        value: modelData
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                    }
                }
            }
            delegate: Item {
                id: row
                required property int index
                required property string name
                required property bool current
                required property string recall5
                required property string recall5Interval
                required property string ndcg5
                required property string ndcg5Interval
                required property string scopedRecall5
                required property string mrr
                required property string p50
                required property string p95
                required property string delta
                required property string change
                required property string word
                required property string sentence

                objectName: "lab.presets." + name
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
                    spacing: Theme.space8
                    Repeater {
                        id: cellItems
                        readonly property var cells: [row.name, row.recall5 + "  " + row.recall5Interval, row.ndcg5 + "  " + row.ndcg5Interval, row.scopedRecall5, row.mrr, row.p50, row.p95, row.delta, row.word]
                        // By number, as in CompareCells.
                        model: cells.length
                        PlainText {
                            required property int index
                            Layout.preferredWidth: table.widths[index] * Theme.scale
                            Layout.fillWidth: index === 8
                            Layout.leftMargin: index === 0 ? Theme.space8 : 0
                            horizontalAlignment: index === 0 || index === 8 ? Text.AlignLeft : Text.AlignRight
                            value: cellItems.cells[index] ?? ""
                            elide: Text.ElideRight
                            mono: index > 0 && index < 8
                            muted: index === 8
                            font.pixelSize: index === 0 ? Theme.bodySize : Theme.labelSize
                            font.weight: index === 0 && row.current ? Font.DemiBold : Font.Normal
                            color: index === 7 && row.change === "up" ? Theme.deltaUp : index === 7 && row.change === "down" ? Theme.deltaDown : muted ? Theme.textMuted : Theme.text
                            Accessible.ignored: true
                        }
                    }
                }
            }
        }
    }
}
