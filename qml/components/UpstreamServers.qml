import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// The MCP servers that the running gateway keeps connected, with what is wrong with them. Nothing to see without any.
Rectangle {
    id: strip

    required property UpstreamController controller

    visible: controller.servers.length > 0
    implicitHeight: visible ? Math.min(column.implicitHeight + Theme.space16, 240 * Theme.scale) : 0
    color: Theme.sunken
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Upstream MCP servers")

    Flickable {
        anchors.fill: parent
        contentHeight: column.implicitHeight + Theme.space16
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space8
            width: parent.width - 2 * x
            spacing: Theme.space4
            PlainText {
                value: qsTr("Upstream MCP servers")
                muted: true
                font.weight: Font.DemiBold
                font.pixelSize: Theme.labelSize
                Accessible.role: Accessible.Heading
            }
            Repeater {
                model: strip.controller.servers
                ColumnLayout {
                    id: server
                    required property var modelData
                    Layout.fillWidth: true
                    spacing: 2
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space8
                        AppIcon {
                            iconName: server.modelData.bad ? "error" : server.modelData.state === "ready" ? "success" : "info"
                            color: server.modelData.bad ? Theme.error : server.modelData.state === "ready" ? Theme.success : Theme.textMuted
                        }
                        PlainText {
                            value: server.modelData.name
                            font.weight: Font.DemiBold
                        }
                        PlainText {
                            objectName: "services.server." + server.modelData.name
                            Layout.fillWidth: true
                            wrapMode: Text.Wrap
                            muted: !server.modelData.bad
                            value: {
                                const parts = [server.modelData.stateText];
                                if (server.modelData.problem !== "")
                                    parts.push(server.modelData.problem);
                                else if (server.modelData.state === "ready")
                                    parts.push(qsTr("%n tool(s)", "", server.modelData.tools));
                                if (server.modelData.restarts > 0)
                                    parts.push(qsTr("started again %n time(s)", "", server.modelData.restarts));
                                return parts.join(" · ");
                            }
                        }
                        Button {
                            objectName: "services.server.retry." + server.modelData.name
                            visible: server.modelData.bad
                            text: qsTr("Retry")
                            Accessible.name: qsTr("Start the server %1 again").arg(server.modelData.name)
                            onClicked: strip.controller.retry(server.modelData.name)
                        }
                    }
                    PlainText {
                        Layout.fillWidth: true
                        Layout.leftMargin: Theme.space24
                        visible: server.modelData.bad && server.modelData.log.length > 0
                        value: server.modelData.log.join("\n")
                        mono: true
                        muted: true
                        font.pixelSize: Theme.labelSize
                        wrapMode: Text.WrapAnywhere
                        Accessible.name: qsTr("What it said last: %1").arg(value)
                    }
                }
            }
        }
    }
}
