// Not `ComponentBehavior: Bound`: Qt 6.4 does not make the chip's component of a Loader in a Repeater then.
import QtQuick
import Actionscope.App

/// A row of DataTable. There are as many as fit into the view, each shown for another row of the model as the table moves.
Rectangle {
    id: root

    /// `{row: number}`, -1 for none. A new object with every assignment, so that one change tells all cells once, whether the row is
    /// another one or its data are.
    property var place: ({
            row: -1
        })
    required property KeyedTableModel model
    required property list<TableColumn> columns
    /// `lefts` and `widths` of the columns; a column without width is not shown.
    required property var geometry
    required property bool current
    required property bool checked
    required property bool hovered

    /// The data under the pointer are others now: what was pressed must not act on them when it is released.
    signal replaced

    visible: place.row >= 0
    y: place.row * Theme.rowHeight
    height: Theme.rowHeight
    color: current || checked ? Theme.selection : hovered ? Theme.hover : Theme.surface
    Accessible.role: Accessible.Row
    Accessible.name: place.row >= 0 && place.row < model.count ? model.rowName(place.row) : ""
    Accessible.selectable: true
    Accessible.selected: current || checked

    Repeater {
        model: root.columns.length
        Item {
            id: cell

            required property int index
            readonly property TableColumn spec: root.columns[index]
            readonly property bool shown: width > 0
            readonly property bool ownItem: spec.kind === "tier" || (spec.kind === "custom" && spec.cell !== null)
            readonly property string display: shown ? root.model.textAt(root.place.row, index) : ""
            readonly property var value: shown && ownItem ? root.model.valueAt(root.place.row, index) : undefined

            x: root.geometry.lefts[index] ?? 0
            width: root.geometry.widths[index] ?? 0
            height: root.height
            visible: shown
            clip: ownItem
            Accessible.role: Accessible.Cell
            Accessible.name: qsTr("%1: %2", "column, value").arg(spec.title).arg(display)
            Accessible.selectable: true
            Accessible.selected: root.current || root.checked

            Text {
                visible: !cell.ownItem
                anchors.fill: parent
                anchors.leftMargin: Theme.space8
                anchors.rightMargin: Theme.space8
                text: visible ? cell.display : ""
                textFormat: Text.PlainText
                elide: cell.spec.elide
                verticalAlignment: Text.AlignVCenter
                horizontalAlignment: cell.spec.kind === "number" ? Text.AlignRight : Text.AlignLeft
                font.family: cell.spec.kind === "number" || cell.spec.kind === "mono" ? Theme.monoFamily : Theme.fontFamily
                font.pixelSize: cell.spec.kind === "mono" ? Theme.labelSize : Theme.bodySize
                color: Theme.text
                Accessible.ignored: true
            }
            Loader {
                active: cell.spec.kind === "tier"
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
                active: cell.ownItem && cell.spec.kind === "custom"
                anchors.fill: parent
                anchors.leftMargin: Theme.space8
                anchors.rightMargin: Theme.space8
                sourceComponent: cell.spec.cell
                function bind(): void {
                    item.value = Qt.binding(() => cell.value);
                    item.text = Qt.binding(() => cell.display);
                    item.row = Qt.binding(() => root.place.row);
                }
                onLoaded: bind()
                Connections {
                    target: customLoader.active ? root : null
                    function onReplaced(): void {
                        // Takes a press away, and lets the cell read again what it knows by its row.
                        customLoader.enabled = false;
                        customLoader.enabled = true;
                        customLoader.item.row = -1;
                        customLoader.bind();
                    }
                }
            }
        }
    }
}
