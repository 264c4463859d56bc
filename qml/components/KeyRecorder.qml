pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Takes the next key combination for a command. Esc leaves everything as it was.
Dialog {
    id: dialog

    required property AppContext app
    property string commandId
    property string message

    objectName: "keyRecorder"
    width: 420 * Math.min(Theme.scale, 1.4)

    function record(command: string, text: string): void {
        commandId = command;
        title = qsTr("Keys for “%1”").arg(text);
        message = "";
        open();
        field.forceActiveFocus();
    }

    contentItem: ColumnLayout {
        spacing: Theme.space12
        Rectangle {
            id: field
            objectName: "keyRecorder.field"
            Layout.fillWidth: true
            implicitHeight: Theme.controlHeight * 1.5
            radius: Theme.radiusSmall
            color: Theme.sunken
            border.width: activeFocus ? 2 : Theme.borderWidth
            border.color: activeFocus ? Theme.focusRing : Theme.border
            focus: true
            activeFocusOnTab: true
            Accessible.role: Accessible.HotkeyField
            Accessible.name: qsTr("Press the new keys")
            Accessible.focusable: true

            PlainText {
                anchors.centerIn: parent
                value: qsTr("Press the new keys")
                muted: true
            }
            Keys.onShortcutOverride: event => event.accepted = event.key !== Qt.Key_Escape
            Keys.onPressed: event => {
                if (event.key === Qt.Key_Escape || event.key === Qt.Key_Tab)
                    return;
                event.accepted = true;
                const keys = dialog.app.keysOf(event.key, event.modifiers);
                if (keys === "")
                    return;
                const holder = dialog.app.commands.rebind(dialog.commandId, keys);
                if (holder === "")
                    dialog.close();
                else
                    dialog.message = qsTr("%1 already belongs to “%2”.").arg(Say.keys(keys)).arg(dialog.app.commands.find(holder).text);
            }
        }
        PlainText {
            Layout.fillWidth: true
            visible: dialog.message !== ""
            value: dialog.message
            color: Theme.error
            wrapMode: Text.Wrap
            Accessible.role: Accessible.AlertMessage
        }
    }
    footer: DialogButtonBox {
        Button {
            objectName: "keyRecorder.cancel"
            text: qsTr("Cancel")
            DialogButtonBox.buttonRole: DialogButtonBox.RejectRole
        }
    }
    onRejected: close()
}
