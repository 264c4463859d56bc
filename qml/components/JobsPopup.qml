pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Ctrl+J: what runs, what ran, and how to stop it.
Popup {
    id: popup

    required property AppContext app
    readonly property JobsModel jobs: app.session.jobs

    objectName: "jobs"
    width: 440 * Math.min(1.4, Theme.scale)
    padding: Theme.space12
    focus: true
    modal: false
    closePolicy: Popup.CloseOnEscape | Popup.CloseOnPressOutside

    onOpened: list.forceActiveFocus()

    Column {
        width: parent.width
        spacing: Theme.space8

        RowLayout {
            width: parent.width
            PlainText {
                Layout.fillWidth: true
                value: qsTr("Jobs")
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            Button {
                objectName: "jobs.clear"
                visible: list.count > popup.jobs.runningCount
                flat: true
                text: qsTr("Clear finished")
                onClicked: popup.jobs.clearFinished()
            }
        }
        PlainText {
            visible: list.count === 0
            width: parent.width
            wrapMode: Text.Wrap
            muted: true
            value: qsTr("Nothing runs. Imports, index builds and exports show here, with what came of them.")
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: list
            objectName: "jobs.list"
            width: parent.width
            height: Math.min(contentHeight, 360 * Theme.scale)
            clip: true
            model: popup.jobs
            activeFocusOnTab: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            spacing: Theme.space4
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Jobs")
            Keys.onDeletePressed: if (currentItem)
                popup.jobs.cancel(currentItem.jobId)

            delegate: Rectangle {
                id: job
                required property int jobId
                required property string title
                required property string jobState
                required property string phase
                required property double fraction
                required property string detail
                required property string elapsed
                readonly property bool running: jobState === "running"
                readonly property string stateText: running ? phase : jobState === "done" ? qsTr("Done in %1", "duration").arg(elapsed) : jobState === "cancelled" ? qsTr("Cancelled after %1", "duration").arg(elapsed) : qsTr("Failed after %1", "duration").arg(elapsed)

                objectName: "jobs.row." + jobId
                width: ListView.view.width
                height: body.implicitHeight + Theme.space8
                radius: Theme.radiusSmall
                color: "transparent"
                border.width: ListView.isCurrentItem && list.activeFocus ? 2 : 0
                border.color: Theme.focusRing
                Accessible.role: Accessible.ListItem
                Accessible.name: qsTr("%1: %2", "job, its state").arg(title).arg(stateText)

                RowLayout {
                    id: body
                    anchors.left: parent.left
                    anchors.right: parent.right
                    anchors.margins: Theme.space4
                    anchors.verticalCenter: parent.verticalCenter
                    spacing: Theme.space8
                    AppIcon {
                        Layout.alignment: Qt.AlignTop
                        Layout.topMargin: 2
                        iconName: job.running ? "play" : job.jobState === "done" ? "success" : job.jobState === "failed" ? "error" : "close"
                        color: job.jobState === "failed" ? Theme.error : job.jobState === "done" ? Theme.success : Theme.textMuted
                    }
                    ColumnLayout {
                        Layout.fillWidth: true
                        spacing: 2
                        PlainText {
                            Layout.fillWidth: true
                            value: job.title
                            elide: Text.ElideRight
                        }
                        PlainText {
                            Layout.fillWidth: true
                            visible: value !== ""
                            value: job.stateText
                            muted: true
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                        }
                        PlainText {
                            Layout.fillWidth: true
                            visible: value !== ""
                            value: job.detail
                            muted: true
                            wrapMode: Text.Wrap
                            maximumLineCount: 4
                            elide: Text.ElideRight
                            font.pixelSize: Theme.labelSize
                        }
                        ProgressBar {
                            Layout.fillWidth: true
                            visible: job.running
                            value: Math.max(0, job.fraction)
                            indeterminate: job.fraction < 0
                            Accessible.name: job.title
                        }
                    }
                    Button {
                        objectName: "jobs.cancel." + job.jobId
                        visible: job.running
                        text: qsTr("Cancel")
                        Accessible.name: qsTr("Cancel %1", "title of a job").arg(job.title)
                        onClicked: popup.jobs.cancel(job.jobId)
                    }
                }
            }
        }
    }
}
