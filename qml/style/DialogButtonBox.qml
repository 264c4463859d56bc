pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Actionscope.App

T.DialogButtonBox {
    id: control

    implicitWidth: contentWidth + leftPadding + rightPadding
    implicitHeight: contentHeight + topPadding + bottomPadding
    spacing: Theme.space8
    padding: Theme.space16
    topPadding: Theme.space8
    alignment: Qt.AlignRight
    contentWidth: contentItem ? contentItem.contentWidth : 0

    delegate: Button {
        highlighted: T.DialogButtonBox.buttonRole === T.DialogButtonBox.AcceptRole
    }
    contentItem: ListView {
        implicitWidth: contentWidth
        implicitHeight: Theme.controlHeight
        model: control.contentModel
        spacing: control.spacing
        orientation: ListView.Horizontal
        boundsBehavior: Flickable.StopAtBounds
        snapMode: ListView.SnapToItem
    }
    background: Item {}
}
