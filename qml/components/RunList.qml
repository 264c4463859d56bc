pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Runs, newest first: what was measured, how it did, and whether its gates hold. Delete removes the current one.
ListView {
    id: list

    property string selected
    signal chosen(string id)
    signal removed(string id)

    clip: true
    activeFocusOnTab: true
    keyNavigationEnabled: true
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: 0
    ScrollBar.vertical: ScrollBar {}
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Runs, newest first")
    Accessible.description: qsTr("Delete removes a run")
    onCurrentItemChanged: if (currentItem && activeFocus)
        chosen(currentItem.runId)
    Keys.onDeletePressed: if (currentItem)
        removed(currentItem.runId)

    delegate: Item {
        id: row
        required property int index
        required property var model
        readonly property string runId: model.id
        readonly property bool chosen: runId === list.selected

        objectName: "benchmarks.run." + runId
        width: ListView.view.width
        height: Theme.rowHeight * 2
        Accessible.role: Accessible.ListItem
        Accessible.name: model.sentence
        Accessible.selected: chosen
        Accessible.onPressAction: list.chosen(runId)

        Rectangle {
            anchors.fill: parent
            anchors.margins: 1
            radius: Theme.radiusSmall
            color: row.chosen ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
            border.width: row.ListView.isCurrentItem && list.activeFocus ? 2 : 0
            border.color: Theme.focusRing
        }
        HoverHandler {
            id: hover
        }
        TapHandler {
            onTapped: {
                list.currentIndex = row.index;
                list.forceActiveFocus(Qt.MouseFocusReason);
                list.chosen(row.runId);
            }
        }
        ColumnLayout {
            anchors.fill: parent
            anchors.leftMargin: Theme.space8
            anchors.rightMargin: Theme.space16
            anchors.topMargin: Theme.space4
            anchors.bottomMargin: Theme.space4
            spacing: 0
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                PlainText {
                    Layout.fillWidth: true
                    value: row.model.title
                    elide: Text.ElideRight
                    font.weight: Font.DemiBold
                    Accessible.ignored: true
                }
                AppIcon {
                    visible: row.model.gate !== ""
                    iconName: row.model.gate === "holds" ? "success" : "error"
                    color: row.model.gate === "holds" ? Theme.success : Theme.error
                    size: Theme.labelSize
                }
                PlainText {
                    visible: row.model.gate !== ""
                    value: row.model.gate === "holds" ? qsTr("gates hold") : qsTr("a gate fails")
                    color: row.model.gate === "holds" ? Theme.success : Theme.error
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
                PlainText {
                    value: row.model.when
                    muted: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space12
                PlainText {
                    Layout.fillWidth: true
                    value: row.model.sets
                    muted: true
                    elide: Text.ElideRight
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
                PlainText {
                    value: "R@5 " + row.model.recall5
                    mono: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
                PlainText {
                    value: "nDCG@10 " + row.model.ndcg10 + (row.model.change === "" ? "" : " " + row.model.change)
                    mono: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
                PlainText {
                    value: "p50 " + row.model.p50
                    mono: true
                    muted: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
            }
        }
    }
}
