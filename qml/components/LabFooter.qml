pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Below the results of Search Lab: what the baseline had and is gone, what the colours mean, and where the floor is.
ColumnLayout {
    id: footer

    required property LabController lab
    signal whyRequested

    spacing: Theme.space4

    Flow {
        id: goneBand
        objectName: "lab.gone"
        Layout.fillWidth: true
        visible: footer.lab.gone.length > 0
        spacing: Theme.space8
        property bool opened: false
        ToolButton {
            objectName: "lab.gone.toggle"
            text: qsTr("GONE: %n result(s) of the baseline", "", footer.lab.gone.length)
            icon.source: Theme.icon(goneBand.opened ? "chevron-down" : "chevron-right")
            Accessible.description: goneBand.opened ? qsTr("opened") : qsTr("closed")
            onClicked: goneBand.opened = !goneBand.opened
        }
        Repeater {
            model: goneBand.opened ? footer.lab.gone : []
            PlainText {
                required property var modelData
                muted: true
                font.pixelSize: Theme.labelSize
                value: qsTr("%1 (was #%2, %3)", "action, rank, score").arg(modelData.name).arg(modelData.was).arg(modelData.scoreText)
            }
        }
    }
    ScoreLegend {
        objectName: "lab.legend"
        Layout.fillWidth: true
        visible: footer.lab.results.count > 0
        parts: footer.lab.legend
    }
    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space8
        PlainText {
            Layout.fillWidth: true
            muted: true
            elide: Text.ElideRight
            font.pixelSize: Theme.labelSize
            value: footer.lab.showBelowFloor ? qsTr("Floor %1. What is below it is greyed: a search returns it to nobody.").arg(Say.number(footer.lab.floor, 2)) : qsTr("Floor %1 · %2 below it", "floor of the score, number of actions").arg(Say.number(footer.lab.floor, 2)).arg(Say.number(footer.lab.belowFloor))
        }
        Button {
            objectName: "lab.missing"
            flat: true
            visible: footer.lab.query.trim() !== ""
            text: qsTr("Why isn’t X found?")
            Accessible.description: Say.keys("Ctrl+Shift+E")
            onClicked: footer.whyRequested()
        }
        Button {
            objectName: "lab.belowFloor"
            visible: footer.lab.belowFloor > 0 || footer.lab.showBelowFloor
            flat: true
            text: footer.lab.showBelowFloor ? qsTr("Hide") : qsTr("Show")
            Accessible.name: footer.lab.showBelowFloor ? qsTr("Hide what is below the floor") : qsTr("Show what is below the floor")
            onClicked: footer.lab.showBelowFloor = !footer.lab.showBelowFloor
        }
    }
}
