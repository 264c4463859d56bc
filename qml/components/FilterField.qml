pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The filter of a page: typed text with completion, its conditions as chips, what is wrong in words, and how many match.
/// `/` focuses it (the shell calls `focusInput()` of the current page's filter field).
ColumnLayout {
    id: root

    required property FilterModel filter
    property string placeholder: qsTr("Filter, for example tier:destructive -service:github")
    /// "3,412 of 125,000"; shown at the end of the field.
    property string matchText

    spacing: Theme.space4

    function focusInput(): void {
        input.forceActiveFocus(Qt.ShortcutFocusReason);
        input.selectAll();
    }

    TextField {
        id: input
        objectName: root.objectName + ".input"
        Layout.fillWidth: true
        readonly property real leading: Theme.space8 + Theme.iconSize + Theme.space8
        readonly property real trailing: Theme.space8 + (counts.visible ? counts.width + Theme.space8 : 0) + (clear.visible ? clear.width : 0)
        leftPadding: Theme.mirrored ? trailing : leading
        rightPadding: Theme.mirrored ? leading : trailing
        placeholderText: root.placeholder
        Accessible.name: qsTr("Filter")
        Accessible.description: root.filter.error !== "" ? root.filter.error : root.matchText
        onTextEdited: {
            root.filter.text = text;
            suggestions.show();
        }
        Keys.onPressed: event => {
            if (suggestions.visible && event.key === Qt.Key_Down)
                suggestionList.incrementCurrentIndex();
            else if (suggestions.visible && event.key === Qt.Key_Up)
                suggestionList.decrementCurrentIndex();
            else if (suggestions.visible && suggestionList.currentIndex >= 0 && (event.key === Qt.Key_Tab || event.key === Qt.Key_Return || event.key === Qt.Key_Enter))
                suggestions.accept();
            else if (event.key === Qt.Key_Escape && suggestions.visible)
                suggestions.close();
            else if (event.key === Qt.Key_Escape && root.filter.text !== "")
                root.filter.clear();
            else
                return;
            event.accepted = true;
        }

        AppIcon {
            anchors.left: parent.left
            anchors.leftMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            iconName: root.filter.error !== "" ? "error" : "filter"
            color: root.filter.error !== "" ? Theme.error : Theme.textMuted
        }
        Text {
            id: counts
            visible: root.matchText !== ""
            anchors.right: clear.visible ? clear.left : parent.right
            anchors.rightMargin: Theme.space8
            anchors.verticalCenter: parent.verticalCenter
            text: root.matchText
            textFormat: Text.PlainText
            font.family: Theme.fontFamily
            font.pixelSize: Theme.labelSize
            color: Theme.textMuted
            Accessible.ignored: true
        }
        ToolButton {
            id: clear
            objectName: root.objectName + ".clear"
            visible: root.filter.text !== ""
            anchors.right: parent.right
            anchors.rightMargin: 2
            anchors.verticalCenter: parent.verticalCenter
            implicitHeight: Math.max(24, input.height - 4)
            implicitWidth: implicitHeight
            text: qsTr("Clear the filter")
            display: AbstractButton.IconOnly
            icon.source: Theme.icon("close")
            onClicked: {
                root.filter.clear();
                input.forceActiveFocus();
            }
        }
        Popup {
            id: suggestions
            property var choices: []
            y: input.height + 2
            width: Math.min(input.width, 320 * Theme.scale)
            padding: 1
            closePolicy: Popup.CloseOnPressOutside
            focus: false

            function show(): void {
                choices = root.filter.completions(input.cursorPosition);
                suggestionList.currentIndex = -1;
                if (choices.length > 0 && input.activeFocus)
                    open();
                else
                    close();
            }
            function accept(): void {
                const done = root.filter.complete(input.cursorPosition, choices[suggestionList.currentIndex]);
                root.filter.text = done.text;
                input.cursorPosition = done.cursor;
                show();
            }
            contentItem: ListView {
                cacheBuffer: 0 // see Main.qml
                id: suggestionList
                objectName: root.objectName + ".suggestions"
                implicitHeight: contentHeight
                model: suggestions.choices
                clip: true
                keyNavigationWraps: true
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Suggestions")
                delegate: ItemDelegate {
                    required property string modelData
                    required property int index
                    objectName: root.objectName + ".suggestion." + index
                    width: ListView.view.width
                    text: modelData
                    highlighted: ListView.isCurrentItem
                    focusPolicy: Qt.NoFocus
                    onClicked: {
                        suggestionList.currentIndex = index;
                        suggestions.accept();
                    }
                }
            }
        }
    }
    // Typing writes through to the filter; everything else that changes it (chips, facets, links) comes back here.
    Connections {
        target: root.filter
        function onTextChanged(): void {
            if (input.text !== root.filter.text)
                input.text = root.filter.text;
        }
    }
    Component.onCompleted: input.text = filter.text
    PlainText {
        objectName: root.objectName + ".error"
        Layout.fillWidth: true
        visible: root.filter.error !== ""
        value: root.filter.error
        wrapMode: Text.Wrap
        color: Theme.error
        font.pixelSize: Theme.labelSize
        Accessible.role: Accessible.AlertMessage
    }
    Flow {
        Layout.fillWidth: true
        visible: root.filter.active
        spacing: Theme.space4
        Repeater {
            model: root.filter.chips
            Button {
                id: chip
                required property var modelData
                required property int index
                objectName: root.objectName + ".chip." + index
                implicitHeight: Math.max(24, Theme.labelSize + Theme.space12)
                topPadding: 0
                bottomPadding: 0
                leftPadding: Theme.space8
                rightPadding: Theme.space8
                font.pixelSize: Theme.labelSize
                spacing: Theme.space4
                text: modelData.text
                icon.source: Theme.icon("close")
                icon.width: Theme.captionSize
                Accessible.name: qsTr("Remove the condition %1").arg(modelData.text)
                onClicked: root.filter.removeChip(index)
                Keys.onDeletePressed: root.filter.removeChip(index)
            }
        }
    }
}
