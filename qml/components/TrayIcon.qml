import QtQuick
import Qt.labs.platform as Platform
import Actionscope.App

/// The icon in the desktop's tray: how the gateway is, what waits, and the way back to the window. Nothing can be approved here.
/// Made only where there is a tray (TrayWatch).
Platform.SystemTrayIcon {
    id: icon

    required property AppContext app

    readonly property int waiting: app.approvals.waiting
    readonly property bool running: app.gateway.running
    readonly property string gatewayText: running ? app.gateway.paused ? qsTr("Gateway: running, no new activations") : qsTr("Gateway: running at %1", "an address").arg(app.gateway.url) : app.gateway.state === "failed" ? qsTr("Gateway: could not start") : app.gateway.state === "starting" ? qsTr("Gateway: starting") : app.gateway.state === "stopping" ? qsTr("Gateway: stopping") : qsTr("Gateway: stopped")
    readonly property string waitingText: waiting === 0 ? qsTr("No approvals waiting") : qsTr("%n approval(s) waiting…", "", waiting)

    // The states differ by shape: a disc with a triangle, an octagon with an exclamation mark, a square with a square.
    icon.source: Theme.icon(waiting > 0 ? "tray-pending" : running ? "tray-running" : "tray-stopped")
    tooltip: [app.session.ready ? qsTr("%1 – Actionscope", "window title, name of the workspace").arg(app.session.name) : "Actionscope", gatewayText, waitingText].join("\n")
    onActivated: reason => {
        if (reason !== Platform.SystemTrayIcon.Context)
            icon.app.requestWindow();
    }

    menu: Platform.Menu {
        Platform.MenuItem {
            text: qsTr("Open Actionscope")
            onTriggered: icon.app.requestWindow()
        }
        Platform.MenuItem {
            text: icon.waitingText
            enabled: icon.waiting > 0
            onTriggered: {
                icon.app.requestWindow();
                icon.app.navigator.openLink("actionscope://approvals/" + icon.app.approvals.nextToExpire());
            }
        }
        Platform.MenuSeparator {}
        Platform.MenuItem {
            text: icon.gatewayText
            enabled: false
        }
        Platform.MenuItem {
            text: qsTr("Start the gateway")
            visible: !icon.running
            enabled: icon.app.session.ready && (icon.app.gateway.state === "stopped" || icon.app.gateway.state === "failed")
            onTriggered: icon.app.gateway.start()
        }
        Platform.MenuItem {
            text: icon.app.gateway.paused ? qsTr("Allow new activations") : qsTr("Pause new activations")
            visible: icon.running
            onTriggered: icon.app.gateway.paused = !icon.app.gateway.paused
        }
        Platform.MenuItem {
            text: qsTr("Stop the gateway")
            visible: icon.running
            onTriggered: icon.app.gateway.stop()
        }
        Platform.MenuSeparator {}
        Platform.MenuItem {
            text: icon.running ? qsTr("Stop the gateway and quit") : qsTr("Quit")
            // What is meant was said by choosing this: no question.
            onTriggered: icon.app.requestQuit(true)
        }
    }
}
