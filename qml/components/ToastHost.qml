pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Toasts at the bottom, newest lowest. Each goes after ten seconds, and waits under the pointer and while it has focus.
Item {
    id: host

    required property ToastModel model
    readonly property int lifeMs: 10000

    implicitWidth: 420 * Theme.scale
    implicitHeight: column.implicitHeight

    Column {
        id: column
        width: parent.width
        anchors.bottom: parent.bottom
        spacing: Theme.space8

        Repeater {
            model: host.model
            Rectangle {
                id: toast
                required property int toastId
                required property string text
                required property string kind
                required property string actionText
                objectName: "shell.toast." + toastId
                width: column.width
                height: line.implicitHeight + Theme.space12
                radius: Theme.radiusCard
                color: Theme.surface
                border.width: Theme.borderWidth
                border.color: Theme.border
                Accessible.role: Accessible.AlertMessage
                Accessible.name: text

                HoverHandler {
                    id: hover
                }
                Timer {
                    interval: host.lifeMs
                    running: !hover.hovered && !action.activeFocus && !close.activeFocus
                    onTriggered: host.model.dismiss(toast.toastId)
                }
                RowLayout {
                    id: line
                    anchors.left: parent.left
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    anchors.leftMargin: Theme.space12
                    anchors.rightMargin: Theme.space4
                    spacing: Theme.space8
                    AppIcon {
                        iconName: toast.kind
                        color: toast.kind === "error" ? Theme.error : toast.kind === "warning" ? Theme.warning : toast.kind === "success" ? Theme.success : Theme.link
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: toast.text
                        wrapMode: Text.Wrap
                        maximumLineCount: 6
                        elide: Text.ElideRight
                    }
                    Button {
                        id: action
                        objectName: toast.objectName + ".action"
                        visible: toast.actionText !== ""
                        flat: true
                        text: toast.actionText
                        onClicked: host.model.runAction(toast.toastId)
                    }
                    ToolButton {
                        id: close
                        objectName: toast.objectName + ".close"
                        text: qsTr("Dismiss")
                        display: AbstractButton.IconOnly
                        icon.source: Theme.icon("close")
                        onClicked: host.model.dismiss(toast.toastId)
                    }
                }
            }
        }
    }
}
