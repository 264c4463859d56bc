import QtQuick
import QtQuick.Controls
import Actionscope.App

/// What can be done with workspaces; opens from the status strip.
Menu {
    id: menu

    required property AppContext app
    signal openFolderRequested
    signal keepRequested

    objectName: "shell.workspaceMenu"

    MenuItem {
        objectName: "shell.workspaceMenu.folder"
        text: qsTr("Open folder…")
        icon.source: Theme.icon("folder")
        onTriggered: menu.openFolderRequested()
    }
    MenuItem {
        objectName: "shell.workspaceMenu.sample"
        text: qsTr("Open the sample catalog")
        icon.source: Theme.icon("play")
        onTriggered: menu.app.session.openSample()
    }
    MenuItem {
        objectName: "shell.workspaceMenu.keep"
        text: qsTr("Keep a copy…")
        icon.source: Theme.icon("copy")
        enabled: menu.app.session.ready
        onTriggered: menu.keepRequested()
    }
    MenuSeparator {}
    MenuItem {
        objectName: "shell.workspaceMenu.refresh"
        text: qsTr("Look for changes on disk")
        icon.source: Theme.icon("refresh")
        enabled: menu.app.session.ready
        onTriggered: menu.app.session.refresh()
    }
    MenuItem {
        objectName: "shell.workspaceMenu.close"
        text: qsTr("Close")
        icon.source: Theme.icon("close")
        enabled: menu.app.session.ready
        onTriggered: menu.app.session.close()
    }
}
