pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// One ranking of one query with its judgements: keys 0 to 3 judge the current row, U takes the judgement away.
ListView {
    id: list

    property string title
    /// Judges an action; -1 takes the judgement away.
    signal judged(string action, int grade)

    clip: true
    activeFocusOnTab: true
    keyNavigationEnabled: true
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: 0
    currentIndex: count > 0 ? 0 : -1
    ScrollBar.vertical: ScrollBar {}
    Accessible.role: Accessible.List
    Accessible.name: title
    Accessible.description: qsTr("Keys 0 to 3 judge, U takes the judgement away")

    Keys.onPressed: event => {
        const name = currentItem ? currentItem.name : "";
        if (name === "" || (event.modifiers & ~Qt.KeypadModifier))
            return;
        if (event.key >= Qt.Key_0 && event.key <= Qt.Key_3)
            list.judged(name, event.key - Qt.Key_0);
        else if (event.key === Qt.Key_U)
            list.judged(name, -1);
        else
            return;
        event.accepted = true;
    }

    delegate: Item {
        id: row
        required property int index
        required property string name
        required property int rank
        required property string score
        required property int grade
        required property string gradeText
        required property string change
        required property string changeText
        required property string sentence
        readonly property bool current: ListView.isCurrentItem

        objectName: list.objectName + "." + name
        width: ListView.view.width
        height: Theme.rowHeight
        Accessible.role: Accessible.ListItem
        Accessible.name: sentence
        Accessible.selected: current
        Accessible.onPressAction: list.currentIndex = index

        Rectangle {
            anchors.fill: parent
            anchors.margins: 1
            radius: Theme.radiusSmall
            color: row.current && list.activeFocus ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
            border.width: row.current && list.activeFocus ? 2 : 0
            border.color: Theme.focusRing
        }
        HoverHandler {
            id: hover
        }
        TapHandler {
            onTapped: {
                list.currentIndex = row.index;
                list.forceActiveFocus(Qt.MouseFocusReason);
            }
        }
        PlainText {
            id: number
            anchors.left: parent.left
            anchors.leftMargin: Theme.space4
            anchors.verticalCenter: parent.verticalCenter
            width: 22 * Theme.scale
            horizontalAlignment: Text.AlignRight
            mono: true
            muted: true
            value: String(row.rank)
            Accessible.ignored: true
        }
        PlainText {
            id: badge
            anchors.left: number.right
            anchors.leftMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            width: 16 * Theme.scale
            mono: true
            font.weight: row.grade > 0 ? Font.DemiBold : Font.Normal
            // The digit says it; what is not judged says so by a dot.
            value: row.grade < 0 ? "·" : ["⓪", "①", "②", "③"][row.grade]
            Accessible.ignored: true
        }
        PlainText {
            anchors.left: badge.right
            anchors.leftMargin: Theme.space8
            anchors.right: moved.left
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            value: row.name
            elide: Text.ElideMiddle
            Accessible.ignored: true
        }
        PlainText {
            id: moved
            anchors.right: amount.left
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            visible: row.changeText !== ""
            width: visible ? 36 * Theme.scale : 0
            mono: true
            font.pixelSize: Theme.labelSize
            color: row.change === "up" || row.change === "new" ? Theme.deltaUp : row.change === "down" ? Theme.deltaDown : Theme.textMuted
            value: row.changeText
            Accessible.ignored: true
        }
        PlainText {
            id: amount
            anchors.right: parent.right
            anchors.rightMargin: Theme.space12
            anchors.verticalCenter: parent.verticalCenter
            mono: true
            muted: true
            font.pixelSize: Theme.labelSize
            value: row.score
            Accessible.ignored: true
        }
    }
}
