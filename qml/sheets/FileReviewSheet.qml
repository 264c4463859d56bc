import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A file of the workspace before it is written: where, and what would change.
SideSheet {
    id: sheet

    required property ReviewedFile file
    /// What saving means, below the diff.
    property string note
    signal saved(string path)

    preferredWidth: 640

    /// What is planned is shown; `file` has it, or will soon.
    function review(): void {
        open();
        diff.forceActiveFocus(Qt.OtherFocusReason);
    }
    onClosed: file.forget()

    Connections {
        target: sheet.file
        function onSaved(path: string): void {
            if (!sheet.opened)
                return;
            sheet.close();
            sheet.saved(path);
        }
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened && sheet.file.state === "ready"
        onActivated: sheet.file.save()
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: sheet.note
            }
            Button {
                objectName: sheet.objectName + ".save"
                highlighted: true
                text: sheet.file.state === "saving" ? qsTr("Saving…") : qsTr("Save")
                enabled: sheet.file.state === "ready"
                onClicked: sheet.file.save()
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
            objectName: sheet.objectName + ".problem"
            Layout.fillWidth: true
            visible: sheet.file.state === "error"
            kind: "error"
            text: qsTr("This cannot be saved. Nothing was written.")
            detail: sheet.file.errorText
        }
        PlainText {
            Layout.fillWidth: true
            value: sheet.file.path !== "" && sheet.file.isNew ? qsTr("%1 · new file", "path").arg(sheet.file.path) : sheet.file.path
            mono: true
            muted: true
            elide: Text.ElideMiddle
            font.pixelSize: Theme.labelSize
        }
        PlainText {
            Layout.fillWidth: true
            visible: sheet.file.state === "unchanged"
            value: qsTr("The file says this already: there is nothing to save.")
            wrapMode: Text.Wrap
        }
        DiffView {
            id: diff
            objectName: sheet.objectName + ".diff"
            Layout.fillWidth: true
            Layout.fillHeight: true
            diff: sheet.file.diff
        }
    }
}
