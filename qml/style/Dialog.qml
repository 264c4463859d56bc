pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

/// Modal, centred. Its buttons are verbs; focus returns to where it was.
T.Dialog {
    id: control

    implicitWidth: Math.max(320, contentWidth + leftPadding + rightPadding, implicitFooterWidth)
    implicitHeight: contentHeight + topPadding + bottomPadding + implicitHeaderHeight + implicitFooterHeight
    anchors.centerIn: T.Overlay.overlay
    modal: true
    padding: Theme.space16
    topPadding: Theme.space8
    margins: Theme.space16
    font.family: Theme.fontFamily
    font.pixelSize: Theme.bodySize
    closePolicy: T.Popup.CloseOnEscape


    header: Text {
        visible: control.title !== ""
        text: control.title
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.Wrap
        leftPadding: Theme.space16
        rightPadding: Theme.space16
        topPadding: Theme.space16
        font.family: Theme.fontFamily
        font.pixelSize: Theme.sectionSize
        font.weight: Font.DemiBold
        color: Theme.text
    }
    footer: DialogButtonBox {
        visible: count > 0
    }
    background: Rectangle {
        radius: Theme.radiusCard
        color: Theme.surface
        border.width: Theme.borderWidth
        border.color: Theme.border
    }
    T.Overlay.modal: Rectangle {
        color: Theme.dark ? "#A0000000" : "#59000000"
    }
}
