pragma ComponentBehavior: Bound


import QtQuick
import QtQuick.Controls
import Actionscope.App

/// Facets with counts. `model` has one row a value with the roles `section` (field title), `field`, `value`, `label`, `count`, and
/// is sorted by section. Space or Enter toggles the value in `filter`, minus excludes it; arrows move; one tab stop.
ListView {
    cacheBuffer: 0 // see Main.qml
    id: view

    required property FilterModel filter

    clip: true
    reuseItems: true
    activeFocusOnTab: true
    keyNavigationEnabled: true
    boundsBehavior: Flickable.StopAtBounds
    highlightMoveDuration: 0
    currentIndex: -1
    onActiveFocusChanged: if (activeFocus && currentIndex < 0)
        currentIndex = 0
    ScrollBar.vertical: ScrollBar {}

    Accessible.role: Accessible.List
    Accessible.name: qsTr("Facets")

    Keys.onPressed: event => {
        if (!currentItem)
            return;
        if (event.key === Qt.Key_Space || event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
            currentItem.toggle(false);
        else if (event.key === Qt.Key_Minus)
            currentItem.toggle(true);
        else if (event.key === Qt.Key_Home)
            currentIndex = 0;
        else if (event.key === Qt.Key_End)
            currentIndex = count - 1;
        else
            return;
        event.accepted = true;
    }

    section.property: "section"
    // The title stands in the first row of its section: section delegates with a required property do not come up in Qt 6.4.

    delegate: Item {
        id: facet
        required property int index
        required property string field
        required property string value
        required property string label
        required property int count

        // Reading `chips` makes both follow the filter.
        readonly property bool chosen: view.filter.chips.length > 0 && view.filter.has(field, value, false)
        readonly property bool excluded: view.filter.chips.length > 0 && view.filter.has(field, value, true)

        function toggle(exclude: bool): void {
            view.filter.toggle(field, value, exclude);
        }

        objectName: view.objectName + "." + field + "." + value
        readonly property bool heads: ListView.section !== ListView.previousSection
        width: ListView.view.width
        height: (heads ? head.implicitHeight : 0) + row.height
        Accessible.role: Accessible.CheckBox
        Accessible.name: excluded ? qsTr("Not %1, %2", "facet value, count").arg(label).arg(Say.number(count)) : qsTr("%1, %2", "facet value, count").arg(label).arg(Say.number(count))
        Accessible.checkable: true
        Accessible.checked: chosen
        Accessible.onToggleAction: toggle(false)
        Accessible.onPressAction: toggle(false)

        Text {
            id: head
            visible: facet.heads
            width: parent.width
            topPadding: facet.index === 0 ? Theme.space4 : Theme.space12
            bottomPadding: Theme.space4
            leftPadding: Theme.space8
            text: facet.ListView.section
            textFormat: Text.PlainText
            horizontalAlignment: Text.AlignLeft
            font.family: Theme.fontFamily
            font.pixelSize: Theme.labelSize
            font.weight: Font.DemiBold
            color: Theme.textMuted
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        Rectangle {
            id: row
            y: facet.heads ? head.implicitHeight : 0
            width: parent.width
            height: Math.max(24, Theme.rowHeight - 4)
            color: facet.chosen ? Theme.selection : hover.hovered ? Theme.hover : "transparent"

            HoverHandler {
                id: hover
            }
            TapHandler {
                onTapped: {
                    view.currentIndex = facet.index;
                    view.forceActiveFocus(Qt.MouseFocusReason);
                    facet.toggle(point.modifiers & Qt.AltModifier);
                }
            }
            Rectangle {
                anchors.fill: parent
                visible: facet.ListView.isCurrentItem && view.activeFocus
                color: "transparent"
                border.width: 2
                border.color: Theme.focusRing
            }
            AppIcon {
                id: mark
                anchors.left: parent.left
                anchors.leftMargin: Theme.space8
                anchors.verticalCenter: parent.verticalCenter
                size: Theme.labelSize
                iconName: facet.chosen ? "check" : facet.excluded ? "minus" : ""
                color: Theme.text
            }
            Text {
                anchors.left: mark.right
                anchors.leftMargin: Theme.space4
                anchors.right: number.left
                anchors.rightMargin: Theme.space4
                anchors.verticalCenter: parent.verticalCenter
                text: facet.label
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignLeft
                elide: Text.ElideMiddle
                font.family: Theme.fontFamily
                font.pixelSize: Theme.bodySize
                font.strikeout: facet.excluded
                color: Theme.text
                Accessible.ignored: true
            }
            Text {
                id: number
                anchors.right: parent.right
                anchors.rightMargin: Theme.space12
                anchors.verticalCenter: parent.verticalCenter
                text: Say.number(facet.count)
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignLeft
                font.family: Theme.monoFamily
                font.pixelSize: Theme.labelSize
                color: Theme.textMuted
                Accessible.ignored: true
            }
        }
    }
}
