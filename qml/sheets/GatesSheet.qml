import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The claims that a run must fulfil, one a line: the same file that `actionscope eval --gate gates.txt` reads in CI.
SideSheet {
    id: sheet

    required property BenchmarksController controller
    property string problem

    objectName: "benchmarks.gatesSheet"
    title: qsTr("Gates")
    preferredWidth: 560

    function edit(): void {
        problem = "";
        area.text = controller.gatesText !== "" ? controller.gatesText : "# One claim a line. CI: actionscope eval --set all --gate gates.txt\nrecall@5 >= 0.75\nndcg@5 >= 0.70\n";
        open();
        area.forceActiveFocus(Qt.OtherFocusReason);
    }
    function save(): void {
        problem = "";
        controller.saveGates(area.text);
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened
        onActivated: sheet.save()
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("Written to gates.txt of the workspace.")
            }
            Button {
                objectName: "benchmarks.gates.save"
                highlighted: true
                text: qsTr("Save")
                onClicked: sheet.save()
            }
        }
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space12
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            muted: true
            value: qsTr("[SET:] [scoped] METRIC >= NUMBER, also <=, > and <. METRIC is recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10, all_golds@10, empty, p50_us or p95_us. “drop <= NUMBER” is against a baseline.")
        }
        Banner {
            objectName: "benchmarks.gates.problem"
            Layout.fillWidth: true
            visible: sheet.problem !== ""
            kind: "error"
            text: qsTr("These gates cannot be used. Nothing was written.")
            detail: sheet.problem
        }
        ScrollView {
            Layout.fillWidth: true
            Layout.fillHeight: true
            TextArea {
                id: area
                objectName: "benchmarks.gates.text"
                font.family: Theme.monoFamily
                wrapMode: TextEdit.NoWrap
                Accessible.name: qsTr("Gates, one a line")
            }
        }
    }
}
