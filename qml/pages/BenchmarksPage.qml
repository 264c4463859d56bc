import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// Experiments on query sets: what was measured when, whether gates hold, what one run says, where the floor should lie, and which
/// actions are confused with each other.
WorkspacePage {
    id: page

    pageId: "benchmarks"
    title: qsTr("Benchmarks")
    subtitle: controller.state === "ready" || controller.state === "partial" ? qsTr("%1 · %2", "query sets, runs").arg(qsTr("%n set(s)", "", controller.sets.count)).arg(qsTr("%n run(s)", "", controller.runs.count)) : ""
    panes: tabs.currentIndex === 0 ? [tabs, runs, report] : tabs.currentIndex === 1 ? [tabs, sets] : tabs.currentIndex === 2 ? [tabs, calibration] : tabs.currentIndex === 3 ? [tabs, confusion] : [tabs, saving]
    initialFocus: runs
    busy: controller.state === "loading" || controller.running

    headerActions: Component {
        RowLayout {
            spacing: Theme.space8
            Button {
                objectName: "benchmarks.gates.edit"
                flat: true
                text: qsTr("Set gates…")
                enabled: page.app.session.ready
                onClicked: gatesSheet.edit()
            }
            Button {
                objectName: "benchmarks.import"
                flat: true
                text: qsTr("Import set…")
                icon.source: Theme.icon("import")
                enabled: page.app.session.ready
                onClicked: setSheet.begin()
            }
            Button {
                objectName: "benchmarks.run"
                action: runAction
            }
        }
    }
    onShow: (params, path) => {
        if (path !== "")
            controller.selectedRun = path;
        if (params.tab !== undefined)
            tabs.currentIndex = Math.max(0, ["runs", "sets", "calibration", "confusion", "saving"].indexOf(params.tab));
    }

    commands: [
        Command {
            commandId: "benchmarks.newRun"
            text: qsTr("New run…")
            keys: "Ctrl+R"
            enabled: runAction.enabled
            onTriggered: runAction.trigger()
        },
        Command {
            commandId: "benchmarks.importSet"
            text: qsTr("Import judged queries…")
            onTriggered: setSheet.begin()
        },
        Command {
            commandId: "benchmarks.fromAudit"
            text: qsTr("Build a query set from the audit log")
            onTriggered: controller.setFromAudit("")
        },
        Command {
            commandId: "benchmarks.setGates"
            text: qsTr("Set gates…")
            onTriggered: gatesSheet.edit()
        },
        Command {
            commandId: "benchmarks.copyReport"
            text: qsTr("Copy the report as Markdown")
            enabled: (controller.report.markdown ?? "") !== ""
            onTriggered: page.copyReport()
        }
    ]
    function copyReport(): void {
        page.app.copyText(controller.report.markdown);
        page.app.toasts.show(qsTr("Copied the report"));
    }

    BenchmarksController {
        id: controller
        session: page.app.session
        active: page.shown
        onRunFinished: (id, summary) => page.app.toasts.show(summary, "success")
        onImported: (name, summary) => page.app.toasts.show(summary, "success")
        onExported: where => page.app.toasts.show(qsTr("Written to %1", "a folder or file").arg(where), "success")
        onFailed: message => {
            if (setSheet.opened)
                setSheet.problem = message;
            else
                page.app.toasts.show(message, "error");
        }
        onReportChanged: if (page.shown)
            page.app.navigator.update({
                tab: ["runs", "sets", "calibration", "confusion", "saving"][tabs.currentIndex]
            })
    }

    Connections {
        target: page.app.undo
        // Gates that were taken back, or are there again.
        function onUndone(): void {
            controller.refresh();
        }
        function onRedone(): void {
            controller.refresh();
        }
    }
    GatesController {
        id: gates
        session: page.app.session
        undoStack: page.app.undo
    }

    RowLayout {
        id: bar
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        spacing: Theme.space16
        visible: states.showsContent
        height: visible ? implicitHeight : 0
        TabBar {
            id: tabs
            objectName: "benchmarks.tabs"
            Accessible.name: qsTr("Views of Benchmarks")
            Repeater {
                model: [qsTr("Runs"), qsTr("Query sets"), qsTr("Calibration"), qsTr("Confusion map"), qsTr("Context saved")]
                TabButton {
                    required property string modelData
                    required property int index
                    objectName: "benchmarks.tab." + index
                    text: modelData
                    width: implicitWidth
                }
            }
        }
        Item {
            Layout.fillWidth: true
        }
        RowLayout {
            visible: controller.running
            spacing: Theme.space8
            PlainText {
                value: qsTr("Measuring")
                muted: true
            }
            ProgressBar {
                objectName: "benchmarks.progress"
                implicitWidth: 160 * Theme.scale
                value: Math.max(0, controller.progress)
                indeterminate: controller.progress < 0
                Accessible.name: qsTr("Progress of the run")
            }
            Button {
                objectName: "benchmarks.cancel"
                flat: true
                text: qsTr("Cancel")
                Accessible.name: qsTr("Cancel the run")
                onClicked: controller.cancelRun()
            }
        }
    }

    StateView {
        id: states
        objectName: "benchmarks.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: bar.bottom
        anchors.topMargin: Theme.space8
        anchors.bottom: parent.bottom
        view: page.forcedState !== "" ? page.forcedState : controller.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("Nothing to measure yet");
            case "empty":
            case "noMatch":
                return qsTr("No query set");
            case "partial":
                return qsTr("A query set cannot be used; the others are fine.");
            case "stale":
                return qsTr("A newer catalog is being indexed; these runs measured the one before.");
            case "error":
                return qsTr("The runs could not be read");
            case "denied":
                return qsTr("The workspace cannot be read");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("Open a workspace or the sample. Then say what should be found for which query, and measure how often it is.");
            case "empty":
            case "noMatch":
                return qsTr("A query set says what should be found for which query. Import one (CSV, TREC, BEIR), or build one from the audit log: what agents searched for, activated and called.");
            case "partial":
            case "error":
                return controller.errorText;
            default:
                return "";
            }
        }
        details: controller.errorText
        onCopyDetails: text => page.app.copyText(text)
        progressText: qsTr("Reading the runs")
        primary: view === "empty" || view === "noMatch" ? importAction : view === "firstRun" ? sampleAction : view === "error" || view === "denied" ? againAction : null
        actions: view === "empty" || view === "noMatch" ? [auditAction] : []

        RowLayout {
            anchors.fill: parent
            anchors.leftMargin: Theme.space8
            anchors.rightMargin: 0
            spacing: 0
            visible: tabs.currentIndex === 0 && controller.runs.count > 0

            RunList {
                id: runs
                objectName: "benchmarks.runs"
                Layout.fillHeight: true
                Layout.preferredWidth: 500 * Math.min(1.3, Theme.scale)
                Layout.maximumWidth: page.width * 0.48
                model: controller.runs
                selected: controller.selectedRun
                onChosen: id => controller.selectedRun = id
                onRemoved: id => controller.removeRun(id)
            }
            RunReportView {
                id: report
                objectName: "benchmarks.report"
                Layout.fillWidth: true
                Layout.fillHeight: true
                controller: controller
                onCopyRequested: page.copyReport()
                onOpenQuery: (query, gold) => page.app.navigator.openLink("actionscope://lab?q=" + encodeURIComponent(query) + (gold !== "" ? "&why=" + encodeURIComponent(gold) : ""))
            }
        }
        StateView {
            objectName: "benchmarks.unmeasured"
            anchors.fill: parent
            visible: tabs.currentIndex === 0 && controller.runs.count === 0
            view: "empty"
            title: qsTr("Nothing measured yet")
            text: qsTr("A run measures query sets with one preset and is kept here.")
            primary: runAction
        }
        QuerySetList {
            id: sets
            objectName: "benchmarks.sets"
            anchors.fill: parent
            anchors.leftMargin: Theme.space8
            anchors.rightMargin: Theme.space8
            visible: tabs.currentIndex === 1
            controller: controller
            onImportRequested: setSheet.begin()
            onRunRequested: name => runSheet.begin(name)
            onExportRequested: name => setSheet.beginExport(name)
        }
        CalibrationView {
            id: calibration
            anchors.fill: parent
            visible: tabs.currentIndex === 2
            app: page.app
            active: page.shown && visible
        }
        ConfusionView {
            id: confusion
            anchors.fill: parent
            visible: tabs.currentIndex === 3
            app: page.app
            onDescribeRequested: action => describeSheet.describe(action, "")
        }
        SavingView {
            id: saving
            anchors.fill: parent
            visible: tabs.currentIndex === 4
            app: page.app
            active: page.shown && visible
        }
    }
    Action {
        id: runAction
        text: qsTr("New run…")
        icon.source: Theme.icon("play")
        enabled: controller.setNames.length > 0 && !controller.running
        onTriggered: runSheet.begin("")
    }
    Action {
        id: importAction
        text: qsTr("Import judged queries…")
        onTriggered: setSheet.begin()
    }
    Action {
        id: auditAction
        text: qsTr("Build from the audit log")
        onTriggered: controller.setFromAudit("")
    }
    Action {
        id: sampleAction
        text: qsTr("Open sample catalog")
        onTriggered: page.app.session.openSample()
    }
    Action {
        id: againAction
        text: qsTr("Read again")
        onTriggered: controller.refresh()
    }
    DescribeSheet {
        id: describeSheet
        app: page.app
    }
    RunSheet {
        id: runSheet
        controller: controller
    }
    GatesSheet {
        id: gatesSheet
        controller: controller
        gates: gates
        onSaved: path => {
            controller.refresh();
            page.app.toasts.showWithCommand(qsTr("Saved %1", "path of a file").arg(path), "success", qsTr("Undo"), "edit.undo");
        }
    }
    QuerySetSheet {
        id: setSheet
        controller: controller
    }
}
