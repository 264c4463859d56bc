import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Closing the window while the gateway serves: whether it goes on.
Dialog {
    id: dialog

    property int sessions
    /// Whether going on means out of sight: in the tray. Else the window is minimised.
    property bool toTray
    signal kept(bool remember)
    signal stopped(bool remember)

    objectName: "quit.dialog"
    anchors.centerIn: Overlay.overlay
    modal: true
    width: Math.min(460 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
    title: qsTr("The gateway is running")
    onAboutToShow: remember.checked = false
    onOpened: keep.forceActiveFocus(Qt.PopupFocusReason)

    contentItem: ColumnLayout {
        spacing: Theme.space12
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            value: dialog.sessions > 0 ? qsTr("%n session(s) would end, and agents could call nothing until it is started again.", "", dialog.sessions) : qsTr("Agents could call nothing until it is started again.")
        }
        PlainText {
            objectName: "quit.where"
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            muted: true
            value: dialog.toTray ? qsTr("Kept running, the window goes to the tray; its icon brings it back.") : qsTr("Kept running, the window is minimised.")
        }
        CheckBox {
            id: remember
            objectName: "quit.remember"
            text: qsTr("Do the same whenever the window is closed")
            Accessible.name: text
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
                    dialog.stopped(remember.checked);
                }
            }
            Button {
                id: keep
                objectName: "quit.keep"
                text: qsTr("Keep running")
                highlighted: true
                onClicked: {
                    dialog.close();
                    dialog.kept(remember.checked);
                }
            }
        }
    }
}
