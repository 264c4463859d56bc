import QtQuick
import Actionscope.App

/// A floor on a plot of scores from 0 to 1: a line with a halo and its name.
Item {
    id: line

    property real plotWidth: 100
    property real offset: 0
    property real at: 0
    property string text
    property bool thin: false
    property real labelY: 0
    /// The name stands before the line: where the line that comes next would cross it.
    property bool labelBefore: false
    readonly property real labelWidth: label.implicitWidth + Theme.space24
    readonly property real labelX: labelBefore ? -label.implicitWidth - Theme.space12 : Theme.space12

    x: offset + at * plotWidth - 2
    width: 4

    Rectangle {
        anchors.horizontalCenter: parent.horizontalCenter
        width: line.thin ? 3 : 6
        height: parent.height
        color: Theme.surface
        Rectangle {
            anchors.horizontalCenter: parent.horizontalCenter
            width: line.thin ? 1 : 2
            height: parent.height
            color: line.thin ? Theme.textMuted : Theme.text
        }
    }
    Rectangle {
        x: line.labelX - Theme.space4
        y: label.y
        width: label.implicitWidth + Theme.space8
        height: label.implicitHeight
        color: Theme.surface
        opacity: 0.85
        visible: label.value !== ""
    }
    PlainText {
        id: label
        x: line.labelX
        y: Theme.space24 + line.labelY
        value: line.text
        muted: line.thin
        font.pixelSize: Theme.labelSize
        font.weight: line.thin ? Font.Normal : Font.DemiBold
    }
}
