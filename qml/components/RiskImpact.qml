pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What staged changes move: tiers before (rows) and after (columns), and the actions of a chosen cell.
Item {
    id: view

    required property RiskController risk
    property int fromTier: -1
    property int toTier: -1

    RowLayout {
        anchors.fill: parent
        spacing: Theme.space16

        GridLayout {
            id: grid
            objectName: "risk.matrix"
            Layout.alignment: Qt.AlignTop
            columns: 5
            columnSpacing: Theme.space4
            rowSpacing: Theme.space4
            Accessible.role: Accessible.Table
            Accessible.name: qsTr("Actions that move, by tier before and after")

            PlainText {
                value: qsTr("before ↓ after →")
                muted: true
                font.pixelSize: Theme.captionSize
            }
            Repeater {
                model: 4
                TierChip {
                    required property int index
                    compact: true
                    tier: index
                    Layout.alignment: Qt.AlignHCenter
                }
            }
            Repeater {
                model: 20
                Item {
                    id: cell
                    required property int index
                    readonly property int from: Math.floor(index / 5)
                    readonly property int to: index % 5 - 1
                    readonly property int moved: to < 0 ? 0 : (view.risk.matrix[from * 4 + to] ?? 0)
                    implicitWidth: to < 0 ? chip.implicitWidth : 48 * Theme.scale
                    implicitHeight: Math.max(24, Theme.rowHeight)
                    TierChip {
                        id: chip
                        visible: cell.to < 0
                        anchors.verticalCenter: parent.verticalCenter
                        tier: cell.from
                    }
                    Button {
                        objectName: "risk.matrix." + cell.from + "." + cell.to
                        visible: cell.moved > 0
                        anchors.fill: parent
                        text: Say.number(cell.moved)
                        checked: view.fromTier === cell.from && view.toTier === cell.to
                        Accessible.name: qsTr("%1 from %2 to %3").arg(text).arg(Say.tier(cell.from)).arg(Say.tier(cell.to))
                        onClicked: {
                            const same = checked;
                            view.fromTier = same ? -1 : cell.from;
                            view.toTier = same ? -1 : cell.to;
                        }
                    }
                    PlainText {
                        anchors.centerIn: parent
                        visible: cell.to >= 0 && cell.moved === 0
                        muted: true
                        value: "·"
                        Accessible.ignored: true
                    }
                }
            }
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: list
            objectName: "risk.impact"
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: true
            activeFocusOnTab: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Actions that move")
            model: view.risk.impact.filter(c => view.fromTier < 0 || (c.from === view.fromTier && c.to === view.toTier))
            delegate: Item {
                id: line
                required property var modelData
                required property int index
                width: ListView.view.width
                height: Theme.rowHeight
                Accessible.role: Accessible.ListItem
                Accessible.name: qsTr("%1, from %2 to %3").arg(modelData.name).arg(Say.tier(modelData.from)).arg(Say.tier(modelData.to))
                Rectangle {
                    anchors.fill: parent
                    color: "transparent"
                    border.width: line.ListView.isCurrentItem && list.activeFocus ? 2 : 0
                    border.color: Theme.focusRing
                }
                RowLayout {
                    anchors.fill: parent
                    anchors.leftMargin: Theme.space8
                    anchors.rightMargin: Theme.space8
                    spacing: Theme.space4
                    PlainText {
                        Layout.fillWidth: true
                        value: line.modelData.name
                        mono: true
                        elide: Text.ElideMiddle
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                    TierChip {
                        compact: true
                        tier: line.modelData.from
                    }
                    PlainText {
                        value: "→"
                        muted: true
                        Accessible.ignored: true
                    }
                    TierChip {
                        compact: true
                        tier: line.modelData.to
                    }
                }
            }
        }
    }
}
