pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// Rail, header, pages, status strip and the layers above them; binds every command's keys.
FocusScope {
    id: shell

    required property AppContext app
    readonly property WorkspacePage currentPage: pageHost.current

    LayoutMirroring.enabled: Theme.mirrored
    LayoutMirroring.childrenInherit: true

    NavigationRail {
        id: rail
        app: shell.app
        anchors.left: parent.left
        anchors.top: parent.top
        anchors.bottom: strip.top
        width: implicitWidth
        wide: shell.width >= 1440 || Preferences.railPinned
    }
    PageHeader {
        id: header
        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: parent.top
        page: shell.currentPage
    }
    Item {
        id: pageHost
        property WorkspacePage current: null
        anchors.left: rail.right
        anchors.right: parent.right
        anchors.top: header.bottom
        anchors.bottom: strip.top

        Repeater {
            id: pages
            model: shell.app.pages
            Loader {
                id: slot
                required property string pageId
                required property url source_
                readonly property bool shownNow: shell.app.navigator.page === pageId
                anchors.fill: parent
                visible: shownNow
                enabled: shownNow
                focus: shownNow
                // A page is made when it is first shown and kept then, with its state.
                onShownNowChanged: shownNow ? open() : leave()
                Component.onCompleted: if (shownNow)
                    open()
                function open(): void {
                    if (status === Loader.Null)
                        setSource(source_, {
                            app: shell.app,
                            pageId: pageId
                        });
                    if (item)
                        take();
                }
                function take(): void {
                    const page = item as WorkspacePage;
                    pageHost.current = page;
                    page.shown = true;
                }
                function leave(): void {
                    if (item)
                        (item as WorkspacePage).shown = false;
                }
                onLoaded: if (shownNow)
                    take()
            }
        }
    }
    // The page that was asked for exists by the time of this signal, because pages load at once.
    Component.onCompleted: {
        if (currentPage)
            currentPage.show(app.navigator.params, app.navigator.path);
        // The command line may have asked before there was a window.
        takeImport();
    }
    Connections {
        target: shell.app.navigator
        function onNavigated(page: string, params: var, path: string): void {
            if (shell.currentPage && shell.currentPage.pageId === page && shell.currentPage.shown)
                shell.currentPage.show(params, path);
        }
    }
    StatusStrip {
        id: strip
        app: shell.app
        onJobsRequested: jobs.open()
        onHistoryRequested: history.open()
        onWorkspaceRequested: from => workspaceMenu.popup(from, 0, -workspaceMenu.implicitHeight - Theme.space4)
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
    }
    ToastHost {
        objectName: "shell.toasts"
        readonly property Item area: shell.currentPage && shell.currentPage.toastArea && shell.currentPage.toastArea.width > 0 ? shell.currentPage.toastArea : pageHost
        // Mapped again whenever the area or the window changes.
        readonly property point corner: (area.width, area.height, pageHost.width, pageHost.height, area.mapToItem(shell, 0, 0))
        x: corner.x + (area.width - width) / 2
        anchors.bottom: strip.top
        anchors.bottomMargin: Theme.space12
        width: Math.min(implicitWidth, area.width - Theme.space32)
        model: shell.app.toasts
        z: 20
    }
    Announcer {
        app: shell.app
    }

    // ---- commands and their keys ---------------------------------------------------------------------------------------------
    ShellCommands {
        app: shell.app
        page: shell.currentPage
        onPaletteRequested: palette.open()
        onJobsRequested: jobs.open()
        onHistoryRequested: history.open()
        onKeysRequested: keySheet.open()
        onImportRequested: importSheet.open()
        onOpenFolderRequested: dialogs.ask("folder")
        onKeepRequested: dialogs.ask("copy")
        onPaneRequested: backwards => shell.nextPane(backwards)
    }
    Instantiator {
        model: shell.app.commands
        delegate: Shortcut {
            required property Command command
            required property var model
            // The name of the role is that of the property too.
            sequences: model.sequences
            enabled: model.sequences.length > 0
            context: Qt.WindowShortcut
            onActivated: command.trigger()
        }
    }
    function nextPane(backwards: bool): void {
        const panes = [rail];
        if (currentPage)
            for (let i = 0; i < currentPage.panes.length; ++i)
                if (currentPage.panes[i].visible)
                    panes.push(currentPage.panes[i]);
        panes.push(strip);
        let at = -1;
        for (let item = Window.activeFocusItem; item && at < 0; item = item.parent)
            at = panes.indexOf(item);
        const count = panes.length;
        const next = panes[at < 0 ? (backwards ? count - 1 : Math.min(1, count - 1)) : (at + (backwards ? count - 1 : 1)) % count];
        if (typeof next.focusInput === "function")
            next.focusInput();
        else {
            next.forceActiveFocus(Qt.TabFocusReason);
            // A pane that cannot show focus itself passes it to the first item in it that can.
            if (Window.activeFocusItem === next && !next.activeFocusOnTab)
                next.nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason);
        }
    }

    // ---- layers --------------------------------------------------------------------------------------------------------------
    PalettePopup {
        id: palette
        app: shell.app
    }
    JobsPopup {
        id: jobs
        app: shell.app
        parent: shell
        x: Theme.mirrored ? Theme.space8 : shell.width - width - Theme.space8
        y: strip.y - height - Theme.space4
    }
    HistoryPopup {
        id: history
        app: shell.app
        parent: shell
        x: Theme.mirrored ? Theme.space8 : shell.width - width - Theme.space8
        y: strip.y - height - Theme.space4
    }
    KeysSheet {
        id: keySheet
        app: shell.app
    }
    ImportSheet {
        id: importSheet
        app: shell.app
        onChooseFiles: dialogs.ask("files")
    }
    FileDialogs {
        id: dialogs
        onFilesChosen: files => shell.app.requestImport(files)
        onFolderChosen: folder => shell.app.session.open(folder)
        onCopyChosen: folder => shell.app.session.keepCopy(folder)
    }
    WorkspaceMenu {
        id: workspaceMenu
        app: shell.app
        onOpenFolderRequested: dialogs.ask("folder")
        onKeepRequested: dialogs.ask("copy")
    }
    Connections {
        target: shell.app
        function onImportRequested(): void {
            if (!shell.takeImport())
                importSheet.open();
        }
    }
    /// False when there is nothing to import.
    function takeImport(): bool {
        const sources = app.takeImportRequest();
        if (sources.length > 0)
            importSheet.start(sources);
        return sources.length > 0;
    }

    // ---- dropping files anywhere ---------------------------------------------------------------------------------------------
    DropArea {
        id: drop
        objectName: "shell.drop"
        anchors.fill: parent
        keys: ["text/uri-list", "text/plain"]
        onDropped: event => {
            const sources = event.hasUrls ? event.urls.map(String) : event.text.split("\n").map(line => line.trim()).filter(line => line !== "");
            event.accept(Qt.CopyAction);
            shell.app.requestImport(sources);
        }
        property int count: 0
        onEntered: event => count = event.hasUrls ? event.urls.length : 1
    }
    Rectangle {
        anchors.fill: parent
        anchors.margins: Theme.space8
        visible: drop.containsDrag
        z: 30
        radius: Theme.radiusCard
        color: Theme.surface
        opacity: 0.96
        border.width: 2
        border.color: Theme.focusRing
        PlainText {
            anchors.centerIn: parent
            value: qsTr("Drop to see what importing %n file(s) would bring", "", drop.count)
            font.pixelSize: Theme.sectionSize
            font.weight: Font.DemiBold
        }
    }
}
