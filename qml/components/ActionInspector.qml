pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One action whole: what it is, what it may do and why, what it takes, whether it can be found, where it was described.
FocusScope {
    id: root

    required property AppContext app
    required property ActionDetail detail
    required property StagedEdits staged
    signal explainRequested
    signal proposed(int tier)

    // Reading `count` makes these follow the staged edits.
    readonly property int stagedTier: staged && staged.count > 0 ? staged.stagedTier(detail.key) : -1
    readonly property bool isStaged: staged !== null && staged.count > 0 && staged.isStaged(detail.key)

    component SectionTitle: PlainText {
        Layout.fillWidth: true
        Layout.topMargin: Theme.space12
        font.pixelSize: Theme.labelSize
        font.weight: Font.DemiBold
        muted: true
        Accessible.role: Accessible.Heading
    }
    component Badge: Rectangle {
        id: badge
        property string text
        property bool warns: false
        visible: text !== ""
        implicitWidth: badgeText.implicitWidth + Theme.space12
        implicitHeight: Math.max(20 * Theme.scale, badgeText.implicitHeight + 4)
        radius: Theme.radiusSmall
        color: Theme.sunken
        border.width: 1
        border.color: warns ? Theme.warning : Theme.highContrast ? Theme.border : Theme.hairline
        PlainText {
            id: badgeText
            anchors.centerIn: parent
            value: badge.text
            font.pixelSize: Theme.labelSize
            color: badge.warns ? Theme.warning : Theme.textMuted
        }
    }

    PlainText {
        objectName: root.objectName + ".none"
        anchors.fill: parent
        anchors.margins: Theme.space16
        visible: !root.detail.present
        muted: true
        wrapMode: Text.Wrap
        value: root.detail.key === "" ? qsTr("Choose an action to see what it does, what it may do, and where it comes from.") : qsTr("%1 is not in the catalog any more.").arg(root.detail.key)
    }

    Flickable {
        id: flick
        objectName: root.objectName + ".scroll"
        anchors.fill: parent
        visible: root.detail.present
        contentHeight: column.implicitHeight + 2 * Theme.space16
        boundsBehavior: Flickable.StopAtBounds
        clip: true
        focus: true
        activeFocusOnTab: true
        Accessible.role: Accessible.Pane
        Accessible.focusable: true
        Accessible.name: qsTr("Details of %1").arg(root.detail.key)
        ScrollBar.vertical: ScrollBar {}
        Keys.onPressed: event => {
            const line = Theme.rowHeight;
            const last = Math.max(0, contentHeight - height);
            if (event.key === Qt.Key_Down)
                contentY = Math.min(last, contentY + line);
            else if (event.key === Qt.Key_Up)
                contentY = Math.max(0, contentY - line);
            else if (event.key === Qt.Key_PageDown || event.key === Qt.Key_Space)
                contentY = Math.min(last, contentY + height - line);
            else if (event.key === Qt.Key_PageUp)
                contentY = Math.max(0, contentY - height + line);
            else if (event.key === Qt.Key_Home)
                contentY = 0;
            else if (event.key === Qt.Key_End)
                contentY = last;
            else
                return;
            event.accepted = true;
        }
        Connections {
            target: root.detail
            function onKeyChanged(): void {
                flick.contentY = 0;
            }
        }

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space12
            width: flick.width - 2 * Theme.space16
            spacing: Theme.space4

            PlainText {
                objectName: root.objectName + ".name"
                Layout.fillWidth: true
                value: root.detail.key
                mono: true
                font.pixelSize: Theme.listTitleSize
                font.weight: Font.DemiBold
                wrapMode: Text.WrapAnywhere
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.method !== ""
                value: root.detail.method + " " + root.detail.path
                mono: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.WrapAnywhere
            }
            PlainText {
                Layout.fillWidth: true
                visible: value !== ""
                value: root.detail.server
                muted: true
                mono: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.WrapAnywhere
            }
            Flow {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space4
                spacing: Theme.space4
                TierChip {
                    objectName: root.objectName + ".tier"
                    tier: root.stagedTier >= 0 ? root.stagedTier : root.detail.tier
                    staged: root.stagedTier >= 0
                    approval: root.detail.adminApproval && root.stagedTier < 0
                }
                Badge {
                    objectName: root.objectName + ".kind"
                    text: root.detail.kindText
                }
                Badge {
                    text: root.detail.curated ? qsTr("Curated") : qsTr("Long-tail")
                }
                Badge {
                    text: root.detail.available ? "" : qsTr("Not available")
                    warns: true
                }
                Badge {
                    text: root.detail.overridden ? qsTr("Overridden") : ""
                }
                Badge {
                    text: root.detail.needsReview ? qsTr("Needs review") : ""
                    warns: true
                }
                Badge {
                    text: root.detail.deprecated ? qsTr("Deprecated") : ""
                    warns: true
                }
                Badge {
                    text: root.detail.hidesCharacters ? qsTr("Hidden characters") : ""
                    warns: true
                }
            }

            PlainText {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                visible: value !== ""
                value: root.detail.title
                font.weight: Font.DemiBold
                wrapMode: Text.Wrap
            }
            PlainText {
                objectName: root.objectName + ".description"
                Layout.fillWidth: true
                value: root.detail.description !== "" ? root.detail.description : root.detail.title !== "" ? "" : qsTr("Nothing describes it. A search can only go by its name and path.")
                visible: value !== ""
                muted: root.detail.description === ""
                wrapMode: Text.Wrap
                lineHeight: 1.2
                maximumLineCount: allText.checked ? 10000 : 12
                elide: Text.ElideRight
            }
            Button {
                id: allText
                objectName: root.objectName + ".more"
                visible: root.detail.description.length > 700
                checkable: true
                text: checked ? qsTr("Less") : qsTr("All of it")
            }
            Flow {
                Layout.fillWidth: true
                visible: root.detail.tags.length > 0
                spacing: Theme.space4
                Repeater {
                    model: root.detail.tags
                    Badge {
                        required property string modelData
                        text: modelData
                        Accessible.name: qsTr("Tag %1").arg(modelData)
                    }
                }
            }

            PlainText {
                objectName: root.objectName + ".category"
                Layout.fillWidth: true
                visible: root.detail.category !== ""
                value: qsTr("Category: %1").arg(root.detail.category)
                muted: true
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.requiredTools.length > 0
                value: qsTr("Needs the tools %1", "ids").arg(root.detail.requiredTools.join(", "))
                muted: true
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.requiredSecrets.length > 0
                value: qsTr("Needs the secrets %1", "names").arg(root.detail.requiredSecrets.join(", "))
                muted: true
                wrapMode: Text.Wrap
            }

            RowLayout {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space8
                spacing: Theme.space8
                Button {
                    objectName: root.objectName + ".explain"
                    text: qsTr("Explain in Lab")
                    icon.source: Theme.icon("search")
                    onClicked: root.explainRequested()
                }
                Button {
                    objectName: root.objectName + ".copy"
                    text: qsTr("Copy id")
                    icon.source: Theme.icon("copy")
                    onClicked: {
                        root.app.copyText(root.detail.key);
                        root.app.toasts.show(qsTr("Copied %1").arg(root.detail.key));
                    }
                }
            }

            SectionTitle {
                value: qsTr("What it may do")
            }
            PlainText {
                objectName: root.objectName + ".consequence"
                Layout.fillWidth: true
                visible: value !== ""
                value: root.detail.consequence
                wrapMode: Text.Wrap
            }
            Flow {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space4
                spacing: Theme.space4
                Repeater {
                    model: [
                        {
                            tier: Tier.Read,
                            key: "R"
                        },
                        {
                            tier: Tier.Write,
                            key: "W"
                        },
                        {
                            tier: Tier.Destructive,
                            key: "D"
                        },
                        {
                            tier: Tier.Catastrophic,
                            key: "C"
                        }
                    ]
                    Button {
                        required property var modelData
                        readonly property int effective: root.stagedTier >= 0 ? root.stagedTier : root.detail.tier
                        objectName: root.objectName + ".propose." + modelData.tier
                        text: Say.tier(modelData.tier)
                        enabled: effective !== modelData.tier
                        leftPadding: Theme.space8
                        rightPadding: Theme.space8
                        ToolTip.visible: hovered
                        ToolTip.delay: 700
                        ToolTip.text: qsTr("Propose %1 (%2)", "tier, key").arg(Say.tier(modelData.tier)).arg(modelData.key)
                        Accessible.name: qsTr("Propose %1").arg(Say.tier(modelData.tier))
                        onClicked: root.proposed(modelData.tier)
                    }
                }
            }
            ColumnLayout {
                Layout.fillWidth: true
                visible: root.isStaged
                spacing: Theme.space4
                PlainText {
                    Layout.fillWidth: true
                    value: qsTr("Staged: %1 → %2, not saved yet.", "tiers").arg(Say.tier(root.detail.tier)).arg(Say.tier(Math.max(0, root.stagedTier)))
                    color: Theme.warning
                    wrapMode: Text.Wrap
                }
                RowLayout {
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    TextField {
                        objectName: root.objectName + ".reason"
                        Layout.fillWidth: true
                        placeholderText: qsTr("Reason (needed when risk is lowered)")
                        Accessible.name: qsTr("Reason for the staged change")
                        text: root.isStaged ? root.staged.reasonOf(root.detail.key) : ""
                        onEditingFinished: if (root.isStaged)
                            root.staged.setReason(root.detail.key, text)
                    }
                    Button {
                        objectName: root.objectName + ".discard"
                        text: qsTr("Discard")
                        onClicked: root.staged.discard([root.detail.key])
                    }
                }
            }

            SectionTitle {
                value: qsTr("Why this tier")
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.provenanceError !== ""
                value: root.detail.provenanceError
                color: Theme.error
                wrapMode: Text.Wrap
            }
            Repeater {
                model: root.detail.provenance
                RowLayout {
                    id: step
                    required property var modelData
                    required property int index
                    readonly property bool counts: modelData.outcome === "decides" || modelData.outcome === "agrees"
                    readonly property bool nearMiss: modelData.outcome === "near_miss" || modelData.outcome === "near-miss" || modelData.outcome === "near miss"
                    Layout.fillWidth: true
                    spacing: Theme.space8
                    Accessible.role: Accessible.ListItem
                    Accessible.name: qsTr("Step %1, %2: %3", "number, rule, detail").arg(index + 1).arg(modelData.rule).arg(modelData.detail) + (counts ? "" : nearMiss ? qsTr(" (does not apply)") : qsTr(" (overruled)"))
                    PlainText {
                        Layout.alignment: Qt.AlignTop
                        value: String(step.index + 1)
                        mono: true
                        muted: true
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                    ColumnLayout {
                        Layout.fillWidth: true
                        spacing: 0
                        PlainText {
                            Layout.fillWidth: true
                            value: step.modelData.detail !== "" ? step.modelData.detail : step.modelData.rule
                            font.strikeout: !step.counts && !step.nearMiss
                            muted: !step.counts
                            wrapMode: Text.Wrap
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.fillWidth: true
                            value: (step.counts ? "" : step.nearMiss ? qsTr("does not apply · ") : qsTr("overruled · ")) + step.modelData.rule + (step.modelData.source !== "" ? " · " + step.modelData.source : "")
                            muted: true
                            font.pixelSize: Theme.captionSize
                            wrapMode: Text.WrapAnywhere
                            Accessible.ignored: true
                        }
                        PlainText {
                            Layout.fillWidth: true
                            visible: step.modelData.reason !== ""
                            value: qsTr("“%1”", "a reason somebody wrote").arg(step.modelData.reason)
                            wrapMode: Text.Wrap
                            Accessible.ignored: true
                        }
                    }
                    TierChip {
                        Layout.alignment: Qt.AlignTop
                        visible: !step.nearMiss
                        tier: step.modelData.tier
                        compact: true
                        opacity: step.counts ? 1 : 0.6
                    }
                }
            }

            SectionTitle {
                value: qsTr("Can it be found?")
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                AppIcon {
                    Layout.alignment: Qt.AlignTop
                    Layout.topMargin: 2
                    iconName: root.detail.findable ? "success" : "warning"
                    color: root.detail.findable ? Theme.success : Theme.warning
                }
                PlainText {
                    objectName: root.objectName + ".findable"
                    Layout.fillWidth: true
                    value: root.detail.findableText
                    wrapMode: Text.Wrap
                }
            }

            SectionTitle {
                visible: skill.visible
                value: qsTr("What the agent reads")
            }
            Rectangle {
                id: skill
                Layout.fillWidth: true
                visible: root.detail.text !== "" || root.detail.textError !== ""
                implicitHeight: skillText.implicitHeight + 2 * Theme.space8
                color: Theme.sunken
                radius: Theme.radiusSmall
                PlainText {
                    id: skillText
                    objectName: root.objectName + ".text"
                    x: Theme.space8
                    y: Theme.space8
                    width: parent.width - 2 * Theme.space8
                    value: root.detail.textError !== "" ? root.detail.textError : root.detail.text
                    color: root.detail.textError !== "" ? Theme.error : Theme.text
                    mono: true
                    font.pixelSize: Theme.captionSize
                    wrapMode: Text.Wrap
                    maximumLineCount: wholeText.checked ? 100000 : 40
                    elide: Text.ElideRight
                }
            }
            Button {
                id: wholeText
                objectName: root.objectName + ".wholeText"
                visible: skill.visible && (skillText.truncated || checked)
                checkable: true
                text: checked ? qsTr("Less") : qsTr("All of it")
            }

            SectionTitle {
                value: root.detail.parameters.length > 0 ? qsTr("Parameters (%1)").arg(root.detail.parameters.length) : qsTr("No parameters")
            }
            Repeater {
                model: root.detail.parameters.slice(0, allParameters.checked ? 1000 : 12)
                ColumnLayout {
                    id: parameter
                    required property var modelData
                    Layout.fillWidth: true
                    Layout.bottomMargin: Theme.space4
                    spacing: 0
                    Accessible.role: Accessible.ListItem
                    Accessible.name: [modelData.name, modelData.required ? qsTr("required") : qsTr("optional"), modelData.type, modelData.place, modelData.description].filter(part => part !== "").join(", ")
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space8
                        PlainText {
                            Layout.fillWidth: true
                            value: parameter.modelData.name
                            mono: true
                            font.pixelSize: Theme.labelSize
                            font.weight: parameter.modelData.required ? Font.DemiBold : Font.Normal
                            elide: Text.ElideMiddle
                            Accessible.ignored: true
                        }
                        PlainText {
                            value: [parameter.modelData.type, parameter.modelData.place].filter(part => part !== "").join(" · ")
                            muted: true
                            font.pixelSize: Theme.labelSize
                            Accessible.ignored: true
                        }
                        PlainText {
                            visible: parameter.modelData.required
                            value: qsTr("required")
                            font.pixelSize: Theme.labelSize
                            color: Theme.link
                            Accessible.ignored: true
                        }
                    }
                    PlainText {
                        Layout.fillWidth: true
                        visible: value !== ""
                        value: parameter.modelData.description
                        muted: true
                        font.pixelSize: Theme.labelSize
                        wrapMode: Text.Wrap
                        maximumLineCount: 3
                        elide: Text.ElideRight
                        Accessible.ignored: true
                    }
                }
            }
            Button {
                id: allParameters
                objectName: root.objectName + ".allParameters"
                visible: root.detail.parameters.length > 12
                checkable: true
                text: checked ? qsTr("Fewer parameters") : qsTr("All %1 parameters").arg(root.detail.parameters.length)
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                Button {
                    objectName: root.objectName + ".schema"
                    visible: root.detail.schemaState !== ActionDetail.Ready
                    enabled: root.detail.schemaState !== ActionDetail.Loading
                    text: root.detail.schemaState === ActionDetail.Loading ? qsTr("Resolving the schema…") : root.detail.schemaState === ActionDetail.Failed ? qsTr("Try again") : qsTr("Show input schema")
                    onClicked: root.detail.loadSchema()
                }
                PlainText {
                    Layout.fillWidth: true
                    visible: root.detail.schemaState === ActionDetail.Ready
                    value: qsTr("Input schema, JSON Schema 2020-12 · ≈ %1 tokens").arg(Say.number(root.detail.tokens))
                    muted: true
                    font.pixelSize: Theme.labelSize
                    wrapMode: Text.Wrap
                }
                Button {
                    objectName: root.objectName + ".copySchema"
                    visible: root.detail.schemaState === ActionDetail.Ready
                    text: qsTr("Copy schema")
                    onClicked: root.app.copyText(root.detail.schemaText)
                }
            }
            Rectangle {
                Layout.fillWidth: true
                visible: root.detail.schemaState === ActionDetail.Ready || root.detail.schemaState === ActionDetail.Failed
                implicitHeight: schema.implicitHeight + 2 * Theme.space8
                color: Theme.sunken
                radius: Theme.radiusSmall
                PlainText {
                    id: schema
                    objectName: root.objectName + ".schemaText"
                    x: Theme.space8
                    y: Theme.space8
                    width: parent.width - 2 * Theme.space8
                    value: root.detail.schemaPreview
                    mono: root.detail.schemaState === ActionDetail.Ready
                    color: root.detail.schemaState === ActionDetail.Failed ? Theme.error : Theme.text
                    font.pixelSize: Theme.captionSize
                    wrapMode: Text.WrapAnywhere
                }
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.schemaLines > 200
                value: qsTr("The first 200 of %1 lines. Copying takes all of it.").arg(Say.number(root.detail.schemaLines))
                muted: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.Wrap
            }
            PlainText {
                Layout.fillWidth: true
                visible: root.detail.security.length > 0
                value: qsTr("Needs %1").arg(root.detail.security.join(", "))
                muted: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.Wrap
            }

            SectionTitle {
                value: qsTr("Where it is described")
            }
            PlainText {
                objectName: root.objectName + ".source"
                Layout.fillWidth: true
                value: root.detail.source !== "" ? root.detail.source : qsTr("Only by hand")
                mono: root.detail.source !== ""
                font.pixelSize: Theme.labelSize
                wrapMode: Text.WrapAnywhere
            }
            PlainText {
                Layout.fillWidth: true
                visible: value !== ""
                value: root.detail.pointer
                mono: true
                muted: true
                font.pixelSize: Theme.labelSize
                wrapMode: Text.WrapAnywhere
            }
            RowLayout {
                Layout.fillWidth: true
                visible: root.detail.handLocation !== ""
                spacing: Theme.space8
                PlainText {
                    Layout.fillWidth: true
                    value: root.detail.handLocation
                    mono: true
                    font.pixelSize: Theme.labelSize
                    wrapMode: Text.WrapAnywhere
                }
                Button {
                    objectName: root.objectName + ".openFile"
                    text: qsTr("Open file")
                    onClicked: root.detail.openHandFile()
                }
            }
        }
    }
}
