pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// The header of DataTable: one tab stop. ←→ choose a column, Enter or Space sorts, Shift+←→ changes the width, ↓ goes to the rows.
Rectangle {
    id: root

    required property list<TableColumn> columns
    /// `lefts`, `widths` and `total` of the columns; a column without width is not shown.
    required property var geometry
    required property string tableName
    /// How far the rows are scrolled sideways.
    required property real contentX
    required property bool mirrored
    required property int sortColumn
    required property bool sortAscending
    property int currentColumn: 0

    signal sortRequested(int column, bool ascending)
    signal widthRequested(int column, real width)
    signal rowsRequested

    height: Theme.rowHeight
    color: Theme.window
    clip: true
    activeFocusOnTab: true
    Accessible.role: Accessible.ColumnHeader
    Accessible.focusable: true
    Accessible.name: columns.length > 0 ? qsTr("Column headers: %1", "name of the current column").arg(columns[currentColumn].title) : tableName

    function step(by: int): void {
        let next = currentColumn + by;
        while (next >= 0 && next < columns.length && geometry.widths[next] === 0)
            next += by;
        if (next >= 0 && next < columns.length)
            currentColumn = next;
    }
    function sortBy(column: int): void {
        if (columns[column].sortable)
            sortRequested(column, sortColumn === column ? !sortAscending : true);
    }
    Keys.onPressed: event => {
        const by = (event.key === Qt.Key_Right) !== mirrored ? 1 : -1;
        if (event.key === Qt.Key_Left || event.key === Qt.Key_Right) {
            if (event.modifiers & Qt.ShiftModifier)
                widthRequested(currentColumn, geometry.widths[currentColumn] + by * 16);
            else if (event.modifiers === Qt.NoModifier)
                step(by);
            else
                return;
        } else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter || event.key === Qt.Key_Space)
            sortBy(currentColumn);
        else if (event.key === Qt.Key_Down)
            rowsRequested();
        else
            return;
        event.accepted = true;
    }

    Item {
        x: -root.contentX
        width: root.geometry.total
        height: parent.height
        Repeater {
            model: root.columns.length
            Item {
                id: head
                required property int index
                readonly property TableColumn spec: root.columns[index]
                x: root.geometry.lefts[index] ?? 0
                width: root.geometry.widths[index] ?? 0
                height: root.height
                visible: width > 0

                HoverHandler {
                    id: headHover
                }
                Rectangle {
                    anchors.fill: parent
                    color: headHover.hovered && head.spec.sortable ? Theme.hover : "transparent"
                    border.width: root.activeFocus && root.currentColumn === head.index ? 2 : 0
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
                        root.currentColumn = head.index;
                        root.sortBy(head.index);
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
                        height: root.height
                        HoverHandler {
                            cursorShape: Qt.SplitHCursor
                        }
                        DragHandler {
                            property real start: 0
                            target: null
                            yAxis.enabled: false
                            onActiveChanged: if (active)
                                start = root.geometry.widths[head.index]
                            onTranslationChanged: if (active)
                                root.widthRequested(head.index, start + translation.x * (root.mirrored ? -1 : 1))
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
