pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// F1: every key that works now, by group.
SideSheet {
    id: sheet

    required property AppContext app

    objectName: "keys"
    title: qsTr("Keyboard")
    preferredWidth: 460

    onAboutToShow: list.model = sheet.app.commands.keyTable()
    onOpened: list.forceActiveFocus()

    ListView {
        cacheBuffer: 0 // see Main.qml
        id: list
        objectName: "keys.list"
        anchors.fill: parent
        clip: true
        activeFocusOnTab: true
        keyNavigationEnabled: true
        boundsBehavior: Flickable.StopAtBounds
        highlightMoveDuration: 0
        ScrollBar.vertical: ScrollBar {}
        Accessible.role: Accessible.List
        Accessible.name: sheet.title

        section.property: "modelData.group"
        delegate: Item {
            id: row
            required property int index
            required property var modelData
            objectName: "keys.row." + index
            width: ListView.view.width - Theme.space12
            height: (modelData.first ? Theme.rowHeight + Theme.space8 : 0) + Theme.rowHeight
            Accessible.role: Accessible.ListItem
            Accessible.name: qsTr("%1: %2", "command, its keys").arg(modelData.text).arg(Say.keys(modelData.keys))

            PlainText {
                visible: row.modelData.first
                anchors.left: parent.left
                anchors.bottom: line.top
                anchors.bottomMargin: 2
                value: row.modelData.group
                font.weight: Font.DemiBold
                font.pixelSize: Theme.listTitleSize
                Accessible.role: Accessible.Heading
            }
            Rectangle {
                id: line
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.bottom: parent.bottom
                height: Theme.rowHeight
                radius: Theme.radiusSmall
                color: "transparent"
                border.width: row.ListView.isCurrentItem && list.activeFocus ? 2 : 0
                border.color: Theme.focusRing
                PlainText {
                    anchors.left: parent.left
                    anchors.leftMargin: Theme.space4
                    anchors.right: hints.left
                    anchors.rightMargin: Theme.space8
                    anchors.verticalCenter: parent.verticalCenter
                    value: row.modelData.text
                    elide: Text.ElideRight
                    Accessible.ignored: true
                }
                Row {
                    id: hints
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.space4
                    anchors.verticalCenter: parent.verticalCenter
                    spacing: Theme.space4
                    KeyHint {
                        keys: row.modelData.keys
                    }
                    KeyHint {
                        keys: row.modelData.alternate
                    }
                }
            }
        }
    }
}
