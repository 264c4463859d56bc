// Not `ComponentBehavior: Bound`: in Qt 6.4 a Repeater inside a component that a Loader makes cannot be bound.
import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The states every page implements, in one place:
///
///     StateView {
///         objectName: "catalog.state"
///         view: page.forcedState || controller.state   // "ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"
///         title: …; text: …                            // what this state says, in words
///         primary: Action { … }                        // what can be done about it; more in `actions`
///         details: controller.errorText                // for "Copy details" in error, partial and denied
///         DataTable { anchors.fill: parent }           // the content: child items
///     }
///
/// ready, partial and stale show the content (the latter two below a banner); loading shows it dimmed when `keepsContent`, else a
/// skeleton after 150 ms; the others replace it by a message with its actions.
FocusScope {
    id: root

    property string view: "ready"
    property string title
    property string text
    property string iconName: view === "error" || view === "denied" ? "error" : view === "noMatch" ? "filter" : "info"
    property Action primary
    property list<Action> actions
    property string details
    /// 0 … 1; negative when the total is not known.
    property real progress: -1
    property string progressText
    property bool cancellable: false
    property bool keepsContent: false
    /// Beside the banner, when the content reaches to the edges of the page.
    property real bannerMargin: Theme.space16
    /// Drawn while loading; rows by default.
    property Component skeleton: defaultSkeleton
    default property alias content: holder.data

    signal cancelled
    signal copyDetails(string text)

    /// An error or a denial always says what to do, also where the page knows no more than that.
    readonly property string said: text.trim() !== "" ? text.trim() : view === "error" ? qsTr("What was read before stays as it is. Try again; what failed is listed in the jobs (Ctrl+J).") : view === "denied" ? qsTr("The files may not be read or changed by this user. Mend their permissions, then try again; the other pages go on working.") : ""
    readonly property bool showsContent: view === "ready" || view === "partial" || view === "stale" || (view === "loading" && keepsContent)
    readonly property bool showsBanner: view === "partial" || view === "stale"
    readonly property bool showsMessage: !showsContent && view !== "loading"

    Accessible.role: Accessible.Pane
    Accessible.name: showsMessage ? title : ""

    Banner {
        id: banner
        objectName: root.objectName + ".banner"
        visible: root.showsBanner
        x: root.bannerMargin
        width: parent.width - 2 * x
        height: visible ? implicitHeight : 0
        kind: root.view === "partial" ? "warning" : "info"
        text: root.title
        detail: root.text
        model: root.shown
    }

    readonly property var shown: collect()
    function collect(): var {
        const all = [];
        if (primary)
            all.push(primary);
        for (let i = 0; i < actions.length; ++i)
            all.push(actions[i]);
        if (details !== "" && (view === "error" || view === "partial" || view === "denied"))
            all.push(copyAction);
        return all;
    }
    Action {
        id: copyAction
        text: qsTr("Copy details")
        onTriggered: root.copyDetails(root.details)
    }

    Item {
        id: holder
        anchors.fill: parent
        anchors.topMargin: banner.visible ? banner.height + Theme.space8 : 0
        visible: root.showsContent
        enabled: root.showsContent
        opacity: root.view === "loading" ? 0.6 : 1
    }

    Loader {
        anchors.fill: parent
        active: root.view === "loading" && !root.keepsContent && appear.shown
        sourceComponent: root.skeleton
    }
    Timer {
        id: appear
        property bool shown: false
        // Less than 150 ms of waiting shows nothing: a flash is worse than a pause.
        interval: 150
        running: root.view === "loading"
        onTriggered: shown = true
        onRunningChanged: if (!running && root.view !== "loading")
            shown = false
    }
    ColumnLayout {
        visible: root.view === "loading" && appear.shown
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.space24
        width: Math.min(parent.width - Theme.space32, 420 * Theme.scale)
        spacing: Theme.space8

        PlainText {
            Layout.fillWidth: true
            visible: value !== ""
            value: root.progressText
            horizontalAlignment: Text.AlignHCenter
            elide: Text.ElideRight
        }
        ProgressBar {
            Layout.fillWidth: true
            value: Math.max(0, root.progress)
            indeterminate: root.progress < 0
        }
        Button {
            objectName: root.objectName + ".cancel"
            Layout.alignment: Qt.AlignHCenter
            visible: root.cancellable
            text: qsTr("Cancel")
            onClicked: root.cancelled()
        }
    }

    Component {
        id: defaultSkeleton
        Column {
            padding: Theme.space16
            spacing: Theme.space12
            Repeater {
                model: 12
                Row {
                    id: line
                    required property int index
                    spacing: Theme.space16
                    Repeater {
                        model: 4
                        Rectangle {
                            required property int index
                            // Widths that look like text, the same on every run.
                            width: (index === 0 ? 200 : 90) * Theme.scale * (0.6 + ((line.index * 7 + index * 3) % 5) / 10)
                            height: Theme.bodySize
                            radius: Theme.radiusSmall
                            color: Theme.hairline
                            opacity: 0.6
                        }
                    }
                }
            }
        }
    }

    Flickable {
        id: message
        anchors.fill: parent
        visible: root.showsMessage
        contentHeight: messageColumn.implicitHeight + 2 * Theme.space32
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        ScrollBar.vertical: ScrollBar {}

        ColumnLayout {
            id: messageColumn
            y: Math.max(Theme.space32, (message.height - implicitHeight) * 0.38)
            anchors.horizontalCenter: parent.horizontalCenter
            width: Math.min(parent.width - 2 * Theme.space24, 560 * Theme.scale)
            spacing: Theme.space8

            RowLayout {
                spacing: Theme.space8
                AppIcon {
                    visible: root.view !== "firstRun" && root.view !== "empty"
                    iconName: root.iconName
                    size: Theme.sectionSize
                    color: root.view === "error" || root.view === "denied" ? Theme.error : Theme.textMuted
                }
                PlainText {
                    objectName: root.objectName + ".title"
                    Layout.fillWidth: true
                    value: root.title
                    wrapMode: Text.Wrap
                    font.pixelSize: Theme.sectionSize
                    font.weight: Font.DemiBold
                    Accessible.role: Accessible.Heading
                }
            }
            PlainText {
                objectName: root.objectName + ".text"
                Layout.fillWidth: true
                visible: value !== ""
                value: root.said
                muted: true
                wrapMode: Text.Wrap
                lineHeight: 1.2
            }
            Flow {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                spacing: Theme.space8
                Repeater {
                    model: root.showsMessage ? root.shown : []
                    Button {
                        required property Action modelData
                        required property int index
                        objectName: root.objectName + ".action." + index
                        action: modelData
                        highlighted: modelData === root.primary
                        focus: index === 0
                    }
                }
            }
        }
    }
}
