pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Controls.impl
import Actionscope.App

/// The pages, as a column of icons with words below; beside them in wide windows or when pinned. One tab stop: ↑↓ move, Enter opens.
FocusScope {
    id: rail

    required property AppContext app
    property bool wide: false

    readonly property real narrowWidth: 56 * Math.max(1, Theme.scale)
    implicitWidth: wide ? 176 * Theme.scale : narrowWidth

    Accessible.role: Accessible.PageTabList
    Accessible.name: qsTr("Pages")

    Rectangle {
        anchors.fill: parent
        color: Theme.sunken
        Rectangle {
            anchors.right: parent.right
            width: Theme.borderWidth
            height: parent.height
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
    }

    ListView {
        id: list
        objectName: "shell.rail"
        anchors.fill: parent
        anchors.topMargin: Theme.space8
        clip: true
        focus: true
        activeFocusOnTab: true
        keyNavigationEnabled: true
        boundsBehavior: Flickable.StopAtBounds
        spacing: 2
        model: rail.app.pages
        highlightMoveDuration: 0
        Accessible.role: Accessible.PageTabList
        Accessible.name: qsTr("Pages")

        Keys.onReturnPressed: currentItem?.choose()
        Keys.onEnterPressed: currentItem?.choose()
        Keys.onSpacePressed: currentItem?.choose()

        delegate: Item {
            id: item

            required property int index
            required property string pageId
            required property string title
            required property string shortTitle
            required property string iconName
            required property string pageKeys
            required property string badge
            required property string badgeName
            readonly property bool chosen: rail.app.navigator.page === pageId

            function choose(): void {
                rail.app.navigator.openPage(pageId);
            }

            objectName: "shell.rail." + pageId
            width: ListView.view.width
            height: rail.wide ? Theme.controlHeight + 4 : stack.implicitHeight + Theme.space12
            Accessible.role: Accessible.PageTab
            Accessible.name: badgeName === "" ? title : qsTr("%1, %2", "page, what its badge says").arg(title).arg(badgeName)
            Accessible.selected: chosen
            Accessible.onPressAction: choose()
            ListView.onIsCurrentItemChanged: {}

            ToolTip.text: qsTr("%1 (%2)", "page, keys").arg(title).arg(Say.keys(pageKeys))
            ToolTip.visible: hover.hovered
            ToolTip.delay: 600

            Rectangle {
                anchors.fill: parent
                anchors.leftMargin: 4
                anchors.rightMargin: 5
                radius: Theme.radiusSmall
                color: item.chosen ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
                border.width: item.ListView.isCurrentItem && list.activeFocus ? 2 : Theme.highContrast && item.chosen ? 2 : 0
                border.color: list.activeFocus ? Theme.focusRing : Theme.border
            }
            Rectangle {
                // The mark of the page shown: shape beside colour.
                visible: item.chosen
                width: 3
                height: parent.height - 8
                y: 4
                radius: 1.5
                color: Theme.accent
            }
            Column {
                id: stack
                visible: !rail.wide
                anchors.centerIn: parent
                spacing: 2
                IconImage {
                    anchors.horizontalCenter: parent.horizontalCenter
                    width: Math.round(20 * Math.max(1, Theme.scale * 0.8))
                    height: width
                    sourceSize.width: width
                    sourceSize.height: width
                    source: Theme.icon(item.iconName)
                    color: item.chosen ? Theme.text : Theme.textMuted
                }
                Text {
                    width: item.width - 10
                    text: item.shortTitle
                    textFormat: Text.PlainText
                    horizontalAlignment: Text.AlignHCenter
                    elide: Text.ElideRight
                    font.family: Theme.fontFamily
                    font.pixelSize: Math.max(9, Math.round(Theme.captionSize * 0.92))
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 9
                    color: item.chosen ? Theme.text : Theme.textMuted
                    Accessible.ignored: true
                }
            }
            Row {
                visible: rail.wide
                anchors.verticalCenter: parent.verticalCenter
                x: Theme.space16
                spacing: Theme.space12
                IconImage {
                    anchors.verticalCenter: parent.verticalCenter
                    width: 20
                    height: width
                    sourceSize.width: width
                    sourceSize.height: width
                    source: Theme.icon(item.iconName)
                    color: item.chosen ? Theme.text : Theme.textMuted
                }
                Text {
                    anchors.verticalCenter: parent.verticalCenter
                    text: item.title
                    textFormat: Text.PlainText
                    font.family: Theme.fontFamily
                    font.pixelSize: Theme.bodySize
                    color: item.chosen ? Theme.text : Theme.textMuted
                    Accessible.ignored: true
                }
            }
            Rectangle {
                visible: item.badge !== ""
                anchors.right: parent.right
                anchors.rightMargin: rail.wide ? Theme.space12 : 6
                anchors.top: parent.top
                anchors.topMargin: rail.wide ? (parent.height - height) / 2 : 3
                width: Math.max(height, count.implicitWidth + 6)
                height: count.implicitHeight + 2
                radius: height / 2
                color: Theme.accent
                Text {
                    id: count
                    anchors.centerIn: parent
                    text: item.badge
                    textFormat: Text.PlainText
                    font.family: Theme.fontFamily
                    font.pixelSize: Math.max(9, Theme.captionSize - 1)
                    color: Theme.onAccent
                    Accessible.ignored: true
                }
            }
            HoverHandler {
                id: hover
            }
            TapHandler {
                onTapped: {
                    list.currentIndex = item.index;
                    item.choose();
                }
            }
        }
    }
}
