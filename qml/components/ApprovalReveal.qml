import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Why the personal data of a request is to be shown: the reason comes first, and into the audit log.
Dialog {
    id: dialog

    property int count
    signal decided(string reason)
    readonly property bool ready: reason.text.trim() !== ""

    function openFor(count: int): void {
        dialog.count = count;
        reason.text = "";
        open();
        reason.forceActiveFocus(Qt.PopupFocusReason);
    }
    function show(): void {
        if (!ready)
            return;
        close();
        decided(reason.text.trim());
    }

    objectName: "approvals.revealing"
    anchors.centerIn: Overlay.overlay
    modal: true
    width: Math.min(520 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
    title: qsTr("Show %n personal value(s)", "", count)

    contentItem: ColumnLayout {
        spacing: Theme.space8
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            value: qsTr("What stands behind the placeholders is shown until you go on to something else. That you looked, and why, is recorded in the audit log. Secrets stay hidden.")
        }
        TextField {
            id: reason
            objectName: "approvals.revealing.reason"
            Layout.fillWidth: true
            maximumLength: 500
            placeholderText: qsTr("Why you need to see it, for example: is it our own customer?")
            Accessible.name: qsTr("Reason for showing personal data, recorded in the audit log")
            Keys.onReturnPressed: dialog.show()
        }
        RowLayout {
            Layout.topMargin: Theme.space8
            Layout.fillWidth: true
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "approvals.revealing.cancel"
                text: qsTr("Cancel")
                flat: true
                onClicked: dialog.close()
            }
            Button {
                objectName: "approvals.revealing.show"
                text: qsTr("Show and record")
                highlighted: true
                enabled: dialog.ready
                onClicked: dialog.show()
            }
        }
    }
}
