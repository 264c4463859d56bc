pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.ToolTip {
    id: control

    x: parent ? (parent.width - implicitWidth) / 2 : 0
    y: parent ? parent.height + Theme.space4 : 0
    implicitWidth: Math.min(360 * Theme.scale, contentWidth + leftPadding + rightPadding)
    implicitHeight: contentHeight + topPadding + bottomPadding
    margins: Theme.space4
    leftPadding: Theme.space8
    rightPadding: Theme.space8
    topPadding: Theme.space4
    bottomPadding: Theme.space4
    closePolicy: T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutsideParent | T.Popup.CloseOnReleaseOutsideParent
    font.family: Theme.fontFamily
    font.pixelSize: Theme.labelSize

    contentItem: Text {
        text: control.text
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        wrapMode: Text.Wrap
        font: control.font
        color: Theme.surface
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: Theme.text
        border.width: Theme.highContrast ? 2 : 0
        border.color: Theme.surface
    }
}
