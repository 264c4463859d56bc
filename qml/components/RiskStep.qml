import QtQuick
import QtQuick.Layouts
import Actionscope.App

/// One step of a tier's provenance. What was overruled is struck through and says so; a near miss says why not.
Item {
    id: step

    required property var modelData
    readonly property bool decides: modelData.outcome === "decides"
    readonly property bool missed: modelData.outcome === "near_miss" || modelData.outcome === "near miss" || modelData.outcome === "near-miss"
    readonly property bool agrees: modelData.outcome === "agrees"

    implicitHeight: body.implicitHeight
    height: implicitHeight
    Accessible.role: Accessible.ListItem
    Accessible.name: qsTr("%1. %2: %3, %4", "step, rule, detail, outcome").arg(modelData.number).arg(modelData.rule).arg(modelData.detail).arg(missed ? qsTr("near miss") : decides ? Say.tier(modelData.tier) : agrees ? qsTr("agrees") : qsTr("overruled"))

    PlainText {
        id: number
        anchors.left: parent.left
        width: 20 * Theme.scale
        value: String(step.modelData.number)
        muted: true
        mono: true
        Accessible.ignored: true
    }
    ColumnLayout {
        id: body
        anchors.left: number.right
        anchors.right: parent.right
        spacing: 2
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                value: step.modelData.rule
                elide: Text.ElideRight
                font.weight: step.decides ? Font.DemiBold : Font.Normal
                muted: !step.decides
                Accessible.ignored: true
            }
            PlainText {
                visible: !step.decides
                value: step.missed ? qsTr("near miss") : step.agrees ? qsTr("agrees") : qsTr("overruled")
                muted: true
                font.pixelSize: Theme.captionSize
                Accessible.ignored: true
            }
            TierChip {
                visible: !step.missed
                opacity: step.decides ? 1 : 0.6
                tier: step.modelData.tier
                approval: step.modelData.admin
            }
        }
        PlainText {
            Layout.fillWidth: true
            value: step.modelData.detail
            wrapMode: Text.Wrap
            muted: !step.decides
            font.strikeout: step.modelData.outcome === "overruled"
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
        PlainText {
            Layout.fillWidth: true
            visible: value !== ""
            value: step.modelData.reason !== "" ? qsTr("Reason: %1").arg(step.modelData.reason) : ""
            wrapMode: Text.Wrap
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
        PlainText {
            Layout.fillWidth: true
            value: step.modelData.source
            mono: true
            muted: true
            elide: Text.ElideLeft
            font.pixelSize: Theme.captionSize
            Accessible.ignored: true
        }
    }
}
