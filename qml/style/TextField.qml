pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.TextField {
    id: control

    implicitWidth: Math.max(160, contentWidth + leftPadding + rightPadding)
    implicitHeight: Math.max(Theme.controlHeight, contentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space8
    rightPadding: Theme.space8
    topPadding: Theme.space4
    bottomPadding: Theme.space4
    verticalAlignment: TextInput.AlignVCenter
    horizontalAlignment: TextInput.AlignLeft
    color: enabled ? Theme.text : Theme.textMuted
    placeholderTextColor: Theme.textMuted
    selectionColor: Theme.accent
    selectedTextColor: Theme.onAccent
    selectByMouse: true
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily

    Accessible.role: Accessible.EditableText
    Accessible.name: placeholderText

    Text {
        x: control.leftPadding
        y: control.topPadding
        width: control.width - control.leftPadding - control.rightPadding
        height: control.height - control.topPadding - control.bottomPadding
        visible: control.length === 0 && control.preeditText === ""
        text: control.placeholderText
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        font: control.font
        color: control.placeholderTextColor
        elide: Text.ElideRight
        verticalAlignment: control.verticalAlignment
        Accessible.ignored: true
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.enabled ? Theme.surface : Theme.sunken
        border.width: Theme.borderWidth
        border.color: Theme.border

        FocusRing {
            control: control
            shown: control.activeFocus
        }
    }
}
