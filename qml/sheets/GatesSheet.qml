import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The claims that a run must fulfil: added by form, told in words, or written as text, one a line; and the file as it would be. The
/// same file that `actionscope eval --gate gates.txt` reads in CI.
SideSheet {
    id: sheet

    required property BenchmarksController controller
    required property GatesController gates
    property string problem
    readonly property bool isDrop: relationBox.currentIndex === 2
    signal saved(string path)

    objectName: "benchmarks.gatesSheet"
    title: qsTr("Gates")
    preferredWidth: 720

    function edit(): void {
        problem = "";
        gates.begin(controller.gatesText);
        open();
        metricBox.forceActiveFocus(Qt.OtherFocusReason);
    }
    function add(): void {
        const run = isDrop ? controller.runs.at(runBox.currentIndex).id ?? "" : "";
        problem = gates.add(setBox.currentIndex === 0 ? "" : controller.setNames[setBox.currentIndex - 1], whereBox.currentIndex === 1, metricBox.currentText, ["least", "most", "drop"][relationBox.currentIndex], bound.text, run);
    }
    onClosed: gates.file.forget()

    Connections {
        target: sheet.gates.file
        function onSaved(path: string): void {
            if (!sheet.opened)
                return;
            sheet.close();
            sheet.saved(path);
        }
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened && sheet.gates.file.state === "ready"
        onActivated: sheet.gates.file.save()
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("Written to gates.txt of the workspace; in CI: actionscope eval --set all --gate gates.txt. Saving can be undone.")
            }
            Button {
                objectName: "benchmarks.gates.save"
                highlighted: true
                text: sheet.gates.file.state === "saving" ? qsTr("Saving…") : qsTr("Save")
                enabled: sheet.gates.file.state === "ready"
                onClicked: sheet.gates.file.save()
                KeyHint {
                    visible: false
                    keys: "Ctrl+S"
                }
            }
        }
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space8

        ReportHeading {
            Layout.topMargin: 0
            value: qsTr("Add a claim")
        }
        GridLayout {
            Layout.fillWidth: true
            columns: 3
            columnSpacing: Theme.space8
            rowSpacing: Theme.space8
            ComboBox {
                id: metricBox
                objectName: "benchmarks.gates.metric"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                model: sheet.gates.metrics
                currentIndex: 1
                Accessible.name: qsTr("Metric")
            }
            ComboBox {
                id: setBox
                objectName: "benchmarks.gates.set"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                model: [qsTr("mean of all sets")].concat(sheet.controller.setNames)
                Accessible.name: qsTr("Query set")
            }
            ComboBox {
                id: whereBox
                objectName: "benchmarks.gates.where"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                model: [qsTr("in everything"), qsTr("in the right service")]
                Accessible.name: qsTr("Where it is searched")
            }
            ComboBox {
                id: relationBox
                objectName: "benchmarks.gates.relation"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                model: [qsTr("fails if below"), qsTr("fails if above"), qsTr("fails if it drops by more than")]
                Accessible.name: qsTr("When it fails")
                onActivated: index => {
                    if (index === 2 && !bound.touched)
                        bound.text = Say.number(0.01, 2);
                }
            }
            TextField {
                id: bound
                objectName: "benchmarks.gates.bound"
                property bool touched: false
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                text: Say.number(0.75, 2)
                maximumLength: 20
                Accessible.name: qsTr("Bound")
                onTextEdited: touched = true
                Keys.onReturnPressed: sheet.add()
            }
            Button {
                objectName: "benchmarks.gates.add"
                Layout.fillWidth: true
                Layout.preferredWidth: 1
                text: qsTr("Add claim")
                onClicked: sheet.add()
            }
            PlainText {
                visible: sheet.isDrop
                Layout.alignment: Qt.AlignRight
                value: qsTr("against the run")
                muted: true
            }
            ComboBox {
                id: runBox
                objectName: "benchmarks.gates.run"
                visible: sheet.isDrop
                Layout.columnSpan: 2
                Layout.fillWidth: true
                model: Array.from({
                    length: sheet.controller.runs.count
                }, (none, row) => sheet.controller.runs.at(row).sentence)
                enabled: count > 0
                displayText: count > 0 ? currentText : qsTr("no run is kept yet")
                Accessible.name: qsTr("Run that a drop is taken against")
            }
        }
        Banner {
            objectName: "benchmarks.gates.problem"
            Layout.fillWidth: true
            visible: detail !== ""
            kind: "error"
            text: qsTr("This cannot be used. Nothing was written.")
            detail: sheet.problem !== "" ? sheet.problem : sheet.gates.file.state === "error" ? sheet.gates.file.errorText : ""
        }
        ReportHeading {
            value: qsTr("Claims (%1)").arg(sheet.gates.gates.count)
        }
        ListView {
            id: list
            objectName: "benchmarks.gates.list"
            Layout.fillWidth: true
            implicitHeight: Math.min(contentHeight, 6 * Theme.rowHeight)
            visible: count > 0
            clip: true
            activeFocusOnTab: visible
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: sheet.gates.gates
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Claims")
            Accessible.description: qsTr("Delete takes the claim away")
            Keys.onDeletePressed: if (currentIndex >= 0)
                sheet.gates.remove(currentIndex)
            delegate: Item {
                id: row
                required property int index
                required property string text
                required property string sentence
                objectName: "benchmarks.gates.row." + index
                width: ListView.view.width
                height: Theme.rowHeight
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
                    anchors.leftMargin: Theme.space8
                    anchors.rightMargin: Theme.space8
                    spacing: Theme.space8
                    PlainText {
                        Layout.fillWidth: true
                        value: row.sentence
                        elide: Text.ElideRight
                        Accessible.ignored: true
                    }
                    ToolButton {
                        objectName: "benchmarks.gates.remove." + row.index
                        text: qsTr("Take away")
                        Accessible.name: qsTr("Take away: %1").arg(row.sentence)
                        display: AbstractButton.IconOnly
                        icon.source: Theme.icon("close")
                        focusPolicy: Qt.NoFocus
                        onClicked: sheet.gates.remove(row.index)
                    }
                }
            }
        }
        PlainText {
            objectName: "benchmarks.gates.baseline"
            Layout.fillWidth: true
            visible: sheet.gates.baseline !== ""
            muted: true
            elide: Text.ElideMiddle
            font.pixelSize: Theme.labelSize
            readonly property int at: sheet.gates.baselineRun === "" ? -1 : sheet.controller.runs.find("id", sheet.gates.baselineRun)
            value: at >= 0 ? qsTr("Drops are against: %1", "a run in words").arg(sheet.controller.runs.at(at).sentence) : qsTr("Drops are against %1", "a file").arg(sheet.gates.baseline)
        }
        TabBar {
            id: views
            objectName: "benchmarks.gates.tabs"
            Accessible.name: qsTr("The file")
            TabButton {
                objectName: "benchmarks.gates.tab.changes"
                text: qsTr("What changes")
                width: implicitWidth
            }
            TabButton {
                objectName: "benchmarks.gates.tab.text"
                text: qsTr("As text")
                width: implicitWidth
            }
        }
        DiffView {
            objectName: "benchmarks.gates.diff"
            visible: views.currentIndex === 0
            Layout.fillWidth: true
            Layout.fillHeight: true
            diff: sheet.gates.file.diff
        }
        PlainText {
            visible: views.currentIndex === 1
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            muted: true
            font.pixelSize: Theme.labelSize
            value: qsTr("[SET:] [scoped] METRIC >= NUMBER, also <=, > and <. METRIC is recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10, all_golds@10, empty, p50_us or p95_us. “drop <= NUMBER” is against the baseline, which a line “baseline: FILE” names.")
        }
        ScrollView {
            visible: views.currentIndex === 1
            Layout.fillWidth: true
            Layout.fillHeight: true
            TextArea {
                id: area
                objectName: "benchmarks.gates.text"
                font.family: Theme.monoFamily
                wrapMode: TextEdit.NoWrap
                Accessible.name: qsTr("Gates, one a line")
                text: sheet.gates.text
                onTextChanged: if (activeFocus)
                    sheet.gates.text = text
                Connections {
                    target: sheet.gates
                    function onTextChanged(): void {
                        if (area.text !== sheet.gates.text)
                            area.text = sheet.gates.text;
                    }
                }
            }
        }
    }
}
