pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A state of the page, said in a line: icon, words and what can be done. `kind` is "info", "warning", "error" or "success".
Rectangle {
    id: banner

    property string kind: "info"
    property string text
    property string detail
    /// Buttons: list of Action.
    property list<Action> actions
    /// What the buttons are made of, when it is not `actions`.
    property var model: actions
    property bool closable: false
    signal closed

    readonly property color ink: kind === "error" ? Theme.error : kind === "warning" ? Theme.warning : kind === "success" ? Theme.success : Theme.link

    implicitHeight: layout.implicitHeight + 2 * Theme.space8
    color: Theme.surface
    radius: Theme.radiusSmall
    border.width: Theme.borderWidth
    border.color: ink

    Accessible.role: Accessible.AlertMessage
    Accessible.name: text + (detail === "" ? "" : " " + detail)

    RowLayout {
        id: layout
        // Its height is its own: filling the banner, whose height comes from it, would go round in circles.
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.space8
        anchors.leftMargin: Theme.space12
        spacing: Theme.space8

        AppIcon {
            Layout.alignment: Qt.AlignTop
            Layout.topMargin: 2
            iconName: banner.kind
            color: banner.ink
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2
            PlainText {
                Layout.fillWidth: true
                value: banner.text
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                visible: banner.detail !== ""
                value: banner.detail
                muted: true
                wrapMode: Text.Wrap
            }
        }
        Repeater {
            model: banner.model
            Button {
                required property Action modelData
                required property int index
                objectName: banner.objectName + ".action." + index
                action: modelData
            }
        }
        ToolButton {
            visible: banner.closable
            objectName: banner.objectName + ".close"
            text: qsTr("Close")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("close")
            onClicked: banner.closed()
        }
    }
}
