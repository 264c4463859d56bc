import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What the tools cost a model's context: everything as a static list, what is listed, and what searching adds.
Rectangle {
    id: card

    required property var cost
    readonly property bool known: cost.everything !== undefined
    readonly property real share: known && cost.everything > 0 ? cost.listed / cost.everything : 0

    implicitHeight: known ? column.implicitHeight + 2 * Theme.space12 : 0
    visible: known
    color: Theme.sunken
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Context cost")

    // By anchors: a wrapped text in a row of a column makes Qt's layouts lose the figure's place when the card appears late.
    component Line: Item {
        id: line
        property string label
        property string figure
        property string note
        Layout.fillWidth: true
        implicitHeight: Math.max(words.implicitHeight, amount.implicitHeight)
        PlainText {
            id: words
            anchors.left: parent.left
            anchors.right: amount.left
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            value: line.label
            muted: true
            wrapMode: Text.Wrap
            font.pixelSize: Theme.labelSize
        }
        PlainText {
            id: amount
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            value: line.figure
            mono: true
            font.pixelSize: Theme.labelSize
            Accessible.name: line.label + ": " + line.figure
        }
    }

    ColumnLayout {
        id: column
        x: Theme.space16
        y: Theme.space12
        width: parent.width - 2 * Theme.space16
        spacing: Theme.space4
        PlainText {
            value: qsTr("Context cost, in tokens (characters / 4)")
            font.weight: Font.DemiBold
            Layout.fillWidth: true
            wrapMode: Text.Wrap
        }
        Line {
            label: qsTr("Every action as a tool")
            figure: "≈ " + Say.number(card.cost.everything ?? 0)
        }
        Line {
            objectName: "gateway.cost.listed"
            label: qsTr("Listed for a new session, %n tool(s)", "", card.cost.listedTools ?? 0)
            figure: "≈ " + Say.number(card.cost.listed ?? 0)
        }
        RowLayout {
            visible: card.cost.level === "warn" || card.cost.level === "alarm"
            Layout.fillWidth: true
            AppIcon {
                iconName: card.cost.level === "alarm" ? "error" : "warning"
                color: card.cost.level === "alarm" ? Theme.error : Theme.warning
            }
            PlainText {
                Layout.fillWidth: true
                value: card.cost.level === "alarm" ? qsTr("Above 50 listed tools models choose badly.") : qsTr("Above 30 listed tools models begin to choose badly.")
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
            }
        }
        Line {
            label: qsTr("Saved each turn")
            figure: (100 * (1 - card.share)).toFixed(1) + " %"
        }
        Line {
            visible: (card.cost.searchMedian ?? 0) > 0
            label: qsTr("A search response, median and most")
            figure: qsTr("%1 / %2").arg(Say.number(card.cost.searchMedian ?? 0)).arg(Say.number(card.cost.searchMax ?? 0))
        }
        Line {
            visible: (card.cost.listChanges ?? 0) > 0
            label: qsTr("Sent anew after %n list change(s)", "", card.cost.listChanges ?? 0)
            figure: "≈ " + Say.number(card.cost.listChangeTokens ?? 0)
        }
    }
}
