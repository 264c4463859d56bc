import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// The services: which of them tool search may look into, what they hold and cost, where they come from.
WorkspacePage {
    id: page

    title: qsTr("Services")
    subtitle: states.showsContent || states.view === "noMatch" ? qsTr("%1 · %2 findable", "services, how many of them can be found").arg(qsTr("%Ln service(s)", "", controller.model.totalCount)).arg(Say.number(page.findableCount)) : ""
    filterField: filter
    panes: [filter, table, inspector]
    initialFocus: table
    inspectorPane: inspector
    busy: controller.state === "loading"
    readonly property int findableCount: controller.model.findableCount

    headerActions: Component {
        Button {
            objectName: "services.import"
            text: qsTr("Import…")
            icon.source: Theme.icon("import")
            onClicked: page.app.commands.run("import.open")
        }
    }

    onShow: (params, path) => {
        controller.filter.text = params.q ?? "";
        const wanted = path !== "" ? path : params.sel ?? "";
        if (wanted !== "")
            controller.selected = wanted;
    }
    function tellRoute(): void {
        if (page.shown)
            page.app.navigator.update({
                q: controller.filter.text,
                sel: controller.selected
            });
    }
    function toggle(id: string): void {
        const row = controller.model.rowForKey(id);
        if (row < 0)
            return;
        const at = controller.model.index(row, 0);
        if (controller.model.data(at, ServicesModel.LockedRole)) {
            page.app.announce(qsTr("%1 is locked by the environment variable DYNAMIC_DISCOVERY_DISABLED_SERVICES").arg(id));
            return;
        }
        controller.setSearchable(id, !controller.model.data(at, ServicesModel.ToggleRole));
    }

    ServicesController {
        id: controller
        session: page.app.session
        undoStack: page.app.undo
        onSelectionChanged: {
            table.currentKey = selected;
            page.tellRoute();
        }
        onFailed: message => page.app.toasts.show(message, "error")
    }
    UpstreamController {
        id: upstream
        session: page.app.session
        host: page.app.gateway
        service: controller.selected
        onFailed: message => page.app.toasts.show(message, "error")
        onStored: slug => page.app.toasts.show(qsTr("The secret of %1 is stored", "name of a connection").arg(slug), "success")
    }
    PinsController {
        id: pins
        session: page.app.session
        service: controller.selected
        onFailed: message => page.app.toasts.show(message, "error")
        onAccepted: name => page.app.toasts.show(qsTr("%1 is accepted", "name of an action").arg(name), "success")
    }
    Connections {
        target: controller.filter
        function onTermsChanged(): void {
            page.tellRoute();
        }
    }

    commands: [
        Command {
            commandId: "services.toggle"
            text: qsTr("Switch tool search for the service on or off")
            keys: "Space"
            bound: false
            inPalette: false
        },
        Command {
            commandId: "services.actions"
            text: qsTr("Show the actions of the service")
            enabled: controller.detail.actions !== undefined
            onTriggered: page.app.navigator.openLink("actionscope://catalog?q=" + encodeURIComponent("service:" + controller.selected))
        },
        Command {
            commandId: "services.reimport"
            text: qsTr("Import the service again from its source")
            enabled: (controller.detail.source ?? "") !== ""
            onTriggered: page.app.requestImport([controller.detail.source])
        }
    ]

    FilterField {
        id: filter
        objectName: "services.filter"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        height: visible ? implicitHeight : 0
        visible: states.showsContent || states.view === "noMatch"
        filter: controller.filter
        placeholder: qsTr("Filter, for example state:off or harbor")
        matchText: controller.filter.active ? qsTr("%1 of %2", "rows shown, rows in all").arg(Say.number(controller.model.count)).arg(Say.number(controller.model.totalCount)) : ""
    }

    StateView {
        id: states
        objectName: "services.state"
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
                return qsTr("No services yet");
            case "noMatch":
                return qsTr("No match for %1").arg(controller.filter.text);
            case "partial":
                return qsTr("%n file(s) could not be used; every other service is fine.", "", page.app.session.problems.length);
            case "stale":
                return qsTr("Search still answers from the earlier index while the new one is built.");
            case "error":
                return qsTr("The services could not be read");
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
                return qsTr("A service is what an imported description becomes: its actions, and a switch that decides whether a search may find them.");
            case "noMatch":
                return qsTr("%Ln service(s) are hidden by the filter.", "", controller.model.totalCount);
            case "partial":
                return controller.errorText.split("\n")[0];
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
        primary: view === "noMatch" ? clearAction : view === "firstRun" || view === "empty" ? importAction : view === "error" || view === "denied" || view === "partial" ? retryAction : null
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

        Keys.onSpacePressed: event => {
            if (controller.selected !== "")
                page.toggle(controller.selected);
            event.accepted = true;
        }

        Banner {
            id: blocked
            objectName: "services.blocked"
            anchors.left: parent.left
            anchors.right: table.right
            anchors.top: parent.top
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space8
            height: visible ? implicitHeight : 0
            visible: pins.problem !== "" || pins.blockedCount > 0
            kind: pins.problem !== "" ? "error" : "warning"
            text: pins.problem !== "" ? qsTr("Nothing of MCP servers can be called: what was accepted of them cannot be read.") : qsTr("%n action(s) changed upstream for the worse and are blocked until somebody accepts the change.", "", pins.blockedCount)
            detail: pins.problem
            actions: pins.problem === "" && pins.firstBlocked !== controller.selected ? [showBlocked] : []
            Action {
                id: showBlocked
                text: qsTr("Show %1", "a service").arg(pins.firstBlocked)
                onTriggered: {
                    controller.selected = pins.firstBlocked;
                    inspector.open = true;
                }
            }
        }
        DataTable {
            id: table
            objectName: "services.table"
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.rightMargin: inspector.dockedWidth
            anchors.top: blocked.visible ? blocked.bottom : parent.top
            anchors.topMargin: blocked.visible ? Theme.space8 : 0
            anchors.bottom: servers.top
            app: page.app
            name: qsTr("Services")
            model: controller.model
            onCurrentKeyChanged: controller.selected = currentKey
            sortColumn: controller.sortColumn
            sortAscending: !controller.sortDescending
            onSortRequested: (column, ascending) => controller.sortBy(column)
            onActivated: {
                inspector.open = true;
                inspector.forceActiveFocus(Qt.ShortcutFocusReason);
            }
            columns: [
                TableColumn {
                    columnId: "service"
                    title: qsTr("Service")
                    flex: true
                    minWidth: 140
                    kind: "custom"
                    cell: Component {
                        RowLayout {
                            id: nameCell
                            property var value
                            property string text
                            property int row
                            readonly property string problem: row >= 0 && controller.model.count > row ? controller.model.data(controller.model.index(row, 0), ServicesModel.ProblemRole) : ""
                            spacing: Theme.space4
                            AppIcon {
                                visible: nameCell.problem !== ""
                                iconName: "warning"
                                color: Theme.error
                            }
                            PlainText {
                                Layout.fillWidth: true
                                value: nameCell.problem === "" ? nameCell.text : qsTr("%1 – %2", "service, what is wrong").arg(nameCell.text).arg(nameCell.problem)
                                elide: nameCell.problem === "" ? Text.ElideMiddle : Text.ElideRight
                                Accessible.ignored: true
                            }
                        }
                    }
                },
                TableColumn {
                    columnId: "source"
                    title: qsTr("Source")
                    width: 200
                    kind: "mono"
                    elide: Text.ElideMiddle
                    minTableWidth: 900
                },
                TableColumn {
                    columnId: "format"
                    title: qsTr("Format")
                    width: 112
                    minTableWidth: 640
                },
                TableColumn {
                    columnId: "curated"
                    title: qsTr("Curated")
                    width: 76
                    kind: "number"
                },
                TableColumn {
                    columnId: "longTail"
                    title: qsTr("Long-tail")
                    width: 84
                    kind: "number"
                },
                TableColumn {
                    columnId: "cost"
                    title: qsTr("Always-on cost")
                    width: 124
                    kind: "number"
                    minTableWidth: 560
                },
                TableColumn {
                    columnId: "imported"
                    title: qsTr("Last import")
                    width: 104
                    minTableWidth: 760
                },
                TableColumn {
                    columnId: "findable"
                    title: qsTr("Find more by tool search")
                    width: 176
                    kind: "custom"
                    cell: Component {
                        RowLayout {
                            id: toggleCell
                            property var value
                            property string text
                            property int row
                            readonly property string service: row >= 0 && row < controller.model.count ? controller.model.keyAt(row) : ""
                            readonly property bool locked: service !== "" && controller.model.data(controller.model.index(row, 0), ServicesModel.LockedRole)
                            readonly property bool known: text !== ""
                            spacing: Theme.space8
                            Switch {
                                id: knob
                                objectName: "services.toggle." + toggleCell.service
                                visible: toggleCell.known
                                enabled: !toggleCell.locked && !page.app.session.readOnly
                                // One tab stop for the table: Space on the row does the same.
                                focusPolicy: Qt.NoFocus
                                checked: toggleCell.value === true
                                Accessible.name: qsTr("Find more of %1 by tool search").arg(toggleCell.service)
                                Accessible.description: toggleCell.text
                                onToggled: {
                                    controller.setSearchable(toggleCell.service, checked);
                                    checked = Qt.binding(() => toggleCell.value === true);
                                }
                            }
                            AppIcon {
                                visible: toggleCell.locked
                                iconName: "lock"
                            }
                            PlainText {
                                Layout.fillWidth: true
                                value: toggleCell.locked ? qsTr("Off, locked") : toggleCell.text
                                elide: Text.ElideRight
                                muted: toggleCell.value !== true
                                Accessible.ignored: true
                                HoverHandler {
                                    id: lockHover
                                    enabled: toggleCell.locked
                                }
                                ToolTip.visible: lockHover.hovered
                                ToolTip.delay: 500
                                ToolTip.text: toggleCell.text
                            }
                        }
                    }
                }
            ]
        }
        UpstreamServers {
            id: servers
            objectName: "services.servers"
            anchors.left: parent.left
            anchors.right: table.right
            anchors.bottom: sums.top
            height: implicitHeight
            controller: upstream
        }
        Rectangle {
            id: sums
            objectName: "services.sums"
            anchors.left: parent.left
            anchors.right: table.right
            anchors.bottom: parent.bottom
            height: sumColumn.implicitHeight + 2 * Theme.space8
            color: Theme.sunken
            ColumnLayout {
                id: sumColumn
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.leftMargin: Theme.space8
                anchors.rightMargin: Theme.space16
                anchors.verticalCenter: parent.verticalCenter
                spacing: 2
                PlainText {
                    objectName: "services.sums.text"
                    Layout.fillWidth: true
                    value: qsTr("%1 · %2 curated · %3 long-tail · always-on cost %4", "sums of the rows shown").arg(qsTr("%Ln service(s)", "", controller.model.count)).arg(Say.number(controller.model.curatedSum)).arg(Say.number(controller.model.longTailSum)).arg(controller.model.tokenSum > 0 ? qsTr("≈ %1 tokens").arg(Say.number(controller.model.tokenSum)) : qsTr("none"))
                    font.weight: Font.DemiBold
                    elide: Text.ElideRight
                }
                PlainText {
                    Layout.fillWidth: true
                    value: qsTr("Turning this on changes what a search can find. Calling still needs activation and, by tier, confirmation or approval.")
                    muted: true
                    font.pixelSize: Theme.labelSize
                    wrapMode: Text.Wrap
                }
            }
        }
        Inspector {
            id: inspector
            objectName: "services.inspector"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            availableWidth: states.width
            title: qsTr("Details of the service")
            Component.onCompleted: open = docked
            ServiceInspector {
                objectName: "services.detail"
                anchors.fill: parent
                app: page.app
                detail: controller.detail
                upstream: upstream
                pins: pins
                onToggleRequested: on => controller.setSearchable(controller.selected, on)
                onActionsRequested: page.app.commands.run("services.actions")
                onReimportRequested: page.app.requestImport([controller.detail.source])
                onOpenFileRequested: controller.openHandFile(controller.selected)
            }
        }
    }
}
