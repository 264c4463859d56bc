import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// Every action of the workspace: facets, table, inspector; tiers are proposed here and reviewed on Risk.
WorkspacePage {
    id: page

    title: qsTr("Catalog")
    subtitle: controller.state === "firstRun" ? "" : controller.countText
    filterField: filter
    panes: [filter, facets, table, inspector]
    initialFocus: table
    inspectorPane: inspector
    busy: controller.state === "loading"

    headerActions: Component {
        RowLayout {
            spacing: Theme.space8
            Button {
                objectName: "catalog.review"
                visible: controller.reviewCount > 0
                text: qsTr("Needs review (%1)").arg(Say.number(controller.reviewCount))
                checkable: true
                checked: controller.filter.chips.length > 0 && controller.filter.has("flag", "review", false)
                onClicked: {
                    controller.filter.toggle("flag", "review");
                    checked = Qt.binding(() => controller.filter.chips.length > 0 && controller.filter.has("flag", "review", false));
                }
            }
            Button {
                objectName: "catalog.import"
                text: qsTr("Import…")
                icon.source: Theme.icon("import")
                onClicked: page.app.commands.run("import.open")
            }
        }
    }

    onShow: (params, path) => {
        controller.filter.text = params.q ?? "";
        if (params.sort !== undefined)
            controller.setSort(parseInt(params.sort), params.desc === "1");
        if (params.sel !== undefined)
            controller.selected = params.sel;
        else if (path !== "")
            controller.selected = path;
    }
    function tellRoute(): void {
        if (page.shown)
            page.app.navigator.update({
                q: controller.filter.text,
                sel: controller.selected,
                sort: controller.sortColumn > 0 || controller.sortDescending ? String(controller.sortColumn) : "",
                desc: controller.sortDescending ? "1" : ""
            });
    }

    CatalogController {
        id: controller
        session: page.app.session
        undoStack: page.app.undo
        onSelectionChanged: {
            table.currentKey = selected;
            page.tellRoute();
        }
        onSortChanged: page.tellRoute()
        onResultChanged: {
            page.app.pages.setBadge("catalog", reviewCount > 999 ? qsTr("%1k", "thousands, on a small badge").arg(Math.floor(reviewCount / 1000)) : reviewCount > 0 ? String(reviewCount) : "", reviewCount > 0 ? qsTr("%n need review", "", reviewCount) : "");
            if (page.shown && filter.activeFocus)
                announceCount.restart();
        }
    }
    Connections {
        target: controller.filter
        function onTermsChanged(): void {
            page.tellRoute();
        }
    }
    Timer {
        id: announceCount
        // Said when typing pauses, not for every letter.
        interval: 700
        onTriggered: page.app.announce(controller.countText)
    }
    Connections {
        target: controller.staged
        function onSaved(summary: string): void {
            page.app.toasts.showWithCommand(qsTr("Saved: %1").arg(summary), "success", qsTr("Undo"), "edit.undo");
        }
        enabled: page.shown
        function onSaveFailed(message: string): void {
            page.app.toasts.show(message, "error");
        }
    }

    /// What proposals and copying work on: the selected rows, else the current one.
    function targets(): list<string> {
        const chosen = Object.keys(table.selectedKeys);
        return chosen.length > 0 ? chosen : controller.detail.present ? [controller.selected] : [];
    }
    function propose(tier: int): void {
        const keys = targets();
        if (keys.length === 0)
            return;
        const changed = controller.propose(keys, tier);
        page.app.announce(changed > 0 ? qsTr("%1 staged for %n action(s)", "", changed).arg(Say.tier(tier)) : qsTr("Nothing to change: it is %1 already").arg(Say.tier(tier)));
    }
    function copyIds(): void {
        const keys = targets();
        if (keys.length === 0)
            return;
        page.app.copyText(keys.join("\n"));
        page.app.toasts.show(qsTr("Copied %n id(s)", "", keys.length));
    }
    function explain(): void {
        if (controller.detail.present)
            page.app.navigator.openLink("actionscope://lab?q=" + encodeURIComponent(controller.queryFor(controller.selected)) + "&sel=" + encodeURIComponent(controller.selected));
    }

    // While type-ahead is under way its letters are letters.
    readonly property bool keysAreCommands: page.shown && table.typed === "" && controller.detail.present
    commands: [
        Command {
            commandId: "catalog.read"
            text: qsTr("Propose Read")
            keys: "R"
            enabled: page.keysAreCommands
            onTriggered: page.propose(Tier.Read)
        },
        Command {
            commandId: "catalog.write"
            text: qsTr("Propose Write")
            keys: "W"
            enabled: page.keysAreCommands
            onTriggered: page.propose(Tier.Write)
        },
        Command {
            commandId: "catalog.destructive"
            text: qsTr("Propose Destructive")
            keys: "D"
            enabled: page.keysAreCommands
            onTriggered: page.propose(Tier.Destructive)
        },
        Command {
            commandId: "catalog.catastrophic"
            text: qsTr("Propose Catastrophic")
            keys: "C"
            enabled: page.keysAreCommands
            onTriggered: page.propose(Tier.Catastrophic)
        },
        Command {
            commandId: "catalog.save"
            text: qsTr("Save the staged changes")
            keys: "Ctrl+S"
            enabled: controller.staged !== null && controller.staged.canSave
            onTriggered: controller.staged.save()
        },
        Command {
            commandId: "catalog.reviewChanges"
            text: qsTr("Review the staged changes")
            keys: "Ctrl+Shift+S"
            enabled: controller.staged !== null && controller.staged.count > 0
            onTriggered: page.app.navigator.openLink("actionscope://risk?review=1")
        },
        Command {
            commandId: "catalog.explain"
            text: qsTr("Explain in Search Lab")
            keys: "Ctrl+E"
            enabled: controller.detail.present
            onTriggered: page.explain()
        },
        Command {
            commandId: "catalog.copyIds"
            text: qsTr("Copy ids")
            keys: "Ctrl+Shift+C"
            enabled: controller.detail.present || table.selectedCount > 0
            onTriggered: page.copyIds()
        },
        Command {
            commandId: "catalog.needsReview"
            text: qsTr("Show what needs review")
            onTriggered: controller.showNeedsReview()
        },
        Command {
            commandId: "catalog.schema"
            text: qsTr("Show the input schema")
            enabled: controller.detail.present
            onTriggered: {
                inspector.open = true;
                controller.detail.loadSchema();
            }
        }
    ]

    FilterField {
        id: filter
        objectName: "catalog.filter"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        height: visible ? implicitHeight : 0
        visible: states.showsContent || states.view === "noMatch"
        filter: controller.filter
        placeholder: qsTr("Filter, for example tier:destructive -service:harbor issue")
        matchText: controller.filter.active ? qsTr("%1 of %2", "rows shown, rows in all").arg(Say.number(controller.shownCount)).arg(Say.number(controller.totalCount)) : ""
    }
    StateView {
        id: states
        objectName: "catalog.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.top: filter.bottom
        anchors.topMargin: filter.visible ? Theme.space8 : 0
        view: page.forcedState !== "" ? page.forcedState : controller.state
        title: {
            switch (view) {
            case "firstRun":
            case "empty":
                return qsTr("No actions yet");
            case "noMatch":
                return qsTr("No match for %1").arg(controller.filter.text);
            case "partial":
                return qsTr("%n file(s) could not be used; everything else is here.", "", page.app.session.problems.length);
            case "stale":
                return qsTr("Search still answers from the earlier index while the new one is built.");
            case "error":
                return qsTr("The catalog could not be opened");
            case "denied":
                return qsTr("The workspace cannot be read");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
            case "empty":
                return qsTr("Import a file to see what can be found and what it may do.");
            case "noMatch":
                return qsTr("%1 are hidden by the filter.").arg(qsTr("%Ln action(s)", "", controller.totalCount));
            case "partial":
                return controller.errorText.split("\n")[0];
            case "stale":
                return qsTr("The rows here are current and stay usable.");
            case "error":
            case "denied":
                return controller.errorText;
            default:
                return "";
            }
        }
        details: controller.errorText
        onCopyDetails: text => page.app.copyText(text)
        progress: page.app.session.progress
        progressText: page.app.session.progressText
        cancellable: page.app.session.state === WorkspaceSession.Opening
        onCancelled: page.app.session.cancelOpening()
        primary: view === "noMatch" ? clearAction : view === "firstRun" || view === "empty" ? importAction : view === "error" || view === "denied" ? retryAction : view === "partial" ? servicesAction : null
        actions: view === "firstRun" ? [sampleAction] : []

        Action {
            id: clearAction
            text: qsTr("Clear the filter")
            onTriggered: {
                controller.filter.clear();
                table.focusRows();
            }
        }
        Action {
            id: importAction
            text: qsTr("Import…")
            onTriggered: page.app.commands.run("import.open")
        }
        Action {
            id: sampleAction
            text: qsTr("Open sample catalog")
            onTriggered: page.app.session.openSample()
        }
        Action {
            id: retryAction
            text: qsTr("Retry")
            onTriggered: page.app.session.state === WorkspaceSession.Open ? page.app.session.refresh() : page.app.session.open(page.app.session.folder)
        }
        Action {
            id: servicesAction
            text: qsTr("See which")
            onTriggered: page.app.navigator.openLink("actionscope://services?q=state:problem")
        }

        Facets {
            id: facets
            objectName: "catalog.facets"
            anchors.left: parent.left
            anchors.top: parent.top
            anchors.bottom: changeBar.top
            width: visible ? 196 * Math.max(1, Theme.scale) : 0
            visible: states.width >= 940 * Theme.scale
            model: controller.facets
            filter: controller.filter
        }
        DataTable {
            id: table
            objectName: "catalog.table"
            anchors.left: facets.right
            anchors.right: parent.right
            anchors.rightMargin: inspector.dockedWidth
            anchors.top: parent.top
            anchors.bottom: changeBar.top
            app: page.app
            name: qsTr("Actions")
            model: controller.model
            multiSelect: true
            onCurrentKeyChanged: controller.selected = currentKey
            sortColumn: controller.sortColumn
            sortAscending: !controller.sortDescending
            onSortRequested: (column, ascending) => controller.setSort(column, !ascending)
            onActivated: {
                inspector.open = true;
                inspector.forceActiveFocus(Qt.ShortcutFocusReason);
            }
            onContextMenuRequested: (key, x, y) => menu.popup(table, x, y)
            columns: [
                TableColumn {
                    columnId: "action"
                    title: qsTr("Action")
                    width: 236
                    flex: true
                    minWidth: 180
                    // The service comes first and is often long; the action's own name is at the end.
                    elide: Text.ElideMiddle
                },
                TableColumn {
                    columnId: "method"
                    title: qsTr("Method")
                    width: 64
                    kind: "mono"
                },
                TableColumn {
                    columnId: "path"
                    title: qsTr("Path")
                    width: 176
                    kind: "mono"
                    elide: Text.ElideMiddle
                    minTableWidth: 480
                },
                TableColumn {
                    columnId: "tier"
                    title: qsTr("Tier")
                    width: 124
                    kind: "tier"
                },
                TableColumn {
                    columnId: "kind"
                    title: qsTr("Kind")
                    width: 80
                    minTableWidth: 760
                },
                TableColumn {
                    columnId: "service"
                    title: qsTr("Service")
                    width: 120
                    minTableWidth: 1100
                },
                TableColumn {
                    columnId: "reviewed"
                    title: qsTr("Reviewed")
                    width: 104
                    minTableWidth: 620
                }
            ]
            Menu {
                id: menu
                MenuItem {
                    text: qsTr("Explain in Search Lab")
                    onTriggered: page.explain()
                }
                MenuItem {
                    text: qsTr("Copy ids")
                    onTriggered: page.copyIds()
                }
                MenuItem {
                    text: qsTr("Only this service")
                    onTriggered: controller.filter.toggle("service", controller.detail.service)
                }
                MenuItem {
                    text: qsTr("Without this service")
                    onTriggered: controller.filter.toggle("service", controller.detail.service, true)
                }
                MenuSeparator {}
                MenuItem {
                    text: qsTr("Propose %1").arg(Say.tier(Tier.Read))
                    onTriggered: page.propose(Tier.Read)
                }
                MenuItem {
                    text: qsTr("Propose %1").arg(Say.tier(Tier.Write))
                    onTriggered: page.propose(Tier.Write)
                }
                MenuItem {
                    text: qsTr("Propose %1").arg(Say.tier(Tier.Destructive))
                    onTriggered: page.propose(Tier.Destructive)
                }
                MenuItem {
                    text: qsTr("Propose %1").arg(Say.tier(Tier.Catastrophic))
                    onTriggered: page.propose(Tier.Catastrophic)
                }
            }
        }
        Inspector {
            id: inspector
            objectName: "catalog.inspector"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: changeBar.top
            availableWidth: states.width
            title: qsTr("Details of the action")
            // A sheet over the table only opens when somebody asks for it.
            Component.onCompleted: open = docked
            ActionInspector {
                objectName: "catalog.detail"
                anchors.fill: parent
                app: page.app
                detail: controller.detail
                staged: controller.staged
                onExplainRequested: page.explain()
                onProposed: tier => page.propose(tier)
            }
        }
        StagedBar {
            id: changeBar
            objectName: "catalog.changes"
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.bottom: parent.bottom
            app: page.app
            staged: controller.staged
            selectedCount: table.selectedCount
            onClearSelection: table.clearSelection()
            onProposed: tier => page.propose(tier)
            onCopyRequested: page.copyIds()
        }
    }
}
