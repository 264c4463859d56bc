pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What an import adds, changes and takes away, an action a row, of one kind or all.
ColumnLayout {
    id: root

    required property ImportChangesModel model
    readonly property int listed: model.added + model.edited + model.removed

    spacing: Theme.space4

    RowLayout {
        Layout.fillWidth: true
        spacing: Theme.space8
        PlainText {
            objectName: "import.changes.title"
            Layout.fillWidth: true
            value: root.model.service !== "" ? qsTr("What it does to %1", "service").arg(root.model.service) : qsTr("What it does")
            font.weight: Font.DemiBold
            elide: Text.ElideMiddle
            Accessible.role: Accessible.Heading
        }
        ComboBox {
            objectName: "import.changes.kind"
            implicitWidth: 190 * Theme.scale
            readonly property var kinds: ["", "added", "changed", "removed"]
            model: [qsTr("All · %1", "changes of an import").arg(Say.number(root.listed)), qsTr("New · %1", "changes of an import").arg(Say.number(root.model.added)), qsTr("Changed · %1", "changes of an import").arg(Say.number(root.model.edited)), qsTr("Removed · %1", "changes of an import").arg(Say.number(root.model.removed))]
            currentIndex: kinds.indexOf(root.model.kind)
            // New counts are a new model, which would go back to its first row.
            onModelChanged: currentIndex = Qt.binding(() => kinds.indexOf(root.model.kind))
            onActivated: index => root.model.kind = kinds[index]
            Accessible.name: qsTr("Which changes to list")
        }
    }
    ListView {
        cacheBuffer: 0 // see Main.qml
        id: list
        objectName: "import.changes"
        Layout.fillWidth: true
        Layout.fillHeight: true
        clip: true
        reuseItems: true
        activeFocusOnTab: true
        keyNavigationEnabled: true
        boundsBehavior: Flickable.StopAtBounds
        highlightMoveDuration: 0
        model: root.model
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Changes of the import")
        ScrollBar.vertical: ScrollBar {}
        delegate: Item {
            id: change
            required property int index
            required property string name
            required property string kind
            required property string what
            readonly property string kindText: kind === "added" ? qsTr("New") : kind === "changed" ? qsTr("Changed") : qsTr("Removed")
            objectName: "import.changes." + index
            width: ListView.view.width
            height: Theme.rowHeight
            Accessible.role: Accessible.ListItem
            Accessible.name: qsTr("%1: %2, %3", "kind of change, action, what changed").arg(kindText).arg(name).arg(what)
            Rectangle {
                anchors.fill: parent
                radius: Theme.radiusSmall
                color: "transparent"
                border.width: change.ListView.isCurrentItem && list.activeFocus ? 2 : 0
                border.color: Theme.focusRing
            }
            RowLayout {
                anchors.fill: parent
                anchors.leftMargin: Theme.space4
                anchors.rightMargin: Theme.space16
                spacing: Theme.space8
                AppIcon {
                    iconName: change.kind === "added" ? "plus" : change.kind === "changed" ? "pencil" : "minus"
                    color: change.kind === "added" ? Theme.success : change.kind === "changed" ? Theme.warning : Theme.error
                }
                PlainText {
                    Layout.preferredWidth: 64 * Theme.scale
                    value: change.kindText
                    muted: true
                    font.pixelSize: Theme.labelSize
                    Accessible.ignored: true
                }
                PlainText {
                    Layout.preferredWidth: list.width * 0.42
                    value: change.name
                    elide: Text.ElideMiddle
                    Accessible.ignored: true
                }
                PlainText {
                    Layout.fillWidth: true
                    value: change.what
                    muted: true
                    elide: Text.ElideRight
                    font.pixelSize: Theme.labelSize
                    ToolTip.text: change.what
                    ToolTip.visible: changeHover.hovered && truncated
                    ToolTip.delay: 500
                    Accessible.ignored: true
                    HoverHandler {
                        id: changeHover
                    }
                }
            }
        }
    }
    PlainText {
        objectName: "import.changes.cut"
        Layout.fillWidth: true
        visible: root.model.cut > 0
        value: qsTr("%Ln more is not listed; a service lists 1,000 at most.", "", root.model.cut)
        muted: true
        font.pixelSize: Theme.labelSize
        wrapMode: Text.Wrap
    }
}
