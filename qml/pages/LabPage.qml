pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Search Lab: type a task, see the ranked actions, and why each has its score.
WorkspacePage {
    id: page

    pageId: "lab"
    title: qsTr("Search Lab")
    subtitle: lab.figures
    initialFocus: field
    filterField: queryBox
    inspectorPane: inspector
    panes: comparing ? [field, comparison, drawer] : [field, results, inspector, drawer]
    busy: lab.searching
    onShow: (params, path) => {
        if (params.q !== undefined)
            lab.query = params.q;
        lab.scope = params.scope ?? "";
        if (params.sel !== undefined)
            lab.selected = params.sel;
        if (params.floor !== undefined)
            lab.tuning.setText("floor", params.floor);
        if (params.why !== undefined)
            whySheet.begin(params.why);
    }

    function remember(): void {
        const params = {
            "q": lab.query,
            "sel": lab.selected
        };
        if (lab.scope !== "")
            params.scope = lab.scope;
        page.app.navigator.update(params);
    }
    property bool comparing: false
    readonly property real sideWidth: comparing ? 0 : inspector.dockedWidth
    function toggleComparison(): void {
        comparing = !comparing;
        if (comparing)
            comparison.focusFirst();
        else
            field.forceActiveFocus(Qt.OtherFocusReason);
    }
    function toggleTuning(): void {
        drawer.open = !drawer.open;
        if (drawer.open)
            drawer.focusFirst();
        else
            field.forceActiveFocus(Qt.OtherFocusReason);
    }
    function pinBaseline(): void {
        lab.tuning.pin();
        page.app.announce(qsTr("Pinned %1 as baseline").arg(lab.tuning.baselineTitle));
    }
    function explain(): void {
        inspector.open = true;
        tabs.currentIndex = 0;
        tree.forceActiveFocus(Qt.ShortcutFocusReason);
    }

    commands: [
        Command {
            commandId: "lab.explain"
            text: qsTr("Explain the selected result")
            keys: "Ctrl+E"
            onTriggered: page.explain()
        },
        Command {
            commandId: "lab.tune"
            text: drawer.open ? qsTr("Close the tuning drawer") : qsTr("Tune the ranking")
            keys: "Ctrl+T"
            onTriggered: page.toggleTuning()
        },
        Command {
            commandId: "lab.pin"
            text: qsTr("Pin the ranking as baseline")
            keys: "Ctrl+B"
            onTriggered: page.pinBaseline()
        },
        Command {
            commandId: "lab.compare"
            text: page.comparing ? qsTr("Back to the results") : qsTr("Compare A and B on a query set")
            keys: "Ctrl+D"
            onTriggered: page.toggleComparison()
        },
        Command {
            commandId: "lab.why"
            text: qsTr("Why isn’t an action found?")
            keys: "Ctrl+Shift+E"
            enabled: lab.query.trim() !== "" && page.app.session.indexed
            onTriggered: whySheet.begin("")
        },
        Command {
            commandId: "lab.describe"
            text: qsTr("Try another description of the selected action…")
            enabled: lab.selected !== ""
            onTriggered: describeSheet.describe(lab.selected, "")
        },
        Command {
            commandId: "lab.saveConfiguration"
            text: qsTr("Save the ranking as a preset…")
            onTriggered: presetSheet.review()
        },
        Command {
            commandId: "lab.configUndo"
            text: lab.tuning.history.canUndo ? qsTr("Take back: %1").arg(lab.tuning.history.undoText) : qsTr("Take back the last change of the ranking")
            keys: "Ctrl+Alt+Z"
            enabled: lab.tuning.history.canUndo
            onTriggered: lab.tuning.undo()
        },
        Command {
            commandId: "lab.configRedo"
            text: lab.tuning.history.canRedo ? qsTr("Do again: %1").arg(lab.tuning.history.redoText) : qsTr("Do the change of the ranking again")
            keys: "Ctrl+Alt+Shift+Z"
            enabled: lab.tuning.history.canRedo
            onTriggered: lab.tuning.redo()
        },
        Command {
            commandId: "lab.rerun"
            text: qsTr("Search again")
            keys: "Ctrl+R"
            onTriggered: lab.rerun()
        },
        Command {
            commandId: "lab.belowFloor"
            text: lab.showBelowFloor ? qsTr("Hide what is below the floor") : qsTr("Show what is below the floor")
            onTriggered: lab.showBelowFloor = !lab.showBelowFloor
        }
    ]

    LabController {
        id: lab
        session: page.app.session
        tuning.undoStack: page.app.undo
        live: drawer.open && page.shown
        onResultsChanged: if (page.shown && !searching && query !== "")
            announceLater.restart()
        onSelectionChanged: if (page.shown)
            page.remember()
    }
    LabMetrics {
        id: metrics
        session: page.app.session
        tuning: lab.tuning
        active: page.shown
    }
    CompareController {
        id: compare
        session: page.app.session
        tuning: lab.tuning
        undoStack: page.app.undo
        set: metrics.set
        active: page.shown && page.comparing
        onJudged: (action, grade) => {
            metrics.refresh();
            page.app.announce(grade < 0 ? qsTr("%1: judgement taken away").arg(action) : qsTr("%1: judged %2").arg(action).arg(grade));
        }
        onFailed: message => page.app.toasts.show(message, "error")
    }
    Timer {
        id: announceLater
        interval: 700 // results are said when typing rests, not with every key
        onTriggered: page.app.announce(lab.state === "ready" ? qsTr("%n result(s)", "", lab.results.count) : lab.hint)
    }

    Item {
        id: queryBox
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: page.sideWidth
        anchors.top: parent.top
        height: bar.implicitHeight + strip.height + 2 * Theme.space12 + Theme.space4

        function focusInput(): void {
            field.forceActiveFocus(Qt.ShortcutFocusReason);
            field.selectAll();
        }

        RowLayout {
            id: bar
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.topMargin: Theme.space12
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            spacing: Theme.space8

            TextField {
                id: field
                objectName: "lab.query"
                Layout.fillWidth: true
                implicitHeight: Theme.controlHeight + Theme.space4
                font.pixelSize: Theme.listTitleSize
                leftPadding: Theme.mirrored ? Theme.space8 : Theme.space8 + Theme.iconSize + Theme.space8
                rightPadding: Theme.mirrored ? Theme.space8 + Theme.iconSize + Theme.space8 : Theme.space8
                placeholderText: qsTr("Type a task, for example “create an issue”")
                Accessible.name: qsTr("Task to search for")
                Accessible.description: lab.state === "noMatch" ? lab.hint : lab.figures
                maximumLength: 4096
                text: lab.query
                onTextEdited: lab.query = text
                Keys.onDownPressed: lab.move(1)
                Keys.onUpPressed: lab.move(-1)
                Keys.onReturnPressed: if (lab.results.count > 0)
                    results.forceActiveFocus(Qt.TabFocusReason)
                Keys.onEscapePressed: event => {
                    if (text === "")
                        event.accepted = false;
                    else
                        lab.query = "";
                }
                AppIcon {
                    x: Theme.space8
                    anchors.verticalCenter: parent.verticalCenter
                    iconName: "search"
                }
            }
            ComboBox {
                id: scope
                objectName: "lab.scope"
                implicitWidth: 170 * Theme.scale
                model: [qsTr("All services")].concat(lab.services)
                currentIndex: lab.scope === "" ? 0 : lab.services.indexOf(lab.scope) + 1
                // Other services are a new model, which would go back to its first row.
                onModelChanged: currentIndex = Qt.binding(() => lab.scope === "" ? 0 : lab.services.indexOf(lab.scope) + 1)
                onActivated: index => lab.scope = index === 0 ? "" : lab.services[index - 1]
                Accessible.name: qsTr("Service to search in")
            }
            ComboBox {
                objectName: "lab.limit"
                implicitWidth: 90 * Theme.scale
                model: [10, 25, 50, 100]
                currentIndex: [10, 25, 50, 100].indexOf(lab.limit)
                displayText: qsTr("top %1").arg(lab.limit)
                onActivated: index => lab.limit = model[index]
                Accessible.name: qsTr("Number of results")
            }
        }
        MetricsStrip {
            id: strip
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: bar.bottom
            anchors.topMargin: Theme.space4
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            height: Math.max(24, Theme.controlHeight - Theme.space4)
            visible: page.app.session.ready
            metrics: metrics
        }
    }
    CompareView {
        id: comparison
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: queryBox.bottom
        anchors.bottom: drawer.top
        visible: page.comparing
        enabled: page.comparing
        compare: compare
        onClosed: page.toggleComparison()
    }

    StateView {
        id: stateView
        objectName: "lab.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: page.sideWidth
        anchors.top: queryBox.bottom
        anchors.bottom: drawer.top
        visible: !page.comparing
        view: page.forcedState !== "" ? page.forcedState : lab.state === "ready" && lab.stale ? "stale" : lab.state === "ready" && lab.reduced !== "" ? "partial" : lab.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("Nothing to search yet");
            case "empty":
                return qsTr("What should an agent be able to do?");
            case "noMatch":
                return qsTr("No action for “%1”").arg(lab.query);
            case "error":
                return qsTr("The search could not be done");
            case "partial":
                return qsTr("Vectors unavailable: ranking by keywords only");
            case "stale":
                return qsTr("Showing the previous index while a newer catalog is being indexed");
            case "denied":
                return qsTr("This workspace cannot be searched");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("Import a catalog or open the sample, then type a task to see which action a model would find, and why.");
            case "noMatch":
                return lab.hint;
            case "error":
            case "denied":
                return lab.errorText;
            case "partial":
                return lab.reduced;
            case "empty":
                return qsTr("Type a task in your own words. Some to start with:");
            default:
                return "";
            }
        }
        details: lab.errorText
        onCopyDetails: text => page.app.copyText(text)
        progressText: qsTr("Building the index")
        primary: view === "firstRun" ? importAction : view === "error" || view === "denied" ? againAction : view === "noMatch" && lab.belowFloor > 0 ? belowAction : null
        actions: offered(view)
        function offered(view: string): list<Action> {
            if (view === "noMatch" && lab.scope !== "")
                return [everywhereAction];
            return view === "empty" ? [sample0, sample1, sample2, sample3, sample4, sample5].slice(0, lab.samples.length) : [];
        }

        ListView {
            cacheBuffer: 0 // see Main.qml
            id: results
            objectName: "lab.results"
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: footer.top
            anchors.leftMargin: Theme.space8
            anchors.rightMargin: Theme.space8
            clip: true
            model: lab.results
            activeFocusOnTab: true
            boundsBehavior: Flickable.StopAtBounds
            currentIndex: lab.selectedRow
            highlightMoveDuration: 0
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Results")
            Keys.onPressed: event => {
                const page = Math.max(1, Math.floor(height / (rowHeight || 1)) - 1);
                if (event.key === Qt.Key_Down)
                    lab.move(1);
                else if (event.key === Qt.Key_Up && lab.selectedRow <= 0)
                    field.forceActiveFocus(Qt.BacktabFocusReason);
                else if (event.key === Qt.Key_Up)
                    lab.move(-1);
                else if (event.key === Qt.Key_PageDown)
                    lab.move(page);
                else if (event.key === Qt.Key_PageUp)
                    lab.move(-page);
                else if (event.key === Qt.Key_Home)
                    lab.move(-count);
                else if (event.key === Qt.Key_End)
                    lab.move(count);
                else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
                    inspector.open = true;
                else
                    return;
                event.accepted = true;
            }
            readonly property real rowHeight: Math.round(Theme.rowHeight * 1.75)
            /// The scale of the score bars: that of the best score, so that parts can be told apart.
            readonly property real best: count > 0 && itemAtIndex(0) ? Math.max(0.2, itemAtIndex(0).score) : 1

            delegate: LabResultRow {
                width: results.width
                height: results.rowHeight + (firstBelow ? Theme.rowHeight : 0)
                selected: ListView.isCurrentItem
                listFocused: results.activeFocus
                scaleMax: results.best
                floor: lab.floor
                firstBelow: !aboveFloor && index === lab.aboveFloor
                onClicked: {
                    results.forceActiveFocus(Qt.MouseFocusReason);
                    lab.selected = name;
                }
            }
        }
        LabFooter {
            id: footer
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.bottom: parent.bottom
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            anchors.bottomMargin: Theme.space4
            lab: lab
            onWhyRequested: whySheet.begin("")
        }
    }
    SampleQuery {
        id: sample0
        lab: lab
        index: 0
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    SampleQuery {
        id: sample1
        lab: lab
        index: 1
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    SampleQuery {
        id: sample2
        lab: lab
        index: 2
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    SampleQuery {
        id: sample3
        lab: lab
        index: 3
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    SampleQuery {
        id: sample4
        lab: lab
        index: 4
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    SampleQuery {
        id: sample5
        lab: lab
        index: 5
        onTriggered: field.forceActiveFocus(Qt.OtherFocusReason)
    }
    Action {
        id: importAction
        text: qsTr("Import…")
        onTriggered: page.app.requestImport([])
    }
    Action {
        id: againAction
        text: qsTr("Search again")
        onTriggered: lab.rerun()
    }
    Action {
        id: belowAction
        text: qsTr("Show what is below the floor")
        onTriggered: lab.showBelowFloor = true
    }
    Action {
        id: everywhereAction
        text: qsTr("Search all services")
        onTriggered: lab.scope = ""
    }

    TuningDrawer {
        id: drawer
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        height: implicitHeight
        maximumHeight: page.height * 0.5
        tuning: lab.tuning
        onClosed: page.toggleTuning()
        onSaveRequested: presetSheet.review()
    }
    PresetReviewSheet {
        id: presetSheet
        app: page.app
        tuning: lab.tuning
        evidence: metrics.evidence
    }
    WhyNotController {
        id: why
        session: page.app.session
        tuning: lab.tuning
        undoStack: page.app.undo
        query: lab.query
        scope: lab.scope
        limit: lab.limit
        set: metrics.set
        onTried: what => {
            field.forceActiveFocus(Qt.OtherFocusReason);
            page.app.announce(qsTr("Tried in B: %1").arg(what));
        }
        onLimitWanted: limit => lab.limit = limit
        onScopeLifted: lab.scope = ""
        onServiceWanted: service => page.app.navigator.openLink("actionscope://services/" + service)
        onAdded: set => {
            metrics.refresh();
            page.app.toasts.show(qsTr("Added to the query set %1").arg(set), "success");
        }
        onFailed: message => page.app.toasts.show(message, "error")
    }
    WhyNotSheet {
        id: whySheet
        app: page.app
        why: why
        onDraftRequested: (action, draft) => describeSheet.describe(action, draft)
        onSynonymRequested: synonymSheet.review()
    }
    FileReviewSheet {
        id: synonymSheet
        objectName: "lab.synonymSheet"
        file: why.file
        title: qsTr("Save the synonym")
        note: qsTr("From then on everybody’s searches here take the two words for the same. Saving can be undone.")
        onSaved: path => page.app.toasts.showWithCommand(qsTr("Saved %1", "path of a file").arg(path), "success", qsTr("Undo"), "edit.undo")
    }
    DescribeSheet {
        id: describeSheet
        app: page.app
    }
    Connections {
        target: lab.tuning
        function onSaved(name: string, path: string): void {
            page.app.toasts.showWithCommand(qsTr("Saved %1", "path of a file").arg(path), "success", qsTr("Undo"), "edit.undo");
        }
    }

    Inspector {
        id: inspector
        objectName: "lab.inspector"
        anchors.right: parent.right
        height: parent.height - drawer.height
        visible: open && !page.comparing
        availableWidth: page.width
        preferredWidth: Preferences.value(objectName + ".width", 460)
        title: qsTr("Why this result")

        ColumnLayout {
            anchors.fill: parent
            spacing: 0
            TabBar {
                id: tabs
                objectName: "lab.tabs"
                Layout.fillWidth: true
                Layout.leftMargin: Theme.space8
                Accessible.name: qsTr("Views of the selected result")
                TabButton {
                    objectName: "lab.tab.explain"
                    text: qsTr("Explain")
                    width: implicitWidth
                }
                TabButton {
                    objectName: "lab.tab.doc"
                    text: qsTr("Doc")
                    width: implicitWidth
                }
                TabButton {
                    objectName: "lab.tab.yaml"
                    text: qsTr("YAML")
                    width: implicitWidth
                }
            }
            PlainText {
                Layout.fillWidth: true
                Layout.margins: Theme.space16
                visible: lab.selected === "" || lab.results.count === 0
                muted: true
                wrapMode: Text.Wrap
                value: qsTr("Select a result to see how its score comes about.")
            }
            Item {
                Layout.fillHeight: true
                visible: lab.results.count === 0
            }
            StackLayout {
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: lab.results.count > 0
                currentIndex: tabs.currentIndex
                LabExplanation {
                    id: tree
                    lab: lab
                    onCopyRequested: format => {
                        page.app.copyText(lab.copyText(format));
                        page.app.toasts.show(qsTr("Copied the explanation"));
                    }
                }
                LabDocument {
                    document: lab.document
                    onOpenRequested: page.app.navigator.openLink("actionscope://catalog?sel=" + encodeURIComponent(lab.selected))
                }
                LabYaml {
                    document: lab.document
                }
            }
        }
    }
}
