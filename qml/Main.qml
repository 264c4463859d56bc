// The window. Its parts: NavigationRail (pages), PageHeader, the pages, StatusStrip, and the layers above: palette, jobs, sheets,
// toasts.
//
// For whoever builds a page: see app/desktop/page_registry.h for the steps, qml/components/WorkspacePage.qml for the root of a page.
// What pages use: StateView, DataTable + TableColumn, FilterField, Facets, Inspector, TierChip, ScoreBar, DiffView, Banner, SideSheet,
// PlainText, AppIcon, KeyHint; Theme (every colour and size), Say (numbers, ages, tiers, keys), Preferences (remembered sizes);
// app.toasts.show(), app.announce(), app.undo, app.navigator.update()/push(), app.session (see workspace_session.h).
// Buttons: `highlighted: true` is the primary action; icons by `icon.source: Theme.icon("import")` (qml/style/icons).
// A ListView whose model shrinks has `cacheBuffer: 0`: a row asked for ahead of need may be gone from the model before it is made, and Qt
// then complains of DelegateModel::cancel.
// Every item that takes focus has an objectName (dotted path), Accessible.role and Accessible.name; tests/qml walks the tree.
import QtQuick
import QtQuick.Controls
import Actionscope.App

ApplicationWindow {
    id: window

    required property AppContext app

    width: 1280
    height: 800
    minimumWidth: 720
    minimumHeight: 480
    visible: true
    title: app.session.sample ? qsTr("Sample – Actionscope") : app.session.ready ? qsTr("%1 – Actionscope", "window title, name of the workspace").arg(app.session.name) : "Actionscope"

    // Clients that are connected would be cut off: whoever closes the window says what is meant, now or once and for all.
    property bool sure: false
    onClosing: event => {
        if (sure || !app.gateway.running || Preferences.onClose === "stop") {
            sure = true;
            return;
        }
        event.accepted = false;
        if (Preferences.onClose === "keep")
            putAway();
        else
            farewell.open();
    }
    /// Out of sight while the gateway goes on: into the tray where there is one that shows our icon.
    function putAway(): void {
        if (trayIcon.shown || trayIcon.allowed)
            window.hide();
        else
            window.showMinimized();
    }
    function bringBack(): void {
        if (window.visibility === Window.Minimized)
            window.showNormal();
        else
            window.show();
        window.raise();
        window.requestActivate();
    }
    function leave(): void {
        // The gateway stops with the app, which gives running calls their time.
        window.sure = true;
        Qt.quit();
    }
    Connections {
        target: window.app
        function onWindowRequested(): void {
            window.bringBack();
        }
        function onQuitRequested(sure: bool): void {
            if (sure || !window.app.gateway.running || Preferences.onClose === "stop")
                return window.leave();
            // Closing may mean the tray, quitting never does.
            window.bringBack();
            farewell.open();
        }
    }
    Connections {
        target: window.app.tray
        // The panel may go with the only way back to the window.
        function onAvailableChanged(): void {
            if (!window.app.tray.available && !window.visible)
                window.showMinimized();
        }
    }
    Loader {
        id: trayIcon
        readonly property bool allowed: window.app.tray.available && Preferences.trayIcon !== "never"
        readonly property bool shown: status === Loader.Ready && item.visible
        active: allowed && (Preferences.trayIcon === "always" || window.app.gateway.running || window.app.gateway.state === "stopping" || !window.visible)
        // The module with the icon is loaded only where it is needed: without it there is no tray, and nothing else is missing.
        onActiveChanged: if (active)
            setSource("TrayIcon.qml", {
                app: window.app,
                visible: true
            })
    }
    QuitDialog {
        id: farewell
        sessions: window.app.gateway.status.sessions ?? 0
        toTray: trayIcon.allowed
        onKept: remember => {
            if (remember)
                Preferences.onClose = "keep";
            window.putAway();
        }
        onStopped: remember => {
            if (remember)
                Preferences.onClose = "stop";
            window.leave();
        }
    }
    Shell {
        anchors.fill: parent
        app: window.app
        focus: true
    }
}
