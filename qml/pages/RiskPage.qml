import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Risk: what the rules say, what people said over them, why, and the staged changes with their diff and impact.
WorkspacePage {
    id: page

    pageId: "risk"
    title: qsTr("Risk")
    subtitle: risk.counts.overrides !== undefined ? qsTr("%1 overrides · %2 disagreements · %3 staged").arg(Say.number(risk.counts.overrides)).arg(Say.number(risk.counts.disagreements)).arg(Say.number(risk.counts.staged)) : ""
    initialFocus: table
    filterField: filterBox
    inspectorPane: inspector
    panes: [views, table, inspector]
    busy: risk.state === "loading" || (risk.staged !== null && risk.staged.planState === StagedEdits.Planning)
    onShow: (params, path) => {
        if (params.view !== undefined)
            risk.view = params.view;
        if (params.filter !== undefined)
            risk.filter = params.filter;
        if (params.sel !== undefined) {
            risk.selected = params.sel;
            table.currentKey = params.sel;
        }
        if (params.review === "1")
            review.open();
    }
    function remember(): void {
        page.app.navigator.update({
            "view": risk.view,
            "filter": risk.filter,
            "sel": risk.selected
        });
    }
    function propose(tier: int): void {
        if (risk.selected !== "" && risk.action.name !== undefined)
            risk.staged.proposeTier([risk.selected], tier);
    }
    readonly property bool canPropose: states.showsContent && risk.action.name !== undefined && !page.app.session.readOnly

    commands: [
        Command {
            commandId: "risk.review"
            text: qsTr("Review the staged changes")
            keys: "Ctrl+Shift+S"
            enabled: risk.staged !== null && risk.staged.count > 0
            onTriggered: review.open()
        },
        Command {
            commandId: "risk.save"
            text: qsTr("Save the staged changes")
            keys: "Ctrl+S"
            enabled: risk.staged !== null && risk.staged.count > 0
            // What was not looked at is not saved: the sheet opens first.
            onTriggered: review.opened && risk.staged.canSave ? risk.staged.save() : review.open()
        },
        Command {
            commandId: "risk.read"
            text: qsTr("Propose tier read")
            keys: "R"
            enabled: page.canPropose
            onTriggered: page.propose(Tier.Read)
        },
        Command {
            commandId: "risk.write"
            text: qsTr("Propose tier write")
            keys: "W"
            enabled: page.canPropose
            onTriggered: page.propose(Tier.Write)
        },
        Command {
            commandId: "risk.destructive"
            text: qsTr("Propose tier destructive")
            keys: "D"
            enabled: page.canPropose
            onTriggered: page.propose(Tier.Destructive)
        },
        Command {
            commandId: "risk.catastrophic"
            text: qsTr("Propose catastrophic (destructive, with an administrator's approval)")
            keys: "C"
            enabled: page.canPropose
            onTriggered: page.propose(Tier.Catastrophic)
        }
    ]
    headerActions: Component {
        Button {
            objectName: "risk.review"
            highlighted: enabled
            enabled: risk.staged !== null && risk.staged.count > 0
            text: risk.staged !== null && risk.staged.count > 0 ? qsTr("Review %n change(s)", "", risk.staged.count) : qsTr("Nothing staged")
            onClicked: review.open()
        }
    }

    RiskController {
        id: risk
        session: page.app.session
        onSelectionChanged: if (page.shown)
            page.remember()
    }
    Connections {
        target: risk.staged
        function onSaved(summary: string): void {
            review.close();
            page.app.toasts.showWithCommand(summary, "success", qsTr("Undo"), "edit.undo");
            page.app.announce(summary);
        }
        function onSaveFailed(message: string): void {
            page.app.toasts.show(message, "error");
        }
    }

    Item {
        id: top
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: inspector.dockedWidth
        anchors.top: parent.top
        height: row.implicitHeight + Theme.space16

        RowLayout {
            id: row
            anchors.left: parent.left
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            spacing: Theme.space12

            ComboBox {
                id: views
                objectName: "risk.view"
                readonly property var ids: ["overrides", "disagreements", "catastrophic", "destructive", "staged"]
                readonly property var names: [qsTr("Overrides"), qsTr("Disagreements"), qsTr("Catastrophic"), qsTr("Destructive"), qsTr("Staged")]
                implicitWidth: 230 * Theme.scale
                model: ids.map((id, i) => names[i] + (risk.counts[id] !== undefined ? " · " + Say.number(risk.counts[id]) : ""))
                currentIndex: ids.indexOf(risk.view)
                // New counts are a new model, which would go back to its first row.
                onModelChanged: currentIndex = Qt.binding(() => ids.indexOf(risk.view))
                onActivated: index => {
                    risk.view = ids[index];
                    page.remember();
                }
                Accessible.name: qsTr("What to list")
            }
            Item {
                id: filterBox
                Layout.fillWidth: true
                implicitHeight: field.implicitHeight
                function focusInput(): void {
                    field.forceActiveFocus(Qt.ShortcutFocusReason);
                    field.selectAll();
                }
                TextField {
                    id: field
                    objectName: "risk.filter"
                    anchors.fill: parent
                    placeholderText: qsTr("Filter by action, path or note")
                    text: risk.filter
                    onTextEdited: risk.filter = text
                    Accessible.name: qsTr("Filter by action, path or note")
                    Keys.onEscapePressed: event => {
                        if (text === "")
                            event.accepted = false;
                        else
                            risk.filter = "";
                    }
                    Keys.onDownPressed: table.forceActiveFocus(Qt.TabFocusReason)
                }
            }
        }
    }

    StateView {
        id: states
        objectName: "risk.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: inspector.dockedWidth
        anchors.top: top.bottom
        anchors.bottom: changeBar.visible ? changeBar.top : parent.bottom
        view: page.forcedState !== "" ? page.forcedState : risk.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("No actions yet");
            case "empty":
                return risk.view === "overrides" ? qsTr("All tiers come from rules. Nothing is overridden.") : risk.view === "staged" ? qsTr("Nothing is staged") : risk.view === "disagreements" ? qsTr("Method, name, hints and overrides agree everywhere") : qsTr("No action of this kind");
            case "noMatch":
                return qsTr("No action matches “%1”").arg(risk.filter);
            case "error":
                return qsTr("The risk rules cannot be read");
            case "partial":
                return qsTr("Some catalogs could not be read");
            case "stale":
                return qsTr("Tiers are being computed again");
            case "denied":
                return qsTr("Tiers of this workspace may not be changed");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("Import a catalog to see what its actions may do and why.");
            case "empty":
                return risk.view === "overrides" || risk.view === "staged" ? qsTr("Select an action here or in Catalog and press R, W, D or C to propose another tier. Nothing is written before you reviewed it.") : "";
            case "error":
                return qsTr("The last good rules stay in force. Mend the file and refresh.");
            default:
                return "";
            }
        }
        primary: view === "noMatch" ? clearAction : view === "empty" && risk.view === "overrides" && risk.counts.disagreements > 0 ? disagreementsAction : view === "firstRun" ? importAction : view === "error" || view === "denied" ? retryAction : null

        DataTable {
            id: table
            objectName: "risk.table"
            anchors.fill: parent
            app: page.app
            name: qsTr("Actions and their tiers")
            model: risk.actions
            onCurrentKeyChanged: if (currentKey !== "")
                risk.selected = currentKey
            onActivated: inspector.open = true
            columns: [
                TableColumn {
                    columnId: "action"
                    title: qsTr("Action")
                    kind: "mono"
                    width: 250
                    sortable: false
                },
                TableColumn {
                    columnId: "method"
                    title: qsTr("Method")
                    width: 72
                    sortable: false
                },
                TableColumn {
                    columnId: "rule"
                    title: qsTr("Rules say")
                    kind: "tier"
                    width: 118
                    sortable: false
                },
                TableColumn {
                    columnId: "override"
                    title: qsTr("Override")
                    width: 108
                    sortable: false
                },
                TableColumn {
                    columnId: "effective"
                    title: qsTr("Effective")
                    kind: "tier"
                    width: 118
                    sortable: false
                },
                TableColumn {
                    columnId: "note"
                    title: qsTr("Path or note")
                    flex: true
                    minWidth: 120
                    sortable: false
                }
            ]
        }
    }
    Action {
        id: clearAction
        text: qsTr("Clear the filter")
        onTriggered: risk.filter = ""
    }
    Action {
        id: disagreementsAction
        text: qsTr("Look at the disagreements")
        onTriggered: risk.view = "disagreements"
    }
    Action {
        id: retryAction
        text: qsTr("Look for changes on disk")
        onTriggered: page.app.session.refresh()
    }
    Action {
        id: importAction
        text: qsTr("Import…")
        onTriggered: page.app.requestImport([])
    }

    Rectangle {
        id: changeBar
        objectName: "risk.changeBar"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.rightMargin: inspector.dockedWidth
        anchors.bottom: parent.bottom
        visible: risk.staged !== null && risk.staged.count > 0
        height: barRow.implicitHeight + Theme.space16
        color: Theme.surface
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.border
        }
        RowLayout {
            id: barRow
            anchors.fill: parent
            anchors.leftMargin: Theme.space16
            anchors.rightMargin: Theme.space16
            spacing: Theme.space8
            PlainText {
                objectName: "risk.impact.summary"
                Layout.fillWidth: true
                value: risk.staged === null ? "" : risk.staged.errorText !== "" ? risk.staged.errorText : risk.staged.summary
                elide: Text.ElideRight
                Accessible.role: Accessible.StaticText
            }
            Button {
                objectName: "risk.discard"
                flat: true
                text: qsTr("Discard all")
                onClicked: risk.staged.discardAll()
            }
            Button {
                objectName: "risk.bar.review"
                highlighted: true
                text: qsTr("Review")
                onClicked: review.open()
            }
        }
    }

    Inspector {
        id: inspector
        objectName: "risk.inspector"
        anchors.right: parent.right
        height: parent.height
        availableWidth: page.width
        preferredWidth: Preferences.value(objectName + ".width", 400)
        title: qsTr("Why this tier")

        RiskProvenance {
            anchors.fill: parent
            risk: risk
            listed: states.showsContent
            editable: page.canPropose
            onProposed: tier => page.propose(tier)
            onOpenRequested: page.app.navigator.openLink("actionscope://catalog?sel=" + encodeURIComponent(risk.selected))
        }
    }
    RiskReviewSheet {
        id: review
        app: page.app
        risk: risk
    }
}
