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
    Component.onCompleted: if (currentPage)
        currentPage.show(app.navigator.params, app.navigator.path)
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
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
    }
    ToastHost {
        objectName: "shell.toasts"
        anchors.horizontalCenter: pageHost.horizontalCenter
        anchors.bottom: strip.top
        anchors.bottomMargin: Theme.space12
        width: Math.min(implicitWidth, pageHost.width - Theme.space32)
        model: shell.app.toasts
        z: 20
    }
    Announcer {
        app: shell.app
    }

    // ---- keys: one Shortcut a command ----------------------------------------------------------------------------------------
    Instantiator {
        model: shell.app.commands
        delegate: Shortcut {
            required property Command command
            required property string keys
            required property string alternateKeys
            required property bool active
            sequences: alternateKeys === "" ? [keys] : [keys, alternateKeys]
            enabled: active && keys !== ""
            context: Qt.WindowShortcut
            onActivated: command.trigger()
        }
    }
}
