import QtQuick
import Actionscope.App

/// One result of Search Lab: rank, action, tier, score and the parts of the score.
Item {
    id: row

    required property int index
    required property string name
    required property int rank
    required property string title
    required property string method
    required property string endpoint
    required property int tier
    required property real score
    required property string scoreText
    required property var parts
    required property bool curated
    required property bool aboveFloor
    required property bool deprecated
    required property bool adminGate
    required property string sentence
    required property string change
    required property string changeText
    required property string scoreDeltaText

    property bool selected: false
    property bool listFocused: false
    property real scaleMax: 1
    property real floor: -1
    /// The first row below the floor draws the line above itself.
    property bool firstBelow: false
    signal clicked

    objectName: "lab.row." + name
    Accessible.role: Accessible.ListItem
    Accessible.name: sentence
    Accessible.description: title
    Accessible.selected: selected
    Accessible.onPressAction: clicked()

    Item {
        id: line
        visible: row.firstBelow
        width: parent.width
        height: row.firstBelow ? Theme.rowHeight : 0
        Rectangle {
            anchors.verticalCenter: parent.verticalCenter
            anchors.left: parent.left
            anchors.right: caption.left
            anchors.rightMargin: Theme.space8
            height: 1
            color: Theme.border
        }
        PlainText {
            id: caption
            anchors.centerIn: parent
            muted: true
            font.pixelSize: Theme.labelSize
            value: qsTr("floor %1").arg(Say.number(row.floor, 2))
        }
        Rectangle {
            anchors.verticalCenter: parent.verticalCenter
            anchors.left: caption.right
            anchors.leftMargin: Theme.space8
            anchors.right: parent.right
            height: 1
            color: Theme.border
        }
    }

    Rectangle {
        anchors.top: line.bottom
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: 1
        radius: Theme.radiusSmall
        color: row.selected ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
        border.width: row.selected && row.listFocused ? 2 : 0
        border.color: Theme.focusRing
        opacity: row.aboveFloor ? 1 : 0.65

        HoverHandler {
            id: hover
        }
        TapHandler {
            onTapped: row.clicked()
        }
        PlainText {
            id: number
            anchors.left: parent.left
            anchors.leftMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            width: 26 * Theme.scale
            horizontalAlignment: Text.AlignRight
            mono: true
            muted: true
            value: String(row.rank)
            Accessible.ignored: true
        }
        PlainText {
            // Against the baseline: sign and word first, colour last.
            id: moved
            anchors.left: number.right
            anchors.leftMargin: visible ? Theme.space8 : 0
            anchors.verticalCenter: parent.verticalCenter
            visible: row.change !== ""
            width: visible ? 40 * Theme.scale : 0
            mono: true
            font.pixelSize: Theme.labelSize
            font.weight: row.change === "same" ? Font.Normal : Font.DemiBold
            color: row.change === "up" || row.change === "new" ? Theme.deltaUp : row.change === "down" ? Theme.deltaDown : Theme.textMuted
            value: row.changeText
            Accessible.ignored: true
        }
        Column {
            anchors.left: moved.right
            anchors.leftMargin: Theme.space12
            anchors.right: chip.left
            anchors.rightMargin: Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            spacing: 1
            Row {
                width: parent.width
                spacing: Theme.space8
                PlainText {
                    id: actionName
                    width: Math.min(implicitWidth, parent.width - (mark.visible ? mark.width + Theme.space8 : 0))
                    value: row.name
                    elide: Text.ElideRight
                    font.weight: Font.DemiBold
                    Accessible.ignored: true
                }
                PlainText {
                    id: mark
                    anchors.baseline: actionName.baseline
                    visible: value !== ""
                    muted: true
                    font.pixelSize: Theme.captionSize
                    value: [row.curated ? qsTr("curated") : "", row.deprecated ? qsTr("deprecated") : ""].filter(s => s !== "").join(" · ")
                    Accessible.ignored: true
                }
            }
            PlainText {
                width: parent.width
                value: row.title !== "" ? row.title : row.method + " " + row.endpoint
                muted: true
                elide: Text.ElideRight
                font.pixelSize: Theme.labelSize
                Accessible.ignored: true
            }
        }
        TierChip {
            id: chip
            anchors.right: figure.left
            anchors.rightMargin: Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            tier: row.tier
            approval: row.adminGate
        }
        Column {
            id: figure
            anchors.right: bar.left
            anchors.rightMargin: Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            PlainText {
                anchors.right: parent.right
                mono: true
                value: row.scoreText
                Accessible.ignored: true
            }
            PlainText {
                anchors.right: parent.right
                visible: row.scoreDeltaText !== ""
                mono: true
                muted: true
                font.pixelSize: Theme.captionSize
                value: row.scoreDeltaText
                Accessible.ignored: true
            }
        }
        ScoreBar {
            id: bar
            anchors.right: parent.right
            anchors.rightMargin: Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(140 * Theme.scale, row.width * 0.16)
            parts: row.parts
            scaleMax: row.scaleMax
            floor: row.floor
        }
    }
}
