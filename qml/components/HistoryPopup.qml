pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Ctrl+H: the steps that were done since the workspace was opened, in words, and a way back to any of them.
Popup {
    id: popup

    required property AppContext app
    readonly property UndoStack steps: app.undo

    objectName: "history"
    width: 440 * Math.min(1.4, Theme.scale)
    padding: Theme.space12
    focus: true
    modal: false
    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutside

    onOpened: {
        list.currentIndex = Math.max(0, steps.index - 1);
        list.positionViewAtIndex(list.currentIndex, ListView.Contain);
        list.forceActiveFocus();
    }

    Column {
        width: parent.width
        spacing: Theme.space8

        RowLayout {
            width: parent.width
            PlainText {
                Layout.fillWidth: true
                value: qsTr("History")
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Button {
                objectName: "history.takeAllBack"
                visible: popup.steps.canUndo
                flat: true
                text: qsTr("Take all back")
                onClicked: popup.steps.goTo(0)
            }
        }
        PlainText {
            width: parent.width
            wrapMode: Text.Wrap
            muted: true
            font.pixelSize: Theme.labelSize
            value: list.count === 0 ? qsTr("Nothing to take back yet. Saved edits and switched services show here; records of the audit log are never taken back.") : qsTr("Press a step to go back to it, or forward again. Each one is written to the files and recorded.")
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: list
            objectName: "history.list"
            width: parent.width
            height: Math.min(contentHeight, 360 * Theme.scale)
            clip: true
            model: popup.steps
            activeFocusOnTab: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("History")
            Keys.onReturnPressed: popup.steps.goTo(currentIndex + 1)
            Keys.onEnterPressed: popup.steps.goTo(currentIndex + 1)
            Keys.onSpacePressed: popup.steps.goTo(currentIndex + 1)

            delegate: Rectangle {
                id: step
                required property int index
                required property string text
                required property bool done
                readonly property bool now: index + 1 === popup.steps.index
                readonly property string stateText: now ? qsTr("now", "step of the history") : done ? "" : qsTr("taken back")

                objectName: "history.step." + index
                width: ListView.view.width
                height: Math.max(Theme.rowHeight, words.implicitHeight + Theme.space8)
                radius: Theme.radiusSmall
                color: now ? Theme.selection : over.hovered ? Theme.hover : "transparent"
                border.width: ListView.isCurrentItem && list.activeFocus ? 2 : 0
                border.color: Theme.focusRing
                Accessible.role: Accessible.ListItem
                Accessible.name: stateText === "" ? text : qsTr("%1: %2", "step, its state").arg(text).arg(stateText)
                Accessible.selected: now
                Accessible.onPressAction: popup.steps.goTo(index + 1)

                HoverHandler {
                    id: over
                }
                TapHandler {
                    onTapped: {
                        list.currentIndex = step.index;
                        popup.steps.goTo(step.index + 1);
                    }
                }
                RowLayout {
                    anchors.fill: parent
                    anchors.leftMargin: Theme.space8
                    anchors.rightMargin: Theme.space8
                    spacing: Theme.space8
                    AppIcon {
                        iconName: step.done ? "check" : "undo"
                        color: step.done ? Theme.success : Theme.textMuted
                    }
                    PlainText {
                        id: words
                        Layout.fillWidth: true
                        value: step.text
                        muted: !step.done
                        wrapMode: Text.Wrap
                        maximumLineCount: 3
                        elide: Text.ElideRight
                    }
                    PlainText {
                        value: step.stateText
                        muted: true
                        font.pixelSize: Theme.labelSize
                    }
                }
            }
        }
    }
}
