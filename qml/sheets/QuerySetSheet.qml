import QtQuick
import QtQuick.Controls
import QtQuick.Dialogs
import QtQuick.Layouts
import Actionscope.App

/// Judged queries in and out: CSV, TREC qrels, BEIR folders, and our own YAML.
SideSheet {
    id: sheet

    required property BenchmarksController controller
    /// Name of the set that goes out; empty: one comes in.
    property string exporting
    property string problem

    objectName: "benchmarks.setSheet"
    title: exporting === "" ? qsTr("Import judged queries") : qsTr("Export %1", "name of a query set").arg(exporting)
    preferredWidth: 560

    function begin(): void {
        exporting = "";
        problem = "";
        judgements.text = queries.text = nameField.text = "";
        open();
        judgements.forceActiveFocus(Qt.OtherFocusReason);
    }
    function beginExport(name: string): void {
        exporting = name;
        problem = "";
        open();
        folder.forceActiveFocus(Qt.OtherFocusReason);
    }
    function finish(): void {
        problem = "";
        if (exporting !== "")
            controller.exportSet(exporting, ["yaml", "trec", "beir", "csv"][format.currentIndex], folder.text);
        else
            controller.importSet(judgements.text, queries.text, nameField.text, replace.checked);
    }
    Connections {
        target: sheet.controller
        function onImported(): void {
            sheet.close();
        }
        function onExported(): void {
            sheet.close();
        }
    }
    Loader {
        id: picker
        property Item into: null
        active: false
        sourceComponent: FileDialog {
            title: qsTr("Judged queries")
            nameFilters: [qsTr("Judged queries (*.csv *.tsv *.qrels *.jsonl *.txt)"), qsTr("All files (*)")]
            onAccepted: picker.into.text = paths.local(String(selectedFile))
        }
        function ask(field: Item): void {
            into = field;
            active = true;
            item.open();
        }
    }
    QtObject {
        id: paths
        function local(url: string): string {
            return url.startsWith("file://") ? decodeURIComponent(url.substring(7)) : url;
        }
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "benchmarks.setSheet.finish"
                highlighted: true
                enabled: sheet.exporting !== "" ? folder.text !== "" : judgements.text !== ""
                text: sheet.exporting !== "" ? qsTr("Export") : qsTr("Import")
                onClicked: sheet.finish()
            }
        }
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space8
        Banner {
            objectName: "benchmarks.setSheet.problem"
            Layout.fillWidth: true
            visible: sheet.problem !== ""
            kind: "error"
            text: sheet.exporting !== "" ? qsTr("This could not be exported") : qsTr("This could not be imported. Nothing was written.")
            detail: sheet.problem
        }
        ColumnLayout {
            Layout.fillWidth: true
            visible: sheet.exporting === ""
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                muted: true
                value: qsTr("A CSV with columns query, action, grade; TREC qrels with a file of queries; or a folder with queries.jsonl and qrels.tsv (BEIR). Judgements of actions that are not in the catalog are left out and counted.")
            }
            PlainText {
                value: qsTr("Judgements: file or folder")
            }
            RowLayout {
                Layout.fillWidth: true
                TextField {
                    id: judgements
                    objectName: "benchmarks.setSheet.judgements"
                    Layout.fillWidth: true
                    Accessible.name: qsTr("File or folder with judgements")
                }
                Button {
                    objectName: "benchmarks.setSheet.browseJudgements"
                    text: qsTr("Browse…")
                    Accessible.name: qsTr("Browse for judgements")
                    onClicked: picker.ask(judgements)
                }
            }
            PlainText {
                value: qsTr("Queries, when they are in a file of their own")
            }
            RowLayout {
                Layout.fillWidth: true
                TextField {
                    id: queries
                    objectName: "benchmarks.setSheet.queries"
                    Layout.fillWidth: true
                    Accessible.name: qsTr("File with queries")
                }
                Button {
                    objectName: "benchmarks.setSheet.browseQueries"
                    text: qsTr("Browse…")
                    Accessible.name: qsTr("Browse for queries")
                    onClicked: picker.ask(queries)
                }
            }
            PlainText {
                value: qsTr("Name of the set")
            }
            TextField {
                id: nameField
                objectName: "benchmarks.setSheet.name"
                Layout.fillWidth: true
                maximumLength: 64
                placeholderText: qsTr("from the file")
                Accessible.name: qsTr("Name of the set")
            }
            CheckBox {
                id: replace
                objectName: "benchmarks.setSheet.replace"
                text: qsTr("Take the place of a set of that name")
            }
        }
        ColumnLayout {
            Layout.fillWidth: true
            visible: sheet.exporting !== ""
            spacing: Theme.space8
            PlainText {
                value: qsTr("Format")
            }
            ComboBox {
                id: format
                objectName: "benchmarks.setSheet.format"
                Layout.fillWidth: true
                model: [qsTr("YAML (our own)"), qsTr("TREC qrels and topics"), qsTr("BEIR (queries.jsonl, qrels.tsv)"), qsTr("CSV")]
                Accessible.name: qsTr("Format")
            }
            PlainText {
                value: qsTr("Folder")
            }
            TextField {
                id: folder
                objectName: "benchmarks.setSheet.folder"
                Layout.fillWidth: true
                Accessible.name: qsTr("Folder to write to")
            }
        }
        Item {
            Layout.fillHeight: true
        }
    }
}
