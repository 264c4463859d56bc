pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import Actionscope.App

/// The detail side of a master–detail page: 300–480 px beside the content, a sheet over it below 1100 px. Put it at the trailing
/// edge (`anchors.right: parent.right`, full height) and let the content end at `inspector.dockedWidth`. Ctrl+I toggles `open`;
/// its width is remembered under `objectName`. Children are its content, in a column's place: anchor or lay them out yourself.
FocusScope {
    id: inspector

    property string title: qsTr("Details")
    property bool open: true
    /// The width of the page decides between beside and over.
    property real availableWidth: parent ? parent.width : 1280
    readonly property bool docked: availableWidth >= 1040 * Math.max(1, Theme.scale * 0.85)
    readonly property real dockedWidth: open && docked ? width : 0
    property real preferredWidth: Preferences.value(objectName + ".width", 360)
    default property alias content: body.data
    /// Shown at the end of the header.
    property alias headerContent: headerRow.data

    visible: open
    enabled: open
    width: docked ? Math.max(300, Math.min(480, preferredWidth)) * Math.min(1.4, Math.max(1, Theme.scale)) : Math.min(availableWidth, 480 * Math.min(1.4, Theme.scale))
    z: docked ? 0 : 5

    function toggle(): void {
        open = !open;
    }
    // Over the content it is opened on purpose only, and Esc closes it.
    onDockedChanged: open = docked
    Component.onCompleted: if (!docked)
        open = false
    Keys.onEscapePressed: event => {
        if (docked)
            event.accepted = false;
        else
            open = false;
    }

    Accessible.role: Accessible.Pane
    Accessible.name: title

    Rectangle {
        anchors.fill: parent
        color: Theme.surface
        border.width: inspector.docked ? 0 : Theme.borderWidth
        border.color: Theme.border
        Rectangle {
            width: 1
            height: parent.height
            anchors.left: parent.left
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
    }

    Row {
        id: headerRow
        anchors.right: parent.right
        anchors.rightMargin: Theme.space8
        anchors.top: parent.top
        anchors.topMargin: Theme.space4
        z: 1
    }
    ToolButton {
        id: back
        objectName: inspector.objectName + ".back"
        visible: !inspector.docked
        anchors.left: parent.left
        anchors.top: parent.top
        anchors.margins: Theme.space4
        text: qsTr("Back")
        icon.source: Theme.icon("arrow-left")
        onClicked: inspector.open = false
    }
    Item {
        id: body
        anchors.fill: parent
        anchors.topMargin: back.visible ? back.height + Theme.space8 : 0
        anchors.leftMargin: 1
    }

    // The splitter: pointer and arrow keys.
    Rectangle {
        id: splitter
        objectName: inspector.objectName + ".splitter"
        visible: inspector.docked
        anchors.left: parent.left
        anchors.leftMargin: -4
        width: 8
        height: parent.height
        color: activeFocus ? Theme.focusRing : "transparent"
        opacity: 0.6
        activeFocusOnTab: true
        Accessible.role: Accessible.Splitter
        Accessible.name: qsTr("Width of the details")
        Accessible.focusable: true

        function set(width: real): void {
            inspector.preferredWidth = Math.max(300, Math.min(480, width));
            Preferences.setValue(inspector.objectName + ".width", inspector.preferredWidth);
        }
        Keys.onLeftPressed: set(inspector.preferredWidth + 20)
        Keys.onRightPressed: set(inspector.preferredWidth - 20)

        HoverHandler {
            cursorShape: Qt.SplitHCursor
        }
        DragHandler {
            id: drag
            property real start: 0
            target: null
            xAxis.enabled: true
            yAxis.enabled: false
            onActiveChanged: if (active)
                start = inspector.preferredWidth
            onTranslationChanged: if (active)
                splitter.set(start - translation.x * (inspector.LayoutMirroring.enabled ? -1 : 1))
        }
    }
}
