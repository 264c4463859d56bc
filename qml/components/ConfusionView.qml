pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Which actions stand in for each other: clusters with the words that tell their members apart, and actions that their own words do
/// not find.
FocusScope {
    id: view

    required property AppContext app
    /// Somebody wants to tell an action apart by another description.
    signal describeRequested(string action)

    objectName: "benchmarks.confusion"
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Confusion map")

    ConfusionController {
        id: controller
        session: view.app.session
    }
    StateView {
        objectName: "benchmarks.confusion.state"
        anchors.fill: parent
        view: controller.state
        title: controller.state === "error" ? qsTr("The map could not be made") : controller.state === "stale" ? qsTr("The catalog changed since this was mapped.") : qsTr("Which actions are mistaken for each other?")
        text: controller.state === "error" ? controller.errorText : controller.state === "stale" ? "" : qsTr("Every action is searched for by its own words. Those that others come before, and groups that compete for the same words, are listed with the words that would tell them apart.")
        details: controller.errorText
        onCopyDetails: text => view.app.copyText(text)
        progress: controller.progress
        progressText: qsTr("Searching for every action by its own words")
        cancellable: true
        onCancelled: controller.cancel()
        primary: controller.state === "ready" ? null : mapAction

        ColumnLayout {
            anchors.fill: parent
            anchors.margins: Theme.space16
            anchors.topMargin: Theme.space4
            spacing: Theme.space8
            RowLayout {
                Layout.fillWidth: true
                PlainText {
                    objectName: "benchmarks.confusion.about"
                    Layout.fillWidth: true
                    value: controller.about
                    muted: true
                    elide: Text.ElideRight
                }
                Button {
                    objectName: "benchmarks.confusion.map"
                    flat: true
                    text: qsTr("Map again")
                    onClicked: controller.map()
                }
            }
            RowLayout {
                Layout.fillWidth: true
                Layout.fillHeight: true
                spacing: Theme.space16
                ColumnLayout {
                    Layout.fillWidth: true
                    Layout.preferredWidth: 3
                    Layout.fillHeight: true
                    ReportHeading {
                        value: qsTr("Clusters, the tightest first")
                    }
                    ListView {
                        id: clusters
                        objectName: "benchmarks.confusion.clusters"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        clip: true
                        focus: true
                        activeFocusOnTab: true
                        keyNavigationEnabled: true
                        boundsBehavior: Flickable.StopAtBounds
                        highlightMoveDuration: 0
                        model: controller.clusters
                        ScrollBar.vertical: ScrollBar {}
                        Accessible.role: Accessible.List
                        Accessible.name: qsTr("Clusters of actions that compete")
                        delegate: Item {
                            id: cluster
                            required property int index
                            required property var model
                            objectName: "benchmarks.confusion.cluster." + index
                            width: ListView.view.width
                            height: body.implicitHeight + Theme.space16
                            Accessible.role: Accessible.ListItem
                            Accessible.name: model.sentence
                            Rectangle {
                                anchors.fill: parent
                                anchors.margins: 2
                                radius: Theme.radiusCard
                                color: Theme.surface
                                border.width: cluster.ListView.isCurrentItem && clusters.activeFocus ? 2 : 1
                                border.color: cluster.ListView.isCurrentItem && clusters.activeFocus ? Theme.focusRing : Theme.hairline
                            }
                            ColumnLayout {
                                id: body
                                x: Theme.space12
                                y: Theme.space8
                                width: parent.width - Theme.space24
                                spacing: 2
                                PlainText {
                                    Layout.fillWidth: true
                                    muted: true
                                    elide: Text.ElideRight
                                    font.pixelSize: Theme.labelSize
                                    value: (cluster.model.near ? qsTr("near-duplicates · ") : "") + qsTr("words %1 alike · compete %2 · all say: %3").arg(cluster.model.similarity).arg(cluster.model.competition).arg(cluster.model.shared === "" ? "–" : cluster.model.shared)
                                    Accessible.ignored: true
                                }
                                Repeater {
                                    model: cluster.model.members
                                    RowLayout {
                                        id: member
                                        required property var modelData
                                        Layout.fillWidth: true
                                        spacing: Theme.space8
                                        PlainText {
                                            Layout.preferredWidth: 1
                                            Layout.fillWidth: true
                                            value: member.modelData.name
                                            elide: Text.ElideMiddle
                                            font.weight: Font.DemiBold
                                            Accessible.ignored: true
                                        }
                                        PlainText {
                                            Layout.preferredWidth: 1
                                            Layout.fillWidth: true
                                            value: member.modelData.apart === "" ? qsTr("nothing of its own") : qsTr("only it: %1").arg(member.modelData.apart)
                                            muted: member.modelData.apart === ""
                                            elide: Text.ElideRight
                                            Accessible.name: member.modelData.sentence
                                        }
                                        ToolButton {
                                            objectName: "benchmarks.confusion.describe." + member.modelData.name
                                            text: qsTr("Describe %1…").arg(member.modelData.name)
                                            display: AbstractButton.IconOnly
                                            icon.source: Theme.icon("pencil")
                                            onClicked: view.describeRequested(member.modelData.name)
                                        }
                                    }
                                }
                            }
                        }
                        PlainText {
                            anchors.centerIn: parent
                            visible: clusters.count === 0
                            muted: true
                            value: qsTr("No actions compete.")
                        }
                    }
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    Layout.preferredWidth: 2
                    Layout.fillHeight: true
                    ReportHeading {
                        value: qsTr("Not found by their own words")
                    }
                    ListView {
                        id: hidden
                        objectName: "benchmarks.confusion.hidden"
                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        clip: true
                        activeFocusOnTab: true
                        keyNavigationEnabled: true
                        boundsBehavior: Flickable.StopAtBounds
                        highlightMoveDuration: 0
                        model: controller.hidden
                        ScrollBar.vertical: ScrollBar {}
                        Accessible.role: Accessible.List
                        Accessible.name: qsTr("Actions that their own words do not find")
                        Keys.onReturnPressed: if (currentItem)
                            view.describeRequested(currentItem.actionName)
                        delegate: Item {
                            id: lost
                            required property int index
                            required property var model
                            readonly property string actionName: model.name
                            objectName: "benchmarks.confusion.hidden." + actionName
                            width: ListView.view.width
                            height: words.implicitHeight + Theme.space16
                            Accessible.role: Accessible.ListItem
                            Accessible.name: model.sentence
                            Accessible.onPressAction: view.describeRequested(actionName)
                            Rectangle {
                                anchors.fill: parent
                                anchors.margins: 1
                                radius: Theme.radiusSmall
                                color: lostHover.hovered ? Theme.hover : "transparent"
                                border.width: lost.ListView.isCurrentItem && hidden.activeFocus ? 2 : 0
                                border.color: Theme.focusRing
                            }
                            HoverHandler {
                                id: lostHover
                            }
                            TapHandler {
                                onTapped: view.describeRequested(lost.actionName)
                            }
                            ColumnLayout {
                                id: words
                                x: Theme.space8
                                y: Theme.space8
                                width: parent.width - Theme.space24
                                spacing: 0
                                PlainText {
                                    Layout.fillWidth: true
                                    value: lost.actionName + "  " + lost.model.rank
                                    elide: Text.ElideRight
                                    font.weight: Font.DemiBold
                                    Accessible.ignored: true
                                }
                                PlainText {
                                    Layout.fillWidth: true
                                    value: "“" + lost.model.query + "”"
                                    elide: Text.ElideRight
                                    font.pixelSize: Theme.labelSize
                                    Accessible.ignored: true
                                }
                                PlainText {
                                    Layout.fillWidth: true
                                    value: qsTr("after %1").arg(lost.model.ahead)
                                    visible: lost.model.ahead !== ""
                                    muted: true
                                    elide: Text.ElideRight
                                    font.pixelSize: Theme.labelSize
                                    Accessible.ignored: true
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    Action {
        id: mapAction
        text: controller.state === "stale" ? qsTr("Map again") : qsTr("Map the catalog")
        onTriggered: controller.map()
    }
}
