import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The staged changes before they are written: files and their diffs, what lowers risk and why, and every action that moves.
SideSheet {
    id: sheet

    required property AppContext app
    required property RiskController risk
    readonly property StagedEdits staged: risk.staged
    readonly property var conflicts: staged === null ? [] : staged.conflicts

    objectName: "risk.reviewSheet"
    title: staged !== null ? qsTr("Review %n change(s)", "", staged.count) : qsTr("Review")
    preferredWidth: 820

    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: sheet.staged === null ? "" : sheet.conflicts.length > 0 ? qsTr("Keep yours or take theirs first.") : sheet.staged.missingReasons.length > 0 ? qsTr("Lowering risk needs a reason.") : qsTr("Only the shown lines are written; comments and everything else stay as they are.")
            }
            Button {
                objectName: "risk.copySummary"
                flat: true
                text: qsTr("Copy summary")
                onClicked: {
                    sheet.app.copyText(sheet.risk.summaryText());
                    sheet.app.toasts.show(qsTr("Copied the summary"));
                }
            }
            Button {
                objectName: "risk.save"
                highlighted: true
                text: sheet.staged !== null && sheet.staged.saving ? qsTr("Saving…") : qsTr("Save")
                enabled: sheet.staged !== null && sheet.staged.canSave
                onClicked: sheet.staged.save()
                KeyHint {
                    visible: false
                    keys: "Ctrl+S"
                }
            }
        }
    }

    // The window's own shortcuts rest below a modal sheet.
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened && sheet.staged !== null && sheet.staged.canSave
        onActivated: sheet.staged.save()
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space12

        Banner {
            objectName: "risk.review.problem"
            Layout.fillWidth: true
            visible: sheet.staged !== null && sheet.staged.errorText !== ""
            kind: "error"
            text: sheet.staged !== null && sheet.staged.planState === StagedEdits.Conflict ? qsTr("A file changed on disk since this was planned. Nothing was written.") : qsTr("These changes cannot be made safely. Nothing was written.")
            detail: sheet.staged === null ? "" : sheet.staged.errorText
            actions: [replanAction]
        }
        Repeater {
            model: sheet.staged === null ? [] : sheet.staged.failing
            RowLayout {
                id: failing
                required property var modelData
                required property int index
                Layout.fillWidth: true
                spacing: Theme.space8
                AppIcon {
                    iconName: "error"
                    color: Theme.error
                }
                PlainText {
                    Layout.fillWidth: true
                    value: qsTr("%1: %2", "action, why its change cannot be made").arg(failing.modelData.key).arg(failing.modelData.text)
                    wrapMode: Text.Wrap
                    maximumLineCount: 3
                    elide: Text.ElideRight
                }
                Button {
                    objectName: "risk.review.failing." + failing.index
                    text: qsTr("Leave it out")
                    Accessible.name: qsTr("Leave out the change of %1").arg(failing.modelData.key)
                    onClicked: sheet.staged.discard([failing.modelData.key])
                }
            }
        }
        Banner {
            objectName: "risk.review.changedOnDisk"
            Layout.fillWidth: true
            visible: sheet.staged !== null && sheet.staged.changedFiles.length > 0
            kind: "warning"
            text: sheet.staged === null ? "" : qsTr("%n file(s) changed on disk since the first change was staged", "", sheet.staged.changedFiles.length)
            detail: sheet.conflicts.length > 0 ? qsTr("Your changes are planned on the files as they are now. Decide below where both changed the same override.") : qsTr("Your changes still apply and are planned on the files as they are now. Look at both, then save.")
            actions: sheet.conflicts.length > 0 ? [] : [seenAction]
        }
        RiskConflicts {
            objectName: "risk.review.conflicts"
            Layout.fillWidth: true
            visible: sheet.conflicts.length > 0
            conflicts: sheet.conflicts
            onMineKept: key => sheet.staged.keepMine([key])
            onTheirsTaken: key => sheet.staged.discard([key])
        }
        Banner {
            objectName: "risk.review.lowered"
            Layout.fillWidth: true
            visible: sheet.staged !== null && sheet.staged.lowered.length > 0
            kind: "warning"
            text: sheet.staged === null ? "" : qsTr("Lowers the risk of %n action(s)", "", sheet.staged.lowered.length)
            detail: sheet.staged === null ? "" : sheet.staged.lowered.slice(0, 5).join(", ") + (sheet.staged.lowered.length > 5 ? " …" : "")
        }
        Repeater {
            model: sheet.staged === null ? [] : sheet.staged.missingReasons
            RowLayout {
                id: missing
                required property string modelData
                Layout.fillWidth: true
                spacing: Theme.space8
                PlainText {
                    value: missing.modelData
                    mono: true
                    elide: Text.ElideMiddle
                    Layout.preferredWidth: 260 * Theme.scale
                }
                TextField {
                    objectName: "risk.review.reason." + missing.modelData
                    Layout.fillWidth: true
                    placeholderText: qsTr("Reason for lowering it")
                    Accessible.name: qsTr("Reason for lowering %1").arg(missing.modelData)
                    onEditingFinished: if (text.trim() !== "")
                        sheet.staged.setReason(missing.modelData, text.trim())
                }
            }
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            ComboBox {
                objectName: "risk.review.file"
                Layout.fillWidth: true
                readonly property var files: sheet.staged === null ? [] : sheet.staged.files
                model: files.map(f => f.path.replace(sheet.app.session.folder + "/", "") + "   +" + f.added + " −" + f.removed)
                currentIndex: sheet.risk.file
                onActivated: index => sheet.risk.file = index
                Accessible.name: qsTr("File")
            }
            ComboBox {
                objectName: "risk.review.comparison"
                implicitWidth: 230 * Theme.scale
                visible: sheet.risk.fileMoved
                model: [qsTr("What you change"), qsTr("What changed on disk")]
                currentIndex: sheet.risk.comparison === "disk" ? 1 : 0
                onActivated: index => sheet.risk.comparison = index === 1 ? "disk" : "yours"
                Accessible.name: qsTr("Which difference to show")
            }
        }
        DiffView {
            objectName: "risk.diff"
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.minimumHeight: 160
            diff: sheet.risk.diff
        }
        RiskImpact {
            Layout.fillWidth: true
            Layout.preferredHeight: Math.min(260 * Theme.scale, sheet.height * 0.34)
            risk: sheet.risk
        }
    }
    Action {
        id: replanAction
        text: qsTr("Read the files again")
        onTriggered: sheet.staged.readAgain()
    }
    Action {
        id: seenAction
        text: qsTr("I have seen it")
        onTriggered: sheet.staged.acknowledge()
    }
}
