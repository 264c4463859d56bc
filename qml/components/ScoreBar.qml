pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// The parts of a score on a scale common to its list: maps of `value`, `name`, `shade` and `kind` ("keywords", "meaning", "graph",
/// "prior", "penalty"), in this order always, so that position identifies a part too. Penalties are hatched and hang left of the end.
/// One row of rectangles: cheap enough for list delegates.
Item {
    id: bar

    property var parts: []
    property real scaleMax: 1
    /// The floor as a tick; negative for none.
    property real floor: -1

    implicitWidth: 120
    implicitHeight: 12

    readonly property real perUnit: scaleMax > 0 ? width / scaleMax : 0

    function colorOf(kind: string): color {
        switch (kind) {
        case "meaning":
            return Theme.seriesMeaning;
        case "graph":
            return Theme.seriesGraph;
        case "prior":
            return Theme.seriesPrior;
        case "penalty":
            return Theme.seriesPenalty;
        default:
            return Theme.seriesKeywords;
        }
    }

    /// Parts of one family are told apart by strength too.
    function strengthOf(part: var): real {
        return [1, 0.72, 0.86, 0.58][(part.shade ?? 0) % 4];
    }

    Accessible.role: Accessible.Graphic
    Accessible.name: {
        let said = [];
        for (const part of parts)
            //: part of a score and its value: "keywords 0.41"
            said.push(qsTr("%1 %2").arg(part.name).arg(Say.number(part.value, 2)));
        return said.join(", ");
    }

    Row {
        id: positive
        anchors.verticalCenter: parent.verticalCenter
        spacing: 2
        Repeater {
            model: bar.parts.filter(part => part.value > 0)
            Rectangle {
                required property var modelData
                width: Math.max(1, modelData.value * bar.perUnit - 2)
                height: 12
                color: bar.colorOf(modelData.kind)
                opacity: bar.strengthOf(modelData)
            }
        }
    }
    Repeater {
        model: bar.parts.filter(part => part.value < 0)
        Row {
            id: penalty
            required property var modelData
            readonly property real span: -modelData.value * bar.perUnit
            x: Math.max(0, positive.width - span)
            y: (bar.height - 12) / 2
            spacing: 2
            clip: true
            width: span
            Repeater {
                model: Math.ceil(penalty.span / 4)
                Rectangle {
                    width: 2
                    height: 12
                    color: Theme.seriesPenalty
                }
            }
        }
    }
    Rectangle {
        // A tick in text colour with a halo of surface: a bare tick disappears on dark parts.
        visible: bar.floor >= 0
        x: Math.round((bar.mirrored ? bar.width - bar.floor * bar.perUnit : bar.floor * bar.perUnit) - 2)
        y: -3 + (bar.height - 12) / 2
        width: 4
        height: 18
        color: Theme.surface
        Rectangle {
            x: 1
            width: 2
            height: parent.height
            color: Theme.text
        }
    }
    readonly property bool mirrored: LayoutMirroring.enabled
}
