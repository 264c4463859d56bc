pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Controls.impl
import Actionscope.App

/// Ctrl+K: type, ↑↓, Enter.
Popup {
    id: popup

    required property AppContext app
    readonly property PaletteModel palette: app.palette

    objectName: "palette"
    parent: Overlay.overlay
    x: parent ? (parent.width - width) / 2 : 0
    y: parent ? Math.max(Theme.space16, parent.height * 0.1) : 0
    width: Math.min(parent ? parent.width - Theme.space32 : 640, 640 * Math.min(1.5, Theme.scale))
    padding: 1
    modal: true
    focus: true
    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutside

    onAboutToShow: {
        palette.reset();
        input.text = "";
        input.forceActiveFocus();
    }
    function openWith(text: string): void {
        open();
        input.text = text;
        palette.text = text;
    }
    Connections {
        target: popup.palette
        function onAccepted(): void {
            popup.close();
        }
    }

    Column {
        width: parent.width

        TextField {
            id: input
            objectName: "palette.input"
            width: parent.width
            height: Theme.controlHeight + Theme.space12
            leftPadding: Theme.space12
            font.pixelSize: Theme.listTitleSize
            placeholderText: qsTr("Go to or run…   > command   # action   @ service   : audit   = setting")
            Accessible.name: qsTr("Go to or run")
            Accessible.description: list.count > 0 && list.currentItem ? list.currentItem.Accessible.name : ""
            background: Item {}
            onTextEdited: popup.palette.text = text
            Keys.onDownPressed: popup.palette.move(1)
            Keys.onUpPressed: popup.palette.move(-1)
            Keys.onReturnPressed: popup.palette.runCurrent()
            Keys.onEnterPressed: popup.palette.runCurrent()
            Keys.onPressed: event => {
                if (event.key === Qt.Key_PageDown)
                    popup.palette.currentIndex = popup.palette.currentIndex + 8;
                else if (event.key === Qt.Key_PageUp)
                    popup.palette.currentIndex = Math.max(0, popup.palette.currentIndex - 8);
                else if (event.key === Qt.Key_Tab || event.key === Qt.Key_Backtab)
                    event.accepted = true;
                else
                    return;
                event.accepted = true;
            }
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.hairline
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: list
            objectName: "palette.list"
            width: parent.width
            height: Math.min(contentHeight, Math.max(Theme.rowHeight * 3, (popup.parent ? popup.parent.height * 0.8 : 600) - input.height - hint.height - popup.y), (Theme.rowHeight + 4) * 12)
            clip: true
            model: popup.palette
            reuseItems: true
            currentIndex: popup.palette.currentIndex
            highlightMoveDuration: 0
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("%n result(s)", "rows of the palette", count)

            delegate: Rectangle {
                id: row
                required property int index
                required property string title
                required property string kind
                required property string detail
                required property string iconName
                required property string keys
                required property int tier
                required property string spoken
                objectName: "palette.row." + index
                width: ListView.view.width
                height: Theme.rowHeight + 4
                color: ListView.isCurrentItem ? Theme.selection : hover.hovered ? Theme.hover : "transparent"
                border.width: Theme.highContrast && ListView.isCurrentItem ? 2 : 0
                border.color: Theme.border
                Accessible.role: Accessible.ListItem
                Accessible.name: spoken
                Accessible.selected: ListView.isCurrentItem

                Item {
                    id: mark
                    anchors.left: parent.left
                    anchors.leftMargin: Theme.space12
                    anchors.verticalCenter: parent.verticalCenter
                    width: row.tier >= 0 ? Math.max(Theme.iconSize, chip.width) : Theme.iconSize
                    height: Theme.iconSize
                    IconImage {
                        anchors.fill: parent
                        visible: row.tier < 0
                        sourceSize.width: Theme.iconSize
                        sourceSize.height: Theme.iconSize
                        source: Theme.icon(row.iconName)
                        color: Theme.textMuted
                    }
                    TierChip {
                        id: chip
                        visible: row.tier >= 0
                        anchors.verticalCenter: parent.verticalCenter
                        compact: true
                        tier: Math.max(0, row.tier)
                    }
                }
                Text {
                    id: name
                    anchors.left: mark.right
                    anchors.leftMargin: Theme.space8
                    anchors.verticalCenter: parent.verticalCenter
                    width: Math.min(implicitWidth, trail.x - x - Theme.space12)
                    text: row.title
                    textFormat: Text.PlainText
                    horizontalAlignment: Text.AlignLeft
                    elide: Text.ElideMiddle
                    font.family: Theme.fontFamily
                    font.pixelSize: Theme.bodySize
                    color: Theme.text
                    Accessible.ignored: true
                }
                Text {
                    anchors.left: name.right
                    anchors.leftMargin: Theme.space8
                    anchors.right: trail.left
                    anchors.rightMargin: Theme.space8
                    anchors.verticalCenter: parent.verticalCenter
                    text: row.detail
                    textFormat: Text.PlainText
                    horizontalAlignment: Text.AlignLeft
                    elide: Text.ElideRight
                    font.family: Theme.fontFamily
                    font.pixelSize: Theme.labelSize
                    color: Theme.textMuted
                    Accessible.ignored: true
                }
                Row {
                    id: trail
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.space12
                    anchors.verticalCenter: parent.verticalCenter
                    spacing: Theme.space8
                    KeyHint {
                        anchors.verticalCenter: parent.verticalCenter
                        keys: row.keys
                    }
                    Text {
                        anchors.verticalCenter: parent.verticalCenter
                        text: row.kind
                        textFormat: Text.PlainText
                        horizontalAlignment: Text.AlignLeft
                        font.family: Theme.fontFamily
                        font.pixelSize: Theme.labelSize
                        color: Theme.textMuted
                        Accessible.ignored: true
                    }
                }
                HoverHandler {
                    id: hover
                }
                TapHandler {
                    onTapped: {
                        popup.palette.currentIndex = row.index;
                        popup.palette.runCurrent();
                    }
                }
            }
        }
        PlainText {
            id: hint
            width: parent.width
            leftPadding: Theme.space12
            rightPadding: Theme.space12
            topPadding: Theme.space4
            bottomPadding: Theme.space4
            muted: true
            elide: Text.ElideRight
            font.pixelSize: Theme.labelSize
            value: popup.palette.pending ? qsTr("Looking through the actions…") : list.count === 0 ? qsTr("Nothing matches. Letters are taken in order, so fewer of them find more.") : qsTr("↑↓ move · Enter runs · Esc closes")
        }
    }
}
