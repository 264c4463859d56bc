import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// A figure of the Overview that leads to the page it is about: the whole tile is one link.
AbstractButton {
    id: tile

    property string title
    property string figure
    property string detail
    property string iconName
    /// "success", "warning", "error" or "": said by the icon and the words, never by colour alone.
    property string kind
    property bool loading: false
    /// Set when the tile's own data could not be had; pressing asks again.
    property string errorText
    signal retry

    readonly property color ink: kind === "error" ? Theme.error : kind === "warning" ? Theme.warning : kind === "success" ? Theme.success : Theme.textMuted

    padding: Theme.space12
    focusPolicy: Qt.StrongFocus
    Accessible.role: Accessible.Link
    Accessible.name: errorText !== "" ? qsTr("%1: %2. Press to try again.", "tile, what went wrong").arg(title).arg(errorText) : loading ? qsTr("%1: being counted", "tile").arg(title) : [title, figure, detail].filter(part => part !== "").join(", ")
    onClicked: if (errorText !== "")
        retry()
    Accessible.onPressAction: clicked()
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    background: Rectangle {
        color: tile.hovered ? Theme.hover : Theme.surface
        radius: Theme.radiusCard
        border.width: tile.visualFocus ? 2 : Theme.borderWidth
        border.color: tile.visualFocus ? Theme.focusRing : Theme.highContrast ? Theme.border : Theme.hairline
    }
    contentItem: ColumnLayout {
        spacing: 2
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                value: tile.title
                muted: true
                font.pixelSize: Theme.labelSize
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Accessible.ignored: true
            }
            AppIcon {
                visible: tile.iconName !== ""
                iconName: tile.errorText !== "" ? "error" : tile.iconName
                color: tile.errorText !== "" ? Theme.error : tile.ink
            }
        }
        Item {
            // A figure that is not there yet keeps its room, so that tiles never reflow.
            Layout.fillWidth: true
            implicitHeight: figureText.implicitHeight
            PlainText {
                id: figureText
                width: parent.width
                visible: !tile.loading
                value: tile.errorText !== "" ? qsTr("Not available") : tile.figure
                font.pixelSize: tile.errorText !== "" ? Theme.sectionSize : Theme.metricSize
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sectionSize
                font.weight: Font.DemiBold
                elide: Text.ElideRight
                Accessible.ignored: true
            }
            Rectangle {
                anchors.verticalCenter: parent.verticalCenter
                visible: tile.loading
                width: 96 * Theme.scale
                height: Theme.sectionSize
                radius: Theme.radiusSmall
                color: Theme.sunken
            }
        }
        PlainText {
            Layout.fillWidth: true
            value: tile.errorText !== "" ? tile.errorText : tile.detail
            muted: true
            wrapMode: Text.Wrap
            maximumLineCount: 2
            elide: Text.ElideRight
            Accessible.ignored: true
        }
    }
}
