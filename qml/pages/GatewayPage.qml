import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// Gateway: start it, connect a client, see who is connected, what they do, and what it costs their context.
WorkspacePage {
    id: page

    readonly property GatewayHost host: app.gateway

    pageId: "gateway"
    title: qsTr("Gateway")
    subtitle: host.running ? qsTr("Running at %1", "an address").arg(host.url) + (host.paused ? " · " + qsTr("no new activations") : "") : host.state === "stopping" ? qsTr("Stopping: running calls finish first") : qsTr("Stopped")
    initialFocus: host.running ? sessionList : null
    filterField: filter
    panes: [sessionList, frameList, detail]
    busy: controller.state === "loading"
    inspectorPane: detail
    onShow: (params, path) => {
        if (path !== "")
            controller.selected = path;
    }

    commands: [
        Command {
            commandId: "gateway.start"
            text: qsTr("Start the gateway")
            enabled: page.app.session.ready && (page.host.state === "stopped" || page.host.state === "failed")
            onTriggered: page.host.start()
        },
        Command {
            commandId: "gateway.stop"
            text: qsTr("Stop the gateway")
            enabled: page.host.running
            onTriggered: page.host.stop()
        },
        Command {
            commandId: "gateway.pause"
            text: page.host.paused ? qsTr("Allow new activations") : qsTr("Pause new activations")
            enabled: page.host.running
            onTriggered: page.host.paused = !page.host.paused
        },
        Command {
            commandId: "gateway.connect"
            text: qsTr("Connect a client…")
            enabled: page.app.session.ready
            onTriggered: connectSheet.openFor()
        }
    ]
    headerActions: Component {
        RowLayout {
            spacing: Theme.space8
            Button {
                objectName: "gateway.connect"
                text: qsTr("Connect a client…")
                icon.source: Theme.icon("link")
                visible: page.host.running
                onClicked: page.app.commands.run("gateway.connect")
            }
            Button {
                objectName: "gateway.pause"
                text: page.host.paused ? qsTr("Allow new activations") : qsTr("Pause new activations")
                visible: page.host.running
                onClicked: page.host.paused = !page.host.paused
            }
            Button {
                objectName: "gateway.stop"
                text: qsTr("Stop")
                visible: page.host.running
                onClicked: page.host.stop()
            }
        }
    }

    GatewayController {
        id: controller
        session: page.app.session
        host: page.app.gateway
    }

    StateView {
        id: states
        objectName: "gateway.state"
        anchors.fill: parent
        view: page.forcedState !== "" ? page.forcedState : controller.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("No workspace is open");
            case "empty":
            case "noMatch":
                return qsTr("The gateway is stopped");
            case "partial":
            case "stale":
                return qsTr("Some upstream servers could not be started");
            case "error":
                return qsTr("The gateway could not start");
            case "denied":
                return qsTr("The workspace cannot be read");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("The gateway serves the actions of one workspace to agents.");
            case "empty":
            case "noMatch":
                return qsTr("Started, it listens on this computer only (127.0.0.1:%1). Agents with a token then search, activate and call actions through one governed path, and everything lands in the audit log.").arg(page.host.port);
            case "error":
            case "denied":
            case "partial":
            case "stale":
                return controller.errorText;
            default:
                return "";
            }
        }
        details: controller.errorText
        onCopyDetails: text => page.app.copyText(text)
        primary: view === "firstRun" ? sampleAction : view === "empty" || view === "noMatch" || view === "error" ? startAction : null
        actions: view === "error" ? [anywhereAction] : view === "empty" ? [connectAction] : []

        Action {
            id: sampleAction
            text: qsTr("Open sample catalog")
            onTriggered: page.app.session.openSample()
        }
        Action {
            id: startAction
            text: states.view === "error" ? qsTr("Try again") : qsTr("Start the gateway")
            onTriggered: page.host.start()
        }
        Action {
            id: anywhereAction
            text: qsTr("Use a free port")
            onTriggered: page.host.startAnywhere()
        }
        Action {
            id: connectAction
            text: qsTr("Show how to connect a client")
            onTriggered: connectSheet.openFor()
        }

        // Left: who is connected, and what it costs.
        Item {
            id: left
            anchors.left: parent.left
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            width: Math.min(320 * Theme.scale, parent.width * 0.34)

            PlainText {
                id: sessionsTitle
                x: Theme.space16
                y: Theme.space8
                value: qsTr("Sessions (%1)").arg(controller.sessions.count)
                muted: true
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            ListView {
                cacheBuffer: 0 // see Main.qml
                id: sessionList
                objectName: "gateway.sessions"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.top: sessionsTitle.bottom
                anchors.topMargin: Theme.space4
                anchors.bottom: costCard.top
                clip: true
                model: controller.sessions
                boundsBehavior: Flickable.StopAtBounds
                activeFocusOnTab: true
                keyNavigationEnabled: true
                highlightMoveDuration: 0
                ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Sessions")
                onCurrentIndexChanged: if (currentIndex >= 0 && activeFocus)
                    controller.selected = controller.sessions.idAt(currentIndex)
                Keys.onEscapePressed: event => {
                    if (controller.selected === "")
                        event.accepted = false;
                    else
                        controller.selected = "";
                }
                PlainText {
                    x: Theme.space16
                    y: Theme.space8
                    width: parent.width - 2 * x
                    visible: controller.sessions.count === 0
                    value: qsTr("No client is connected. Give one a token and the address.")
                    muted: true
                    wrapMode: Text.Wrap
                }
                delegate: ItemDelegate {
                    id: sessionRow
                    required property int index
                    required property string sessionId
                    required property string client
                    required property string principal
                    required property int active
                    required property string figures
                    required property double tokens
                    required property string sentence
                    objectName: "gateway.session." + sessionId
                    width: ListView.view.width
                    focusPolicy: Qt.NoFocus
                    highlighted: controller.selected === sessionId
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    onClicked: {
                        controller.selected = controller.selected === sessionId ? "" : sessionId;
                        sessionList.forceActiveFocus(Qt.MouseFocusReason);
                    }
                    contentItem: ColumnLayout {
                        spacing: 2
                        RowLayout {
                            Layout.fillWidth: true
                            spacing: Theme.space8
                            PlainText {
                                Layout.fillWidth: true
                                value: sessionRow.client
                                elide: Text.ElideRight
                                font.weight: Font.DemiBold
                                Accessible.ignored: true
                            }
                            PlainText {
                                value: qsTr("%n active", "", sessionRow.active)
                                muted: true
                                font.pixelSize: Theme.labelSize
                                Accessible.ignored: true
                            }
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: sessionRow.principal + " · ≈ " + qsTr("%1 tokens").arg(Say.number(sessionRow.tokens))
                            muted: true
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: sessionRow.figures
                            muted: true
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                    }
                }
                Rectangle {
                    anchors.fill: parent
                    color: "transparent"
                    border.width: sessionList.activeFocus ? 2 : 0
                    border.color: Theme.focusRing
                    z: 2
                }
            }
            GatewayCost {
                id: costCard
                objectName: "gateway.cost"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                cost: controller.cost
            }
        }
        Rectangle {
            id: divider
            anchors.left: left.right
            width: 1
            height: parent.height
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }

        // Middle: the trace.
        Item {
            anchors.left: divider.right
            anchors.right: parent.right
            anchors.rightMargin: detail.dockedWidth
            anchors.top: parent.top
            anchors.bottom: parent.bottom

            Banner {
                id: serversBanner
                objectName: "gateway.serversProblem"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.top: parent.top
                anchors.margins: Theme.space8
                visible: detail !== ""
                height: visible ? implicitHeight : 0
                kind: "warning"
                text: qsTr("servers.yaml is not in force as it is now; what was in force before stays")
                detail: page.host.status.serversProblem ?? ""
            }
            RowLayout {
                id: traceBar
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.margins: Theme.space8
                anchors.top: serversBanner.visible ? serversBanner.bottom : parent.top
                anchors.topMargin: Theme.space4
                spacing: Theme.space8
                TextField {
                    id: filter
                    objectName: "gateway.filter"
                    Layout.fillWidth: true
                    placeholderText: controller.selected === "" ? qsTr("Filter the trace of all sessions") : qsTr("Filter the trace of this session")
                    Accessible.name: qsTr("Filter the trace")
                    onTextChanged: controller.frames.setText(text)
                    function focusInput(): void {
                        forceActiveFocus(Qt.ShortcutFocusReason);
                    }
                }
                ComboBox {
                    objectName: "gateway.method"
                    Layout.preferredWidth: 190 * Theme.scale
                    readonly property var methods: controller.frames.methods
                    model: [qsTr("Every method")].concat(methods)
                    currentIndex: methods.indexOf(controller.frames.method) + 1
                    Accessible.name: qsTr("Method of the messages shown")
                    onActivated: index => {
                        controller.frames.method = index <= 0 ? "" : methods[index - 1];
                        currentIndex = Qt.binding(() => methods.indexOf(controller.frames.method) + 1);
                    }
                }
                Switch {
                    objectName: "gateway.live"
                    text: qsTr("Live")
                    checked: controller.following
                    onToggled: controller.following = checked
                    Accessible.name: qsTr("Show new messages as they come")
                }
                PlainText {
                    visible: controller.frames.dropped > 0
                    value: qsTr("%1 older ones gone").arg(Say.number(controller.frames.dropped))
                    muted: true
                    font.pixelSize: Theme.labelSize
                }
            }
            ListView {
                cacheBuffer: 0 // see Main.qml
                id: frameList
                objectName: "gateway.frames"
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.top: traceBar.bottom
                anchors.topMargin: Theme.space4
                anchors.bottom: parent.bottom
                clip: true
                model: controller.frames
                reuseItems: true
                boundsBehavior: Flickable.StopAtBounds
                activeFocusOnTab: true
                keyNavigationEnabled: true
                highlightMoveDuration: 0
                ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Trace")
                property bool atEnd: true
                onMovementEnded: atEnd = atYEnd
                onCountChanged: if (atEnd && !activeFocus)
                    Qt.callLater(positionViewAtEnd)
                PlainText {
                    anchors.centerIn: parent
                    visible: frameList.count === 0
                    value: qsTr("What clients ask and what they are answered appears here.")
                    muted: true
                }
                delegate: ItemDelegate {
                    id: frameRow
                    required property int index
                    required property string time
                    required property bool fromClient
                    required property string what
                    required property string summary
                    required property string elapsed
                    required property string sentence
                    objectName: "gateway.frame." + index
                    width: ListView.view.width
                    implicitHeight: Theme.rowHeight
                    topPadding: 0
                    bottomPadding: 0
                    focusPolicy: Qt.NoFocus
                    highlighted: ListView.isCurrentItem && frameList.activeFocus
                    Accessible.role: Accessible.ListItem
                    Accessible.name: sentence
                    onClicked: {
                        frameList.currentIndex = index;
                        frameList.forceActiveFocus(Qt.MouseFocusReason);
                    }
                    contentItem: RowLayout {
                        spacing: Theme.space8
                        PlainText {
                            value: frameRow.time
                            mono: true
                            muted: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        AppIcon {
                            iconName: frameRow.fromClient ? "arrow-right" : "arrow-left"
                            color: Theme.textMuted
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: frameRow.what
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.maximumWidth: frameRow.width * 0.45
                            value: frameRow.summary
                            elide: Text.ElideRight
                            muted: true
                            Accessible.ignored: true
                        }
                        PlainText {
                            value: frameRow.elapsed
                            mono: true
                            muted: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                    }
                }
                Rectangle {
                    anchors.fill: parent
                    color: "transparent"
                    border.width: frameList.activeFocus ? 2 : 0
                    border.color: Theme.focusRing
                    z: 2
                }
            }
        }
        Inspector {
            id: detail
            objectName: "gateway.inspector"
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            availableWidth: states.width
            title: qsTr("Details of the session and the message")
            Component.onCompleted: open = docked
            GatewayDetail {
                objectName: "gateway.detail"
                anchors.fill: parent
                app: page.app
                controller: controller
                frameRow: frameList.activeFocus || frameList.currentIndex >= 0 ? frameList.currentIndex : -1
            }
        }
    }

    ConnectSheet {
        id: connectSheet
        app: page.app
    }
}
