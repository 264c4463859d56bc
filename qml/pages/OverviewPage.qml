import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// How the workspace stands, in figures that are links, and what waits for a person.
WorkspacePage {
    id: page

    title: qsTr("Overview")
    subtitle: !page.app.session.ready ? "" : page.app.session.sample ? qsTr("Sample workspace · a scratch copy that goes away when it is closed") : page.app.session.folder
    panes: [states]
    initialFocus: states
    busy: states.view === "loading" || (controller.state === "ready" && (controller.countsState === "loading" || controller.chain.state === "verifying"))

    headerActions: Component {
        RowLayout {
            spacing: Theme.space8
            Button {
                objectName: "overview.keep"
                visible: page.app.session.ready && page.app.session.sample
                text: qsTr("Keep a copy…")
                icon.source: Theme.icon("copy")
                onClicked: page.app.commands.run("workspace.keep")
            }
            Button {
                objectName: "overview.import"
                text: qsTr("Import…")
                icon.source: Theme.icon("import")
                onClicked: page.app.commands.run("import.open")
            }
        }
    }

    OverviewController {
        id: controller
        session: page.app.session
        chain: page.app.auditChain
    }
    // Ages go stale by themselves.
    property int minute: 0
    Timer {
        interval: 30000
        running: page.shown
        repeat: true
        onTriggered: ++page.minute
    }
    function go(link: string): void {
        page.app.navigator.openLink("actionscope://" + link);
    }

    StateView {
        id: states
        objectName: "overview.state"
        anchors.fill: parent
        focus: true
        // The first-run card and a failed opening are content of this page, not a bare message.
        readonly property string wanted: page.forcedState !== "" ? page.forcedState : controller.state
        readonly property bool card: wanted === "firstRun" || wanted === "empty" || (wanted === "error" && !page.app.session.ready)
        view: card ? "ready" : wanted
        title: view === "error" ? qsTr("The catalog could not be read") : view === "denied" ? qsTr("The workspace cannot be read") : view === "stale" ? qsTr("Search answers from the earlier index while the new one is built.") : view === "noMatch" ? qsTr("Nothing to show") : view === "partial" ? qsTr("%n file(s) could not be used; everything else is here.", "", page.app.session.problems.length) : ""
        text: view === "stale" ? qsTr("All figures but the index are current.") : controller.errorText.split("\n")[0]
        details: controller.errorText
        onCopyDetails: text => page.app.copyText(text)
        progress: page.app.session.progress
        progressText: page.app.session.progressText
        cancellable: page.app.session.state === WorkspaceSession.Opening
        onCancelled: page.app.session.cancelOpening()
        primary: view === "error" || view === "denied" ? retryAction : view === "partial" ? servicesAction : null
        skeleton: Component {
            // The places of the tiles, the tier mix and the lists.
            Column {
                id: bones
                padding: Theme.space16
                spacing: Theme.space12
                readonly property real room: width - 2 * padding
                width: parent ? parent.width : 0
                component Bone: Rectangle {
                    radius: Theme.radiusCard
                    color: Theme.hairline
                    opacity: 0.5
                }
                Row {
                    spacing: Theme.space12
                    Repeater {
                        model: grid.columnCount
                        Bone {
                            width: (bones.room - (grid.columnCount - 1) * Theme.space12) / grid.columnCount
                            height: 84 * Theme.scale
                        }
                    }
                }
                Bone {
                    width: bones.room
                    height: 76 * Theme.scale
                }
                Row {
                    spacing: Theme.space12
                    Repeater {
                        model: 2
                        Bone {
                            width: (bones.room - Theme.space12) / 2
                            height: 132 * Theme.scale
                        }
                    }
                }
            }
        }

        Action {
            id: retryAction
            text: qsTr("Retry")
            onTriggered: page.app.session.ready ? page.app.session.refresh() : page.app.session.open(page.app.session.folder)
        }
        Action {
            id: servicesAction
            text: qsTr("See which")
            onTriggered: page.go("services?q=state:problem")
        }

        FirstRunCard {
            objectName: "overview.firstRun"
            visible: states.card
            enabled: visible
            focus: visible
            app: page.app
            errorText: controller.state === "error" ? controller.errorText : ""
            anchors.horizontalCenter: parent.horizontalCenter
            y: Math.max(Theme.space16, (parent.height - height) * 0.32)
            width: Math.min(parent.width - 2 * Theme.space16, 760 * Math.max(1, Theme.scale))
        }
        ScrollView {
            id: scroller
            anchors.fill: parent
            visible: !states.card
            enabled: visible
            focus: visible
            contentWidth: availableWidth

            ColumnLayout {
                id: grid
                x: Theme.space16
                width: scroller.availableWidth - 2 * Theme.space16
                spacing: Theme.space12
                readonly property int columnCount: width >= 900 * Theme.scale ? 3 : width >= 460 * Theme.scale ? 2 : 1

                GridLayout {
                    Layout.fillWidth: true
                    columns: grid.columnCount
                    columnSpacing: Theme.space12
                    rowSpacing: Theme.space12

                    Tile {
                        objectName: "overview.actions"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        focus: true
                        title: qsTr("Actions")
                        figure: Say.number(controller.actionCount)
                        iconName: "catalog"
                        detail: qsTr("in %1 · %2 curated", "services, number").arg(qsTr("%Ln service(s)", "", controller.serviceCount)).arg(controller.countsState === "loading" ? "…" : Say.number(controller.curatedCount))
                        onClicked: page.go("catalog")
                    }
                    Tile {
                        objectName: "overview.index"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        title: qsTr("Index")
                        kind: controller.indexState === "fresh" ? "success" : "warning"
                        iconName: controller.indexState === "fresh" ? "success" : controller.indexState === "building" ? "refresh" : "warning"
                        figure: controller.indexState === "fresh" ? qsTr("Fresh") : controller.indexState === "building" ? qsTr("Building…") : qsTr("Missing")
                        detail: controller.indexState === "fresh" ? (page.minute >= 0 ? qsTr("%1 · %2 · %3", "age, size, terms").arg(Say.age(controller.indexedAt)).arg(Say.bytes(controller.indexBytes)).arg(qsTr("%Ln word(s)", "", controller.indexTerms)) : "") : controller.indexState === "building" ? (page.app.session.jobs.summary !== "" ? page.app.session.jobs.summary : qsTr("Search answers from the earlier one meanwhile.")) : qsTr("Press to build it.")
                        onClicked: controller.indexState === "missing" ? page.app.session.ensureIndex() : page.go("lab")
                    }
                    Tile {
                        objectName: "overview.services"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        title: qsTr("Findable services")
                        iconName: "services"
                        figure: qsTr("%1 of %2", "findable services, services").arg(Say.number(controller.findableServices)).arg(Say.number(controller.serviceCount))
                        detail: controller.findableServices === controller.serviceCount ? qsTr("Tool search looks into all of them.") : qsTr("%n off or locked", "", controller.serviceCount - controller.findableServices)
                        onClicked: page.go("services")
                    }
                    Tile {
                        objectName: "overview.audit"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        title: qsTr("Audit chain")
                        loading: controller.chain.state === "verifying" || controller.chain.state === "none"
                        errorText: controller.chain.state === "error" ? controller.chain.detail : ""
                        kind: controller.chain.state === "verified" ? "success" : controller.chain.state === "broken" ? "error" : ""
                        iconName: controller.chain.state === "verified" ? "success" : controller.chain.state === "broken" ? "error" : "audit"
                        figure: controller.chain.text
                        detail: controller.chain.state === "broken" ? controller.chain.detail : controller.chain.state === "empty" ? qsTr("Imports, toggles and risk edits are recorded.") : controller.chain.state === "unchecked" ? qsTr("Too long to check unasked; verify it on Audit.") : qsTr("head %1…", "hash of the last audit record").arg(controller.chain.head.split(":").pop().substring(0, 8))
                        onClicked: if (errorText === "")
                            page.go("audit")
                        onRetry: controller.chain.look()
                    }
                    Tile {
                        objectName: "overview.approvals"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        readonly property ApprovalsWatch watch: page.app.approvals
                        title: qsTr("Approvals")
                        loading: !watch.known
                        errorText: watch.errorText
                        kind: watch.waiting > 0 ? "warning" : ""
                        iconName: watch.waiting > 0 ? "warning" : "approvals"
                        figure: watch.waiting === 0 ? qsTr("Nothing waits") : qsTr("%Ln waiting", "approvals", watch.waiting)
                        detail: watch.waiting === 0 ? qsTr("Catastrophic calls of agents wait here for you.") : page.minute >= 0 && watch.catastrophicWaiting ? qsTr("One is catastrophic. The first expires at %1.", "a time of day").arg(watch.oldestExpiry.toLocaleTimeString(Qt.locale(), Locale.ShortFormat)) : qsTr("The first expires at %1.", "a time of day").arg(watch.oldestExpiry.toLocaleTimeString(Qt.locale(), Locale.ShortFormat))
                        onClicked: if (errorText === "")
                            page.go("approvals")
                        onRetry: watch.refresh()
                    }
                    Tile {
                        objectName: "overview.gateway"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        Layout.preferredWidth: 1
                        readonly property GatewayHost host: page.app.gateway
                        title: qsTr("Gateway")
                        kind: host.running ? "success" : host.state === "failed" ? "error" : ""
                        iconName: host.running ? "success" : host.state === "failed" ? "error" : "gateway"
                        figure: host.running ? qsTr("Running") : host.state === "failed" ? qsTr("Could not start") : qsTr("Stopped")
                        detail: host.running ? qsTr("%Ln session(s)", "", host.status.sessions) + " · " + host.url : host.state === "failed" ? host.errorText : qsTr("Start it to let agents search and call.")
                        onClicked: page.go("gateway")
                    }
                }

                Rectangle {
                    Layout.fillWidth: true
                    implicitHeight: mix.implicitHeight + 2 * Theme.space12
                    color: Theme.surface
                    radius: Theme.radiusCard
                    border.width: Theme.borderWidth
                    border.color: Theme.highContrast ? Theme.border : Theme.hairline
                    ColumnLayout {
                        id: mix
                        anchors.left: parent.left
                        anchors.right: parent.right
                        anchors.top: parent.top
                        anchors.margins: Theme.space12
                        spacing: Theme.space8
                        PlainText {
                            value: qsTr("Tier mix")
                            muted: true
                            font.pixelSize: Theme.labelSize
                            font.weight: Font.DemiBold
                            Accessible.role: Accessible.Heading
                        }
                        TierMixBar {
                            objectName: "overview.tiers"
                            Layout.fillWidth: true
                            counts: controller.tiers
                            opacity: controller.countsState === "loading" ? 0.5 : 1
                            onTierRequested: tier => page.go("catalog?q=tier:" + ["read", "write", "destructive", "catastrophic"][tier])
                        }
                    }
                }

                GridLayout {
                    Layout.fillWidth: true
                    Layout.bottomMargin: Theme.space16
                    columns: grid.width >= 820 * Theme.scale ? 2 : 1
                    columnSpacing: Theme.space12
                    rowSpacing: Theme.space12

                    LinkList {
                        objectName: "overview.needs"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        Layout.fillHeight: true
                        title: qsTr("Needs you")
                        emptyText: controller.countsState === "loading" ? qsTr("Looking…") : qsTr("Nothing. Every tier is settled and everything is saved.")
                        rows: controller.needs
                        onOpened: link => page.app.navigator.openLink(link)
                    }
                    LinkList {
                        objectName: "overview.recent"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        Layout.fillHeight: true
                        title: qsTr("Lately")
                        emptyText: qsTr("Nothing has been recorded yet.")
                        rows: page.minute >= 0 ? controller.recent.map(record => ({
                                    text: record.text,
                                    action: Say.age(record.time),
                                    link: record.link,
                                    severity: ""
                                })) : []
                        onOpened: link => page.app.navigator.openLink(link)
                    }
                    LinkList {
                        objectName: "overview.tries"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        Layout.fillHeight: true
                        visible: rows.length > 0
                        title: qsTr("Try a search")
                        rows: controller.tries.map(entry => ({
                                    text: entry.text,
                                    action: qsTr("See the ranking"),
                                    link: entry.link,
                                    severity: ""
                                }))
                        onOpened: link => page.app.navigator.openLink(link)
                    }
                    LinkList {
                        objectName: "overview.largest"
                        Layout.fillWidth: true
                        Layout.preferredWidth: 1
                        Layout.fillHeight: true
                        visible: rows.length > 0
                        title: qsTr("Largest services")
                        rows: controller.largest.map(entry => ({
                                    text: entry.text,
                                    action: qsTr("%Ln action(s)", "", entry.count),
                                    link: entry.link,
                                    severity: ""
                                }))
                        onOpened: link => page.app.navigator.openLink(link)
                    }
                }
            }
        }
    }
}
