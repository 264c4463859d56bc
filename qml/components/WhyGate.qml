import QtQuick
import QtQuick.Layouts
import Actionscope.App

/// One gate on the way to being found: its verdict by sign and word, and the facts behind it.
Item {
    id: gate

    required property int number
    required property string label
    required property string verdict
    required property string verdictText
    required property string facts
    required property string sentence
    property bool current: false

    objectName: "lab.why.gate." + number
    height: Math.max(Theme.rowHeight, words.implicitHeight + Theme.space8)
    Accessible.role: Accessible.ListItem
    Accessible.name: sentence

    Rectangle {
        anchors.fill: parent
        anchors.margins: 1
        radius: Theme.radiusSmall
        color: gate.verdict === "failed" ? Theme.diffRemove : "transparent"
        border.width: gate.current ? 2 : 0
        border.color: Theme.focusRing
    }
    RowLayout {
        id: words
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.space8
        anchors.rightMargin: Theme.space8
        spacing: Theme.space8
        PlainText {
            Layout.preferredWidth: 16 * Theme.scale
            value: ({
                    "passed": "✓",
                    "weak": "△",
                    "failed": "✗",
                    "not_reached": "–"
                })[gate.verdict] ?? ""
            color: gate.verdict === "failed" ? Theme.error : gate.verdict === "weak" ? Theme.warning : gate.verdict === "passed" ? Theme.success : Theme.textMuted
            font.weight: Font.DemiBold
            Accessible.ignored: true
        }
        PlainText {
            Layout.preferredWidth: 190 * Theme.scale
            value: gate.number + "  " + gate.label
            elide: Text.ElideRight
            font.weight: gate.verdict === "failed" ? Font.DemiBold : Font.Normal
            muted: gate.verdict === "not_reached"
            Accessible.ignored: true
        }
        PlainText {
            Layout.fillWidth: true
            value: gate.facts !== "" ? gate.facts : gate.verdictText
            wrapMode: Text.Wrap
            maximumLineCount: 3
            elide: Text.ElideRight
            color: gate.verdict === "failed" ? Theme.text : Theme.textMuted
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
    }
}
