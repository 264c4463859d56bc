import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One number of a ranking: its part's colour, a slider with a tick where the baseline stands, and a field for those who would
/// rather type. Arrows are fine steps, with Shift coarse ones; Delete goes to the baseline.
RowLayout {
    id: row

    required property string key
    required property string label
    required property string series
    required property real value
    required property real reference
    required property real most
    required property int decimals
    required property bool applies
    required property string note
    required property LabTuning tuning

    readonly property bool focusWithin: slider.activeFocus || field.activeFocus

    spacing: Theme.space8
    opacity: applies ? 1 : 0.6

    Rectangle {
        implicitWidth: 8
        implicitHeight: 8
        color: row.series === "meaning" ? Theme.seriesMeaning : row.series === "graph" ? Theme.seriesGraph : row.series === "prior" ? Theme.seriesPrior : row.series === "keywords" ? Theme.seriesKeywords : "transparent"
    }
    PlainText {
        Layout.preferredWidth: 112 * Theme.scale
        value: row.label
        elide: Text.ElideRight
        font.pixelSize: Theme.labelSize
        Accessible.ignored: true
        HoverHandler {
            id: hover
        }
        ToolTip.visible: hover.hovered
        ToolTip.text: row.label + ": " + row.note
    }
    Slider {
        id: slider
        objectName: "lab.slider." + row.key
        Layout.fillWidth: true
        Layout.minimumWidth: 60
        enabled: row.applies
        from: 0
        to: row.most
        value: row.value
        Accessible.name: row.label
        Accessible.description: qsTr("%1 Baseline %2.", "what a slider does; value of the baseline").arg(row.note).arg(Say.number(row.reference, row.decimals))
        onMoved: row.tuning.set(row.key, value)
        Keys.onPressed: event => {
            const coarse = (event.modifiers & Qt.ShiftModifier) !== 0;
            const forward = mirrored ? Qt.Key_Left : Qt.Key_Right;
            const backward = mirrored ? Qt.Key_Right : Qt.Key_Left;
            if (event.modifiers & ~(Qt.ShiftModifier | Qt.KeypadModifier))
                return;
            if (event.key === forward || event.key === Qt.Key_Up)
                row.tuning.nudge(row.key, 1, coarse);
            else if (event.key === backward || event.key === Qt.Key_Down)
                row.tuning.nudge(row.key, -1, coarse);
            else if (event.key === Qt.Key_Home)
                row.tuning.set(row.key, 0);
            else if (event.key === Qt.Key_End)
                row.tuning.set(row.key, row.most);
            else if (event.key === Qt.Key_Delete)
                row.tuning.toBaseline(row.key);
            else
                return;
            event.accepted = true;
        }
        TapHandler {
            onDoubleTapped: row.tuning.toBaseline(row.key)
        }
        Rectangle {
            // A tick in text colour with a halo, as on score bars.
            readonly property real share: row.most > 0 ? row.reference / row.most : 0
            x: Math.round(slider.leftPadding + (slider.mirrored ? 1 - share : share) * (slider.availableWidth - slider.handle.width) + slider.handle.width / 2) - 2
            y: slider.height / 2 + 5
            width: 4
            height: 7
            color: Theme.window
            Rectangle {
                x: 1
                width: 2
                height: parent.height
                color: Theme.text
            }
        }
    }
    TextField {
        id: field
        objectName: "lab.value." + row.key
        enabled: row.applies
        implicitWidth: 62 * Theme.scale
        implicitHeight: Math.max(24, Theme.controlHeight - Theme.space4)
        font.family: Theme.monoFamily
        font.pixelSize: Theme.labelSize
        horizontalAlignment: TextInput.AlignRight
        inputMethodHints: Qt.ImhFormattedNumbersOnly
        maximumLength: 8
        text: Say.number(row.value, row.decimals)
        Accessible.name: qsTr("%1, number", "name of a slider").arg(row.label)
        function put(): void {
            row.tuning.setText(row.key, text);
            // What is no number gives way to what counts.
            text = Qt.binding(() => Say.number(row.value, row.decimals));
        }
        onEditingFinished: put()
        Keys.onUpPressed: row.tuning.nudge(row.key, 1, false)
        Keys.onDownPressed: row.tuning.nudge(row.key, -1, false)
    }
}
