pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What the tried ranking is worth on a query set, in one line. Figures that newer ones are coming for are hatched.
RowLayout {
    id: strip

    required property LabMetrics metrics
    readonly property bool stale: metrics.state === "stale" || metrics.state === "loading"

    spacing: Theme.space12
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Quality on a query set")

    ComboBox {
        objectName: "lab.set"
        implicitWidth: 150 * Theme.scale
        implicitHeight: Math.max(24, Theme.controlHeight - Theme.space4)
        visible: strip.metrics.sets.length > 0
        model: strip.metrics.sets
        currentIndex: strip.metrics.sets.indexOf(strip.metrics.set)
        onModelChanged: currentIndex = Qt.binding(() => strip.metrics.sets.indexOf(strip.metrics.set))
        onActivated: index => strip.metrics.set = strip.metrics.sets[index]
        Accessible.name: qsTr("Query set to measure on")
    }
    Row {
        id: figures
        objectName: "lab.metrics"
        Layout.fillWidth: true
        clip: true
        spacing: Theme.space16
        Accessible.role: Accessible.List
        Accessible.name: strip.stale ? qsTr("Figures, being measured again") : qsTr("Figures")
        Accessible.description: strip.metrics.about
        Repeater {
            model: strip.metrics.figures
            Item {
                id: one
                required property var modelData
                implicitWidth: line.implicitWidth + Theme.space4
                implicitHeight: line.implicitHeight + 2
                Accessible.role: Accessible.ListItem
                Accessible.name: modelData.sentence
                Row {
                    // Hatched: on its way.
                    anchors.fill: parent
                    visible: strip.stale
                    clip: true
                    spacing: 4
                    Repeater {
                        model: strip.stale ? Math.ceil(one.width / 6) : 0
                        Rectangle {
                            width: 2
                            height: one.height
                            color: Theme.hairline
                        }
                    }
                }
                Row {
                    id: line
                    anchors.centerIn: parent
                    spacing: Theme.space4
                    PlainText {
                        anchors.baseline: amount.baseline
                        value: one.modelData.name
                        muted: true
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                    PlainText {
                        id: amount
                        value: one.modelData.value
                        mono: true
                        font.weight: Font.DemiBold
                        Accessible.ignored: true
                    }
                    PlainText {
                        anchors.baseline: amount.baseline
                        visible: one.modelData.delta !== ""
                        value: one.modelData.delta
                        mono: true
                        font.pixelSize: Theme.labelSize
                        color: one.modelData.change === "up" ? Theme.deltaUp : one.modelData.change === "down" ? Theme.deltaDown : Theme.textMuted
                        Accessible.ignored: true
                    }
                }
            }
        }
    }
    PlainText {
        objectName: "lab.metrics.state"
        visible: value !== ""
        muted: true
        elide: Text.ElideRight
        font.pixelSize: Theme.labelSize
        value: {
            switch (strip.metrics.state) {
            case "noSet":
                return qsTr("No query set yet: import one on Benchmarks.");
            case "loading":
                return qsTr("Measuring…");
            case "error":
                return strip.metrics.errorText;
            default:
                return "";
            }
        }
    }
}
