pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import Actionscope.App

/// One line of a table of metrics: name, where, A, B, difference, interval, verdict.
RowLayout {
    id: line

    property var cells: []
    property bool heading: false
    property bool strong: false
    property string change

    readonly property var widths: [88, 96, 46, 46, 52, 112, 0]
    spacing: Theme.space8

    Repeater {
        // By number: a list would make the items anew at each new figure, and a layout that nobody sees keeps those that are gone.
        model: line.cells.length
        PlainText {
            required property int index
            readonly property bool figure: index >= 2 && index <= 5
            Layout.preferredWidth: line.widths[index] * Theme.scale
            Layout.fillWidth: index === 6
            Layout.leftMargin: index === 0 ? Theme.space4 : 0
            value: line.cells[index] ?? ""
            elide: Text.ElideRight
            mono: figure && !line.heading
            muted: line.heading || index === 1 || (index === 6 && !line.strong)
            horizontalAlignment: figure ? Text.AlignRight : Text.AlignLeft
            font.pixelSize: Theme.labelSize
            font.weight: line.strong && (index === 4 || index === 6) ? Font.DemiBold : Font.Normal
            color: index === 4 && line.change === "up" ? Theme.deltaUp : index === 4 && line.change === "down" ? Theme.deltaDown : muted ? Theme.textMuted : Theme.text
            Accessible.ignored: true
        }
    }
}
