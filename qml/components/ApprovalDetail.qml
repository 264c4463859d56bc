import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// One frozen request, in the order in which a decision needs it: how bad and how long, what it does, the exact request, who asks,
/// why this tier, what was decided before, how far the approval would reach, and the decision.
FocusScope {
    id: view

    required property AppContext app
    required property ApprovalsController controller
    property bool shown: false
    signal denyRequested
    signal revealRequested
    signal ruleRequested

    readonly property var item: controller.detail
    readonly property bool filled: item.id !== undefined
    readonly property bool decidable: filled && item.open === true && !item.mine && !app.session.readOnly

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("The request")

    function tellFocus(): void {
        guard.focused = approve.activeFocus;
    }

    ApprovalGuard {
        id: guard
        tier: view.item.tier ?? Tier.Destructive
        subject: view.decidable && view.shown ? view.item.subject : ""
        windowActive: view.Window.active
        target: view.item.target ?? ""
        typed: typed.text
        note: note.text
        // The type tells of every change by one signal; these two tell of their own.
        readonly property string shownSubject: subject
        onShownSubjectChanged: {
            typed.text = "";
            note.text = "";
            once.checked = true;
        }
        readonly property bool shownLock: locked
        onShownLockChanged: if (subject !== "")
            view.app.announce(shownLock ? qsTr("Approve is locked") : qsTr("Approve is unlocked"))
        onPassed: view.controller.approve(note.text.trim(), boxed.checked ? minutes.value : 0, boxed.checked ? uses.value : 1)
        onRefused: why => view.app.announce(why)
    }

    PlainText {
        anchors.centerIn: parent
        visible: !view.filled
        muted: true
        value: qsTr("Select a request to see it in full.")
    }

    Flickable {
        id: scroll
        objectName: "approvals.detail.scroll"
        focus: true
        activeFocusOnTab: true
        Accessible.role: Accessible.Pane
        Accessible.focusable: true
        Accessible.name: view.filled ? qsTr("Request %1: %2", "an action, what it does").arg(view.item.action).arg(view.item.consequence) : qsTr("The request")
        Keys.onDownPressed: contentY = Math.min(Math.max(0, contentHeight - height), contentY + Theme.rowHeight)
        Keys.onUpPressed: contentY = Math.max(0, contentY - Theme.rowHeight)
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.bottom: decision.top
        visible: view.filled
        contentHeight: column.implicitHeight + Theme.space24
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: ScrollBar {}

        ColumnLayout {
            id: column
            x: Theme.space16
            y: Theme.space12
            width: scroll.width - 2 * Theme.space16
            spacing: Theme.space8

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.space8
                TierChip {
                    tier: view.item.tier ?? Tier.Destructive
                }
                PlainText {
                    objectName: "approvals.needed"
                    visible: view.item.open === true
                    value: (view.item.needed ?? 1) > 1 ? qsTr("needs %1 approvers, %2 so far").arg(view.item.needed).arg(view.item.approved) : qsTr("needs one approver")
                    muted: true
                }
                Item {
                    Layout.fillWidth: true
                }
                PlainText {
                    objectName: "approvals.stateText"
                    value: view.controller.stateText
                    font.weight: Font.DemiBold
                }
            }
            PlainText {
                objectName: "approvals.consequence"
                Layout.fillWidth: true
                value: view.item.consequence ?? ""
                wrapMode: Text.Wrap
                font.pixelSize: Theme.sectionSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }
            PlainText {
                Layout.fillWidth: true
                value: view.item.action ?? ""
                mono: true
                muted: true
                elide: Text.ElideMiddle
            }

            Rectangle {
                Layout.fillWidth: true
                implicitHeight: requestColumn.implicitHeight + 2 * Theme.space12
                color: Theme.sunken
                radius: Theme.radiusCard
                border.width: Theme.highContrast ? 1 : 0
                border.color: Theme.border
                ColumnLayout {
                    id: requestColumn
                    x: Theme.space12
                    y: Theme.space12
                    width: parent.width - 2 * Theme.space12
                    spacing: Theme.space8
                    RowLayout {
                        Layout.fillWidth: true
                        PlainText {
                            Layout.fillWidth: true
                            value: qsTr("Exact request (digest %1…)").arg((view.item.digest ?? "").slice(0, 12))
                            muted: true
                            font.pixelSize: Theme.labelSize
                            elide: Text.ElideRight
                        }
                        ButtonGroup {
                            id: forms
                        }
                        RadioButton {
                            id: readable
                            objectName: "approvals.form.pretty"
                            text: qsTr("Readable")
                            checked: true
                            ButtonGroup.group: forms
                        }
                        RadioButton {
                            id: rawForm
                            objectName: "approvals.form.raw"
                            text: qsTr("Raw")
                            ButtonGroup.group: forms
                        }
                        RadioButton {
                            id: diffForm
                            objectName: "approvals.form.diff"
                            text: qsTr("Diff to last")
                            visible: view.item.hasDiff === true
                            ButtonGroup.group: forms
                            onVisibleChanged: if (!visible && checked)
                                readable.checked = true
                        }
                    }
                    RowLayout {
                        Layout.fillWidth: true
                        visible: view.item.open === true && (view.item.hidden ?? 0) > 0
                        spacing: Theme.space8
                        AppIcon {
                            iconName: view.item.revealed ? "eye" : "lock"
                        }
                        PlainText {
                            objectName: "approvals.personal"
                            Layout.fillWidth: true
                            wrapMode: Text.Wrap
                            value: view.item.revealed ? qsTr("Personal data is shown. That you looked, and why, is in the audit log.") : qsTr("%n personal value(s) hidden behind placeholders", "", view.item.hidden ?? 0)
                        }
                        Button {
                            objectName: "approvals.reveal"
                            visible: !view.app.session.readOnly
                            text: view.item.revealed ? qsTr("Hide") : qsTr("Show…")
                            Accessible.name: view.item.revealed ? qsTr("Hide personal data") : qsTr("Show personal data…")
                            onClicked: {
                                if (view.item.revealed)
                                    view.controller.hideAgain();
                                else
                                    view.revealRequested();
                            }
                        }
                    }
                    PlainText {
                        objectName: "approvals.request.line"
                        Layout.fillWidth: true
                        visible: readable.checked
                        value: view.item.line ?? ""
                        mono: true
                        wrapMode: Text.WrapAnywhere
                        font.weight: Font.DemiBold
                    }
                    PlainText {
                        objectName: "approvals.request"
                        Layout.fillWidth: true
                        visible: value !== "" && !diffForm.checked
                        value: rawForm.checked ? view.item.raw ?? "" : view.item.pretty ?? ""
                        mono: true
                        wrapMode: Text.WrapAnywhere
                        font.pixelSize: Theme.labelSize
                        maximumLineCount: 60
                        elide: Text.ElideRight
                    }
                    DiffView {
                        objectName: "approvals.request.diff"
                        Layout.fillWidth: true
                        Layout.preferredHeight: 200 * Theme.scale
                        visible: diffForm.checked
                        diff: view.controller.diff
                    }
                }
            }

            GridLayout {
                Layout.fillWidth: true
                columns: 2
                columnSpacing: Theme.space16
                rowSpacing: Theme.space4
                PlainText {
                    Layout.alignment: Qt.AlignTop
                    value: qsTr("Asked by")
                    muted: true
                }
                PlainText {
                    objectName: "approvals.who"
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    value: {
                        const parts = [view.item.who ?? ""];
                        if (view.item.user)
                            parts.push(qsTr("for %1").arg(view.item.user));
                        if (view.item.organisation)
                            parts.push(view.item.organisation);
                        if (view.item.session)
                            parts.push(qsTr("session %1").arg(view.item.session.slice(0, 12)));
                        if (view.item.asked)
                            parts.push(Say.age(view.item.asked));
                        return parts.join(" · ");
                    }
                }
                PlainText {
                    visible: stated.visible
                    Layout.alignment: Qt.AlignTop
                    value: qsTr("Unverified reason from the caller")
                    muted: true
                }
                PlainText {
                    id: stated
                    objectName: "approvals.stated"
                    Layout.fillWidth: true
                    visible: (view.item.reason ?? "") !== ""
                    value: qsTr("“%1”").arg(view.item.reason ?? "")
                    wrapMode: Text.Wrap
                }
                PlainText {
                    Layout.alignment: Qt.AlignTop
                    value: qsTr("Why it waits")
                    muted: true
                }
                PlainText {
                    objectName: "approvals.why"
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    value: {
                        const steps = [];
                        for (const step of view.item.provenance ?? [])
                            if (step.outcome === "decides" || step.outcome === "")
                                steps.push(step.detail + (step.source ? " (" + step.source + ")" : ""));
                        if (view.item.gated === false)
                            steps.push(qsTr("a policy asks for an approval"));
                        return steps.length > 0 ? steps.join("; ") : qsTr("the action needs an administrator's approval");
                    }
                }
                PlainText {
                    Layout.alignment: Qt.AlignTop
                    value: qsTr("Before")
                    muted: true
                }
                PlainText {
                    objectName: "approvals.similar"
                    Layout.fillWidth: true
                    value: view.item.similar ?? ""
                    wrapMode: Text.Wrap
                }
            }
            RowLayout {
                objectName: "approvals.alwaysDenied"
                Layout.fillWidth: true
                visible: view.item.open === true && (view.item.alwaysDenied ?? 0) > 0
                spacing: Theme.space8
                AppIcon {
                    iconName: "info"
                    color: Theme.link
                }
                PlainText {
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    value: qsTr("All %n earlier request(s) for this action were denied. A rule can say so without asking anybody.", "", view.item.alwaysDenied ?? 0)
                }
                Button {
                    objectName: "approvals.draftRule"
                    text: qsTr("Draft a rule…")
                    onClicked: view.ruleRequested()
                }
            }
            Repeater {
                model: view.item.votes ?? []
                PlainText {
                    required property var modelData
                    Layout.fillWidth: true
                    wrapMode: Text.Wrap
                    value: {
                        const line = modelData.approve ? qsTr("%1 approved, %2", "who, when").arg(modelData.who).arg(Say.age(modelData.at)) : qsTr("%1 denied, %2: %3", "who, when, reason").arg(modelData.who).arg(Say.age(modelData.at)).arg(modelData.reason);
                        return modelData.note ? line + " " + qsTr("(note: %1)").arg(modelData.note) : line;
                    }
                }
            }
            Button {
                objectName: "approvals.session"
                visible: (view.item.session ?? "") !== ""
                flat: true
                text: qsTr("What this session did before")
                icon.source: Theme.icon("audit")
                onClicked: view.app.commands.run("approvals.session")
            }
        }
    }

    Rectangle {
        anchors.fill: scroll
        visible: scroll.activeFocus
        color: "transparent"
        border.width: 2
        border.color: Theme.focusRing
    }
    Rectangle {
        id: decision
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        visible: view.filled
        height: visible ? decisionColumn.implicitHeight + 2 * Theme.space12 : 0
        color: Theme.surface
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
        ColumnLayout {
            id: decisionColumn
            x: Theme.space16
            y: Theme.space12
            width: parent.width - 2 * Theme.space16
            spacing: Theme.space8

            PlainText {
                objectName: "approvals.settled"
                Layout.fillWidth: true
                visible: !view.decidable
                wrapMode: Text.Wrap
                value: view.app.session.readOnly ? qsTr("The workspace is open for reading only: nothing can be decided here.") : view.item.open === true && view.item.mine ? qsTr("You have approved this; it waits for a second approver.") : view.controller.stateText
            }
            Button {
                objectName: "approvals.revoke"
                visible: view.item.grant === true && !view.app.session.readOnly
                text: qsTr("Take the approval back")
                onClicked: view.controller.revoke()
            }

            RowLayout {
                visible: view.decidable && (view.item.longestTimeBox ?? 0) > 0 && view.item.tier !== Tier.Catastrophic
                spacing: Theme.space8
                RadioButton {
                    id: once
                    objectName: "approvals.scope.once"
                    checked: true
                    text: qsTr("This exact call once")
                }
                RadioButton {
                    id: boxed
                    objectName: "approvals.scope.boxed"
                    text: qsTr("The same call for")
                }
                SpinBox {
                    id: minutes
                    objectName: "approvals.scope.minutes"
                    from: 1
                    to: Math.max(1, Math.min(15, view.item.longestTimeBox ?? 15))
                    value: to
                    enabled: boxed.checked
                    Accessible.name: qsTr("Minutes")
                }
                PlainText {
                    value: qsTr("minutes, at most")
                }
                SpinBox {
                    id: uses
                    objectName: "approvals.scope.uses"
                    from: 1
                    to: 20
                    value: 3
                    enabled: boxed.checked
                    Accessible.name: qsTr("Calls at most")
                }
                PlainText {
                    value: qsTr("calls")
                }
            }
            RowLayout {
                Layout.fillWidth: true
                visible: view.decidable
                spacing: Theme.space8
                TextField {
                    id: typed
                    objectName: "approvals.typed"
                    Layout.preferredWidth: 220 * Theme.scale
                    placeholderText: qsTr("Type “%1”").arg(view.item.target ?? "")
                    Accessible.name: qsTr("To approve, type %1").arg(view.item.target ?? "")
                }
                TextField {
                    id: note
                    objectName: "approvals.note"
                    Layout.fillWidth: true
                    maximumLength: 1000
                    placeholderText: view.item.tier === Tier.Catastrophic ? qsTr("Note (needed)") : qsTr("Note (optional)")
                    Accessible.name: qsTr("Note for other approvers and the log")
                }
            }
            RowLayout {
                Layout.fillWidth: true
                visible: view.decidable
                Button {
                    objectName: "approvals.deny"
                    text: qsTr("Deny…")
                    enabled: !view.controller.deciding
                    onClicked: view.denyRequested()
                    KeyHint {
                        visible: false
                        keys: "X"
                    }
                }
                PlainText {
                    objectName: "approvals.guard.state"
                    Layout.fillWidth: true
                    Layout.minimumWidth: 160
                    horizontalAlignment: Text.AlignHCenter
                    wrapMode: Text.Wrap
                    muted: true
                    font.pixelSize: Theme.labelSize
                    value: guard.stateText
                }
                Button {
                    id: approve
                    objectName: "approvals.approve"
                    text: view.controller.deciding ? qsTr("Deciding…") : (view.item.needed ?? 1) > 1 ? qsTr("Approve as %1 of %2").arg((view.item.approved ?? 0) + 1).arg(view.item.needed) : boxed.checked && boxed.parent.visible ? qsTr("Approve for %n minute(s)", "", minutes.value) : qsTr("Approve once")
                    enabled: guard.prepared && !view.controller.deciding
                    focusPolicy: Qt.StrongFocus
                    Accessible.description: guard.stateText
                    // Later, because the guard decides whether the button is enabled, and a disabled one loses the focus.
                    onActiveFocusChanged: Qt.callLater(view.tellFocus)
                    // A click, also the one that the style makes of Enter, does nothing here: only the guard decides.
                    Keys.priority: Keys.BeforeItem
                    Keys.onReturnPressed: event => guard.key(event.isAutoRepeat)
                    Keys.onEnterPressed: event => guard.key(event.isAutoRepeat)
                    Keys.onSpacePressed: event => guard.key(event.isAutoRepeat)
                    Keys.onReleased: event => {
                        if (event.key === Qt.Key_Space)
                            event.accepted = true;
                    }
                    onPressed: guard.press()
                    onReleased: guard.release()
                    onCanceled: guard.cancelPress()
                    Rectangle {
                        anchors.left: parent.left
                        anchors.bottom: parent.bottom
                        height: 3
                        radius: 1
                        width: parent.width * guard.held
                        color: Theme.text
                    }
                }
            }
        }
    }
}
