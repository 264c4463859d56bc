pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Why a result has its score: one sentence, the words of the query, and the tree of parts that add up.
FocusScope {
    id: view

    required property LabController lab
    signal copyRequested(string format)

    ColumnLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space8
        spacing: Theme.space8

        RowLayout {
            Layout.fillWidth: true
            Layout.topMargin: Theme.space12
            PlainText {
                Layout.fillWidth: true
                value: view.lab.selected
                elide: Text.ElideMiddle
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            ToolButton {
                objectName: "lab.copy"
                text: qsTr("Copy as Markdown")
                display: AbstractButton.IconOnly
                icon.source: Theme.icon("copy")
                Accessible.name: text
                onClicked: view.copyRequested("markdown")
            }
            ToolButton {
                objectName: "lab.copyJson"
                text: qsTr("JSON")
                Accessible.name: qsTr("Copy as JSON")
                onClicked: view.copyRequested("json")
            }
        }
        PlainText {
            objectName: "lab.explain.sentence"
            Layout.fillWidth: true
            Layout.rightMargin: Theme.space8
            value: view.lab.sentence
            wrapMode: Text.Wrap
        }
        Flow {
            Layout.fillWidth: true
            spacing: Theme.space4
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Words of the query")
            Repeater {
                model: view.lab.analysis
                Rectangle {
                    id: word
                    required property var modelData
                    readonly property bool hit: modelData.fate === "matched"
                    implicitWidth: label.implicitWidth + Theme.space12
                    implicitHeight: label.implicitHeight + Theme.space4
                    radius: Theme.radiusSmall
                    color: hit ? Theme.highlight : "transparent"
                    border.width: 1
                    border.color: Theme.highContrast ? Theme.border : Theme.hairline
                    Accessible.role: Accessible.ListItem
                    Accessible.name: label.text
                    PlainText {
                        id: label
                        anchors.centerIn: parent
                        font.pixelSize: Theme.labelSize
                        font.strikeout: !word.hit
                        muted: !word.hit
                        value: {
                            const m = word.modelData;
                            let text = m.word;
                            if (m.term !== "" && m.term !== m.word.toLowerCase())
                                text += " → " + m.term;
                            return m.note === "" ? text : text + " (" + m.note + ")";
                        }
                        Accessible.ignored: true
                    }
                }
            }
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: parts
            objectName: "lab.explain.tree"
            Layout.fillWidth: true
            Layout.fillHeight: true
            clip: true
            focus: true
            activeFocusOnTab: true
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: view.lab.explanation
            currentIndex: -1
            onActiveFocusChanged: if (activeFocus && currentIndex < 0)
                currentIndex = 0
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.Tree
            Accessible.name: qsTr("Parts of the score")
            Keys.onPressed: event => {
                if (event.key !== Qt.Key_Return && event.key !== Qt.Key_Enter && event.key !== Qt.Key_Space)
                    return;
                if (currentItem)
                    currentItem.opened = !currentItem.opened;
                event.accepted = true;
            }
            delegate: LabExplanationPart {
                width: ListView.view.width
                current: ListView.isCurrentItem && parts.activeFocus
                onChosen: {
                    parts.currentIndex = index;
                    parts.forceActiveFocus(Qt.MouseFocusReason);
                }
            }
        }
        Rectangle {
            Layout.fillWidth: true
            Layout.rightMargin: Theme.space8
            implicitHeight: 1
            color: Theme.border
        }
        RowLayout {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.space8
            Layout.rightMargin: Theme.space16
            Layout.bottomMargin: Theme.space12
            PlainText {
                Layout.fillWidth: true
                readonly property real margin: view.lab.explanation.total - view.lab.floor
                value: margin >= 0 ? qsTr("Sum · passes the floor %1 by %2").arg(Say.number(view.lab.floor, 2)).arg(Say.number(margin, 4)) : qsTr("Sum · below the floor %1 by %2").arg(Say.number(view.lab.floor, 2)).arg(Say.number(-margin, 4))
                muted: true
                elide: Text.ElideRight
            }
            PlainText {
                objectName: "lab.explain.sum"
                mono: true
                font.weight: Font.DemiBold
                readonly property bool holds: Math.abs(view.lab.explanation.sumOfParts - view.lab.explanation.total) <= 1e-6
                value: Say.number(view.lab.explanation.sumOfParts, 4) + (holds ? " ✓" : " ✗")
                Accessible.name: holds ? qsTr("The parts add up to the score, %1").arg(Say.number(view.lab.explanation.total, 4)) : qsTr("The parts do not add up to the score")
            }
        }
    }
}
