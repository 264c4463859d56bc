pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Index and model: what searching stands on, how far building is, and which words the model holds to be near.
ColumnLayout {
    id: section

    required property AppContext app
    spacing: Theme.space8

    IndexController {
        id: controller
        session: section.app.session
    }
    PlainText {
        objectName: "settings.index.none"
        Layout.fillWidth: true
        visible: controller.state === "firstRun" || controller.state === "loading" || controller.state === "error"
        muted: true
        wrapMode: Text.Wrap
        value: controller.state === "loading" ? qsTr("The index is being built.") : qsTr("Open a workspace to see its index.")
    }
    Banner {
        objectName: "settings.index.problem"
        Layout.fillWidth: true
        visible: controller.state === "partial"
        kind: "warning"
        text: qsTr("Vectors unavailable: ranking by keywords only")
        detail: controller.problem
        actions: [again]
    }
    Action {
        id: again
        text: qsTr("Try again")
        onTriggered: controller.build()
    }
    GridLayout {
        Layout.fillWidth: true
        visible: controller.keywords !== ""
        columns: 2
        columnSpacing: Theme.space16
        rowSpacing: Theme.space4
        PlainText {
            value: qsTr("Keywords")
            muted: true
        }
        PlainText {
            objectName: "settings.index.keywords"
            Layout.fillWidth: true
            value: controller.keywords
            wrapMode: Text.Wrap
        }
        PlainText {
            value: qsTr("Model")
            muted: true
        }
        PlainText {
            objectName: "settings.index.model"
            Layout.fillWidth: true
            value: controller.model !== "" ? controller.model : qsTr("none in use")
            wrapMode: Text.Wrap
        }
        PlainText {
            value: qsTr("Vectors")
            muted: true
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            PlainText {
                objectName: "settings.index.vectors"
                Layout.fillWidth: true
                value: controller.state === "building" ? qsTr("being made; searches go on with words") : controller.vectors !== "" ? controller.vectors : "–"
                wrapMode: Text.Wrap
            }
            ProgressBar {
                visible: controller.state === "building"
                implicitWidth: 120 * Theme.scale
                indeterminate: true
                Accessible.name: qsTr("Vectors are being made")
            }
        }
    }
    PlainText {
        Layout.fillWidth: true
        Layout.topMargin: Theme.space8
        visible: controller.hasNeighbours
        muted: true
        wrapMode: Text.Wrap
        font.pixelSize: Theme.labelSize
        value: qsTr("Which words does the model hold to be near?")
    }
    TextField {
        objectName: "settings.index.word"
        Layout.maximumWidth: 280 * Theme.scale
        Layout.fillWidth: true
        visible: controller.hasNeighbours
        maximumLength: 60
        placeholderText: qsTr("a word, for example remove")
        Accessible.name: qsTr("Word whose neighbours are shown")
        Accessible.description: controller.wordNote
        onTextEdited: controller.word = text
    }
    PlainText {
        objectName: "settings.index.note"
        Layout.fillWidth: true
        visible: value !== ""
        value: controller.wordNote
        muted: true
        font.pixelSize: Theme.labelSize
    }
    Repeater {
        model: controller.neighbours
        RowLayout {
            id: near
            required property string term
            required property string similarity
            required property real share
            required property string sentence
            Layout.fillWidth: true
            spacing: Theme.space12
            Accessible.role: Accessible.ListItem
            Accessible.name: sentence
            PlainText {
                Layout.preferredWidth: 140 * Theme.scale
                value: near.term
                elide: Text.ElideRight
                Accessible.ignored: true
            }
            Rectangle {
                implicitWidth: 160 * Theme.scale * near.share
                implicitHeight: 8
                color: Theme.seriesMeaning
            }
            PlainText {
                value: near.similarity
                mono: true
                font.pixelSize: Theme.labelSize
                Accessible.ignored: true
            }
            Item {
                Layout.fillWidth: true
            }
        }
    }
}
