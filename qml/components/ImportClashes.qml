pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Descriptions of an import that would take a service id that another one has, each with a field for an id of its own.
ListView {
    id: list

    required property ImportController importing

    implicitHeight: Math.min(contentHeight, 3.5 * rowHeight)
    readonly property real rowHeight: Theme.controlHeight + Theme.space8
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    model: list.importing.clashes
    ScrollBar.vertical: ScrollBar {}
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Descriptions with the same service id")
    delegate: RowLayout {
        id: clash
        required property var modelData
        required property int index
        width: ListView.view.width - Theme.space12
        height: list.rowHeight
        spacing: Theme.space8
        AppIcon {
            iconName: clash.modelData.chosen ? "success" : "warning"
            color: clash.modelData.chosen ? Theme.success : Theme.warning
        }
        PlainText {
            id: clashText
            Layout.fillWidth: true
            value: clash.modelData.text
            elide: Text.ElideMiddle
            wrapMode: Text.Wrap
            maximumLineCount: 2
            ToolTip.text: clash.modelData.source
            ToolTip.visible: clashHover.hovered
            HoverHandler {
                id: clashHover
            }
        }
        TextField {
            objectName: "import.clash." + clash.index
            // A single description has its field above already.
            visible: !list.importing.serviceIdEditable
            Layout.preferredWidth: 200 * Theme.scale
            text: clash.modelData.serviceId
            placeholderText: qsTr("An id of its own")
            Accessible.name: qsTr("Service id of %1").arg(clash.modelData.source)
            Accessible.description: clash.modelData.text
            onEditingFinished: if (text !== clash.modelData.serviceId)
                list.importing.setServiceIdOf(clash.modelData.source, text)
        }
    }
}
