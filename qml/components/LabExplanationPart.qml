pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// One part of a score: label, share, value; opened, the figures it was computed from.
Item {
    id: part

    required property int index
    required property string nodeId
    required property string label
    required property int depth
    required property string formula
    required property var inputs
    required property real value
    required property string valueText
    required property real share
    required property string series
    required property string sentence
    property bool opened: false
    property bool current: false
    signal chosen

    objectName: "lab.explain." + nodeId
    height: head.height + (opened ? figures.implicitHeight + Theme.space8 : 0)
    Accessible.role: Accessible.TreeItem
    Accessible.name: sentence
    Accessible.description: (opened ? qsTr("opened") : qsTr("closed")) + ". " + formula
    Accessible.onPressAction: opened = !opened

    Rectangle {
        anchors.fill: parent
        anchors.rightMargin: Theme.space8
        radius: Theme.radiusSmall
        color: hover.hovered ? Theme.hover : "transparent"
        border.width: part.current ? 2 : 0
        border.color: Theme.focusRing
    }
    HoverHandler {
        id: hover
    }
    TapHandler {
        onTapped: {
            part.chosen();
            part.opened = !part.opened;
        }
    }
    Item {
        id: head
        width: parent.width - Theme.space8
        height: Theme.rowHeight
        AppIcon {
            id: arrow
            anchors.left: parent.left
            anchors.leftMargin: Theme.space4 + part.depth * Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            size: Theme.labelSize
            iconName: part.opened ? "chevron-down" : "chevron-right"
        }
        PlainText {
            anchors.left: arrow.right
            anchors.leftMargin: Theme.space4
            anchors.right: gauge.left
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            value: part.label
            elide: Text.ElideRight
            font.weight: part.depth === 0 ? Font.DemiBold : Font.Normal
            Accessible.ignored: true
        }
        Item {
            id: gauge
            anchors.right: amount.left
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            width: 90 * Theme.scale
            height: 8
            Rectangle {
                width: Math.max(1, Math.min(1, part.share) * parent.width)
                height: parent.height
                color: part.series === "meaning" ? Theme.seriesMeaning : part.series === "graph" ? Theme.seriesGraph : part.series === "prior" ? Theme.seriesPrior : Theme.seriesKeywords
                opacity: part.depth === 0 ? 1 : 0.6
            }
        }
        PlainText {
            id: amount
            anchors.right: parent.right
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            mono: true
            value: part.valueText
            font.weight: part.depth === 0 ? Font.DemiBold : Font.Normal
            Accessible.ignored: true
        }
    }
    Column {
        id: figures
        visible: part.opened
        anchors.top: head.bottom
        anchors.left: parent.left
        anchors.leftMargin: Theme.space24 + part.depth * Theme.space12
        anchors.right: parent.right
        anchors.rightMargin: Theme.space16
        spacing: 2
        Flow {
            width: parent.width
            spacing: Theme.space12
            Repeater {
                model: part.inputs
                PlainText {
                    required property var modelData
                    value: modelData.name + " " + modelData.value
                    mono: true
                    muted: true
                    font.pixelSize: Theme.labelSize
                }
            }
        }
        PlainText {
            width: parent.width
            value: part.formula
            muted: true
            wrapMode: Text.Wrap
            font.pixelSize: Theme.labelSize
        }
    }
}
