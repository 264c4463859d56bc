pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Search Lab's comparison: metrics of A and B with their intervals, every query's wins and losses, both lists of one query with
/// judging, and all presets side by side.
FocusScope {
    id: view

    required property CompareController compare
    /// Goes up when the lists of the selected query are others, or judged otherwise.
    property int revision: 0
    signal closed

    Connections {
        target: view.compare.listA
        function onDataChanged(): void {
            ++view.revision;
        }
        function onCountChanged(): void {
            ++view.revision;
        }
    }
    Connections {
        target: view.compare.listB
        function onDataChanged(): void {
            ++view.revision;
        }
        function onCountChanged(): void {
            ++view.revision;
        }
    }

    objectName: "lab.compare"
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Compare A and B")
    Keys.onEscapePressed: closed()

    function focusFirst(): void {
        tabs.currentIndex = 0;
        queries.forceActiveFocus(Qt.ShortcutFocusReason);
    }

    RowLayout {
        id: head
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        spacing: Theme.space12
        TabBar {
            id: tabs
            objectName: "lab.compare.tabs"
            Accessible.name: qsTr("Comparisons")
            TabButton {
                objectName: "lab.compare.tab.ab"
                text: qsTr("A against B")
                width: implicitWidth
            }
            TabButton {
                objectName: "lab.compare.tab.presets"
                text: qsTr("All presets")
                width: implicitWidth
            }
        }
        PlainText {
            objectName: "lab.compare.title"
            Layout.fillWidth: true
            elide: Text.ElideRight
            value: qsTr("A “%1” against B “%2”").arg(view.compare.titleA).arg(view.compare.titleB)
        }
        Button {
            objectName: "lab.compare.close"
            flat: true
            text: qsTr("Back to the results")
            Accessible.description: Say.keys("Ctrl+D")
            onClicked: view.closed()
        }
    }

    StateView {
        objectName: "lab.compare.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: head.bottom
        anchors.topMargin: Theme.space8
        anchors.bottom: parent.bottom
        visible: tabs.currentIndex === 0
        view: view.compare.state === "noSet" ? "empty" : view.compare.state === "stale" ? "ready" : view.compare.state
        title: view.compare.state === "error" ? qsTr("The rankings could not be compared") : qsTr("No query set to compare on")
        text: view.compare.state === "error" ? view.compare.errorText : qsTr("A query set says what should be found for which query. Import one on Benchmarks, or build one from the audit log.")
        details: view.compare.errorText

        GridLayout {
            anchors.fill: parent
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            anchors.bottomMargin: Theme.space8
            columns: 2
            columnSpacing: Theme.space16
            rowSpacing: Theme.space8

            PlainText {
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                value: view.compare.state === "stale" ? qsTr("Metrics, being measured again") : qsTr("Metrics")
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            RowLayout {
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                PlainText {
                    objectName: "lab.compare.counts"
                    Layout.fillWidth: true
                    font.weight: Font.DemiBold
                    elide: Text.ElideRight
                    value: qsTr("Per query: %1 wins · %2 ties · %3 losses").arg(view.compare.wins).arg(view.compare.ties).arg(view.compare.losses)
                    Accessible.role: Accessible.Heading
                }
                ComboBox {
                    objectName: "lab.compare.filter"
                    readonly property var keys: ["all", "wins", "losses", "ties", "unrated"]
                    implicitWidth: 150 * Theme.scale
                    implicitHeight: Math.max(24, Theme.controlHeight - Theme.space4)
                    model: [qsTr("All queries"), qsTr("Wins"), qsTr("Losses"), qsTr("Ties"), qsTr("With unrated results")]
                    currentIndex: keys.indexOf(view.compare.filter)
                    onActivated: index => view.compare.filter = keys[index]
                    Accessible.name: qsTr("Queries that are listed")
                }
            }
            ColumnLayout {
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                Layout.fillHeight: true
                Layout.preferredHeight: 1
                spacing: Theme.space4
                CompareCells {
                    Layout.fillWidth: true
                    Layout.rightMargin: Theme.space12
                    heading: true
                    cells: [qsTr("metric"), qsTr("where"), "A", "B", "Δ", qsTr("95 % interval"), ""]
                }
                ListView {
                    id: metrics
                    objectName: "lab.compare.metrics"
                    Layout.fillWidth: true
                    Layout.fillHeight: true
                    clip: true
                    activeFocusOnTab: true
                    keyNavigationEnabled: true
                    boundsBehavior: Flickable.StopAtBounds
                    highlightMoveDuration: 0
                    model: view.compare.metrics
                    ScrollBar.vertical: ScrollBar {}
                    Accessible.role: Accessible.List
                    Accessible.name: qsTr("Metrics of A and B with 95 % intervals")
                    delegate: Item {
                        id: metricRow
                        required property int index
                        required property string metric
                        required property string scope
                        required property string before
                        required property string after
                        required property string delta
                        required property string interval
                        required property string change
                        required property bool evidence
                        required property string word
                        required property string sentence
                        objectName: "lab.compare.metric." + index
                        width: ListView.view.width
                        height: Theme.rowHeight * 0.9
                        Accessible.role: Accessible.ListItem
                        Accessible.name: sentence
                        Rectangle {
                            anchors.fill: parent
                            radius: Theme.radiusSmall
                            color: "transparent"
                            border.width: metricRow.ListView.isCurrentItem && metrics.activeFocus ? 2 : 0
                            border.color: Theme.focusRing
                        }
                        CompareCells {
                            anchors.fill: parent
                            anchors.rightMargin: Theme.space12
                            cells: [metricRow.metric, metricRow.scope, metricRow.before, metricRow.after, metricRow.delta, metricRow.interval, metricRow.word]
                            strong: metricRow.evidence
                            change: metricRow.change
                        }
                    }
                }
                PlainText {
                    objectName: "lab.compare.conclusion"
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    muted: true
                    font.pixelSize: Theme.labelSize
                    value: view.compare.conclusion
                }
            }
            ListView {
                id: queries
                objectName: "lab.compare.queries"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                Layout.fillHeight: true
                Layout.preferredHeight: 1
                clip: true
                focus: true
                activeFocusOnTab: true
                keyNavigationEnabled: true
                boundsBehavior: Flickable.StopAtBounds
                highlightMoveDuration: 0
                model: view.compare.queries
                currentIndex: 0
                onCurrentIndexChanged: if (currentIndex >= 0)
                    view.compare.selected = view.compare.queries.at(currentIndex).key ?? ""
                ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Queries, the greatest difference first")
                Keys.onReturnPressed: listB.forceActiveFocus(Qt.TabFocusReason)
                delegate: Item {
                    id: queryRow
                    required property int index
                    required property string text
                    required property string before
                    required property string after
                    required property string delta
                    required property string change
                    required property real share
                    required property string ranks
                    required property string sentence
                    readonly property bool current: ListView.isCurrentItem
                    objectName: "lab.compare.query." + index
                    width: ListView.view.width
                    height: Theme.rowHeight
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    Accessible.selected: current
                    Rectangle {
                        anchors.fill: parent
                        anchors.margins: 1
                        radius: Theme.radiusSmall
                        color: queryRow.current ? Theme.selection : queryHover.hovered ? Theme.hover : "transparent"
                        border.width: queryRow.current && queries.activeFocus ? 2 : 0
                        border.color: Theme.focusRing
                    }
                    HoverHandler {
                        id: queryHover
                    }
                    TapHandler {
                        onTapped: {
                            queries.currentIndex = queryRow.index;
                            queries.forceActiveFocus(Qt.MouseFocusReason);
                        }
                    }
                    RowLayout {
                        anchors.fill: parent
                        anchors.leftMargin: Theme.space8
                        anchors.rightMargin: Theme.space12
                        spacing: Theme.space8
                        PlainText {
                            Layout.fillWidth: true
                            value: queryRow.text
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                        PlainText {
                            value: queryRow.before + "→" + queryRow.after
                            mono: true
                            muted: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.preferredWidth: 46 * Theme.scale
                            value: queryRow.delta
                            mono: true
                            font.pixelSize: Theme.labelSize
                            color: queryRow.change === "up" ? Theme.deltaUp : queryRow.change === "down" ? Theme.deltaDown : Theme.textMuted
                            Accessible.ignored: true
                        }
                        Item {
                            implicitWidth: 60 * Theme.scale
                            implicitHeight: 8
                            Rectangle {
                                width: parent.width * (queryRow.change === "same" ? 0 : queryRow.share)
                                height: parent.height
                                color: queryRow.change === "up" ? Theme.deltaUp : Theme.deltaDown
                            }
                        }
                        PlainText {
                            Layout.preferredWidth: 44 * Theme.scale
                            horizontalAlignment: Text.AlignRight
                            value: queryRow.ranks
                            mono: true
                            muted: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                    }
                }
            }
            PlainText {
                objectName: "lab.compare.query"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                elide: Text.ElideRight
                font.weight: Font.DemiBold
                value: view.compare.selectedText === "" ? "" : qsTr("“%1” · A").arg(view.compare.selectedText)
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                elide: Text.ElideRight
                font.weight: Font.DemiBold
                value: qsTr("B · judge: 0 not · 1 weak · 2 good · 3 perfect · U unrate")
                Accessible.role: Accessible.Heading
            }
            RowLayout {
                Layout.columnSpan: 2
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredHeight: 1
                spacing: 0
                RankList {
                    id: listA
                    objectName: "lab.compare.listA"
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    Layout.fillHeight: true
                    title: qsTr("Results of A")
                    model: view.compare.listA
                    onJudged: (action, grade) => view.compare.judge(action, grade)
                }
                RankSlopes {
                    objectName: "lab.compare.slopes"
                    Layout.preferredWidth: 48 * Theme.scale
                    Layout.fillHeight: true
                    before: listA
                    after: listB
                    revision: view.revision
                }
                RankList {
                    id: listB
                    objectName: "lab.compare.listB"
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    Layout.fillHeight: true
                    title: qsTr("Results of B")
                    model: view.compare.listB
                    onJudged: (action, grade) => view.compare.judge(action, grade)
                }
            }
            Flow {
                Layout.columnSpan: 2
                Layout.fillWidth: true
                spacing: Theme.space12
                Accessible.role: Accessible.List
                Accessible.name: qsTr("All judgements of this query")
                PlainText {
                    muted: true
                    font.pixelSize: Theme.labelSize
                    value: qsTr("All judgements:")
                }
                Repeater {
                    model: view.compare.judgements
                    PlainText {
                        required property string name
                        required property int grade
                        required property string gradeText
                        font.pixelSize: Theme.labelSize
                        value: ["⓪", "①", "②", "③"][grade] + " " + name
                        Accessible.role: Accessible.ListItem
                        Accessible.name: name + ", " + gradeText
                    }
                }
            }
        }
    }
    PresetsTable {
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: head.bottom
        anchors.topMargin: Theme.space8
        anchors.bottom: parent.bottom
        visible: tabs.currentIndex === 1
        compare: view.compare
        onVisibleChanged: if (visible && view.compare.presetsState === "")
            view.compare.comparePresets()
    }
}
