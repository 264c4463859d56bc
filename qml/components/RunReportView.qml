pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What one run says: gates, metrics with intervals, by tier, service and length of the query, the hardest queries, and how long
/// searches took. Every chart has its numbers beside it.
FocusScope {
    id: view

    required property BenchmarksController controller
    readonly property var report: controller.report
    readonly property bool there: (report.title ?? "") !== ""
    signal copyRequested
    /// A query to look at in Search Lab, and the action that it should find.
    signal openQuery(string query, string gold)

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Report of the run")

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
        Rectangle {
            width: 1
            height: parent.height
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
    }
    PlainText {
        anchors.centerIn: parent
        width: parent.width - Theme.space48
        visible: !view.there
        muted: true
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignHCenter
        value: view.report.problem ?? qsTr("Select a run to read its report.")
    }
    Flickable {
        id: scroller
        objectName: "benchmarks.report.scroll"
        anchors.fill: parent
        visible: view.there
        activeFocusOnTab: visible
        focus: true
        contentHeight: body.implicitHeight + 2 * Theme.space16
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}
        Accessible.role: Accessible.Pane
        Accessible.name: qsTr("Report of %1").arg(view.report.title ?? "")
        Keys.onDownPressed: contentY = Math.min(Math.max(0, contentHeight - height), contentY + 60)
        Keys.onUpPressed: contentY = Math.max(0, contentY - 60)
        Keys.onPressed: event => {
            if (event.key === Qt.Key_PageDown)
                contentY = Math.min(Math.max(0, contentHeight - height), contentY + height * 0.9);
            else if (event.key === Qt.Key_PageUp)
                contentY = Math.max(0, contentY - height * 0.9);
            else
                return;
            event.accepted = true;
        }

        ColumnLayout {
            id: body
            x: Theme.space16
            y: Theme.space16
            width: scroller.width - Theme.space32
            spacing: Theme.space8

            RowLayout {
                Layout.fillWidth: true
                PlainText {
                    Layout.fillWidth: true
                    value: view.report.title ?? ""
                    elide: Text.ElideRight
                    font.pixelSize: Theme.sectionSize
                    font.weight: Font.DemiBold
                    Accessible.role: Accessible.Heading
                }
                ToolButton {
                    objectName: "benchmarks.report.copy"
                    text: qsTr("Copy as Markdown")
                    display: AbstractButton.IconOnly
                    icon.source: Theme.icon("copy")
                    onClicked: view.copyRequested()
                }
            }
            PlainText {
                Layout.fillWidth: true
                value: view.report.facts ?? ""
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
            }
            Banner {
                objectName: "benchmarks.report.warnings"
                Layout.fillWidth: true
                visible: (view.report.warnings ?? "") !== ""
                kind: "warning"
                text: qsTr("Not everything was measured")
                detail: view.report.warnings ?? ""
            }
            Row {
                // nDCG@10 of the runs on the same sets: position, not colour, tells which is the last.
                Layout.fillWidth: true
                visible: view.controller.history.length > 1
                spacing: 3
                Accessible.role: Accessible.Graphic
                Accessible.name: qsTr("nDCG@10 of the last %1 runs on these sets: %2", "number, list of values").arg(view.controller.history.length).arg(view.controller.history.map(value => Say.number(value, 2)).join(", "))
                PlainText {
                    anchors.bottom: parent.bottom
                    value: qsTr("nDCG@10, last runs")
                    muted: true
                    font.pixelSize: Theme.labelSize
                    rightPadding: Theme.space8
                    Accessible.ignored: true
                }
                Repeater {
                    model: view.controller.history
                    Rectangle {
                        required property real modelData
                        anchors.bottom: parent.bottom
                        width: 8
                        height: Math.max(2, modelData * 32)
                        color: Theme.seriesKeywords
                    }
                }
                PlainText {
                    anchors.bottom: parent.bottom
                    leftPadding: Theme.space4
                    value: view.controller.history.length > 0 ? Say.number(view.controller.history[view.controller.history.length - 1], 3) : ""
                    mono: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
            }
            ReportHeading {
                visible: view.controller.gates.count > 0
                value: (view.report.gatesFailed ?? 0) > 0 ? qsTr("Gates: %n fail(s)", "", view.report.gatesFailed) : qsTr("Gates hold")
            }
            Repeater {
                model: view.controller.gates
                RowLayout {
                    id: gate
                    required property string text
                    required property bool holds
                    required property string value
                    required property string problem
                    required property string sentence
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    AppIcon {
                        iconName: gate.holds ? "success" : "error"
                        color: gate.holds ? Theme.success : Theme.error
                    }
                    PlainText {
                        value: gate.text
                        mono: true
                        font.pixelSize: Theme.labelSize
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: gate.problem !== "" ? gate.problem : qsTr("measured %1").arg(gate.value)
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                    }
                }
            }
            ReportHeading {
                value: qsTr("Metrics, with 95 % intervals")
            }
            Repeater {
                model: view.controller.metrics
                RowLayout {
                    id: metric
                    required property string name
                    required property string value
                    required property string interval
                    required property string scoped
                    required property string scopedInterval
                    required property string sentence
                    Layout.fillWidth: true
                    spacing: Theme.space12
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    PlainText {
                        Layout.preferredWidth: 100 * Theme.scale
                        value: metric.name
                        Accessible.ignored: true
                    }
                    PlainText {
                        Layout.preferredWidth: 150 * Theme.scale
                        value: metric.value + "  " + metric.interval
                        mono: true
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: qsTr("in its service %1", "a metric within the right service").arg(metric.scoped + "  " + metric.scopedInterval)
                        mono: true
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                }
            }
            Repeater {
                model: [{
                        "group": "tier",
                        "title": qsTr("By tier of the right answer")
                    }, {
                        "group": "service",
                        "title": qsTr("By service")
                    }, {
                        "group": "length",
                        "title": qsTr("By length of the query")
                    }]
                ColumnLayout {
                    id: group
                    required property var modelData
                    Layout.fillWidth: true
                    spacing: 2
                    ReportHeading {
                        value: group.modelData.title
                    }
                    Repeater {
                        model: view.controller.slices
                        RowLayout {
                            id: slice
                            required property var model
                            visible: model.group === group.modelData.group
                            Layout.fillWidth: true
                            spacing: Theme.space12
                            Accessible.role: Accessible.ListItem
                            Accessible.name: model.sentence
                            PlainText {
                                Layout.preferredWidth: 150 * Theme.scale
                                value: slice.model.label
                                elide: Text.ElideRight
                                Accessible.ignored: true
                            }
                            PlainText {
                                Layout.preferredWidth: 40 * Theme.scale
                                horizontalAlignment: Text.AlignRight
                                value: String(slice.model.queries)
                                mono: true
                                muted: true
                                font.pixelSize: Theme.labelSize
                                Accessible.ignored: true
                            }
                            Item {
                                Layout.fillWidth: true
                                implicitHeight: 8
                                Rectangle {
                                    width: parent.width * slice.model.share
                                    height: parent.height
                                    color: Theme.seriesKeywords
                                }
                            }
                            PlainText {
                                value: "R@5 " + slice.model.recall5 + "  nDCG@5 " + slice.model.ndcg5
                                mono: true
                                font.pixelSize: Theme.labelSize
                                Accessible.ignored: true
                            }
                        }
                    }
                }
            }
            ReportHeading {
                visible: view.controller.hardest.count > 0
                value: qsTr("Hardest queries")
            }
            Repeater {
                model: view.controller.hardest
                ItemDelegate {
                    id: hard
                    required property int index
                    required property var model
                    objectName: "benchmarks.hardest." + index
                    Layout.fillWidth: true
                    padding: Theme.space4
                    Accessible.name: model.sentence
                    Accessible.description: qsTr("Opens it in Search Lab")
                    onClicked: view.openQuery(model.text, model.gold)
                    contentItem: RowLayout {
                        spacing: Theme.space12
                        PlainText {
                            Layout.fillWidth: true
                            Layout.preferredWidth: 2
                            value: hard.model.text
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                        PlainText {
                            value: hard.model.ndcg
                            mono: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.preferredWidth: 110 * Theme.scale
                            value: hard.model.rank
                            muted: true
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.fillWidth: true
                            Layout.preferredWidth: 1
                            value: hard.model.golds
                            muted: true
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                    }
                }
            }
            ReportHeading {
                value: qsTr("Latency of one search")
            }
            PlainText {
                objectName: "benchmarks.latency"
                value: view.report.latencyText ?? ""
                mono: true
                font.pixelSize: Theme.labelSize
            }
            Histogram {
                objectName: "benchmarks.histogram"
                Layout.fillWidth: true
                Layout.maximumWidth: 560 * Theme.scale
                implicitHeight: 96 * Theme.scale
                bins: view.controller.latency
                title: qsTr("Searches by how long they took")
            }
        }
    }
}
