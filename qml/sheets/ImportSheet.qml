import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import QtQuick.Dialogs
import Actionscope.App

/// Importing: what was named is read and shown, then written when a person says so. One sheet for the dialog (Ctrl+O), a drop, a
/// pasted URL and arguments of the command line. Closing it keeps the draft and any running work.
SideSheet {
    id: sheet

    required property AppContext app
    /// The shell shows its file dialog and asks for the import of what was chosen.
    signal chooseFiles

    objectName: "import.sheet"
    title: controller.sourceText !== "" ? qsTr("Import %1", "file or number of sources").arg(controller.sourceText) : qsTr("Import")
    preferredWidth: 720

    /// Shows the sheet for these sources; opened without any it shows what is underway, or lets one choose.
    function start(sources: var): void {
        if (!controller.begin(sources))
            app.toasts.show(qsTr("An import is running. Wait until it has finished, or cancel it."), "warning");
        open();
    }
    readonly property bool running: controller.step === ImportController.Opening || controller.step === ImportController.Reading || controller.step === ImportController.Importing

    ImportController {
        id: controller
        session: sheet.app.session
        onFinished: summary => {
            sheet.app.announce(summary);
            if (!sheet.opened)
                sheet.app.toasts.show(summary);
        }
        onImportFailed: message => {
            if (!sheet.opened)
                sheet.app.toasts.show(message, "error");
        }
        onStepChanged: {
            if (step === ImportController.Preview)
                sheet.app.announce(qsTr("Read: %1", "numbers of new, changed and removed actions").arg(sheet.changeText()));
            focusLater.restart();
        }
    }
    // The button that goes on exists one event later.
    Timer {
        id: focusLater
        interval: 0
        onTriggered: if (sheet.opened && sheet.footerItem)
            sheet.footerItem.focusPrimary()
    }
    onAboutToShow: if (controller.step === ImportController.Done && !fresh)
        controller.reset()
    onOpened: focusLater.restart()
    // Whether the report that is there belongs to this opening of the sheet.
    property bool fresh: false
    onClosed: fresh = sheet.running
    property var footerItem: null

    function changeText(): string {
        return qsTr("%1 new · %2 changed · %3 removed").arg(Say.number(controller.addedCount)).arg(Say.number(controller.changedCount)).arg(Say.number(controller.removedCount));
    }
    function showResult(): void {
        close();
        app.navigator.openLink("actionscope://catalog?q=flag:review");
    }

    FolderDialog {
        id: folderDialog
        title: qsTr("Import every description in a folder")
        onAccepted: controller.begin([String(selectedFolder)])
    }
    FolderDialog {
        id: workspaceDialog
        title: qsTr("Folder of the workspace")
        onAccepted: controller.workspaceFolder = String(selectedFolder)
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space12

        // ---- choosing -------------------------------------------------------------------------------------------------------
        ColumnLayout {
            Layout.fillWidth: true
            visible: controller.step === ImportController.Choose
            spacing: Theme.space12
            PlainText {
                Layout.fillWidth: true
                value: qsTr("OpenAPI 3.0 and 3.1 and Swagger 2, in JSON or YAML: single files, or a folder that is searched for them. Also folders with a CAPABILITY.yaml or a SKILL.md. Drop them anywhere in the window, or name them here.")
                wrapMode: Text.Wrap
                lineHeight: 1.2
            }
            Flow {
                Layout.fillWidth: true
                spacing: Theme.space8
                Button {
                    id: chooseFiles
                    objectName: "import.files"
                    text: qsTr("Choose files…")
                    icon.source: Theme.icon("file")
                    onClicked: sheet.chooseFiles()
                }
                Button {
                    objectName: "import.folder"
                    text: qsTr("Choose a folder…")
                    icon.source: Theme.icon("folder")
                    onClicked: folderDialog.open()
                }
            }
            PlainText {
                Layout.topMargin: Theme.space8
                value: qsTr("Or a path or an http(s) address")
                muted: true
                font.pixelSize: Theme.labelSize
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                TextField {
                    id: address
                    objectName: "import.address"
                    Layout.fillWidth: true
                    placeholderText: "https://example.com/openapi.json"
                    Accessible.name: qsTr("Path or address")
                    Keys.onReturnPressed: readAddress.clicked()
                    Keys.onEnterPressed: readAddress.clicked()
                }
                Button {
                    id: readAddress
                    objectName: "import.read"
                    text: qsTr("Read")
                    enabled: address.text.trim() !== ""
                    onClicked: if (address.text.trim() !== "")
                        controller.begin([address.text.trim()])
                }
            }
            PlainText {
                Layout.fillWidth: true
                value: qsTr("An address is fetched once, now; a redirect is followed on the same origin only.")
                muted: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.Wrap
            }
        }

        // ---- a workspace first ----------------------------------------------------------------------------------------------
        ColumnLayout {
            Layout.fillWidth: true
            visible: controller.step === ImportController.Workspace
            spacing: Theme.space12
            PlainText {
                Layout.fillWidth: true
                value: qsTr("A catalog lives in a workspace: a folder of YAML files that you can keep in git.")
                wrapMode: Text.Wrap
            }
            PlainText {
                value: qsTr("Folder of the workspace")
                muted: true
                font.pixelSize: Theme.labelSize
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                TextField {
                    id: folderField
                    objectName: "import.workspace"
                    Layout.fillWidth: true
                    text: controller.workspaceFolder
                    Accessible.name: qsTr("Folder of the workspace")
                    onTextEdited: controller.workspaceFolder = text
                    Keys.onReturnPressed: controller.useWorkspace()
                }
                Button {
                    objectName: "import.workspace.choose"
                    text: qsTr("Choose…")
                    onClicked: workspaceDialog.open()
                }
            }
            PlainText {
                Layout.fillWidth: true
                value: controller.workspaceExists ? qsTr("There is a workspace in it; it will be opened.") : qsTr("It will be made.")
                muted: true
                wrapMode: Text.Wrap
            }
            Banner {
                objectName: "import.workspace.error"
                Layout.fillWidth: true
                visible: controller.errorText !== ""
                kind: "error"
                text: controller.errorText
            }
        }

        // ---- work -----------------------------------------------------------------------------------------------------------
        ColumnLayout {
            Layout.fillWidth: true
            visible: sheet.running
            spacing: Theme.space8
            PlainText {
                objectName: "import.progress.text"
                Layout.fillWidth: true
                value: controller.progressText !== "" ? controller.progressText : controller.step === ImportController.Importing ? qsTr("Importing…") : controller.step === ImportController.Opening ? qsTr("Opening the workspace…") : qsTr("Reading…")
                elide: Text.ElideRight
            }
            ProgressBar {
                objectName: "import.progress"
                Layout.fillWidth: true
                Accessible.name: qsTr("Progress of the import")
                indeterminate: controller.progress < 0
                value: Math.max(0, controller.progress)
            }
            PlainText {
                Layout.fillWidth: true
                value: controller.step === ImportController.Importing ? qsTr("You can close this and go on working. Cancelling leaves the catalog as it was.") : qsTr("Nothing is written yet.")
                muted: true
                wrapMode: Text.Wrap
            }
        }

        Banner {
            objectName: "import.error"
            Layout.fillWidth: true
            visible: controller.step === ImportController.Failed
            kind: "error"
            text: controller.errorText
            detail: qsTr("Nothing was written. What was imported before is untouched.")
        }
        Banner {
            objectName: "import.done"
            Layout.fillWidth: true
            visible: controller.step === ImportController.Done
            kind: "success"
            text: qsTr("Imported %1 in %2 s", "actions, seconds").arg(qsTr("%Ln action(s)", "", controller.actionCount)).arg(Say.number(controller.elapsedSeconds, 1))
            detail: qsTr("They are findable now, not callable.")
        }
        Banner {
            objectName: "import.sampleNote"
            Layout.fillWidth: true
            visible: sheet.app.session.sample && controller.step === ImportController.Preview
            kind: "warning"
            text: qsTr("This goes into the sample, a copy that is discarded when you close it.")
            actions: [
                Action {
                    text: qsTr("Use a workspace of my own…")
                    onTriggered: controller.chooseOtherWorkspace()
                }
            ]
        }

        // ---- what is in it --------------------------------------------------------------------------------------------------
        ColumnLayout {
            id: report
            Layout.fillWidth: true
            Layout.fillHeight: true
            visible: controller.step === ImportController.Preview || controller.step === ImportController.Done || (controller.step === ImportController.Importing && controller.actionCount > 0)
            spacing: Theme.space8

            RowLayout {
                Layout.fillWidth: true
                visible: controller.serviceIdEditable
                spacing: Theme.space8
                PlainText {
                    value: qsTr("Service id")
                }
                TextField {
                    objectName: "import.serviceId"
                    Layout.preferredWidth: 240 * Theme.scale
                    text: controller.serviceId
                    Accessible.name: qsTr("Service id")
                    Accessible.description: qsTr("Lower-case letters, digits and dashes; actions are named after it")
                    onEditingFinished: controller.setServiceId(text)
                }
                PlainText {
                    Layout.fillWidth: true
                    value: controller.formatText
                    muted: true
                    elide: Text.ElideRight
                }
            }
            PlainText {
                Layout.fillWidth: true
                visible: !controller.serviceIdEditable && value !== ""
                value: controller.serviceCount > 0 ? qsTr("%1: %2", "number of services, formats").arg(qsTr("%Ln service(s)", "", controller.serviceCount)).arg(controller.formatText) : ""
                muted: true
                elide: Text.ElideRight
            }
            PlainText {
                objectName: "import.summary"
                Layout.fillWidth: true
                value: controller.actionCount > 0 ? qsTr("%1 → %2", "number of operations, what becomes of them").arg(qsTr("%Ln operation(s)", "", controller.actionCount)).arg(sheet.changeText()) : qsTr("There is nothing to import in it.")
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
            }
            ImportClashes {
                objectName: "import.clashes"
                Layout.fillWidth: true
                visible: count > 0 && controller.step === ImportController.Preview
                importing: controller
            }
            TierMixBar {
                objectName: "import.tiers"
                Layout.fillWidth: true
                visible: controller.actionCount > 0
                counts: controller.tiers
                enabled: controller.step === ImportController.Done
                onTierRequested: tier => {
                    sheet.close();
                    sheet.app.navigator.openLink("actionscope://catalog?q=tier:" + ["read", "write", "destructive", "catastrophic"][tier]);
                }
            }
            PlainText {
                Layout.fillWidth: true
                visible: controller.step === ImportController.Preview && controller.actionCount > 0
                value: qsTr("After the import they are findable, not callable.")
                muted: true
            }
            DataTable {
                id: items
                objectName: "import.items"
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: 3 * Theme.rowHeight
                Layout.maximumHeight: changes.visible ? 7 * Theme.rowHeight : -1
                visible: controller.items.count > 1
                app: sheet.app
                name: qsTr("Services of the import")
                model: controller.items
                onCurrentKeyChanged: controller.changes.service = currentKey
                sortColumn: 0
                onSortRequested: (column, ascending) => {
                    sortColumn = column;
                    sortAscending = ascending;
                    controller.items.sortBy(column, ascending);
                }
                columns: [
                    TableColumn {
                        columnId: "service"
                        title: qsTr("Service")
                        flex: true
                        minWidth: 140
                        elide: Text.ElideMiddle
                    },
                    TableColumn {
                        columnId: "format"
                        title: qsTr("Format")
                        width: 110
                        minTableWidth: 560
                    },
                    TableColumn {
                        columnId: "actions"
                        title: qsTr("Actions")
                        width: 76
                        kind: "number"
                    },
                    TableColumn {
                        columnId: "added"
                        title: qsTr("New")
                        width: 64
                        kind: "number"
                    },
                    TableColumn {
                        columnId: "changed"
                        title: qsTr("Changed")
                        width: 80
                        kind: "number"
                    },
                    TableColumn {
                        columnId: "removed"
                        title: qsTr("Removed")
                        width: 80
                        kind: "number"
                    },
                    TableColumn {
                        columnId: "risky"
                        title: qsTr("Destructive")
                        width: 92
                        kind: "number"
                    }
                ]
            }
            ImportChanges {
                id: changes
                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.minimumHeight: visible ? 5 * Theme.rowHeight : 0
                visible: listed > 0
                model: controller.changes
            }
            RowLayout {
                Layout.fillWidth: true
                visible: controller.notes.count > 0
                PlainText {
                    objectName: "import.notes.title"
                    Layout.fillWidth: true
                    value: qsTr("%Ln note(s)", "", controller.notes.count)
                    font.weight: Font.DemiBold
                    Accessible.role: Accessible.Heading
                }
                Button {
                    objectName: "import.notes.copy"
                    text: qsTr("Copy notes")
                    onClicked: sheet.app.copyText(controller.notes.asText())
                }
            }
            ListView {
                cacheBuffer: 0 // see Main.qml
                id: notes
                objectName: "import.notes"
                Layout.fillWidth: true
                Layout.fillHeight: !changes.visible
                Layout.preferredHeight: contentHeight
                Layout.minimumHeight: visible ? 2 * Theme.rowHeight : 0
                Layout.maximumHeight: items.visible || changes.visible ? 150 * Theme.scale : -1
                visible: count > 0
                clip: true
                reuseItems: true
                activeFocusOnTab: true
                boundsBehavior: Flickable.StopAtBounds
                model: controller.notes
                highlightMoveDuration: 0
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Notes of the import")
                ScrollBar.vertical: ScrollBar {}
                delegate: RowLayout {
                    id: note
                    required property string severity
                    required property string text
                    required property string where
                    width: ListView.view.width - Theme.space12
                    spacing: Theme.space8
                    Accessible.role: Accessible.ListItem
                    Accessible.name: note.where !== "" ? qsTr("%1, in %2", "note, place").arg(note.text).arg(note.where) : note.text
                    AppIcon {
                        Layout.alignment: Qt.AlignTop
                        Layout.topMargin: 2
                        iconName: note.severity
                        color: note.severity === "error" ? Theme.error : note.severity === "warning" ? Theme.warning : Theme.textMuted
                    }
                    ColumnLayout {
                        Layout.fillWidth: true
                        Layout.bottomMargin: Theme.space4
                        spacing: 0
                        PlainText {
                            Layout.fillWidth: true
                            value: note.text
                            wrapMode: Text.Wrap
                            maximumLineCount: 4
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.fillWidth: true
                            visible: note.where !== ""
                            value: note.where
                            mono: true
                            muted: true
                            font.pixelSize: Theme.captionSize
                            wrapMode: Text.WrapAnywhere
                            maximumLineCount: 2
                            elide: Text.ElideMiddle
                            Accessible.ignored: true
                        }
                    }
                }
            }
            Item {
                Layout.fillHeight: true
                visible: !items.visible && !notes.visible && !changes.visible
            }
        }
        Item {
            Layout.fillHeight: true
            visible: !report.visible
        }
    }

    footer: Component {
        RowLayout {
            id: foot
            spacing: Theme.space8
            function focusPrimary(): void {
                const wanted = [primary, cancel, back].find(button => button.visible && button.enabled);
                if (controller.step === ImportController.Choose)
                    chooseFiles.forceActiveFocus(Qt.TabFocusReason);
                else if (wanted)
                    wanted.forceActiveFocus(Qt.TabFocusReason);
            }
            Component.onCompleted: sheet.footerItem = foot
            Item {
                Layout.fillWidth: true
            }
            Button {
                id: back
                objectName: "import.other"
                visible: controller.step === ImportController.Preview || controller.step === ImportController.Failed || controller.step === ImportController.Done
                text: qsTr("Choose something else")
                onClicked: controller.reset()
            }
            Button {
                id: cancel
                objectName: "import.cancel"
                visible: controller.step !== ImportController.Done
                text: sheet.running ? qsTr("Cancel the work") : qsTr("Close")
                onClicked: sheet.running ? controller.cancel() : sheet.close()
            }
            Button {
                id: primary
                objectName: "import.start"
                highlighted: true
                visible: controller.step !== ImportController.Choose && !sheet.running
                enabled: controller.step !== ImportController.Preview || controller.actionCount > 0
                text: {
                    switch (controller.step) {
                    case ImportController.Workspace:
                        return controller.workspaceExists ? qsTr("Open and read") : qsTr("Make it and read");
                    case ImportController.Failed:
                        return qsTr("Try again");
                    case ImportController.Done:
                        return qsTr("Show what needs review");
                    default:
                        return qsTr("Import");
                    }
                }
                onClicked: {
                    switch (controller.step) {
                    case ImportController.Workspace:
                        return controller.useWorkspace();
                    case ImportController.Failed:
                        return controller.read();
                    case ImportController.Done:
                        return sheet.showResult();
                    default:
                        return controller.start();
                    }
                }
            }
        }
    }
}
