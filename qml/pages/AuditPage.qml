import QtQuick
import QtQuick.Controls
import QtQuick.Dialogs
import QtQuick.Layouts
import Actionscope.App

/// Audit: what happened and who decided, whether the log proves itself, and a copy of it to take away.
WorkspacePage {
    id: page

    readonly property AuditChain chain: app.auditChain

    pageId: "audit"
    title: qsTr("Audit")
    subtitle: audit.total > 0 ? qsTr("%Ln record(s)", "number of audit records", audit.total) : ""
    initialFocus: table
    filterField: filterField
    inspectorPane: inspector
    panes: [filterField, timeline, facets, table, inspector]
    busy: audit.state === "loading"
    onShow: (params, path) => {
        if (params.filter !== undefined)
            audit.filter.text = params.filter;
        if (path !== "")
            audit.selected = path;
        else if (params.sel !== undefined)
            audit.selected = params.sel;
        table.currentKey = audit.selected;
    }
    onShownChanged: audit.active = shown
    function remember(): void {
        page.app.navigator.update({
            "filter": audit.filter.text,
            "sel": audit.selected
        });
    }

    commands: [
        Command {
            commandId: "audit.verify"
            text: qsTr("Verify the audit log")
            onTriggered: page.chain.verify()
        },
        Command {
            commandId: "audit.export"
            text: qsTr("Export the audit log…")
            onTriggered: exportDialog.open()
        },
        Command {
            commandId: "audit.refresh"
            text: qsTr("Refresh")
            keys: "Ctrl+R"
            onTriggered: audit.refresh()
        }
    ]
    headerActions: Component {
        RowLayout {
            spacing: Theme.space8
            Button {
                objectName: "audit.verify"
                text: qsTr("Verify")
                enabled: page.chain.state !== "verifying" && audit.total > 0
                onClicked: page.chain.verify()
            }
            Button {
                objectName: "audit.export"
                text: qsTr("Export…")
                icon.source: Theme.icon("export")
                enabled: audit.total > 0
                onClicked: exportDialog.open()
            }
        }
    }

    AuditController {
        id: audit
        session: page.app.session
        onSelectionChanged: if (page.shown)
            page.remember()
        onExported: (path, records) => page.app.toasts.show(qsTr("%1 records exported to %2").arg(Say.number(records)).arg(path))
        onFailed: message => page.app.toasts.show(message, "error")
    }
    Connections {
        target: page.chain
        function onVerified(): void {
            page.app.announce(page.chain.text);
            audit.refresh();
        }
        function onFailed(message: string): void {
            page.app.toasts.show(message, "error");
        }
    }
    FileDialog {
        id: exportDialog
        title: qsTr("Export what the filter shows")
        fileMode: FileDialog.SaveFile
        nameFilters: [qsTr("JSON lines, the chain can be verified (*.jsonl)"), qsTr("CSV, flat (*.csv)")]
        defaultSuffix: selectedNameFilter.index === 1 ? "csv" : "jsonl"
        onAccepted: {
            const path = page.app.localPath(selectedFile.toString());
            audit.exportTo(path, path.endsWith(".csv") ? "csv" : "jsonl");
        }
    }

    Banner {
        id: broken
        objectName: "audit.broken"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: Theme.space16
        anchors.top: parent.top
        visible: page.chain.state === "broken"
        height: visible ? implicitHeight : 0
        kind: "error"
        text: qsTr("%1. Rows from there on cannot be trusted.").arg(page.chain.text)
        detail: page.chain.detail
    }

    Item {
        id: top
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: inspector.dockedWidth
        anchors.top: broken.visible ? broken.bottom : parent.top
        height: topColumn.implicitHeight + Theme.space16

        ColumnLayout {
            id: topColumn
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.margins: Theme.space16
            anchors.topMargin: Theme.space8
            spacing: Theme.space8

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                AppIcon {
                    iconName: page.chain.state === "verified" ? "success" : page.chain.state === "broken" ? "octagon-alert" : page.chain.state === "error" ? "error" : "info"
                    color: page.chain.state === "verified" ? Theme.success : page.chain.state === "broken" || page.chain.state === "error" ? Theme.error : Theme.textMuted
                }
                PlainText {
                    objectName: "audit.integrity"
                    value: page.chain.text
                    font.weight: Font.DemiBold
                    ToolTip.text: page.chain.detail
                    ToolTip.visible: integrityHover.hovered
                    HoverHandler {
                        id: integrityHover
                    }
                }
                ToolButton {
                    objectName: "audit.copyHead"
                    visible: page.chain.head !== ""
                    text: qsTr("Copy head")
                    icon.source: Theme.icon("copy")
                    ToolTip.text: qsTr("Keep this elsewhere: with it a cut-off or replaced log is noticed")
                    ToolTip.visible: hovered
                    onClicked: {
                        page.app.copyText(page.chain.head);
                        page.app.toasts.show(qsTr("Copied the head of the chain"));
                    }
                }
                Item {
                    Layout.fillWidth: true
                }
                Switch {
                    objectName: "audit.live"
                    text: qsTr("Live")
                    checked: audit.following
                    onToggled: audit.following = checked
                    Accessible.name: qsTr("Show new records as they come")
                }
                ComboBox {
                    objectName: "audit.range"
                    implicitWidth: 130 * Theme.scale
                    readonly property var hours: [1, 24, 168, 720, 0]
                    model: [qsTr("Last hour"), qsTr("Last 24 hours"), qsTr("Last 7 days"), qsTr("Last 30 days"), qsTr("Everything")]
                    currentIndex: hours.indexOf(audit.hours)
                    onActivated: index => audit.hours = hours[index]
                    Accessible.name: qsTr("How far back")
                }
            }
            AuditTimeline {
                id: timeline
                objectName: "audit.timeline"
                Layout.fillWidth: true
                implicitHeight: 48 * Theme.scale
                visible: audit.total > 0
                bins: audit.bins
                maximum: audit.binMaximum
                onBrushed: (first, last) => audit.brush(first, last)
            }
            FilterField {
                id: filterField
                objectName: "audit.filter"
                Layout.fillWidth: true
                filter: audit.filter
                placeholder: qsTr("Filter, for example event:toggle -outcome:off")
                matchText: audit.total > 0 ? qsTr("%1 of %2").arg(Say.number(audit.shown)).arg(Say.number(audit.total)) : ""
            }
        }
    }

    StateView {
        objectName: "audit.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: inspector.dockedWidth
        anchors.top: top.bottom
        anchors.bottom: parent.bottom
        view: page.forcedState !== "" ? page.forcedState : audit.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("No workspace is open");
            case "empty":
                return qsTr("No events yet");
            case "noMatch":
                return audit.filter.active ? qsTr("No record for %1").arg(audit.filter.text) : qsTr("No record in this time");
            case "error":
                return qsTr("The audit log cannot be read");
            case "partial":
                return qsTr("Some records could not be read");
            case "stale":
                return qsTr("Showing the records of a moment ago");
            case "denied":
                return qsTr("The audit log of this workspace may not be read");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("Open a workspace to see what was imported, switched, changed and decided in it.");
            case "empty":
                return qsTr("Imports, toggles, changes of a tier, exports and verifications are recorded here, in one chain that shows when a record was changed.");
            case "noMatch":
                return qsTr("The log has %Ln record(s) in all.", "", audit.total);
            case "error":
                return (audit.errorText + "\n" + qsTr("Catalogs and search go on working; nothing can be changed until the log can be written.")).trim();
            default:
                return "";
            }
        }
        details: audit.errorText
        onCopyDetails: text => page.app.copyText(text)
        primary: view === "noMatch" ? (audit.filter.active ? clearAction : everythingAction) : view === "error" || view === "denied" ? retryAction : view === "firstRun" ? importAction : null
        actions: view === "firstRun" ? [sampleAction] : []

        Facets {
            id: facets
            objectName: "audit.facets"
            anchors.left: parent.left
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: visible ? 190 * Theme.scale : 0
            visible: page.width > 900 * Theme.scale
            filter: audit.filter
            model: audit.facets
        }
        DataTable {
            id: table
            objectName: "audit.table"
            anchors.left: facets.right
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            app: page.app
            name: qsTr("Audit records")
            model: audit.records
            onCurrentKeyChanged: audit.selected = currentKey
            onActivated: inspector.open = true
            columns: [
                TableColumn {
                    columnId: "time"
                    title: qsTr("Time")
                    kind: "mono"
                    width: 164
                    sortable: false
                },
                TableColumn {
                    columnId: "seq"
                    title: qsTr("Seq")
                    kind: "number"
                    width: 60
                    sortable: false
                },
                TableColumn {
                    columnId: "event"
                    title: qsTr("Event")
                    width: 84
                    sortable: false
                },
                TableColumn {
                    columnId: "actor"
                    title: qsTr("Actor")
                    width: 90
                    sortable: false
                },
                TableColumn {
                    columnId: "session"
                    title: qsTr("Session")
                    width: 80
                    sortable: false
                    shown: false
                },
                TableColumn {
                    columnId: "action"
                    title: qsTr("Service or action")
                    flex: true
                    minWidth: 100
                    sortable: false
                },
                TableColumn {
                    columnId: "tier"
                    title: qsTr("Tier")
                    width: 84
                    sortable: false
                },
                TableColumn {
                    columnId: "outcome"
                    title: qsTr("Outcome")
                    width: 80
                    sortable: false
                }
            ]
        }
        Button {
            objectName: "audit.newer"
            anchors.horizontalCenter: table.horizontalCenter
            anchors.top: table.top
            anchors.topMargin: Theme.rowHeight + Theme.space8
            visible: audit.waiting > 0
            highlighted: true
            text: qsTr("%n new", "records that came while the list rests", audit.waiting)
            onClicked: audit.following = true
        }
    }
    Action {
        id: clearAction
        text: qsTr("Clear the filter")
        onTriggered: audit.filter.clear()
    }
    Action {
        id: everythingAction
        text: qsTr("Show everything")
        onTriggered: {
            audit.brush(-1, -1);
            audit.hours = 0;
        }
    }
    Action {
        id: importAction
        text: qsTr("Import…")
        onTriggered: page.app.requestImport([])
    }
    Action {
        id: sampleAction
        text: qsTr("Open sample catalog")
        onTriggered: page.app.session.openSample()
    }
    Action {
        id: retryAction
        text: qsTr("Try again")
        onTriggered: audit.refresh()
    }

    Inspector {
        id: inspector
        objectName: "audit.inspector"
        anchors.right: parent.right
        anchors.top: broken.visible ? broken.bottom : parent.top
        anchors.bottom: parent.bottom
        availableWidth: page.width
        title: qsTr("Record")

        AuditRecord {
            anchors.fill: parent
            detail: audit.detail
            onCopyRequested: {
                page.app.copyText(audit.copyText());
                page.app.toasts.show(qsTr("Copied the record"));
            }
            onOpenRequested: page.app.navigator.openLink("actionscope://catalog?sel=" + encodeURIComponent(audit.detail.subject))
        }
    }
}
