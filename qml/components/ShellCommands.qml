import QtQuick
import Actionscope.App

/// The commands that exist on every page. What they open belongs to the shell.
Item {
    id: root

    required property AppContext app
    property WorkspacePage page: null

    signal paletteRequested
    signal jobsRequested
    signal historyRequested
    signal keysRequested
    signal importRequested
    signal openFolderRequested
    signal keepRequested
    signal paneRequested(bool backwards)

    function zoom(by: real): void {
        Preferences.textScale = by === 0 ? 1 : Preferences.textScale + by;
        root.app.announce(qsTr("Text size %1 %").arg(Say.number(Preferences.textScale * 100)));
    }

    readonly property string general: qsTr("Everywhere", "group of keyboard commands")
    property list<Command> commands: [
        Command {
            commandId: "palette.open"
            text: qsTr("Go to or run…")
            group: root.general
            keys: "Ctrl+K"
            inPalette: false
            onTriggered: root.paletteRequested()
        },
        Command {
            commandId: "go.back"
            text: qsTr("Back")
            group: root.general
            keys: "Alt+Left"
            enabled: root.app.navigator.canGoBack
            onTriggered: root.app.navigator.back()
        },
        Command {
            commandId: "go.forward"
            text: qsTr("Forward")
            group: root.general
            keys: "Alt+Right"
            enabled: root.app.navigator.canGoForward
            onTriggered: root.app.navigator.forward()
        },
        Command {
            commandId: "link.copy"
            text: qsTr("Copy a link to this view")
            group: root.general
            keys: "Ctrl+L"
            onTriggered: {
                root.app.copyText(root.app.navigator.link);
                root.app.toasts.show(qsTr("Link copied: %1").arg(root.app.navigator.link));
            }
        },
        Command {
            commandId: "filter.focus"
            text: qsTr("Filter this page")
            group: root.general
            keys: "/"
            alternateKeys: "Ctrl+F"
            enabled: root.page !== null && root.page.filterField !== null
            onTriggered: root.page.filterField.focusInput()
        },
        Command {
            commandId: "pane.next"
            text: qsTr("Next pane")
            group: root.general
            keys: "F6"
            inPalette: false
            onTriggered: root.paneRequested(false)
        },
        Command {
            commandId: "pane.previous"
            text: qsTr("Previous pane")
            group: root.general
            keys: "Shift+F6"
            inPalette: false
            onTriggered: root.paneRequested(true)
        },
        Command {
            commandId: "inspector.toggle"
            text: qsTr("Show or hide the details")
            group: root.general
            keys: "Ctrl+I"
            enabled: root.page !== null && root.page.inspectorPane !== null
            onTriggered: root.page.inspectorPane.toggle()
        },
        Command {
            commandId: "jobs.open"
            text: qsTr("Show jobs")
            group: root.general
            keys: "Ctrl+J"
            onTriggered: root.jobsRequested()
        },
        Command {
            commandId: "edit.undo"
            text: root.app.undo.canUndo ? qsTr("Undo: %1").arg(root.app.undo.undoText) : qsTr("Undo")
            group: root.general
            keys: "Ctrl+Z"
            enabled: root.app.undo.canUndo
            onTriggered: root.app.undo.undo()
        },
        Command {
            commandId: "edit.redo"
            text: root.app.undo.canRedo ? qsTr("Redo: %1").arg(root.app.undo.redoText) : qsTr("Redo")
            group: root.general
            keys: "Ctrl+Shift+Z"
            alternateKeys: "Ctrl+Y"
            enabled: root.app.undo.canRedo
            onTriggered: root.app.undo.redo()
        },
        Command {
            commandId: "edit.history"
            text: qsTr("Show the history of changes")
            group: root.general
            keys: "Ctrl+H"
            onTriggered: root.historyRequested()
        },
        Command {
            commandId: "import.open"
            text: qsTr("Import a catalog…")
            group: root.general
            keys: "Ctrl+O"
            onTriggered: root.importRequested()
        },
        Command {
            commandId: "import.paste"
            text: qsTr("Import the URL in the clipboard")
            group: root.general
            keys: "Ctrl+V"
            onTriggered: {
                const url = root.app.clipboardUrl();
                if (url !== "")
                    root.app.requestImport([url]);
                else
                    root.app.announce(qsTr("The clipboard holds no URL"));
            }
        },
        Command {
            commandId: "workspace.open"
            text: qsTr("Open a workspace folder…")
            group: root.general
            keys: "Ctrl+Shift+O"
            onTriggered: root.openFolderRequested()
        },
        Command {
            commandId: "workspace.sample"
            text: qsTr("Open the sample catalog")
            group: root.general
            onTriggered: root.app.session.openSample()
        },
        Command {
            commandId: "workspace.keep"
            text: root.app.session.sample ? qsTr("Keep a copy of the sample…") : qsTr("Keep a copy of the workspace…")
            group: root.general
            enabled: root.app.session.ready
            onTriggered: root.keepRequested()
        },
        Command {
            commandId: "workspace.close"
            text: qsTr("Close the workspace")
            group: root.general
            enabled: root.app.session.ready
            onTriggered: root.app.session.close()
        },
        Command {
            commandId: "workspace.refresh"
            text: qsTr("Look for changes on disk")
            group: root.general
            keys: "Ctrl+R"
            enabled: root.app.session.ready
            onTriggered: root.app.session.refresh()
        },
        Command {
            commandId: "zoom.in"
            text: qsTr("Larger text")
            group: root.general
            keys: "Ctrl++"
            alternateKeys: "Ctrl+="
            onTriggered: root.zoom(0.1)
        },
        Command {
            commandId: "zoom.out"
            text: qsTr("Smaller text")
            group: root.general
            keys: "Ctrl+-"
            onTriggered: root.zoom(-0.1)
        },
        Command {
            commandId: "zoom.reset"
            text: qsTr("Normal text size")
            group: root.general
            keys: "Ctrl+0"
            onTriggered: root.zoom(0)
        },
        Command {
            commandId: "theme.dark"
            text: qsTr("Use dark colours")
            group: root.general
            enabled: !Theme.dark
            onTriggered: Preferences.theme = "dark"
        },
        Command {
            commandId: "theme.light"
            text: qsTr("Use light colours")
            group: root.general
            enabled: Theme.dark
            onTriggered: Preferences.theme = "light"
        },
        Command {
            commandId: "keys.open"
            text: qsTr("Show all keys")
            group: root.general
            keys: "F1"
            alternateKeys: "?"
            onTriggered: root.keysRequested()
        },
        Command {
            commandId: "app.quit"
            text: qsTr("Quit")
            group: root.general
            keys: "Ctrl+Q"
            onTriggered: root.app.requestQuit()
        }
    ]
    Component.onCompleted: {
        for (let i = 0; i < commands.length; ++i)
            app.commands.add(commands[i]);
    }

    // Alt+1 … for the pages: listed in the sheet like every other command.
    Instantiator {
        model: root.app.pages
        delegate: Command {
            required property string pageId
            required property string title
            required property string pageKeys
            commandId: "page." + pageId
            text: qsTr("Go to %1", "name of a page").arg(title)
            group: qsTr("Pages", "group of keyboard commands")
            keys: pageKeys
            inPalette: false
            onTriggered: root.app.navigator.openPage(pageId)
        }
        onObjectAdded: (index, object) => root.app.commands.add(object as Command)
        onObjectRemoved: (index, object) => root.app.commands.remove(object as Command)
    }
}
