pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Where the floor should lie: scores of right answers against those of queries that nothing answers, with a line that can be moved by
/// pointer, arrows or number, and what the floor there would cost and save.
FocusScope {
    id: view

    required property AppContext app
    property bool active: false

    objectName: "benchmarks.calibration"
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Calibration of the floor")

    CalibrationController {
        id: controller
        session: view.app.session
        active: view.active
        onFloorChanged: sayLater.restart()
    }
    Timer {
        id: sayLater
        interval: 700
        onTriggered: if (view.active)
            view.app.announce(controller.sentence)
    }

    StateView {
        objectName: "benchmarks.calibration.state"
        anchors.fill: parent
        view: controller.state
        title: controller.state === "error" ? qsTr("The scores could not be measured") : qsTr("No query set")
        text: controller.state === "error" ? controller.errorText : qsTr("A floor needs judged queries: some with a right answer and some that nothing answers.")
        details: controller.errorText
        onCopyDetails: text => view.app.copyText(text)
        progressText: qsTr("Measuring the scores")
        primary: controller.state === "error" ? again : null

        ColumnLayout {
            anchors.fill: parent
            anchors.margins: Theme.space16
            anchors.topMargin: Theme.space4
            spacing: Theme.space12
            PlainText {
                objectName: "benchmarks.calibration.sentence"
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                value: controller.sentence
                Accessible.role: Accessible.Heading
            }
            PlainText {
                objectName: "benchmarks.calibration.suggestion"
                Layout.fillWidth: true
                wrapMode: Text.Wrap
                value: controller.suggestion
            }
            Banner {
                Layout.fillWidth: true
                visible: !controller.enough
                kind: "warning"
                text: qsTr("Too few queries for more than a guess")
                detail: qsTr("%1 with a right answer and %2 without one; 30 of each make a suggestion worth following.").arg(controller.answered).arg(controller.unanswered)
            }
            RowLayout {
                spacing: Theme.space8
                PlainText {
                    value: qsTr("Floor")
                }
                TextField {
                    objectName: "benchmarks.calibration.value"
                    implicitWidth: 72 * Theme.scale
                    font.family: Theme.monoFamily
                    maximumLength: 5
                    text: Say.number(controller.floor, 2)
                    Accessible.name: qsTr("Floor to look at")
                    onEditingFinished: {
                        const number = Number(text.replace(",", "."));
                        if (!isNaN(number))
                            controller.floor = number;
                        text = Qt.binding(() => Say.number(controller.floor, 2));
                    }
                }
                Button {
                    objectName: "benchmarks.calibration.current"
                    flat: true
                    text: qsTr("In force: %1").arg(Say.number(controller.currentFloor, 2))
                    onClicked: controller.floor = controller.currentFloor
                }
                Button {
                    objectName: "benchmarks.calibration.suggested"
                    flat: true
                    text: qsTr("Suggested: %1").arg(Say.number(controller.suggestedFloor, 2))
                    onClicked: controller.floor = controller.suggestedFloor
                }
                Item {
                    Layout.fillWidth: true
                }
                Button {
                    objectName: "benchmarks.calibration.try"
                    text: qsTr("Try in Search Lab")
                    Accessible.description: qsTr("Sets the floor of what Search Lab tries; nothing is saved")
                    onClicked: view.app.navigator.openLink("actionscope://lab?floor=" + controller.floor)
                }
                CheckBox {
                    id: asTable
                    objectName: "benchmarks.calibration.table"
                    text: qsTr("Show as table")
                }
            }
            Item {
                id: plot
                objectName: "benchmarks.calibration.plot"
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: !asTable.checked
                activeFocusOnTab: visible
                focus: true
                Accessible.role: Accessible.Slider
                Accessible.name: qsTr("Floor")
                Accessible.description: controller.sentence
                Accessible.focusable: true
                Keys.onPressed: event => {
                    const coarse = (event.modifiers & Qt.ShiftModifier) !== 0;
                    if (event.key === Qt.Key_Right || event.key === Qt.Key_Up)
                        controller.nudge(1, coarse);
                    else if (event.key === Qt.Key_Left || event.key === Qt.Key_Down)
                        controller.nudge(-1, coarse);
                    else if (event.key === Qt.Key_Home)
                        controller.floor = 0;
                    else if (event.key === Qt.Key_End)
                        controller.floor = 1;
                    else if (event.key === Qt.Key_Delete)
                        controller.floor = controller.currentFloor;
                    else
                        return;
                    event.accepted = true;
                }
                Rectangle {
                    anchors.fill: parent
                    color: Theme.surface
                    radius: Theme.radiusSmall
                    border.width: plot.activeFocus ? 2 : Theme.borderWidth
                    border.color: plot.activeFocus ? Theme.focusRing : Theme.hairline
                }
                readonly property real inner: width - 2 * Theme.space16
                function step(bins: var): real {
                    return inner / Math.max(1, bins.length * controller.reach);
                }
                readonly property real half: (height - axis.height - Theme.space24) / 2
                // Above the middle what is right, below what is wrong: position tells them apart.
                Repeater {
                    model: controller.right
                    Rectangle {
                        required property real modelData
                        required property int index
                        x: Theme.space16 + index * plot.step(controller.right)
                        visible: index < controller.right.length * controller.reach
                        y: Theme.space12 + plot.half * (1 - modelData)
                        width: Math.max(1, plot.step(controller.right) - 2)
                        height: plot.half * modelData
                        color: Theme.seriesMeaning
                    }
                }
                Repeater {
                    model: controller.wrong
                    Rectangle {
                        required property real modelData
                        required property int index
                        x: Theme.space16 + index * plot.step(controller.wrong)
                        visible: index < controller.wrong.length * controller.reach
                        y: Theme.space12 + plot.half + 2
                        width: Math.max(1, plot.step(controller.wrong) - 2)
                        height: plot.half * modelData
                        color: Theme.seriesPrior
                    }
                }
                PlainText {
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.space24
                    y: Theme.space12
                    value: qsTr("↑ right answers: %1 queries").arg(controller.answered)
                    font.pixelSize: Theme.labelSize
                }
                PlainText {
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.space24
                    y: Theme.space12 + 2 * plot.half - implicitHeight
                    value: qsTr("↓ best result of queries that nothing answers: %1 queries").arg(controller.unanswered)
                    font.pixelSize: Theme.labelSize
                }
                Row {
                    id: axis
                    anchors.bottom: parent.bottom
                    anchors.bottomMargin: Theme.space4
                    x: Theme.space16
                    Repeater {
                        model: 10
                        PlainText {
                            required property int index
                            width: plot.inner / 10
                            value: Say.number(index / 10 * controller.reach, 2)
                            muted: true
                            font.pixelSize: Theme.captionSize
                        }
                    }
                }
                FloorLine {
                    plotWidth: plot.inner
                    offset: Theme.space16
                    height: plot.height - axis.height - Theme.space8
                    at: controller.currentFloor / controller.reach
                    text: qsTr("in force")
                    thin: true
                }
                FloorLine {
                    plotWidth: plot.inner
                    offset: Theme.space16
                    height: plot.height - axis.height - Theme.space8
                    at: controller.suggestedFloor / controller.reach
                    text: qsTr("suggested")
                    thin: true
                    labelBefore: controller.suggestedFloor < controller.currentFloor && x > labelWidth
                    labelY: Theme.labelSize * 2
                }
                FloorLine {
                    plotWidth: plot.inner
                    offset: Theme.space16
                    height: plot.height - axis.height - Theme.space8
                    at: Math.min(1, controller.floor / controller.reach)
                    text: Say.number(controller.floor, 2)
                    labelY: Theme.labelSize * 4
                }
                MouseArea {
                    anchors.fill: parent
                    cursorShape: Qt.SplitHCursor
                    onPressed: mouse => {
                        plot.forceActiveFocus(Qt.MouseFocusReason);
                        controller.floor = (mouse.x - Theme.space16) / plot.inner * controller.reach;
                    }
                    onPositionChanged: mouse => controller.floor = (mouse.x - Theme.space16) / plot.inner * controller.reach
                }
            }
            ListView {
                objectName: "benchmarks.calibration.rows"
                Layout.fillWidth: true
                Layout.fillHeight: true
                visible: asTable.checked
                activeFocusOnTab: visible
                keyNavigationEnabled: true
                clip: true
                model: controller.table
                ScrollBar.vertical: ScrollBar {}
                Accessible.role: Accessible.List
                Accessible.name: qsTr("Floors and what they cost")
                delegate: Item {
                    id: row
                    required property var modelData
                    required property int index
                    objectName: "benchmarks.calibration.row." + index
                    width: ListView.view.width
                    height: Theme.rowHeight
                    Accessible.role: Accessible.ListItem
                    Accessible.name: line.text
                    Rectangle {
                        anchors.fill: parent
                        color: "transparent"
                        border.width: row.ListView.isCurrentItem && row.ListView.view.activeFocus ? 2 : 0
                        border.color: Theme.focusRing
                    }
                    PlainText {
                        id: line
                        anchors.verticalCenter: parent.verticalCenter
                        x: Theme.space8
                        value: qsTr("floor %1 · loses %2 of the right answers · finds falsely for %3").arg(row.modelData.floor).arg(row.modelData.lost).arg(row.modelData.falseFinds)
                        Accessible.ignored: true
                    }
                }
            }
        }
    }
    Action {
        id: again
        text: qsTr("Measure again")
        onTriggered: controller.measure()
    }
}
