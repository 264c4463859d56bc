pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One setting: name, what it does in a line, its control, and Reset when it is not at its default. Hidden when `search` does not
/// occur in its words.
Item {
    id: row

    property string label
    property string effect
    property string search
    property bool changed: false
    default property alias control: slot.data
    signal reset

    readonly property bool matches: search === "" || (label + " " + effect).toLowerCase().includes(search.toLowerCase())
    readonly property bool narrow: width < 520 * Theme.scale

    visible: matches
    implicitHeight: matches ? layout.implicitHeight + Theme.space16 : 0

    GridLayout {
        id: layout
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        columns: row.narrow ? 1 : 2
        columnSpacing: Theme.space24
        rowSpacing: Theme.space8

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2
            PlainText {
                Layout.fillWidth: true
                value: row.label
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                visible: row.effect !== ""
                value: row.effect
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
            }
        }
        RowLayout {
            Layout.alignment: row.narrow ? Qt.AlignLeft : Qt.AlignRight
            spacing: Theme.space8
            ToolButton {
                objectName: row.objectName + ".reset"
                opacity: row.changed ? 1 : 0
                enabled: row.changed
                text: qsTr("Reset %1", "name of a setting").arg(row.label)
                display: AbstractButton.IconOnly
                icon.source: Theme.icon("undo")
                onClicked: row.reset()
            }
            Item {
                id: slot
                implicitWidth: childrenRect.width
                implicitHeight: childrenRect.height
            }
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.hairline
    }
}
