import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A new run: which query sets, which preset, what to call it.
SideSheet {
    id: sheet

    required property BenchmarksController controller
    property var chosen: []

    objectName: "benchmarks.runSheet"
    title: qsTr("Measure query sets")
    preferredWidth: 480

    function begin(only: string): void {
        chosen = only ? [only] : controller.setNames.slice();
        label.text = "";
        presetBox.currentIndex = 0;
        sample.checked = false;
        open();
        presetBox.forceActiveFocus(Qt.OtherFocusReason);
    }
    function start(): void {
        if (chosen.length === 0)
            return;
        const all = chosen.length === controller.setNames.length;
        controller.run(all ? [] : chosen, presetBox.currentIndex === 0 ? "" : controller.presets[presetBox.currentIndex - 1], label.text, sample.checked ? 50 : 0);
        close();
    }
    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("It runs as a job; the run is kept in the history.")
            }
            Button {
                objectName: "benchmarks.runSheet.start"
                highlighted: true
                text: qsTr("Measure")
                enabled: sheet.chosen.length > 0
                onClicked: sheet.start()
            }
        }
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space8
        PlainText {
            value: qsTr("Preset")
        }
        ComboBox {
            id: presetBox
            objectName: "benchmarks.runSheet.preset"
            Layout.fillWidth: true
            model: [qsTr("The one in force")].concat(sheet.controller.presets)
            Accessible.name: qsTr("Preset to measure")
        }
        PlainText {
            value: qsTr("Name of the run")
        }
        TextField {
            id: label
            objectName: "benchmarks.runSheet.label"
            Layout.fillWidth: true
            maximumLength: 120
            placeholderText: qsTr("for example “before the new descriptions”")
            Accessible.name: qsTr("Name of the run")
            Keys.onReturnPressed: sheet.start()
        }
        PlainText {
            Layout.topMargin: Theme.space8
            value: qsTr("Query sets")
            Accessible.role: Accessible.Heading
        }
        Repeater {
            model: sheet.controller.setNames
            CheckBox {
                required property string modelData
                objectName: "benchmarks.runSheet.set." + modelData
                text: modelData
                checked: sheet.chosen.includes(modelData)
                onToggled: sheet.chosen = checked ? sheet.chosen.concat([modelData]) : sheet.chosen.filter(name => name !== modelData)
            }
        }
        CheckBox {
            id: sample
            objectName: "benchmarks.runSheet.sample"
            Layout.topMargin: Theme.space8
            text: qsTr("Only a preview: 50 queries of each set")
        }
        Item {
            Layout.fillHeight: true
        }
    }
}
