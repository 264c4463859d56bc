// Not `ComponentBehavior: Bound`: the TableView of Qt 6.4 cannot make bound delegates.
import QtQuick
import QtQuick.Controls
import Actionscope.App

/// A table over a KeyedTableModel of any size: only visible cells exist.
///
/// Keys: ↑↓ PgUp PgDn Home End move by row, ←→ by cell, Enter opens (`activated`), Space selects when `multiSelect`
/// (Shift+↑↓ extends, Ctrl+A all shown), letters jump by name, Ctrl+Shift+R reads the row. Header: Tab into it, ←→ choose a
/// column, Enter or Space sorts, Shift+←→ changes its width. The current row is kept by key (`currentKey`), so it survives
/// filtering, sorting and reloading; the model sorts by itself on `sortRequested`. Widths are remembered under `objectName`.
FocusScope {
    id: root

    required property AppContext app
    required property KeyedTableModel model
    property list<TableColumn> columns
    property string name: qsTr("Table")

    property string currentKey
    property int currentColumn: 0
    readonly property int currentRow: rowOfCurrent
    property bool multiSelect: false
    property var selectedKeys: ({})
    readonly property int selectedCount: Object.keys(selectedKeys).length

    property int sortColumn: -1
    property bool sortAscending: true
    signal sortRequested(int column, bool ascending)
    signal activated(string key)
    /// Pointer's secondary button or the Menu key, on the row that is current then.
    signal contextMenuRequested(string key, real x, real y)

    Accessible.role: Accessible.Table
    Accessible.name: root.name

    // The TableView of Qt 6.4 does not mirror its columns; ids, methods and paths, which most of them hold, run left to right anyway.
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    // ---- current row -------------------------------------------------------------------------------------------------------
    property int rowOfCurrent: -1
    property int lastRow: 0 // where the current row was, when its key is filtered out
    property int hoveredRow: -1

    onCurrentKeyChanged: follow(true)
    function follow(show: bool): void {
        rowOfCurrent = currentKey === "" ? -1 : model.rowForKey(currentKey);
        if (rowOfCurrent < 0)
            return;
        lastRow = rowOfCurrent;
        if (show)
            showRow(rowOfCurrent);
    }
    function showRow(row: int): void {
        const top = row * Theme.rowHeight;
        if (top < table.contentY)
            table.contentY = top;
        else if (top + Theme.rowHeight > table.contentY + table.height)
            table.contentY = Math.max(0, top + Theme.rowHeight - table.height);
    }
    function moveTo(row: int): void {
        if (model.count === 0)
            return;
        const bounded = Math.max(0, Math.min(model.count - 1, row));
        currentKey = model.keyAt(bounded);
    }
    function isSelected(key: string): bool {
        return selectedKeys[key] === true;
    }
    function setSelected(key: string, on: bool): void {
        const next = Object.assign({}, selectedKeys);
        if (on)
            next[key] = true;
        else
            delete next[key];
        selectedKeys = next;
    }
    function clearSelection(): void {
        selectedKeys = {};
    }

    Connections {
        target: root.model
        property real offset: 0
        property bool wasVisible: false
        function keep(): void {
            wasVisible = root.rowOfCurrent >= 0;
            offset = root.rowOfCurrent * Theme.rowHeight - table.contentY;
            wasVisible = wasVisible && offset > -Theme.rowHeight && offset < table.height;
        }
        // Late results never move the row under the cursor: the current row stays where it is on screen.
        function restore(): void {
            root.follow(false);
            table.forceLayout();
            const highest = Math.max(0, root.model.count * Theme.rowHeight - table.height);
            if (wasVisible && root.rowOfCurrent >= 0)
                table.contentY = Math.max(0, Math.min(highest, root.rowOfCurrent * Theme.rowHeight - offset));
            else if (table.contentY > highest)
                table.contentY = highest;
        }
        function onModelAboutToBeReset(): void {
            keep();
        }
        function onModelReset(): void {
            restore();
        }
        function onLayoutAboutToBeChanged(): void {
            keep();
        }
        function onLayoutChanged(): void {
            restore();
        }
        function onRowsAboutToBeInserted(): void {
            keep();
        }
        function onRowsInserted(): void {
            restore();
        }
        function onRowsAboutToBeRemoved(): void {
            keep();
        }
        function onRowsRemoved(): void {
            restore();
        }
    }
    Component.onCompleted: follow(true)

    // ---- widths ------------------------------------------------------------------------------------------------------------
    property var ownWidths: ({})
    property int widthsVersion: 0
    function widthOf(column: int): real {
        const spec = columns[column];
        if (!isShown(column))
            return 0;
        if (spec.flex) {
            let others = 0;
            for (let i = 0; i < columns.length; ++i)
                if (i !== column)
                    others += widthOf(i);
            return Math.max(spec.minWidth * Theme.scale, tableWidth - others - 1);
        }
        const own = ownWidths[column] ?? Preferences.value(root.objectName + ".width." + spec.columnId, 0);
        return Math.round((own > 0 ? own : spec.width) * Theme.scale);
    }
    function setWidth(column: int, width: real): void {
        const spec = columns[column];
        ownWidths[column] = Math.max(spec.minWidth, Math.min(1200, width / Theme.scale));
        Preferences.setValue(root.objectName + ".width." + spec.columnId, ownWidths[column]);
        relayout();
    }
    function relayout(): void {
        ++widthsVersion;
        table.forceLayout();
    }
    // A plain copy of `width`. Bindings of columns must not read `width` itself: in Qt 6.4 a binding that runs while `width` tells
    // its observers, and makes another of them run, leaves a dangling observer behind.
    property real tableWidth: 0
    onWidthChanged: {
        tableWidth = width;
        relayout();
    }
    function isShown(column: int): bool {
        const spec = columns[column];
        return spec !== undefined && spec !== null && spec.shown && tableWidth >= spec.minTableWidth * Theme.scale;
    }
    Connections {
        target: Theme
        function onSizesChanged(): void {
            root.relayout();
        }
    }

    // ---- header ------------------------------------------------------------------------------------------------------------
    Rectangle {
        id: header
        objectName: root.objectName + ".header"
        width: parent.width
        height: Theme.rowHeight
        color: Theme.window
        clip: true
        activeFocusOnTab: true
        property int currentColumn: 0

        Accessible.role: Accessible.ColumnHeader
        Accessible.focusable: true
        Accessible.name: root.columns.length > 0 ? qsTr("Column headers: %1", "name of the current column").arg(root.columns[currentColumn].title) : root.name

        function step(by: int): void {
            let next = currentColumn + by;
            while (next >= 0 && next < root.columns.length && !root.isShown(next))
                next += by;
            if (next >= 0 && next < root.columns.length)
                currentColumn = next;
        }
        function sortBy(column: int): void {
            if (root.columns[column].sortable)
                root.sortRequested(column, root.sortColumn === column ? !root.sortAscending : true);
        }
        Keys.onPressed: event => {
            const by = (event.key === Qt.Key_Right) !== root.mirroredTable ? 1 : -1;
            if (event.key === Qt.Key_Left || event.key === Qt.Key_Right) {
                if (event.modifiers & Qt.ShiftModifier)
                    root.setWidth(currentColumn, root.widthOf(currentColumn) + by * 16);
                else if (event.modifiers === Qt.NoModifier)
                    step(by);
                else
                    return;
            } else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter || event.key === Qt.Key_Space)
                sortBy(currentColumn);
            else if (event.key === Qt.Key_Down)
                table.forceActiveFocus(Qt.TabFocusReason);
            else
                return;
            event.accepted = true;
        }

        Row {
            x: root.mirroredTable ? header.width - width + table.contentX : -table.contentX
            height: parent.height
            Repeater {
                model: root.columns.length
                Item {
                    id: head
                    required property int index
                    readonly property TableColumn spec: root.columns[index]
                    visible: root.widthsVersion >= 0 && root.isShown(index)
                    width: root.widthsVersion >= 0 ? root.widthOf(index) : 0
                    height: header.height

                    HoverHandler {
                        id: headHover
                    }
                    Rectangle {
                        anchors.fill: parent
                        color: headHover.hovered && head.spec.sortable ? Theme.hover : "transparent"
                        border.width: header.activeFocus && header.currentColumn === head.index ? 2 : 0
                        border.color: Theme.focusRing
                    }
                    Text {
                        anchors.fill: parent
                        anchors.leftMargin: Theme.space8
                        anchors.rightMargin: Theme.space8 + (sortMark.visible ? sortMark.width + 2 : 0)
                        text: head.spec.title
                        textFormat: Text.PlainText
                        elide: Text.ElideRight
                        verticalAlignment: Text.AlignVCenter
                        horizontalAlignment: head.spec.kind === "number" ? Text.AlignRight : Text.AlignLeft
                        font.family: Theme.fontFamily
                        font.pixelSize: Theme.labelSize
                        font.weight: root.sortColumn === head.index ? Font.DemiBold : Font.Normal
                        color: root.sortColumn === head.index ? Theme.text : Theme.textMuted
                        Accessible.role: Accessible.ColumnHeader
                        Accessible.name: root.sortColumn !== head.index ? head.spec.title : root.sortAscending ? qsTr("%1, sorted ascending").arg(head.spec.title) : qsTr("%1, sorted descending").arg(head.spec.title)
                    }
                    AppIcon {
                        id: sortMark
                        visible: root.sortColumn === head.index
                        anchors.right: parent.right
                        anchors.rightMargin: Theme.space8
                        anchors.verticalCenter: parent.verticalCenter
                        size: Theme.labelSize
                        iconName: root.sortAscending ? "sort-up" : "sort-down"
                        color: Theme.text
                    }
                    TapHandler {
                        onTapped: {
                            header.currentColumn = head.index;
                            header.sortBy(head.index);
                        }
                    }
                    Rectangle {
                        // Handle of the width: wider than it looks.
                        visible: !head.spec.flex
                        anchors.right: parent.right
                        width: 1
                        height: parent.height * 0.5
                        anchors.verticalCenter: parent.verticalCenter
                        color: Theme.hairline
                        Item {
                            anchors.centerIn: parent
                            width: 10
                            height: header.height
                            HoverHandler {
                                cursorShape: Qt.SplitHCursor
                            }
                            DragHandler {
                                property real start: 0
                                target: null
                                yAxis.enabled: false
                                onActiveChanged: if (active)
                                    start = root.widthOf(head.index)
                                onTranslationChanged: if (active)
                                    root.setWidth(head.index, start + translation.x * (root.mirroredTable ? -1 : 1))
                            }
                        }
                    }
                }
            }
        }
        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: Theme.borderWidth
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
    }
    readonly property bool mirroredTable: LayoutMirroring.enabled

    // ---- rows --------------------------------------------------------------------------------------------------------------
    property string typed
    Timer {
        id: typeAhead
        interval: 1000
        onTriggered: root.typed = ""
    }

    TableView {
        id: table
        objectName: root.objectName + ".rows"
        anchors.top: header.bottom
        anchors.bottom: parent.bottom
        width: parent.width
        clip: true
        focus: true
        activeFocusOnTab: true
        reuseItems: true
        boundsBehavior: Flickable.StopAtBounds
        keyNavigationEnabled: false
        pointerNavigationEnabled: false
        model: root.model
        columnWidthProvider: column => root.widthOf(column)
        rowHeightProvider: () => Theme.rowHeight
        ScrollBar.vertical: ScrollBar {
            id: bar
        }
        ScrollBar.horizontal: ScrollBar {}

        Accessible.role: Accessible.Table
        Accessible.focusable: true
        Accessible.name: root.rowOfCurrent >= 0 ? root.model.rowName(root.rowOfCurrent) : root.name
        Accessible.description: qsTr("%n row(s)", "", root.model.count)

        onActiveFocusChanged: if (activeFocus && root.rowOfCurrent < 0 && root.currentKey === "" && root.model.count > 0)
            root.moveTo(0)

        Keys.onPressed: event => {
            const page = Math.max(1, Math.floor(table.height / Theme.rowHeight) - 1);
            const at = root.rowOfCurrent >= 0 ? root.rowOfCurrent : root.lastRow;
            const extend = root.multiSelect && (event.modifiers & Qt.ShiftModifier);
            const before = root.currentKey;
            switch (event.key) {
            case Qt.Key_Down:
                root.moveTo(root.rowOfCurrent < 0 ? at : at + 1);
                break;
            case Qt.Key_Up:
                root.moveTo(at - 1);
                break;
            case Qt.Key_PageDown:
                root.moveTo(at + page);
                break;
            case Qt.Key_PageUp:
                root.moveTo(at - page);
                break;
            case Qt.Key_Home:
                root.moveTo(0);
                break;
            case Qt.Key_End:
                root.moveTo(root.model.count - 1);
                break;
            case Qt.Key_Left:
            case Qt.Key_Right:
                if (event.modifiers !== Qt.NoModifier)
                    return;
                root.currentColumn = Math.max(0, Math.min(root.columns.length - 1, root.currentColumn + ((event.key === Qt.Key_Right) !== root.mirroredTable ? 1 : -1)));
                break;
            case Qt.Key_Return:
            case Qt.Key_Enter:
                if (root.rowOfCurrent >= 0)
                    root.activated(root.currentKey);
                break;
            case Qt.Key_Space:
                if (!root.multiSelect || root.typed !== "") {
                    if (root.typed === "")
                        return;
                    root.typeAheadWith(event.text);
                } else if (root.currentKey !== "")
                    root.setSelected(root.currentKey, !root.isSelected(root.currentKey));
                break;
            case Qt.Key_A:
                if (!(event.modifiers & Qt.ControlModifier)) {
                    root.typeAheadWith(event.text);
                    break;
                }
                if (!root.multiSelect)
                    return;
                root.selectAll();
                break;
            case Qt.Key_R:
                if ((event.modifiers & Qt.ControlModifier) && (event.modifiers & Qt.ShiftModifier)) {
                    if (root.rowOfCurrent >= 0)
                        root.app.announce(root.model.rowName(root.rowOfCurrent));
                    break;
                }
                if (event.modifiers & (Qt.ControlModifier | Qt.AltModifier))
                    return;
                root.typeAheadWith(event.text);
                break;
            case Qt.Key_Menu:
                if (root.rowOfCurrent >= 0)
                    root.contextMenuRequested(root.currentKey, Theme.space24, header.height + (root.rowOfCurrent + 1) * Theme.rowHeight - table.contentY);
                break;
            default:
                if (event.text === "" || event.text < " " || (event.modifiers & (Qt.ControlModifier | Qt.AltModifier | Qt.MetaModifier)))
                    return;
                root.typeAheadWith(event.text);
            }
            if (extend && root.currentKey !== before && event.key !== Qt.Key_Space) {
                root.setSelected(before, true);
                root.setSelected(root.currentKey, true);
            }
            event.accepted = true;
        }

        delegate: Rectangle {
            id: cell

            required property int row
            required property int column
            required property string display
            required property var value

            readonly property TableColumn spec: root.columns[column]
            readonly property bool isCurrentRow: row === root.rowOfCurrent
            readonly property bool isCurrentCell: isCurrentRow && column === root.currentColumn
            readonly property bool checked: root.multiSelect && root.selectedCount > 0 && root.isSelected(root.model.keyAt(row))

            implicitWidth: 100
            implicitHeight: Theme.rowHeight
            clip: true
            color: isCurrentRow || checked ? Theme.selection : row === root.hoveredRow ? Theme.hover : Theme.surface
            Accessible.role: Accessible.Cell
            Accessible.name: isCurrentCell ? root.model.rowName(row) : spec ? qsTr("%1: %2", "column, value").arg(spec.title).arg(display) : display
            Accessible.selected: isCurrentRow || checked

            Text {
                visible: !chipLoader.active && !customLoader.active
                anchors.fill: parent
                anchors.leftMargin: Theme.space8
                anchors.rightMargin: Theme.space8
                text: cell.display
                textFormat: Text.PlainText
                elide: cell.spec ? cell.spec.elide : Text.ElideRight
                verticalAlignment: Text.AlignVCenter
                horizontalAlignment: cell.spec && cell.spec.kind === "number" ? Text.AlignRight : Text.AlignLeft
                font.family: cell.spec && (cell.spec.kind === "number" || cell.spec.kind === "mono") ? Theme.monoFamily : Theme.fontFamily
                font.pixelSize: cell.spec && cell.spec.kind === "mono" ? Theme.labelSize : Theme.bodySize
                color: Theme.text
                Accessible.ignored: true
            }
            Loader {
                id: chipLoader
                active: cell.spec && cell.spec.kind === "tier"
                anchors.left: parent.left
                anchors.leftMargin: Theme.space8
                anchors.verticalCenter: parent.verticalCenter
                sourceComponent: TierChip {
                    tier: cell.value ?? Tier.Read
                    compact: cell.width < 120 * Theme.scale
                    Accessible.ignored: true
                }
            }
            Loader {
                id: customLoader
                active: cell.spec && cell.spec.kind === "custom" && cell.spec.cell !== null
                anchors.fill: parent
                anchors.leftMargin: Theme.space8
                anchors.rightMargin: Theme.space8
                sourceComponent: cell.spec ? cell.spec.cell : null
                onLoaded: {
                    item.value = Qt.binding(() => cell.value);
                    item.text = Qt.binding(() => cell.display);
                    item.row = Qt.binding(() => cell.row);
                }
            }
            Rectangle {
                // Focus: the whole row by its edges, the current cell by its frame.
                visible: cell.isCurrentRow && table.activeFocus
                anchors.fill: parent
                color: "transparent"
                border.width: cell.isCurrentCell ? 2 : 0
                border.color: Theme.focusRing
                Rectangle {
                    width: parent.width
                    height: 1
                    color: Theme.focusRing
                }
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: 1
                    color: Theme.focusRing
                }
            }
        }

        HoverHandler {
            onPointChanged: root.hoveredRow = hovered ? root.rowAt(point.position.y) : -1
            onHoveredChanged: if (!hovered)
                root.hoveredRow = -1
        }
        TapHandler {
            acceptedButtons: Qt.LeftButton
            onSingleTapped: (point, button) => root.tapped(point.position, point.modifiers)
            onDoubleTapped: if (root.rowOfCurrent >= 0)
                root.activated(root.currentKey)
        }
        TapHandler {
            acceptedButtons: Qt.RightButton
            onTapped: (point, button) => {
                root.tapped(point.position, Qt.NoModifier);
                root.contextMenuRequested(root.currentKey, point.position.x, point.position.y + header.height);
            }
        }
    }
    function rowAt(y: real): int {
        const row = Math.floor((y + table.contentY) / Theme.rowHeight);
        return row >= 0 && row < model.count ? row : -1;
    }
    function tapped(position: point, modifiers: int): void {
        table.forceActiveFocus(Qt.MouseFocusReason);
        const row = rowAt(position.y);
        if (row < 0)
            return;
        const before = rowOfCurrent;
        const key = model.keyAt(row);
        if (multiSelect && (modifiers & Qt.ControlModifier))
            setSelected(key, !isSelected(key));
        else if (multiSelect && (modifiers & Qt.ShiftModifier) && before >= 0) {
            const next = Object.assign({}, selectedKeys);
            for (let i = Math.min(before, row); i <= Math.max(before, row); ++i)
                next[model.keyAt(i)] = true;
            selectedKeys = next;
        }
        let x = mirroredTable ? width - position.x : position.x + table.contentX;
        for (let i = 0; i < columns.length; ++i) {
            if (x < widthOf(i)) {
                currentColumn = i;
                break;
            }
            x -= widthOf(i);
        }
        currentKey = key;
    }
    function typeAheadWith(text: string): void {
        typed += text;
        typeAhead.restart();
        const row = model.rowForPrefix(typed, typed.length > 1 ? Math.max(-1, rowOfCurrent - 1) : rowOfCurrent);
        if (row >= 0)
            moveTo(row);
    }
    function selectAll(): void {
        const next = {};
        for (let i = 0; i < model.count; ++i)
            next[model.keyAt(i)] = true;
        selectedKeys = next;
    }
    function focusRows(): void {
        table.forceActiveFocus(Qt.OtherFocusReason);
    }

    Rectangle {
        // While the scroll bar is dragged: where in the order one is.
        visible: bar.pressed && root.model.count > 0
        anchors.right: table.right
        anchors.rightMargin: Theme.space16
        y: header.height + Math.max(0, Math.min(table.height - height, bar.position * table.height))
        width: bubble.implicitWidth + Theme.space16
        height: bubble.implicitHeight + Theme.space8
        radius: Theme.radiusSmall
        color: Theme.text
        Text {
            id: bubble
            anchors.centerIn: parent
            text: parent.visible ? root.sortText(Math.max(0, root.rowAt(0))) : ""
            textFormat: Text.PlainText
            horizontalAlignment: Text.AlignLeft
            font.family: Theme.fontFamily
            font.pixelSize: Theme.bodySize
            color: Theme.surface
        }
    }
    function sortText(row: int): string {
        const column = Math.max(0, sortColumn);
        return String(model.data(model.index(row, column)) ?? "").substring(0, 40);
    }
}
