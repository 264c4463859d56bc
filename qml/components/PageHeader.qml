pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// Title, count and the page's own actions.
Item {
    id: header

    property WorkspacePage page: null

    implicitHeight: Math.max(Theme.controlHeight, title.implicitHeight) + 2 * Theme.space8

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        spacing: Theme.space12

        PlainText {
            id: title
            objectName: "shell.header.title"
            value: header.page ? header.page.title : ""
            font.pixelSize: Theme.titleSize
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        PlainText {
            objectName: "shell.header.subtitle"
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignBaseline
            value: header.page ? header.page.subtitle : ""
            muted: true
            elide: Text.ElideRight
        }
        Loader {
            sourceComponent: header.page ? header.page.headerActions : null
        }
    }
}
