pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// Root of every page. The shell fills in `app`, shows `title` and `subtitle` in the header with `headerActions` at its end, adds
/// `commands` while the page is shown, and moves between `panes` on F6.
///
///     WorkspacePage {
///         id: page
///         pageId: "catalog"
///         title: qsTr("Catalog")
///         subtitle: controller.countText
///         filterField: filter                       // what / focuses
///         panes: [filter, table, inspector]         // in reading order, for F6
///         initialFocus: table
///         busy: controller.busy                     // a screenshot waits for it
///         headerActions: Component { Button { … } }
///         commands: [ Command { commandId: "catalog.import"; text: qsTr("Import…"); keys: "Ctrl+O"; onTriggered: … } ]
///         onShow: (params, path) => controller.show(params, path)     // a link or history asks for a state
///         // tell the state as it changes: app.navigator.update({q: filter.text, sel: table.currentKey})
///         CatalogController { id: controller; session: page.app.session }
///         StateView { anchors.fill: parent; view: page.forcedState || controller.state … }
///     }
FocusScope {
    id: page

    required property AppContext app
    property string pageId
    property string title
    property string subtitle
    property Component headerActions: null
    property list<Command> commands
    property list<Item> panes
    property Item initialFocus: null
    /// An item with `focusInput()`.
    property Item filterField: null
    /// Ctrl+I toggles it, when the page has one.
    property Inspector inspectorPane: null
    property bool busy: false
    /// Where toasts may lie, at the bottom of it; null: anywhere on the page. For pages with something at their foot that nothing may
    /// cover.
    property Item toastArea: null
    /// Whether the page is the one on screen.
    property bool shown: false
    /// In a screenshot run the state to show, else "".
    readonly property string forcedState: app.forcedState

    /// Puts the keyboard where work on the page begins: on `initialFocus`, or where that is not to be seen (nothing imported yet) on
    /// the first thing that can be done. A person who walks through the rail is left there.
    function takeFocus(): void {
        const holder = Window.activeFocusItem;
        const within = page.activeFocus && holder && holder !== page;
        if (!shown || within || (holder && holder.objectName.startsWith("shell.rail")))
            return;
        const start = initialFocus && initialFocus.visible && initialFocus.enabled ? initialFocus : page;
        start.forceActiveFocus(Qt.OtherFocusReason);
        if (Window.activeFocusItem === start && !start.activeFocusOnTab)
            start.nextItemInFocusChain(true).forceActiveFocus(Qt.OtherFocusReason);
    }

    /// Asks the page to show a state of its own: values are strings, `path` is what follows the page in the link.
    signal show(var params, string path)

    objectName: "shell.page." + pageId
    Accessible.role: Accessible.Pane
    Accessible.name: title

    onShownChanged: {
        if (!app)
            return;
        if (shown)
            Qt.callLater(page.takeFocus);
        for (let i = 0; i < commands.length; ++i) {
            if (commands[i].group === "")
                commands[i].group = Qt.binding(() => page.title);
            if (shown)
                app.commands.add(commands[i]);
            else
                app.commands.remove(commands[i]);
        }
    }
    Component.onDestruction: {
        if (!app)
            return;
        for (let i = 0; i < commands.length; ++i)
            app.commands.remove(commands[i]);
    }
}
