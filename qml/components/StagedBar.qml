import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// What is selected and what is staged, with what can be done about it; takes no room while there is neither.
Rectangle {
    id: bar

    required property AppContext app
    required property StagedEdits staged
    property int selectedCount: 0
    signal clearSelection
    signal proposed(int tier)
    signal copyRequested

    readonly property bool hasStaged: staged !== null && staged.count > 0

    visible: selectedCount > 0 || hasStaged
    height: visible ? layout.implicitHeight + 2 * Theme.space8 : 0
    color: Theme.sunken
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Selected and staged")

    Rectangle {
        width: parent.width
        height: Theme.borderWidth
        color: Theme.highContrast ? Theme.border : Theme.hairline
    }
    ColumnLayout {
        id: layout
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.leftMargin: Theme.space16
        anchors.rightMargin: Theme.space16
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.space4

        RowLayout {
            Layout.fillWidth: true
            visible: bar.selectedCount > 0
            spacing: Theme.space8
            PlainText {
                objectName: bar.objectName + ".selected"
                Layout.fillWidth: true
                value: qsTr("%Ln selected", "", bar.selectedCount)
                elide: Text.ElideRight
            }
            ComboBox {
                objectName: bar.objectName + ".setTier"
                Accessible.name: qsTr("Set the tier of the selected actions")
                model: [qsTr("Set tier…"), Say.tier(Tier.Read), Say.tier(Tier.Write), Say.tier(Tier.Destructive), Say.tier(Tier.Catastrophic)]
                onActivated: index => {
                    if (index > 0)
                        bar.proposed(index - 1);
                    currentIndex = 0;
                }
            }
            Button {
                objectName: bar.objectName + ".copyIds"
                text: qsTr("Copy ids")
                onClicked: bar.copyRequested()
            }
            Button {
                objectName: bar.objectName + ".clearSelection"
                text: qsTr("Clear selection")
                onClicked: bar.clearSelection()
            }
        }
        RowLayout {
            Layout.fillWidth: true
            visible: bar.hasStaged
            spacing: Theme.space8
            AppIcon {
                iconName: bar.hasStaged && bar.staged.errorText !== "" ? "error" : "pencil"
                color: bar.hasStaged && bar.staged.errorText !== "" ? Theme.error : Theme.warning
            }
            ColumnLayout {
                Layout.fillWidth: true
                spacing: 0
                PlainText {
                    objectName: bar.objectName + ".summary"
                    Layout.fillWidth: true
                    value: bar.hasStaged ? bar.staged.summary : ""
                    elide: Text.ElideRight
                }
                PlainText {
                    objectName: bar.objectName + ".trouble"
                    Layout.fillWidth: true
                    visible: value !== ""
                    value: !bar.hasStaged ? "" : bar.staged.errorText !== "" ? bar.staged.errorText : bar.staged.missingReasons.length > 0 ? qsTr("Lowering risk needs a reason: %1").arg(bar.staged.missingReasons.slice(0, 3).join(", ")) : ""
                    color: Theme.error
                    font.pixelSize: Theme.labelSize
                    wrapMode: Text.Wrap
                    maximumLineCount: 2
                    elide: Text.ElideRight
                }
            }
            Button {
                objectName: bar.objectName + ".discard"
                text: qsTr("Discard all")
                onClicked: bar.staged.discardAll()
            }
            Button {
                objectName: bar.objectName + ".review"
                text: qsTr("Review")
                onClicked: bar.app.navigator.openLink("actionscope://risk?review=1")
            }
            Button {
                objectName: bar.objectName + ".save"
                highlighted: true
                text: bar.hasStaged && bar.staged.saving ? qsTr("Saving…") : qsTr("Save")
                enabled: bar.hasStaged && bar.staged.canSave
                onClicked: bar.staged.save()
            }
        }
    }
}
