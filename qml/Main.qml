// The window. Its parts: NavigationRail (pages), PageHeader, the pages, StatusStrip, and the layers above: palette, jobs, sheets,
// toasts.
//
// For whoever builds a page: see app/desktop/page_registry.h for the steps, qml/components/WorkspacePage.qml for the root of a page.
// What pages use: StateView, DataTable + TableColumn, FilterField, Facets, Inspector, TierChip, ScoreBar, DiffView, Banner, SideSheet,
// PlainText, AppIcon, KeyHint; Theme (every colour and size), Say (numbers, ages, tiers, keys), Preferences (remembered sizes);
// app.toasts.show(), app.announce(), app.undo, app.navigator.update()/push(), app.session (see workspace_session.h).
// Buttons: `highlighted: true` is the primary action; icons by `icon.source: Theme.icon("import")` (qml/style/icons).
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

    // Clients that are connected would be cut off: whoever closes the window says what is meant.
    property bool sure: false
    onClosing: event => {
        if (sure || !app.gateway.running)
            return;
        event.accepted = false;
        farewell.open();
    }
    QuitDialog {
        id: farewell
        sessions: window.app.gateway.status.sessions ?? 0
        onKept: window.showMinimized()
        onStopped: {
            window.sure = true;
            window.app.gateway.stop();
            Qt.quit();
        }
    }
    Shell {
        anchors.fill: parent
        app: window.app
        focus: true
    }
}
