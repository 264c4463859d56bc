import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Another description of an action, with what it does to judged queries and to the file, before it is saved.
SideSheet {
    id: sheet

    required property AppContext app

    objectName: "describe"
    title: qsTr("Describe %1", "action").arg(controller.action)
    preferredWidth: 820

    function describe(action: string, draft: string): void {
        if (!controller.begin(action, draft)) {
            app.toasts.show(qsTr("There is no action %1").arg(action), "error");
            return;
        }
        open();
        area.forceActiveFocus(Qt.OtherFocusReason);
    }
    DescribeController {
        id: controller
        session: sheet.app.session
        undoStack: sheet.app.undo
        onSaved: path => {
            sheet.close();
            sheet.app.toasts.showWithCommand(qsTr("Saved %1", "path of a file").arg(path), "success", qsTr("Undo"), "edit.undo");
        }
    }
    Shortcut {
        sequence: "Ctrl+S"
        enabled: sheet.opened && controller.canSave
        onActivated: controller.save()
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: controller.curated ? qsTr("Only the shown lines are written; comments and everything else stay as they are.") : qsTr("Saving makes this a curated action: it is always listed to agents, beside those that are searched for.")
            }
            Button {
                objectName: "describe.save"
                highlighted: true
                enabled: controller.canSave
                text: controller.saving ? qsTr("Saving…") : qsTr("Save")
                onClicked: controller.save()
                KeyHint {
                    visible: false
                    keys: "Ctrl+S"
                }
            }
        }
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space8
        PlainText {
            Layout.fillWidth: true
            visible: controller.before !== ""
            value: qsTr("Now: %1").arg(controller.before)
            untrusted: true
            muted: true
            wrapMode: Text.Wrap
            maximumLineCount: 4
            elide: Text.ElideRight
            font.pixelSize: Theme.labelSize
        }
        ScrollView {
            Layout.fillWidth: true
            Layout.preferredHeight: 110 * Theme.scale
            TextArea {
                id: area
                objectName: "describe.text"
                wrapMode: TextEdit.Wrap
                text: controller.text
                onTextChanged: if (activeFocus)
                    controller.text = text
                Accessible.name: qsTr("Description of the action")
                Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
                Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            }
        }
        Banner {
            objectName: "describe.problem"
            Layout.fillWidth: true
            visible: controller.state === "error"
            kind: "error"
            text: qsTr("This cannot be saved. Nothing was written.")
            detail: controller.errorText
        }
        PlainText {
            objectName: "describe.summary"
            Layout.fillWidth: true
            wrapMode: Text.Wrap
            font.weight: Font.DemiBold
            opacity: controller.state === "stale" ? 0.6 : 1
            value: controller.state === "unchanged" ? qsTr("Nothing is changed yet.") : controller.state === "loading" ? qsTr("Trying it on the judged queries…") : controller.summary
            Accessible.role: Accessible.Heading
        }
        ListView {
            id: queries
            objectName: "describe.queries"
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredHeight: 1
            clip: true
            activeFocusOnTab: count > 0
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: controller.queries
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Queries whose ranks move")
            delegate: Item {
                id: row
                required property int index
                required property string text
                required property bool gold
                required property string ranks
                required property string firstRanks
                required property string change
                required property string sentence
                objectName: "describe.query." + index
                width: ListView.view.width
                height: Theme.rowHeight
                Accessible.role: Accessible.ListItem
                Accessible.name: sentence
                Rectangle {
                    anchors.fill: parent
                    radius: Theme.radiusSmall
                    color: "transparent"
                    border.width: row.ListView.isCurrentItem && queries.activeFocus ? 2 : 0
                    border.color: Theme.focusRing
                }
                RowLayout {
                    anchors.fill: parent
                    anchors.leftMargin: Theme.space8
                    anchors.rightMargin: Theme.space12
                    spacing: Theme.space12
                    PlainText {
                        Layout.preferredWidth: 20 * Theme.scale
                        value: row.change === "up" ? "▲" : row.change === "down" ? "▼" : "="
                        color: row.change === "up" ? Theme.deltaUp : row.change === "down" ? Theme.deltaDown : Theme.textMuted
                        Accessible.ignored: true
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: row.text
                        elide: Text.ElideRight
                        font.weight: row.gold ? Font.DemiBold : Font.Normal
                        Accessible.ignored: true
                    }
                    PlainText {
                        value: qsTr("its rank %1 · first right %2", "ranks before and after").arg(row.ranks).arg(row.firstRanks)
                        muted: true
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                }
            }
        }
        PlainText {
            Layout.fillWidth: true
            visible: controller.path !== ""
            value: controller.path
            mono: true
            muted: true
            elide: Text.ElideMiddle
            font.pixelSize: Theme.labelSize
        }
        DiffView {
            objectName: "describe.diff"
            Layout.fillWidth: true
            Layout.fillHeight: true
            Layout.preferredHeight: 1
            diff: controller.diff
        }
    }
}
