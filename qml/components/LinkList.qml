pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A titled card of lines, each of which leads somewhere. `rows` are maps of `text`, `action`, `link`, `severity`.
Rectangle {
    id: root

    property string title
    property string emptyText
    property var rows: []
    signal opened(string link)

    implicitHeight: layout.implicitHeight + 2 * Theme.space12
    color: Theme.surface
    radius: Theme.radiusCard
    border.width: Theme.borderWidth
    border.color: Theme.highContrast ? Theme.border : Theme.hairline
    Accessible.role: Accessible.List
    Accessible.name: title

    ColumnLayout {
        id: layout
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.space12
        anchors.leftMargin: Theme.space8
        anchors.rightMargin: Theme.space8
        spacing: 0

        PlainText {
            Layout.leftMargin: Theme.space4
            Layout.bottomMargin: Theme.space4
            value: root.title
            muted: true
            font.pixelSize: Theme.labelSize
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        PlainText {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space4
            visible: root.rows.length === 0
            value: root.emptyText
            muted: true
            wrapMode: Text.Wrap
        }
        Repeater {
            model: root.rows
            AbstractButton {
                id: line
                required property var modelData
                required property int index
                objectName: root.objectName + "." + index
                Layout.fillWidth: true
                padding: Theme.space4
                focusPolicy: Qt.StrongFocus
                Accessible.role: Accessible.Link
                Accessible.name: qsTr("%1. %2", "what there is, where the link leads").arg(modelData.text).arg(modelData.action)
                onClicked: root.opened(modelData.link)
                Accessible.onPressAction: clicked()
                Keys.onReturnPressed: clicked()
                Keys.onEnterPressed: clicked()
                background: Rectangle {
                    color: line.hovered ? Theme.hover : "transparent"
                    radius: Theme.radiusSmall
                    border.width: line.visualFocus ? 2 : 0
                    border.color: Theme.focusRing
                }
                contentItem: RowLayout {
                    spacing: Theme.space8
                    AppIcon {
                        visible: line.modelData.severity !== ""
                        iconName: line.modelData.severity === "" ? "info" : line.modelData.severity
                        color: line.modelData.severity === "error" ? Theme.error : line.modelData.severity === "warning" ? Theme.warning : Theme.textMuted
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: line.modelData.text
                        wrapMode: Text.Wrap
                        maximumLineCount: 2
                        elide: Text.ElideRight
                        Accessible.ignored: true
                    }
                    PlainText {
                        value: line.modelData.action
                        color: line.modelData.severity !== "" ? Theme.link : Theme.textMuted
                        Accessible.ignored: true
                    }
                }
            }
        }
    }
}
