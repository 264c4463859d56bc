pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// A unified diff: line numbers, sign and text, in mono. ↑↓ move by line, J and N (or K) by hunk. One tab stop.
ListView {
    cacheBuffer: 0 // see Main.qml
    id: view

    required property DiffModel diff

    model: diff
    clip: true
    reuseItems: true
    activeFocusOnTab: true
    keyNavigationEnabled: true
    boundsBehavior: Flickable.StopAtBounds
    currentIndex: count > 0 ? 0 : -1
    highlightMoveDuration: 0
    ScrollBar.vertical: ScrollBar {}

    readonly property int digits: Math.max(3, String(count).length)

    Accessible.role: Accessible.List
    Accessible.name: qsTr("Changes: %1 added, %2 removed", "lines of a diff").arg(diff.addedCount).arg(diff.removedCount)

    Keys.onPressed: event => {
        if (event.key === Qt.Key_J && event.modifiers === Qt.NoModifier)
            currentIndex = diff.nextHunk(currentIndex);
        else if (event.key === Qt.Key_J && event.modifiers === Qt.ShiftModifier)
            currentIndex = diff.nextHunk(currentIndex, true);
        else if (event.key === Qt.Key_Home)
            currentIndex = 0;
        else if (event.key === Qt.Key_End)
            currentIndex = count - 1;
        else if (event.key === Qt.Key_PageDown)
            currentIndex = Math.min(count - 1, currentIndex + Math.floor(height / (Theme.bodySize * 1.5)));
        else if (event.key === Qt.Key_PageUp)
            currentIndex = Math.max(0, currentIndex - Math.floor(height / (Theme.bodySize * 1.5)));
        else
            return;
        event.accepted = true;
    }

    delegate: Rectangle {
        id: line
        required property int index
        required property string kind
        required property int oldLine
        required property int newLine
        required property string text
        required property string spoken

        objectName: view.objectName + ".line." + index
        width: ListView.view.width
        height: Math.ceil(number.implicitHeight * 1.25)
        color: kind === "added" ? Theme.diffAdd : kind === "removed" ? Theme.diffRemove : kind === "hunk" ? Theme.sunken : "transparent"
        Accessible.role: Accessible.ListItem
        Accessible.name: spoken
        Accessible.selected: ListView.isCurrentItem

        // Code stays left to right in every language.
        LayoutMirroring.enabled: false
        LayoutMirroring.childrenInherit: true

        Rectangle {
            anchors.fill: parent
            visible: line.ListView.isCurrentItem && view.activeFocus
            color: "transparent"
            border.width: 2
            border.color: Theme.focusRing
        }
        Text {
            id: number
            x: Theme.space4
            width: (view.digits * 2 + 1) * Theme.labelSize * 0.62
            anchors.verticalCenter: parent.verticalCenter
            visible: line.kind !== "hunk"
            text: (line.oldLine > 0 ? String(line.oldLine).padStart(view.digits, " ") : " ".repeat(view.digits)) + " " + (line.newLine > 0 ? String(line.newLine).padStart(view.digits, " ") : "")
            textFormat: Text.PlainText
            font.family: Theme.monoFamily
            font.pixelSize: Theme.labelSize
            color: Theme.textMuted
            Accessible.ignored: true
        }
        Text {
            anchors.left: line.kind === "hunk" ? parent.left : number.right
            anchors.leftMargin: Theme.space8
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            text: (line.kind === "added" ? "+ " : line.kind === "removed" ? "− " : line.kind === "hunk" ? "" : "  ") + line.text
            textFormat: Text.PlainText
            elide: Text.ElideRight
            font.family: Theme.monoFamily
            font.pixelSize: Theme.labelSize
            font.weight: line.kind === "hunk" ? Font.DemiBold : Font.Normal
            color: line.kind === "hunk" ? Theme.textMuted : Theme.text
            Accessible.ignored: true
        }
    }
}
