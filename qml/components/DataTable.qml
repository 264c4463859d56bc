pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// A table over a KeyedTableModel of any size: only visible rows exist. It keeps a pool of rows and shows each for the row of the
/// model that is due at its place, so a filter or a jump costs the same wherever the table stands. (The TableView of Qt 6.4 makes
/// all its cells anew on a reset, and walks there row by row from the first.)
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

    // ---- current row -------------------------------------------------------------------------------------------------------
    property int rowOfCurrent: -1
    property int lastRow: 0 // where the current row was, when its key is filtered out
    readonly property int hoveredRow: hover.hovered ? rowAt(hover.point.position.y) : -1

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
    function stepColumn(by: int): void {
        let next = currentColumn + by;
        while (next >= 0 && next < columns.length && widthOf(next) === 0)
            next += by;
        if (next >= 0 && next < columns.length)
            currentColumn = next;
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
            root.held = true;
            wasVisible = root.rowOfCurrent >= 0;
            offset = root.rowOfCurrent * Theme.rowHeight - table.contentY;
            wasVisible = wasVisible && offset > -Theme.rowHeight && offset < table.height;
        }
        // Late results never move the row under the cursor: the current row stays where it is on screen.
        function restore(): void {
            root.follow(false);
            const highest = Math.max(0, root.model.count * Theme.rowHeight - table.height);
            if (wasVisible && root.rowOfCurrent >= 0)
                table.contentY = Math.max(0, Math.min(highest, root.rowOfCurrent * Theme.rowHeight - offset));
            else if (table.contentY > highest)
                table.contentY = highest;
            root.held = false;
            root.place(true);
            for (let slot = 0; slot < pool.count; ++slot)
                (slots.itemAt(slot) as TableRow).replaced();
        }
        function onDataChanged(): void {
            root.place(true);
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
    onModelChanged: if (ready) {
        place(true);
        follow(true);
    }
    property bool ready: false
    Component.onCompleted: {
        ready = true;
        place(true);
        follow(true);
    }

    // ---- columns -----------------------------------------------------------------------------------------------------------
    property var ownWidths: ({})
    property int widthsVersion: 0
    readonly property bool mirroredTable: LayoutMirroring.enabled
    // A plain copy of `width`. Bindings of columns must not read `width` itself: in Qt 6.4 a binding that runs while `width` tells
    // its observers, and makes another of them run, leaves a dangling observer behind.
    property real tableWidth: 0
    onWidthChanged: tableWidth = width

    /// Of each column its left edge and its width, 0 when it is not shown; `total` is what the rows are wide.
    readonly property var geometry: {
        const version = widthsVersion;
        const widths = [];
        let sum = 0, flex = -1;
        for (let i = 0; i < columns.length; ++i) {
            const spec = columns[i];
            const shown = spec.shown && tableWidth >= spec.minTableWidth * Theme.scale;
            if (shown && spec.flex)
                flex = i;
            const own = ownWidths[i] ?? Preferences.value(root.objectName + ".width." + spec.columnId, 0);
            widths.push(shown && !spec.flex ? Math.round((own > 0 ? own : spec.width) * Theme.scale) : 0);
            sum += widths[i];
        }
        if (flex >= 0) {
            widths[flex] = Math.max(columns[flex].minWidth * Theme.scale, tableWidth - sum - 1);
            sum += widths[flex];
        }
        const total = Math.max(sum, tableWidth);
        const lefts = [];
        let x = 0;
        for (const width of widths) {
            lefts.push(mirroredTable ? total - x - width : x);
            x += width;
        }
        return {
            lefts,
            widths,
            total,
            version
        };
    }
    onGeometryChanged: if (mirroredTable)
        table.contentX = Math.max(0, geometry.total - tableWidth)
    function widthOf(column: int): real {
        return geometry.widths[column] ?? 0;
    }
    function setWidth(column: int, width: real): void {
        const spec = columns[column];
        ownWidths[column] = Math.max(spec.minWidth, Math.min(1200, width / Theme.scale));
        Preferences.setValue(root.objectName + ".width." + spec.columnId, ownWidths[column]);
        ++widthsVersion;
    }

    TableHeader {
        id: header
        objectName: root.objectName + ".header"
        width: parent.width
        columns: root.columns
        geometry: root.geometry
        tableName: root.name
        contentX: table.contentX
        mirrored: root.mirroredTable
        sortColumn: root.sortColumn
        sortAscending: root.sortAscending
        onSortRequested: (column, ascending) => root.sortRequested(column, ascending)
        onWidthRequested: (column, width) => root.setWidth(column, width)
        onRowsRequested: table.forceActiveFocus(Qt.TabFocusReason)
    }

    // ---- rows --------------------------------------------------------------------------------------------------------------
    property string typed
    Timer {
        id: typeAhead
        interval: 1000
        onTriggered: root.typed = ""
    }

    ListModel {
        id: pool
    }
    // While the model changes, the rows wait until it is known where the table will stand.
    property bool held: false
    Connections {
        target: Theme
        function onSizesChanged(): void {
            root.place(false);
        }
    }
    /// Gives each row of the pool the row of the model it is to show; `again`: also where that is the same row, its data are not.
    function place(again: bool): void {
        if (held || !ready)
            return;
        const wanted = Math.ceil(table.height / Theme.rowHeight) + 1;
        while (pool.count < wanted)
            pool.append({
                slot: pool.count
            });
        const count = model.count;
        const size = pool.count;
        const first = Math.max(0, Math.floor(table.contentY / Theme.rowHeight));
        for (let slot = 0; slot < size; ++slot) {
            // A row of the model always comes to the same slot: scrolling by one row concerns one slot.
            const due = first + ((slot - first) % size + size) % size;
            const row = due < count ? due : -1;
            const item = slots.itemAt(slot) as TableRow;
            if (item === null || (!again && item.place.row === row))
                continue;
            item.place = {
                row
            };
        }
    }

    Flickable {
        id: table
        objectName: root.objectName + ".rows"
        anchors.top: header.bottom
        anchors.bottom: parent.bottom
        width: parent.width
        clip: true
        focus: true
        activeFocusOnTab: true
        boundsBehavior: Flickable.StopAtBounds
        flickableDirection: Flickable.AutoFlickIfNeeded
        contentWidth: root.geometry.total
        contentHeight: root.model.count * Theme.rowHeight
        onContentYChanged: root.place(false)
        onHeightChanged: root.place(false)
        ScrollBar.vertical: ScrollBar {
            id: bar
        }
        ScrollBar.horizontal: ScrollBar {}

        Repeater {
            id: slots
            model: pool
            TableRow {
                width: root.geometry.total
                model: root.model
                columns: root.columns
                geometry: root.geometry
                current: place.row >= 0 && place.row === root.rowOfCurrent
                checked: root.multiSelect && root.selectedCount > 0 && place.row >= 0 && place.row < root.model.count && root.isSelected(root.model.keyAt(place.row))
                hovered: place.row === root.hoveredRow
            }
        }
        Item {
            // Focus: the whole row by its edges, the current cell by its frame.
            visible: table.activeFocus && root.rowOfCurrent >= 0
            z: 1
            y: root.rowOfCurrent * Theme.rowHeight
            width: root.geometry.total
            height: Theme.rowHeight
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
            Rectangle {
                x: root.geometry.lefts[root.currentColumn] ?? 0
                width: root.widthOf(root.currentColumn)
                height: parent.height
                visible: width > 0
                color: "transparent"
                border.width: 2
                border.color: Theme.focusRing
            }
        }

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
                root.stepColumn((event.key === Qt.Key_Right) !== root.mirroredTable ? 1 : -1);
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

        HoverHandler {
            id: hover
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
        const x = position.x + table.contentX;
        const column = geometry.lefts.findIndex((left, i) => x >= left && x < left + geometry.widths[i]);
        if (column >= 0)
            currentColumn = column;
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
        return model.textAt(row, column).substring(0, 40);
    }
}
