pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import QtQuick.Templates as T
import Actionscope.App

/// Shows the keys of its action at the far end, so that shortcuts are learnt where they are used.
T.MenuItem {
    id: control

    readonly property string keyText: action && action.shortcut ? Say.keys(action.shortcut) : ""

    implicitWidth: implicitContentWidth + leftPadding + rightPadding
    implicitHeight: Math.max(Theme.rowHeight, implicitContentHeight + topPadding + bottomPadding)
    leftPadding: Theme.space8
    rightPadding: Theme.space8
    spacing: Theme.space8
    font.pixelSize: Theme.bodySize
    font.family: Theme.fontFamily
    hoverEnabled: true

    Accessible.role: Accessible.MenuItem
    Accessible.name: text
    Accessible.onPressAction: {
        if (!enabled)
            return;
        if (action)
            action.trigger(control);
        triggered();
        if (menu)
            menu.dismiss();
    }
    Accessible.checkable: checkable
    Accessible.checked: checked

    contentItem: Item {
        implicitWidth: mark.width + control.spacing + label.implicitWidth + (keys.text === "" ? 0 : Theme.space24 + keys.implicitWidth) + (control.subMenu ? Theme.iconSize : 0)
        implicitHeight: label.implicitHeight

        IconImage {
            id: mark
            anchors.left: parent.left
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.iconSize
            height: width
            sourceSize.width: width
            sourceSize.height: width
            source: control.checkable ? (control.checked ? Theme.icon("check") : "") : control.icon.source
            color: control.enabled ? Theme.text : Theme.textMuted
        }
        Text {
            id: label
            anchors.left: mark.right
            anchors.leftMargin: control.spacing
            anchors.right: keys.left
            anchors.verticalCenter: parent.verticalCenter
            text: control.text
            textFormat: Text.PlainText
            horizontalAlignment: Text.AlignLeft
            font: control.font
            elide: Text.ElideRight
            color: control.enabled ? Theme.text : Theme.textMuted
        }
        Text {
            id: keys
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            text: control.keyText
            textFormat: Text.PlainText
            horizontalAlignment: Text.AlignLeft
            font.family: control.font.family
            font.pixelSize: Theme.labelSize
            color: Theme.textMuted
        }
    }

    arrow: IconImage {
        x: control.mirrored ? control.leftPadding : control.width - width - control.rightPadding
        y: (control.height - height) / 2
        visible: control.subMenu
        width: Theme.iconSize
        height: width
        sourceSize.width: width
        sourceSize.height: width
        source: Theme.icon("chevron-right")
        mirror: control.mirrored
        color: Theme.textMuted
    }

    background: Rectangle {
        radius: Theme.radiusSmall
        color: control.highlighted && control.enabled ? Theme.selection : "transparent"
        border.width: Theme.highContrast && control.highlighted ? 2 : 0
        border.color: Theme.border
    }
}
