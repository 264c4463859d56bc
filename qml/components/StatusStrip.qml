pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Workspace · index · jobs · history · integrity. Each part is a button that leads to what it says.
Rectangle {
    id: strip

    required property AppContext app
    readonly property WorkspaceSession session: app.session
    signal jobsRequested
    signal historyRequested
    signal workspaceRequested(Item from)

    implicitHeight: Math.max(26, Theme.labelSize + 14)
    color: Theme.sunken

    // Ages go stale by themselves.
    property int minute: 0
    Timer {
        interval: 30000
        running: strip.session.ready
        repeat: true
        onTriggered: ++strip.minute
    }
    Rectangle {
        width: parent.width
        height: Theme.borderWidth
        color: Theme.highContrast ? Theme.border : Theme.hairline
    }
    component Part: ToolButton {
        implicitHeight: Math.max(24, strip.implicitHeight - 2)
        font.pixelSize: Theme.labelSize
        topPadding: 0
        bottomPadding: 0
    }
    RowLayout {
        anchors.fill: parent
        anchors.topMargin: 1
        anchors.leftMargin: Theme.space8
        anchors.rightMargin: Theme.space8
        spacing: Theme.space4

        Part {
            id: workspacePart
            objectName: "shell.status.workspace"
            icon.source: Theme.icon("folder")
            text: strip.session.state === WorkspaceSession.Open ? strip.session.name : strip.session.state === WorkspaceSession.Opening ? qsTr("Opening…") : strip.session.state === WorkspaceSession.Failed ? qsTr("Could not open") : qsTr("No workspace")
            Accessible.name: qsTr("Workspace: %1").arg(text)
            onClicked: strip.workspaceRequested(workspacePart)
        }
        Part {
            objectName: "shell.status.index"
            visible: strip.session.ready
            icon.source: Theme.icon(strip.session.indexCurrent ? "check" : "refresh")
            text: !strip.session.indexed ? qsTr("No index yet") : strip.session.indexCurrent ? (strip.minute >= 0 ? qsTr("Index: %1", "age of the search index").arg(Say.age(strip.session.indexedAt)) : "") : qsTr("Index is being renewed")
            onClicked: strip.session.refresh()
            Accessible.description: qsTr("Looks for changes on disk")
        }
        Part {
            objectName: "shell.status.problems"
            visible: strip.session.problems.length > 0
            icon.source: Theme.icon("warning")
            text: qsTr("%n problem(s)", "files that could not be used", strip.session.problems.length)
            onClicked: strip.app.announce(strip.session.problems[0].text)
            ToolTip.visible: hovered || visualFocus
            ToolTip.text: strip.session.problems.length > 0 ? strip.session.problems[0].text : ""
        }
        Part {
            objectName: "shell.status.readOnly"
            visible: strip.session.readOnly
            icon.source: Theme.icon("lock")
            text: qsTr("Read only")
        }
        Item {
            Layout.fillWidth: true
        }
        Part {
            objectName: "shell.status.jobs"
            Layout.maximumWidth: strip.width * 0.5
            icon.source: Theme.icon("jobs")
            text: strip.session.jobs.runningCount > 0 ? strip.session.jobs.summary : qsTr("No jobs")
            Accessible.name: qsTr("Jobs: %1").arg(text)
            onClicked: strip.jobsRequested()
        }
        Part {
            objectName: "shell.status.history"
            visible: strip.app.undo.count > 0
            icon.source: Theme.icon("history")
            text: qsTr("%n change(s)", "steps in the history", strip.app.undo.index)
            Accessible.name: qsTr("History: %1").arg(text)
            onClicked: strip.historyRequested()
        }
        Part {
            objectName: "shell.status.integrity"
            readonly property AuditChain chain: strip.app.auditChain
            readonly property bool wrong: chain.state === "broken" || chain.state === "error"
            visible: strip.session.ready
            icon.source: Theme.icon(chain.state === "verified" ? "shield" : chain.state === "broken" ? "octagon-alert" : chain.state === "error" ? "error" : "info")
            text: qsTr("Audit: %1", "whether the log is whole").arg(chain.text)
            Accessible.description: chain.detail
            ToolTip.text: chain.detail
            ToolTip.visible: hovered || visualFocus
            icon.color: wrong ? Theme.error : "transparent"
            onClicked: strip.app.navigator.openPage("audit")
        }
    }
}
