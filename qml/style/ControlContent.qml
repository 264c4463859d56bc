pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.impl
import QtQuick.Templates as T
import Actionscope.App

/// Icon and text of a button-like control. Plain text only: labels may hold names from a catalog.
Item {
    id: content

    required property T.AbstractButton control
    property color color: Theme.text
    property int alignment: Qt.AlignHCenter
    property int weight: Font.Normal

    readonly property bool showIcon: control.display !== T.AbstractButton.TextOnly && (String(control.icon.source) !== "" || control.icon.name !== "")
    readonly property bool showText: control.display !== T.AbstractButton.IconOnly && control.text !== ""
    readonly property bool stacked: control.display === T.AbstractButton.TextUnderIcon

    implicitWidth: stacked ? Math.max(image.implicitWidth, label.implicitWidth)
                           : (showIcon ? image.width : 0) + (showIcon && showText ? control.spacing : 0) + (showText ? Math.ceil(label.implicitWidth) : 0)
    implicitHeight: stacked ? image.height + control.spacing + label.implicitHeight
                            : Math.max(showIcon ? image.height : 0, showText ? label.implicitHeight : 0)

    Row {
        anchors.verticalCenter: parent.verticalCenter
        x: content.alignment === Qt.AlignHCenter ? Math.max(0, (content.width - width) / 2)
           : content.control.mirrored ? content.width - width : 0
        spacing: content.control.spacing
        layoutDirection: content.control.mirrored ? Qt.RightToLeft : Qt.LeftToRight
        LayoutMirroring.enabled: false

        IconImage {
            id: image
            anchors.verticalCenter: parent.verticalCenter
            visible: content.showIcon
            width: content.control.icon.width > 0 ? content.control.icon.width : Theme.iconSize
            height: width
            sourceSize.width: width
            sourceSize.height: width
            name: content.control.icon.name
            source: content.control.icon.source
            color: content.color
        }
        Text {
            id: label
            anchors.verticalCenter: parent.verticalCenter
            visible: content.showText
            width: Math.min(implicitWidth, content.width - (content.showIcon ? image.width + content.control.spacing : 0))
            text: content.control.text
            textFormat: Text.PlainText
            elide: Text.ElideRight
            color: content.color
            font: content.control.font
        }
    }
}
