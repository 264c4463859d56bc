import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A tuned ranking before it is written: its name, what was measured, and the diff of its file.
SideSheet {
    id: sheet

    required property AppContext app
    required property LabTuning tuning
    /// Lines that go into the file as comments, so that a reviewer sees why.
    property var evidence: []

    objectName: "lab.presetSheet"
    title: qsTr("Save the configuration as a preset")
    preferredWidth: 720

    function review(): void {
        nameField.text = tuning.suggestedName;
        descriptionField.text = tuning.preset === tuning.suggestedName ? tuning.description : "";
        open();
        nameField.forceActiveFocus(Qt.OtherFocusReason);
        nameField.selectAll();
        plan();
    }
    function plan(): void {
        sheet.tuning.plan(nameField.text, descriptionField.text, evidenceBox.checked ? sheet.evidence : []);
    }
    function save(): void {
        // What is written is what was shown: a change that was not planned yet is shown first.
        if (later.running) {
            later.stop();
            plan();
        } else {
            sheet.tuning.file.save();
        }
    }
    onClosed: tuning.file.forget()

    Connections {
        target: sheet.tuning
        function onSaved(): void {
            sheet.close();
        }
    }
    Timer {
        id: later
        interval: 250
        onTriggered: sheet.plan()
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened && sheet.tuning.file.state === "ready"
        onActivated: sheet.save()
    }

    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("The file holds only what differs from the built-in preset. Saving can be undone.")
            }
            Button {
                objectName: "lab.preset.save"
                highlighted: true
                text: sheet.tuning.file.state === "saving" ? qsTr("Saving…") : qsTr("Save")
                enabled: sheet.tuning.file.state === "ready"
                onClicked: sheet.save()
                KeyHint {
                    visible: false
                    keys: "Ctrl+S"
                }
            }
        }
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space12

        Banner {
            objectName: "lab.preset.problem"
            Layout.fillWidth: true
            visible: sheet.tuning.file.state === "error"
            kind: "error"
            text: qsTr("This cannot be saved. Nothing was written.")
            detail: sheet.tuning.file.errorText
        }
        Banner {
            objectName: "lab.preset.inForce"
            Layout.fillWidth: true
            visible: sheet.tuning.saveInForce
            kind: "warning"
            text: qsTr("Everybody searches with this preset")
            detail: qsTr("Saving it changes what agents find at once. Save under another name to try it first.")
        }
        GridLayout {
            Layout.fillWidth: true
            columns: 2
            columnSpacing: Theme.space12
            rowSpacing: Theme.space8
            PlainText {
                value: qsTr("Name")
            }
            TextField {
                id: nameField
                objectName: "lab.preset.name"
                Layout.fillWidth: true
                maximumLength: 64
                font.family: Theme.monoFamily
                Accessible.name: qsTr("Name of the preset")
                Accessible.description: qsTr("Small letters, digits and hyphens")
                validator: RegularExpressionValidator {
                    regularExpression: /[a-z0-9-]*/
                }
                onTextEdited: later.restart()
            }
            PlainText {
                value: qsTr("What it is for")
            }
            TextField {
                id: descriptionField
                objectName: "lab.preset.description"
                Layout.fillWidth: true
                maximumLength: 400
                Accessible.name: qsTr("What the preset is for, one line")
                onTextEdited: later.restart()
            }
        }
        CheckBox {
            id: evidenceBox
            objectName: "lab.preset.evidence"
            visible: sheet.evidence.length > 0
            checked: true
            text: qsTr("Write what was measured into the file as a comment")
            onToggled: sheet.plan()
        }
        PlainText {
            Layout.fillWidth: true
            value: sheet.tuning.file.path !== "" ? (sheet.tuning.file.isNew ? qsTr("%1 · new file", "path").arg(sheet.tuning.file.path) : sheet.tuning.file.path) : ""
            mono: true
            muted: true
            elide: Text.ElideMiddle
            font.pixelSize: Theme.labelSize
        }
        PlainText {
            objectName: "lab.preset.unchanged"
            Layout.fillWidth: true
            visible: sheet.tuning.file.state === "unchanged"
            value: qsTr("The file says this already: there is nothing to save.")
            wrapMode: Text.Wrap
        }
        DiffView {
            objectName: "lab.preset.diff"
            Layout.fillWidth: true
            Layout.fillHeight: true
            diff: sheet.tuning.file.diff
        }
    }
}
