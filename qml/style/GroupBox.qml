pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.GroupBox {
    id: control
    implicitWidth: Math.max(contentWidth + leftPadding + rightPadding, implicitLabelWidth + leftPadding + rightPadding)
    implicitHeight: contentHeight + topPadding + bottomPadding
    padding: Theme.space12
    topPadding: padding + (implicitLabelHeight > 0 ? implicitLabelHeight + Theme.space8 : 0)
    Accessible.role: Accessible.Grouping
    Accessible.name: title
    label: Text {
        x: control.leftPadding
        y: Theme.space12
        width: control.availableWidth
        text: control.title
        textFormat: Text.PlainText
        horizontalAlignment: Text.AlignLeft
        font.family: Theme.fontFamily
        font.pixelSize: Theme.listTitleSize
        font.weight: Font.DemiBold
        color: Theme.text
        elide: Text.ElideRight
    }
    background: Rectangle {
        color: Theme.surface
        radius: Theme.radiusCard
        border.width: Theme.borderWidth
        border.color: Theme.highContrast ? Theme.border : Theme.hairline
    }
}
