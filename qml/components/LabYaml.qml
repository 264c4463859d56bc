import QtQuick
import QtQuick.Controls
import Actionscope.App

/// The line of the generated catalog that the selected action is.
Flickable {
    id: view

    required property var document

    objectName: "lab.yaml"
    contentHeight: body.y + body.implicitHeight + Theme.space16
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("YAML of %1").arg(document.name ?? "")
    ScrollBar.vertical: ScrollBar {}
    Keys.onDownPressed: flick(0, -600)
    Keys.onUpPressed: flick(0, 600)
    // Code stays left to right in every language.
    LayoutMirroring.enabled: false
    LayoutMirroring.childrenInherit: true

    PlainText {
        id: caption
        x: Theme.space16
        y: Theme.space12
        width: view.width - Theme.space32
        value: view.document.file ?? ""
        muted: true
        font.pixelSize: Theme.labelSize
        elide: Text.ElideMiddle
    }
    PlainText {
        id: body
        x: Theme.space16
        y: caption.y + caption.implicitHeight + Theme.space8
        width: view.width - Theme.space32
        value: view.document.yaml ?? ""
        mono: true
        wrapMode: Text.WrapAnywhere
        font.pixelSize: Theme.labelSize
    }
}
