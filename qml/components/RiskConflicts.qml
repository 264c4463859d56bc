pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Overrides that a person staged and somebody else changed on disk: what each was, what it is there now, and what is staged.
ColumnLayout {
    id: root

    /// Maps of key, base, disk and yours.
    required property var conflicts
    signal mineKept(string key)
    signal theirsTaken(string key)

    spacing: Theme.space8
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Changed by you and on disk")

    component Side: ColumnLayout {
        id: side
        property string title
        property string value
        Layout.fillWidth: true
        Layout.preferredWidth: 1
        Layout.alignment: Qt.AlignTop
        spacing: 0
        PlainText {
            value: side.title
            muted: true
            font.pixelSize: Theme.labelSize
        }
        PlainText {
            Layout.fillWidth: true
            value: side.value
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
        }
    }
    Repeater {
        model: root.conflicts
        Rectangle {
            id: card
            required property var modelData
            required property int index
            objectName: root.objectName + "." + index
            Layout.fillWidth: true
            implicitHeight: body.implicitHeight + 2 * Theme.space8
            color: Theme.sunken
            radius: Theme.radiusCard
            border.width: Theme.borderWidth
            border.color: Theme.highContrast ? Theme.border : Theme.hairline
            Accessible.role: Accessible.ListItem
            Accessible.name: qsTr("%1: when staged %2, on disk now %3, yours %4").arg(modelData.key).arg(modelData.base).arg(modelData.disk).arg(modelData.yours)

            ColumnLayout {
                id: body
                anchors.left: parent.left
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                anchors.margins: Theme.space8
                spacing: Theme.space4
                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    PlainText {
                        Layout.fillWidth: true
                        value: card.modelData.key
                        mono: true
                        elide: Text.ElideMiddle
                    }
                    Button {
                        objectName: card.objectName + ".theirs"
                        text: qsTr("Take theirs")
                        Accessible.name: qsTr("Take theirs: %1").arg(card.modelData.key)
                        onClicked: root.theirsTaken(card.modelData.key)
                    }
                    Button {
                        objectName: card.objectName + ".mine"
                        text: qsTr("Keep mine")
                        Accessible.name: qsTr("Keep mine: %1").arg(card.modelData.key)
                        onClicked: root.mineKept(card.modelData.key)
                    }
                }
                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space12
                    Side {
                        title: qsTr("When you staged it")
                        value: card.modelData.base
                    }
                    Side {
                        title: qsTr("On disk now")
                        value: card.modelData.disk
                    }
                    Side {
                        title: qsTr("Yours")
                        value: card.modelData.yours
                    }
                }
            }
        }
    }
}
