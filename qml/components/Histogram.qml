pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// Bars with their numbers and labels: maps of `label`, `count` and `share` (of the highest).
Item {
    id: chart

    property var bins: []
    property string title

    Accessible.role: Accessible.Chart
    Accessible.name: title
    Accessible.description: bins.map(bin => qsTr("from %1: %2", "lower bound of a bin, its count").arg(bin.label).arg(Say.number(bin.count))).join(", ")

    Row {
        anchors.fill: parent
        spacing: 2
        Repeater {
            model: chart.bins
            Item {
                id: bar
                required property var modelData
                width: Math.min(56 * Theme.scale, (chart.width - 2 * chart.bins.length) / Math.max(1, chart.bins.length))
                height: chart.height
                PlainText {
                    id: label
                    anchors.bottom: parent.bottom
                    anchors.horizontalCenter: parent.horizontalCenter
                    value: bar.modelData.label
                    muted: true
                    font.pixelSize: Theme.captionSize
                    Accessible.ignored: true
                }
                Rectangle {
                    id: body
                    anchors.bottom: label.top
                    anchors.bottomMargin: 2
                    width: parent.width
                    height: Math.max(bar.modelData.count > 0 ? 1 : 0, bar.modelData.share * (parent.height - 2 * label.height - 6))
                    color: Theme.seriesKeywords
                }
                PlainText {
                    anchors.bottom: body.top
                    anchors.bottomMargin: 1
                    anchors.horizontalCenter: parent.horizontalCenter
                    visible: bar.modelData.count > 0
                    value: Say.number(bar.modelData.count)
                    font.pixelSize: Theme.captionSize
                    Accessible.ignored: true
                }
            }
        }
    }
}
