import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One change that would bring an action in: what, where it would then stand, what it does to judged queries, and the way to try it.
Item {
    id: remedy

    required property int index
    required property string kind
    required property string change
    required property string result
    required property string effect
    required property bool suffices
    required property bool canTry
    required property bool canDraft
    required property bool canSave
    required property string sentence
    property bool current: false
    signal tried(int row)
    signal drafted(int row)
    signal saveRequested(int row)

    function act(): void {
        if (canTry)
            tried(index);
        else if (canDraft)
            drafted(index);
        else if (canSave)
            saveRequested(index);
    }
    objectName: "lab.why.remedy." + index
    height: Math.max(Theme.rowHeight * 1.3, words.implicitHeight + Theme.space8)
    Accessible.role: Accessible.ListItem
    Accessible.name: sentence
    Accessible.onPressAction: act()

    Rectangle {
        anchors.fill: parent
        anchors.margins: 1
        radius: Theme.radiusSmall
        color: hover.hovered ? Theme.hover : "transparent"
        border.width: remedy.current ? 2 : 0
        border.color: Theme.focusRing
    }
    HoverHandler {
        id: hover
    }
    RowLayout {
        id: words
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        anchors.leftMargin: Theme.space8
        anchors.rightMargin: Theme.space12
        spacing: Theme.space12
        PlainText {
            Layout.fillWidth: true
            value: remedy.change
            wrapMode: Text.Wrap
            maximumLineCount: 3
            elide: Text.ElideRight
            Accessible.ignored: true
        }
        PlainText {
            value: "→ " + remedy.result
            mono: true
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
        PlainText {
            Layout.preferredWidth: 150 * Theme.scale
            value: remedy.suffices ? remedy.effect : [qsTr("not enough alone"), remedy.effect].filter(text => text !== "").join(" · ")
            wrapMode: Text.Wrap
            muted: true
            font.pixelSize: Theme.labelSize
            Accessible.ignored: true
        }
        Button {
            objectName: "lab.why.try." + remedy.index
            // Of one width where words allow, so that figures stand below each other.
            Layout.preferredWidth: Math.max(implicitWidth, 148 * Theme.scale)
            visible: remedy.canTry || remedy.canDraft || remedy.canSave
            text: remedy.canTry ? qsTr("Try in B") : remedy.canDraft ? qsTr("Draft YAML edit") : qsTr("Review and save…")
            Accessible.name: remedy.canTry ? qsTr("Try in B: %1").arg(remedy.change) : remedy.canDraft ? qsTr("Draft a YAML edit: %1").arg(remedy.change) : qsTr("Review and save: %1").arg(remedy.change)
            onClicked: remedy.act()
        }
    }
}
