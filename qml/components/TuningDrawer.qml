pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The drawer of Search Lab: which ranking is tried, every number of it, what it is compared with, and saving it.
FocusScope {
    id: drawer

    required property LabTuning tuning
    property bool open: false
    /// At most so high; beyond it scrolls.
    property real maximumHeight: 320
    signal saveRequested
    signal closed

    objectName: "lab.tuning"
    visible: open
    enabled: open
    implicitHeight: open ? Math.min(maximumHeight, head.implicitHeight + grid.implicitHeight + Theme.space8 * 3 + 1) : 0
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Tuning")
    Keys.onEscapePressed: closed()

    function focusFirst(): void {
        presetBox.forceActiveFocus(Qt.ShortcutFocusReason);
    }

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
        Rectangle {
            width: parent.width
            height: Theme.borderWidth
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
    }
    RowLayout {
        id: head
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space8
        anchors.topMargin: Theme.space8
        spacing: Theme.space8

        PlainText {
            value: qsTr("Tuning")
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        ComboBox {
            id: presetBox
            objectName: "lab.preset"
            implicitWidth: 190 * Theme.scale
            model: drawer.tuning.presets
            currentIndex: drawer.tuning.presets.indexOf(drawer.tuning.preset)
            onModelChanged: currentIndex = Qt.binding(() => drawer.tuning.presets.indexOf(drawer.tuning.preset))
            displayText: drawer.tuning.title
            onActivated: index => drawer.tuning.choose(drawer.tuning.presets[index])
            Accessible.name: qsTr("Preset that is tried")
            Accessible.description: drawer.tuning.description
        }
        PlainText {
            objectName: "lab.baseline"
            Layout.fillWidth: true
            muted: true
            elide: Text.ElideRight
            font.pixelSize: Theme.labelSize
            value: drawer.tuning.pinned ? (drawer.tuning.sameAsBaseline ? qsTr("Baseline: %1, the same so far").arg(drawer.tuning.baselineTitle) : qsTr("Baseline: %1").arg(drawer.tuning.baselineTitle)) : qsTr("No baseline pinned")
        }
        Button {
            objectName: "lab.pin"
            flat: true
            icon.source: Theme.icon("pin")
            text: drawer.tuning.pinned ? qsTr("Pin this instead") : qsTr("Pin as baseline")
            Accessible.description: Say.keys("Ctrl+B")
            onClicked: drawer.tuning.pin()
        }
        ToolButton {
            objectName: "lab.unpin"
            visible: drawer.tuning.pinned
            text: qsTr("Unpin the baseline")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("close")
            onClicked: drawer.tuning.unpin()
        }
        ToolButton {
            objectName: "lab.configUndo"
            enabled: drawer.tuning.history.canUndo
            text: drawer.tuning.history.canUndo ? qsTr("Take back: %1").arg(drawer.tuning.history.undoText) : qsTr("Take back the last change of the ranking")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("undo")
            onClicked: drawer.tuning.undo()
        }
        ToolButton {
            objectName: "lab.configRedo"
            enabled: drawer.tuning.history.canRedo
            text: drawer.tuning.history.canRedo ? qsTr("Do again: %1").arg(drawer.tuning.history.redoText) : qsTr("Do the change of the ranking again")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("redo")
            onClicked: drawer.tuning.redo()
        }
        Button {
            objectName: "lab.reset"
            flat: true
            enabled: drawer.tuning.pinned ? !drawer.tuning.sameAsBaseline : drawer.tuning.modified
            text: drawer.tuning.pinned ? qsTr("Reset to baseline") : qsTr("Reset")
            onClicked: drawer.tuning.reset()
        }
        Button {
            objectName: "lab.save"
            highlighted: drawer.tuning.modified
            text: qsTr("Save configuration…")
            onClicked: drawer.saveRequested()
        }
        ToolButton {
            objectName: "lab.tuning.close"
            text: qsTr("Close the tuning drawer")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("chevron-down")
            onClicked: drawer.closed()
        }
    }
    Flickable {
        id: scroller
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: head.bottom
        anchors.bottom: parent.bottom
        anchors.topMargin: Theme.space8
        contentHeight: grid.implicitHeight + Theme.space8
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        function reveal(item: Item): void {
            const y = item.mapToItem(grid, 0, 0).y;
            contentY = Math.max(0, Math.min(contentHeight - height, y < contentY ? y : y + item.height > contentY + height ? y + item.height - height : contentY));
        }
        GridLayout {
            id: grid
            x: Theme.space16
            width: scroller.width - Theme.space32
            columns: Math.max(1, Math.floor(width / (290 * Theme.scale)))
            columnSpacing: Theme.space24
            rowSpacing: Theme.space4
            Repeater {
                model: drawer.tuning.values
                TuningSlider {
                    id: slot
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    tuning: drawer.tuning
                    onFocusWithinChanged: if (focusWithin)
                        scroller.reveal(slot)
                }
            }
        }
    }
}
