import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Why not: a reason that the caller is told, picked or written, and a note that it is not.
Dialog {
    id: dialog

    required property AppContext app
    property string action
    /// The ticked requests in words; empty when it is the one on screen.
    property string what
    property int count: 1
    readonly property bool ticked: what !== ""
    signal decided(string reason, string note)
    readonly property bool ready: reason.text.trim() !== ""

    function openFor(what: string): void {
        dialog.what = what;
        reason.text = "";
        note.text = "";
        open();
        reason.forceActiveFocus(Qt.PopupFocusReason);
    }
    function deny(): void {
        if (!ready)
            return;
        close();
        decided(reason.text.trim(), note.text.trim());
    }

    objectName: "approvals.denial"
    anchors.centerIn: Overlay.overlay
    modal: true
    width: Math.min(520 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
    title: ticked ? qsTr("Deny %n request(s)", "", count) : qsTr("Deny %1", "an action").arg(action)

    contentItem: ColumnLayout {
        spacing: Theme.space8
        PlainText {
            objectName: "approvals.denial.what"
            Layout.fillWidth: true
            visible: dialog.ticked
            value: qsTr("%1. Every caller is told the same reason.", "list of requests").arg(dialog.what)
            wrapMode: Text.Wrap
        }
        PlainText {
            value: qsTr("Reason (the caller is told)")
        }
        TextField {
            id: reason
            objectName: "approvals.reason"
            Layout.fillWidth: true
            maximumLength: 500
            placeholderText: qsTr("For example: use the retention policy instead")
            Accessible.name: qsTr("Reason for the denial, told to the caller")
            Keys.onReturnPressed: dialog.deny()
        }
        Flow {
            Layout.fillWidth: true
            spacing: Theme.space4
            Repeater {
                model: [qsTr("Not needed for the task"), qsTr("Wrong target"), qsTr("Ask the owner first"), qsTr("Do it by hand")]
                Button {
                    required property string modelData
                    required property int index
                    objectName: "approvals.reason.pick." + index
                    flat: true
                    text: modelData
                    onClicked: reason.text = modelData
                }
            }
        }
        PlainText {
            value: qsTr("Note for other approvers (optional)")
        }
        TextField {
            id: note
            objectName: "approvals.denialNote"
            Layout.fillWidth: true
            maximumLength: 1000
            Accessible.name: qsTr("Note for other approvers")
            Keys.onReturnPressed: dialog.deny()
        }
        RowLayout {
            Layout.topMargin: Theme.space8
            Layout.fillWidth: true
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "approvals.denial.cancel"
                text: qsTr("Cancel")
                flat: true
                onClicked: dialog.close()
            }
            Button {
                objectName: "approvals.denial.deny"
                text: dialog.ticked ? qsTr("Deny %n request(s)", "", dialog.count) : qsTr("Deny the request")
                highlighted: true
                enabled: dialog.ready
                onClicked: dialog.deny()
            }
        }
    }
}
