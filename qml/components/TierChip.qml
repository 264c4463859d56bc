pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import Actionscope.App

/// A risk tier (Tier.Read … Tier.Catastrophic): fill weight first, then glyph, word and colour. `compact` is icon and first letter
/// for narrow cells; the full word stays for assistive technology. `staged` adds the star of an edit that is not saved yet.
Rectangle {
    id: chip

    property int tier: Tier.Read
    property bool compact: false
    property bool staged: false
    /// Admin approval on another tier than catastrophic shows a key.
    property bool approval: false

    readonly property string word: Say.tier(tier)
    readonly property color ink: tier === Tier.Read ? Theme.readText : tier === Tier.Write ? Theme.writeText : tier === Tier.Destructive ? Theme.destructiveText : Theme.catastrophicText
    readonly property color fill: tier === Tier.Read ? Theme.readFill : tier === Tier.Write ? Theme.writeFill : tier === Tier.Destructive ? Theme.destructiveFill : Theme.catastrophicFill
    readonly property string glyph: tier === Tier.Read ? "eye" : tier === Tier.Write ? "pencil" : tier === Tier.Destructive ? "trash" : "octagon-alert"

    implicitWidth: row.implicitWidth + Theme.space12
    implicitHeight: Math.max(20 * Theme.scale, row.implicitHeight + 4)
    radius: Theme.radiusSmall
    color: fill
    border.width: Theme.highContrast && tier === Tier.Write ? 2 : 1
    // The text colour, because tint fills nearly vanish on a selected row.
    border.color: tier < Tier.Destructive ? ink : Theme.highContrast ? Theme.border : fill

    Accessible.role: Accessible.StaticText
    Accessible.name: (approval && tier !== Tier.Catastrophic ? qsTr("%1, needs an administrator's approval").arg(word) : word) + (staged ? qsTr(" (not saved yet)") : "")

    Rectangle {
        // The second ring of the heaviest tier.
        anchors.fill: parent
        anchors.margins: 2
        visible: chip.tier === Tier.Catastrophic
        color: "transparent"
        radius: Theme.radiusSmall - 1
        border.width: 1
        border.color: chip.ink
    }
    Row {
        id: row
        anchors.centerIn: parent
        spacing: Theme.space4
        IconImage {
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.labelSize
            height: width
            sourceSize.width: width
            sourceSize.height: width
            source: Theme.icon(chip.glyph)
            color: chip.ink
        }
        Text {
            anchors.verticalCenter: parent.verticalCenter
            text: (chip.compact ? chip.word.charAt(0) : chip.word) + (chip.staged ? "*" : "")
            textFormat: Text.PlainText
            font.family: Theme.fontFamily
            font.pixelSize: Theme.labelSize
            font.weight: chip.tier >= Tier.Destructive ? Font.DemiBold : Font.Normal
            color: chip.ink
            Accessible.ignored: true
        }
        IconImage {
            anchors.verticalCenter: parent.verticalCenter
            visible: chip.approval && chip.tier !== Tier.Catastrophic
            width: Theme.labelSize
            height: width
            sourceSize.width: width
            sourceSize.height: width
            source: Theme.icon("key")
            color: chip.ink
        }
    }
}
