import QtQuick
import Actionscope.App

/// From where the right answers stand in one ranking to where they stand in the other. The lists say the same in their ranks.
SlopeLines {
    id: slopes

    /// ListViews of RankList with their models.
    required property ListView before
    required property ListView after
    /// Anything that changes when the rankings do.
    property var revision

    readonly property real rowHeight: Theme.rowHeight
    readonly property var moves: {
        slopes.revision;
        const list = [];
        const a = before.model, b = after.model;
        for (let row = 0; row < a.count; ++row) {
            const one = a.at(row);
            if (one.grade > 0)
                list.push({
                    name: one.name,
                    from: row,
                    to: b.find("name", one.name)
                });
        }
        for (let row = 0; row < b.count; ++row) {
            const one = b.at(row);
            if (one.grade > 0 && a.find("name", one.name) < 0)
                list.push({
                    name: one.name,
                    from: -1,
                    to: row
                });
        }
        return list;
    }
    function rankOf(row: int): string {
        return row < 0 ? qsTr("not shown", "of a result in a ranking") : "#" + (row + 1);
    }

    up: Theme.deltaUp
    down: Theme.deltaDown
    same: Theme.textMuted
    mirrored: LayoutMirroring.enabled
    lines: moves.map(move => ({
                from: move.from < 0 ? height : (move.from + 0.5) * rowHeight - before.contentY + before.originY,
                to: move.to < 0 ? height : (move.to + 0.5) * rowHeight - after.contentY + after.originY,
                change: move.to < 0 ? "gone" : move.from < 0 ? "new" : move.to < move.from ? "up" : move.to > move.from ? "down" : "same"
            }))
    Accessible.role: Accessible.Graphic
    Accessible.ignored: moves.length === 0
    Accessible.name: qsTr("Right answers from A to B: %1", "list of moves").arg(moves.map(move => move.name + " " + rankOf(move.from) + " → " + rankOf(move.to)).join(", "))
}
