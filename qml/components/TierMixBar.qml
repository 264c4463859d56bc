pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// How actions spread over the tiers: a bar, and under it a legend that is its table. Each entry is a link.
ColumnLayout {
    id: root

    /// Four numbers by Tier.
    property var counts: [0, 0, 0, 0]
    property bool compact: false
    signal tierRequested(int tier)

    readonly property int total: counts[0] + counts[1] + counts[2] + counts[3]

    spacing: Theme.space8

    Row {
        id: bar
        Layout.fillWidth: true
        height: 12
        spacing: 2
        Accessible.role: Accessible.Graphic
        Accessible.name: qsTr("Tier mix: %1 read, %2 write, %3 destructive, %4 catastrophic").arg(Say.number(root.counts[0])).arg(Say.number(root.counts[1])).arg(Say.number(root.counts[2])).arg(Say.number(root.counts[3]))
        readonly property int parts: root.counts.filter(n => n > 0).length
        Repeater {
            model: 4
            Rectangle {
                required property int index
                readonly property color ink: [Theme.readText, Theme.writeText, Theme.destructiveText, Theme.catastrophicText][index]
                readonly property color fill: [Theme.readFill, Theme.writeFill, Theme.destructiveFill, Theme.catastrophicFill][index]
                visible: root.counts[index] > 0
                // A tier with few actions still shows.
                width: root.total > 0 ? Math.max(4, (bar.width - 2 * (bar.parts - 1)) * root.counts[index] / root.total) : 0
                height: 12
                radius: 2
                color: fill
                border.width: 1
                border.color: index < Tier.Destructive ? ink : fill
            }
        }
    }
    Flow {
        Layout.fillWidth: true
        spacing: root.compact ? Theme.space8 : Theme.space16
        Repeater {
            model: 4
            AbstractButton {
                id: entry
                required property int index
                objectName: root.objectName + "." + index
                padding: 2
                focusPolicy: Qt.StrongFocus
                Accessible.role: Accessible.Link
                Accessible.name: qsTr("%1: %2 actions", "tier, number").arg(Say.tier(index)).arg(Say.number(root.counts[index]))
                onClicked: root.tierRequested(index)
                Accessible.onPressAction: clicked()
                Keys.onReturnPressed: clicked()
                Keys.onEnterPressed: clicked()
                background: Rectangle {
                    color: entry.hovered ? Theme.hover : "transparent"
                    radius: Theme.radiusSmall
                    border.width: entry.visualFocus ? 2 : 0
                    border.color: Theme.focusRing
                }
                contentItem: Row {
                    spacing: Theme.space4
                    TierChip {
                        tier: entry.index
                        compact: root.compact
                        Accessible.ignored: true
                    }
                    PlainText {
                        anchors.verticalCenter: parent.verticalCenter
                        value: Say.number(root.counts[entry.index])
                        mono: true
                        Accessible.ignored: true
                    }
                }
            }
        }
    }
}
