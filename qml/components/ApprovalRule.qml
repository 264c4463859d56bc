import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A policy drafted from denials: read, changed, copied, or put in force.
Dialog {
    id: dialog

    required property AppContext app
    signal added(string file, string yaml)
    property string problem

    function openFor(file: string, yaml: string): void {
        name.text = file;
        draft.text = yaml;
        problem = "";
        open();
        draft.forceActiveFocus(Qt.PopupFocusReason);
    }

    objectName: "approvals.rule"
    anchors.centerIn: Overlay.overlay
    modal: true
    width: Math.min(680 * Theme.scale, (parent ? parent.width : 720) - 2 * Theme.space32)
    title: qsTr("Draft a rule")

    contentItem: ColumnLayout {
        spacing: Theme.space8
        PlainText {
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            value: qsTr("In force, calls that match are refused at once, with the message, and nobody is asked. The rules are files: take one away to end it.")
        }
        Rectangle {
            Layout.fillWidth: true
            implicitHeight: 230 * Theme.scale
            radius: Theme.radiusSmall
            color: Theme.surface
            border.width: draft.activeFocus ? 2 : Theme.borderWidth
            border.color: draft.activeFocus ? Theme.focusRing : Theme.border
            ScrollView {
                anchors.fill: parent
                anchors.margins: 2
                TextArea {
                    id: draft
                    objectName: "approvals.rule.text"
                    font.family: Theme.monoFamily
                    font.pixelSize: Theme.labelSize
                    wrapMode: TextEdit.Wrap
                    // The frame is around what scrolls, not part of it.
                    background: null
                    Accessible.name: qsTr("The rule, as YAML")
                    KeyNavigation.priority: KeyNavigation.BeforeItem
                    KeyNavigation.tab: name
                    onTextChanged: dialog.problem = ""
                }
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            PlainText {
                value: "policies/"
                mono: true
                muted: true
            }
            TextField {
                id: name
                objectName: "approvals.rule.file"
                Layout.fillWidth: true
                maximumLength: 200
                Accessible.name: qsTr("Name of the file in policies")
                onTextChanged: dialog.problem = ""
            }
        }
        Banner {
            objectName: "approvals.rule.problem"
            Layout.fillWidth: true
            visible: dialog.problem !== ""
            kind: "error"
            text: dialog.problem
        }
        RowLayout {
            Layout.topMargin: Theme.space8
            Layout.fillWidth: true
            Button {
                objectName: "approvals.rule.copy"
                text: qsTr("Copy")
                icon.source: Theme.icon("copy")
                onClicked: dialog.app.copyText(draft.text)
            }
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "approvals.rule.cancel"
                text: qsTr("Cancel")
                flat: true
                onClicked: dialog.close()
            }
            Button {
                objectName: "approvals.rule.add"
                text: qsTr("Put in force")
                highlighted: true
                enabled: name.text.trim() !== "" && draft.text.trim() !== "" && !dialog.app.session.readOnly
                onClicked: dialog.added(name.text.trim(), draft.text)
            }
        }
    }
}
