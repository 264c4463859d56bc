pragma ComponentBehavior: Bound

import QtQuick
import Actionscope.App

/// What the colours of score bars mean: one for a whole list. `parts` are maps of `kind`, `shade` and `name`, in the bars' order.
Flow {
    id: legend

    property var parts: []

    spacing: Theme.space12
    Accessible.role: Accessible.StaticText
    Accessible.name: qsTr("Parts of the bars: %1").arg(parts.map(part => part.name).join(", "))

    ScoreBar {
        id: colours
        visible: false
    }
    Repeater {
        model: legend.parts
        Row {
            id: entry
            required property var modelData
            spacing: Theme.space4
            Rectangle {
                anchors.verticalCenter: parent.verticalCenter
                width: 10
                height: 10
                color: colours.colorOf(entry.modelData.kind)
                opacity: colours.strengthOf(entry.modelData)
            }
            PlainText {
                value: entry.modelData.name
                muted: true
                font.pixelSize: Theme.captionSize
                Accessible.ignored: true
            }
        }
    }
}
