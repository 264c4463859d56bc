pragma ComponentBehavior: Bound

import QtQuick

/// A column of DataTable; its place in `DataTable.columns` is its column in the model.
QtObject {
    /// Stable, for the remembered width: "name".
    property string columnId
    property string title
    /// At 100 % text scale.
    property real width: 120
    property real minWidth: 48
    /// One column of a table may take what the others leave.
    property bool flex: false
    property bool shown: true
    /// Left out while the table is narrower than this (at 100 % text scale).
    property real minTableWidth: 0
    property bool sortable: true
    /// "text", "mono" (ids, code), "number" (mono, trailing), "tier" (value is Tier), "custom" (`cell`).
    property string kind: "text"
    /// Where text that is too long is cut: Text.ElideRight, or ElideMiddle where the end tells rows apart.
    property int elide: Text.ElideRight
    /// Root item with `property var value` (ValueRole), `property string text` (display), `property int row`.
    property Component cell: null
}
