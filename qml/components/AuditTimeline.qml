pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// Records over time as bars. Drag, or ←→ and Shift, brushes a range; Enter applies it, Esc lifts it.
FocusScope {
    id: timeline

    property var bins: []
    property real maximum: 0
    /// Both -1: no range.
    signal brushed(int first, int last)

    property int cursor: bins.length - 1
    property int anchor: cursor
    property bool brushing: false
    readonly property int first: Math.min(anchor, cursor)
    readonly property int last: Math.max(anchor, cursor)

    activeFocusOnTab: true
    Accessible.role: Accessible.Chart
    Accessible.focusable: true
    Accessible.name: qsTr("Records over time")
    Accessible.description: {
        let total = 0;
        for (const bin of bins)
            total += bin.count;
        const here = cursor >= 0 && cursor < bins.length ? bins[cursor] : null;
        return here ? qsTr("%1 records; %2 at %3").arg(Say.number(total)).arg(Say.number(here.count)).arg(here.label) : "";
    }
    onBinsChanged: if (cursor >= bins.length || cursor < 0) {
        cursor = bins.length - 1;
        anchor = cursor;
    }

    Keys.onPressed: event => {
        const step = event.key === Qt.Key_Left ? -1 : event.key === Qt.Key_Right ? 1 : 0;
        if (step !== 0) {
            cursor = Math.max(0, Math.min(bins.length - 1, cursor + step));
            if (!(event.modifiers & Qt.ShiftModifier))
                anchor = cursor;
            brushing = true;
        } else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter) {
            brushed(first, last);
        } else if (event.key === Qt.Key_Escape && brushing) {
            brushing = false;
            brushed(-1, -1);
        } else {
            return;
        }
        event.accepted = true;
    }

    Rectangle {
        anchors.fill: parent
        color: Theme.sunken
        radius: Theme.radiusSmall
        border.width: timeline.activeFocus ? 2 : 0
        border.color: Theme.focusRing
    }
    Row {
        id: bars
        anchors.fill: parent
        anchors.margins: 4
        spacing: 1
        readonly property real step: timeline.bins.length > 0 ? width / timeline.bins.length : 0
        Repeater {
            model: timeline.bins
            Item {
                id: bin
                required property var modelData
                required property int index
                width: bars.step - 1
                height: bars.height
                Rectangle {
                    anchors.fill: parent
                    visible: timeline.brushing && bin.index >= timeline.first && bin.index <= timeline.last
                    color: Theme.selection
                }
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: bin.modelData.count > 0 ? Math.max(2, bin.modelData.count / Math.max(1, timeline.maximum) * parent.height) : 0
                    color: Theme.seriesKeywords
                }
            }
        }
    }
    MouseArea {
        anchors.fill: bars
        function at(x: real): int {
            return Math.max(0, Math.min(timeline.bins.length - 1, Math.floor(x / Math.max(1, bars.step))));
        }
        onPressed: mouse => {
            timeline.forceActiveFocus(Qt.MouseFocusReason);
            timeline.anchor = at(mouse.x);
            timeline.cursor = timeline.anchor;
            timeline.brushing = true;
        }
        onPositionChanged: mouse => timeline.cursor = at(mouse.x)
        onReleased: timeline.brushed(timeline.first, timeline.last)
        onDoubleClicked: {
            timeline.brushing = false;
            timeline.brushed(-1, -1);
        }
    }
}
