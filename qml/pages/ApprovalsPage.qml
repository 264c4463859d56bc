import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// Approvals: what waits for a person, one frozen request in full, and a decision that is slow to make and quick to refuse.
WorkspacePage {
    id: page

    pageId: "approvals"
    title: qsTr("Approvals")
    subtitle: controller.secondCount > 0 ? qsTr("%1 waiting · %2 for a second approver").arg(controller.waitingCount).arg(controller.secondCount) : qsTr("%1 waiting", "number of approvals").arg(controller.waitingCount)
    initialFocus: list
    panes: [tabs, list, detail]
    busy: controller.state === "loading"
    onShow: (params, path) => {
        controller.tab = params.tab ?? "waiting";
        // What was decided meanwhile is left behind: whoever comes here wants to see what is most urgent.
        if (path !== "")
            controller.selected = path;
        else if (controller.model.rowOf(controller.selected) < 0)
            controller.selected = controller.model.idAt(0);
    }
    onShownChanged: controller.setShown(shown)
    // Over the list: nothing may come to lie on the decision.
    toastArea: list
    function remember(): void {
        if (page.shown)
            page.app.navigator.update({
                "tab": controller.tab
            });
    }
    function askDenial(): void {
        if (controller.detail.open === true)
            denial.openFor("");
    }
    readonly property bool manyDeniable: controller.tab === "waiting" && controller.model.count > 1 && !app.session.readOnly
    function askDenialOfTicked(): void {
        if (page.manyDeniable && controller.model.tickedCount > 0)
            denial.openFor(controller.model.tickedText());
    }

    commands: [
        Command {
            commandId: "approvals.deny"
            text: qsTr("Deny the request…")
            keys: "X"
            enabled: controller.detail.open === true
            onTriggered: page.askDenial()
        },
        Command {
            commandId: "approvals.denyTicked"
            text: qsTr("Deny the ticked requests…")
            keys: "Shift+X"
            enabled: page.manyDeniable && controller.model.tickedCount > 0
            onTriggered: page.askDenialOfTicked()
        },
        Command {
            commandId: "approvals.rule"
            text: qsTr("Draft a rule from denials…")
            enabled: (controller.detail.alwaysDenied ?? 0) > 0
            onTriggered: rule.openFor(controller.ruleFile(), controller.ruleDraft())
        },
        Command {
            commandId: "approvals.session"
            text: qsTr("Show what its session did before")
            enabled: (controller.detail.session ?? "") !== ""
            onTriggered: page.app.navigator.openLink("actionscope://audit?filter=" + encodeURIComponent("session:" + controller.detail.session))
        },
        Command {
            commandId: "approvals.action"
            text: qsTr("Show the action in the catalog")
            enabled: controller.detail.action !== undefined
            onTriggered: page.app.navigator.openLink("actionscope://catalog?sel=" + encodeURIComponent(controller.detail.action))
        },
        Command {
            commandId: "approvals.refresh"
            text: qsTr("Refresh")
            keys: "Ctrl+R"
            onTriggered: page.app.approvals.refresh()
        }
    ]

    ApprovalsController {
        id: controller
        session: page.app.session
        watch: page.app.approvals
        onDecided: (id, state, text) => {
            page.app.toasts.show(qsTr("%1: %2", "approval id, what became of it").arg(id).arg(text), state === "denied" ? "info" : "success");
            // Back to the list: the keyboard must never rest on a live button of something else.
            list.forceActiveFocus(Qt.OtherFocusReason);
        }
        onDeniedMany: (denied, problem) => {
            page.app.toasts.show(problem === "" ? qsTr("%n request(s) denied", "", denied) : qsTr("%n request(s) denied.", "", denied) + " " + qsTr("Another was not: %1", "reason").arg(problem), problem === "" ? "info" : "warning");
            list.forceActiveFocus(Qt.OtherFocusReason);
        }
        onRuleAdded: file => {
            rule.close();
            page.app.toasts.show(qsTr("In force: policies/%1", "name of a file").arg(file));
        }
        onFailed: message => {
            if (rule.opened)
                rule.problem = message;
            else
                page.app.toasts.show(message, "error");
        }
        onSelectionChanged: list.currentIndex = model.rowOf(selected)
    }

    TabBar {
        id: tabs
        objectName: "approvals.tabs"
        anchors.left: parent.left
        anchors.top: parent.top
        anchors.leftMargin: Theme.space16
        readonly property var keys: ["waiting", "grants", "history"]
        currentIndex: keys.indexOf(controller.tab)
        onCurrentIndexChanged: {
            if (currentIndex >= 0)
                controller.tab = keys[currentIndex];
            page.remember();
        }
        Accessible.name: qsTr("Which approvals")
        TabButton {
            objectName: "approvals.tab.waiting"
            text: qsTr("Waiting (%1)").arg(controller.waitingCount)
        }
        TabButton {
            objectName: "approvals.tab.grants"
            text: qsTr("Grants (%1)").arg(controller.grantCount)
        }
        TabButton {
            objectName: "approvals.tab.history"
            text: qsTr("History")
        }
    }
    PlainText {
        objectName: "approvals.pace"
        anchors.left: tabs.right
        anchors.right: parent.right
        anchors.margins: Theme.space16
        anchors.verticalCenter: tabs.verticalCenter
        value: controller.pace
        muted: true
        elide: Text.ElideRight
        horizontalAlignment: Text.AlignRight
        font.pixelSize: Theme.labelSize
    }

    StateView {
        id: states
        objectName: "approvals.state"
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.top: tabs.bottom
        anchors.bottom: parent.bottom
        view: page.forcedState !== "" ? page.forcedState : controller.state
        title: {
            switch (view) {
            case "firstRun":
                return qsTr("No workspace is open");
            case "empty":
            case "noMatch":
                return controller.tab === "waiting" ? qsTr("Nothing waits for you") : controller.tab === "grants" ? qsTr("No approval is open to be used") : qsTr("Nothing was decided yet");
            case "partial":
            case "stale":
                return qsTr("The queue could not be read just now; this is what it held before.");
            case "error":
                return qsTr("The approvals could not be read");
            case "denied":
                return qsTr("The workspace cannot be read");
            default:
                return "";
            }
        }
        text: {
            switch (view) {
            case "firstRun":
                return qsTr("Approvals belong to a workspace: calls of its agents that a person must allow.");
            case "empty":
            case "noMatch":
                return qsTr("Catastrophic actions, and what a policy says, wait here for a person when an agent calls them. Reading and writing never do.");
            case "error":
            case "denied":
            case "stale":
            case "partial":
                return controller.errorText;
            default:
                return "";
            }
        }
        details: controller.errorText
        onCopyDetails: text => page.app.copyText(text)
        primary: view === "firstRun" ? sampleAction : view === "error" || view === "denied" ? retryAction : null

        Action {
            id: sampleAction
            text: qsTr("Open sample catalog")
            onTriggered: page.app.session.openSample()
        }
        Action {
            id: retryAction
            text: qsTr("Retry")
            onTriggered: page.app.approvals.refresh()
        }

        // Denying many is cheap, approving many does not exist.
        RowLayout {
            id: bulk
            anchors.left: parent.left
            anchors.leftMargin: Theme.space8
            anchors.top: parent.top
            width: list.width - Theme.space16
            height: visible ? Theme.controlHeight + Theme.space8 : 0
            visible: page.manyDeniable
            CheckBox {
                objectName: "approvals.tickAll"
                tristate: true
                checkState: controller.model.tickedCount === 0 ? Qt.Unchecked : controller.model.tickedCount === controller.model.count ? Qt.Checked : Qt.PartiallyChecked
                text: controller.model.tickedCount === 0 ? qsTr("Tick all") : qsTr("%n ticked", "requests", controller.model.tickedCount)
                Accessible.name: text
                // The rows say what is ticked, not the click.
                nextCheckState: () => checkState
                onClicked: controller.model.tickAll(controller.model.tickedCount < controller.model.count)
            }
            Item {
                Layout.fillWidth: true
            }
            Button {
                objectName: "approvals.denyTicked"
                visible: controller.model.tickedCount > 0
                text: qsTr("Deny %n…", "ticked requests", controller.model.tickedCount)
                Accessible.name: qsTr("Deny %n ticked request(s)…", "", controller.model.tickedCount)
                enabled: !controller.deciding
                onClicked: page.askDenialOfTicked()
            }
        }
        ListView {
            cacheBuffer: 0 // see Main.qml
            id: list
            objectName: "approvals.list"
            anchors.left: parent.left
            anchors.top: bulk.bottom
            anchors.bottom: parent.bottom
            width: Math.min(340 * Theme.scale, parent.width * 0.4)
            clip: true
            model: controller.model
            boundsBehavior: Flickable.StopAtBounds
            activeFocusOnTab: true
            keyNavigationEnabled: true
            highlightMoveDuration: 0
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Requests")
            onActiveFocusChanged: if (activeFocus && currentIndex < 0 && count > 0)
                currentIndex = 0
            onCurrentIndexChanged: if (currentIndex >= 0 && activeFocus)
                controller.selected = controller.model.idAt(currentIndex)
            Keys.onReturnPressed: detail.forceActiveFocus(Qt.ShortcutFocusReason)

            delegate: ItemDelegate {
                id: row
                required property int index
                required property string approvalId
                required property string actionName
                required property int tier
                required property string who
                required property string stateText
                required property bool urgent
                required property bool ticked
                required property string sentence
                objectName: "approvals.item." + approvalId
                width: ListView.view.width
                focusPolicy: Qt.NoFocus
                highlighted: controller.selected === approvalId
                Accessible.role: Accessible.ListItem
                Accessible.name: sentence
                onClicked: {
                    controller.selected = approvalId;
                    list.forceActiveFocus(Qt.MouseFocusReason);
                }
                // The view hands its focus to the current row, whose Space would be a click.
                Keys.onSpacePressed: event => {
                    if (page.manyDeniable)
                        controller.model.toggleTick(index);
                    else
                        event.accepted = false;
                }
                contentItem: ColumnLayout {
                    spacing: 2
                    RowLayout {
                        Layout.fillWidth: true
                        spacing: Theme.space8
                        CheckBox {
                            objectName: row.objectName + ".tick"
                            visible: page.manyDeniable
                            // Space on the list does it too.
                            focusPolicy: Qt.NoFocus
                            padding: 0
                            checked: row.ticked
                            Accessible.name: qsTr("Tick %1", "an action").arg(row.actionName)
                            onToggled: {
                                controller.model.setTicked(row.approvalId, checked);
                                checked = Qt.binding(() => row.ticked);
                            }
                        }
                        TierChip {
                            tier: row.tier
                        }
                        Item {
                            Layout.fillWidth: true
                        }
                        AppIcon {
                            visible: row.urgent
                            iconName: "warning"
                            color: Theme.warning
                        }
                        PlainText {
                            value: row.stateText
                            muted: !row.urgent
                            color: row.urgent ? Theme.warning : muted ? Theme.textMuted : Theme.text
                            font.pixelSize: Theme.labelSize
                            Layout.maximumWidth: 190 * Theme.scale
                            elide: Text.ElideRight
                            Accessible.ignored: true
                        }
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: row.actionName
                        elide: Text.ElideMiddle
                        font.weight: Font.DemiBold
                        Accessible.ignored: true
                    }
                    PlainText {
                        Layout.fillWidth: true
                        value: row.who
                        muted: true
                        elide: Text.ElideRight
                        font.pixelSize: Theme.labelSize
                        Accessible.ignored: true
                    }
                }
            }
            Rectangle {
                anchors.fill: parent
                color: "transparent"
                border.width: list.activeFocus ? 2 : 0
                border.color: Theme.focusRing
                z: 2
            }
        }
        Rectangle {
            id: divider
            anchors.left: list.right
            width: 1
            height: parent.height
            color: Theme.highContrast ? Theme.border : Theme.hairline
        }
        ApprovalDetail {
            id: detail
            objectName: "approvals.detail"
            anchors.left: divider.right
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.bottom: parent.bottom
            app: page.app
            controller: controller
            shown: page.shown
            onDenyRequested: page.askDenial()
            onRevealRequested: revealing.openFor(controller.detail.hidden)
            onRuleRequested: rule.openFor(controller.ruleFile(), controller.ruleDraft())
        }
    }

    ApprovalDenial {
        id: denial
        app: page.app
        action: controller.detail.action ?? ""
        count: ticked ? controller.model.tickedCount : 1
        onDecided: (reason, note) => {
            if (ticked)
                controller.denyTicked(reason, note);
            else
                controller.deny(reason, note);
        }
    }
    ApprovalReveal {
        id: revealing
        onDecided: reason => controller.reveal(reason)
    }
    ApprovalRule {
        id: rule
        app: page.app
        onAdded: (file, yaml) => controller.addRule(file, yaml)
    }
}
