import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Closing the window while the gateway serves: whether it goes on.
Dialog {
    id: dialog

    property int sessions
    signal kept
    signal stopped

    objectName: "quit.dialog"
    anchors.centerIn: Overlay.overlay
    modal: true
    width: Math.min(460 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
    title: qsTr("The gateway is running")
    onOpened: keep.forceActiveFocus(Qt.PopupFocusReason)

    contentItem: ColumnLayout {
        spacing: Theme.space12
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            value: dialog.sessions > 0 ? qsTr("%n session(s) would end, and agents could call nothing until it is started again.", "", dialog.sessions) : qsTr("Agents could call nothing until it is started again.")
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "quit.stop"
                text: qsTr("Stop and quit")
                onClicked: {
                    dialog.close();
                    dialog.stopped();
                }
            }
            Button {
                id: keep
                objectName: "quit.keep"
                text: qsTr("Keep running")
                highlighted: true
                onClicked: {
                    dialog.close();
                    dialog.kept();
                }
            }
        }
    }
}
