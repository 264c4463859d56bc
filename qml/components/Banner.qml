pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
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

    implicitHeight: Math.max(words.implicitHeight, icon.height, buttons.implicitHeight) + 2 * Theme.space8
    color: Theme.surface
    radius: Theme.radiusSmall
    border.width: Theme.borderWidth
    border.color: ink

    Accessible.role: Accessible.AlertMessage
    Accessible.name: text + (detail === "" ? "" : " " + detail)

    // By anchors: the width of the words never depends on their height. In nested layouts a text that wraps, in a banner whose height
    // comes from it, makes them ask each other again and again.
    AppIcon {
        id: icon
        anchors.left: parent.left
        anchors.leftMargin: Theme.space12
        anchors.top: parent.top
        anchors.topMargin: Theme.space8 + 2
        iconName: banner.kind
        color: banner.ink
    }
    Column {
        id: words
        anchors.left: icon.right
        anchors.leftMargin: Theme.space8
        anchors.right: buttons.left
        anchors.rightMargin: Theme.space8
        anchors.top: parent.top
        // One line beside buttons stands in their middle.
        anchors.topMargin: Theme.space8 + Math.max(0, (buttons.implicitHeight - implicitHeight) / 2)
        spacing: 2
        PlainText {
            width: parent.width
            value: banner.text
            wrapMode: Text.Wrap
        }
        PlainText {
            width: parent.width
            visible: banner.detail !== ""
            value: banner.detail
            muted: true
            wrapMode: Text.Wrap
        }
    }
    Row {
        id: buttons
        anchors.right: parent.right
        anchors.rightMargin: Theme.space8
        anchors.top: parent.top
        anchors.topMargin: Theme.space8
        spacing: Theme.space8
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
