pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The query sets of the workspace, with what is in them and what can be done with each.
FocusScope {
    id: view

    required property BenchmarksController controller
    signal importRequested
    signal runRequested(string name)
    signal exportRequested(string name)

    ListView {
        id: list
        objectName: "benchmarks.sets.list"
        anchors.fill: parent
        clip: true
        focus: true
        activeFocusOnTab: true
        keyNavigationEnabled: true
        boundsBehavior: Flickable.StopAtBounds
        highlightMoveDuration: 0
        model: view.controller.sets
        ScrollBar.vertical: ScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Query sets")
        Keys.onReturnPressed: if (currentItem && currentItem.usable)
            view.runRequested(currentItem.setName)

        delegate: Item {
            id: row
            required property int index
            required property var model
            readonly property string setName: model.name
            readonly property bool usable: model.problem === ""

            objectName: "benchmarks.set." + setName
            width: ListView.view.width
            height: Math.max(Theme.rowHeight * 1.75, note.visible ? note.implicitHeight + Theme.rowHeight * 1.2 : 0)
            Accessible.role: Accessible.ListItem
            Accessible.name: model.sentence
            Rectangle {
                anchors.fill: parent
                anchors.margins: 1
                radius: Theme.radiusSmall
                color: row.ListView.isCurrentItem ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
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
                }
            }
            RowLayout {
                anchors.fill: parent
                anchors.leftMargin: Theme.space12
                anchors.rightMargin: Theme.space12
                spacing: Theme.space12
                AppIcon {
                    iconName: row.usable ? "file" : "error"
                    color: row.usable ? Theme.textMuted : Theme.error
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 2
                    PlainText {
                        Layout.fillWidth: true
                        value: row.setName
                        font.weight: Font.DemiBold
                        elide: Text.ElideRight
                        Accessible.ignored: true
                    }
                    PlainText {
                        id: note
                        Layout.fillWidth: true
                        visible: !row.usable
                        value: row.model.problem
                        color: Theme.error
                        wrapMode: Text.Wrap
                        maximumLineCount: 3
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                    PlainText {
                        Layout.fillWidth: true
                        visible: row.usable
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                        value: qsTr("%1 queries · %2 judgements · %3 without an answer · queries/%4").arg(row.model.queries).arg(row.model.judgements).arg(row.model.noAnswer).arg(row.model.file)
                        Accessible.ignored: true
                    }
                }
                Button {
                    objectName: "benchmarks.set.export." + row.setName
                    flat: true
                    visible: row.usable
                    text: qsTr("Export…")
                    Accessible.name: qsTr("Export %1").arg(row.setName)
                    onClicked: view.exportRequested(row.setName)
                }
                Button {
                    objectName: "benchmarks.set.run." + row.setName
                    visible: row.usable
                    text: qsTr("Measure…")
                    Accessible.name: qsTr("Measure %1").arg(row.setName)
                    onClicked: view.runRequested(row.setName)
                }
            }
        }
    }
}
