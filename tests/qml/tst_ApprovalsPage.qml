import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: approvals
        ApprovalsPage {
            pageId: "approvals"
            anchors.fill: parent
            focus: true
        }
    }

    Repeater {
        id: rail
        model: testCase.app ? testCase.app.pages : null
        Item {
            required property string pageId
            required property string badge
            required property string badgeName
        }
    }

    TestCase {
        id: testCase
        name: "ApprovalsPage"
        when: windowShown

        property var app
        property var page
        property var list

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            app.navigator.openPage("approvals");
        }
        function init() {
            failOnWarning(/./);
            app.forcedState = "";
            page = createTemporaryObject(approvals, root, {
                app: app
            });
            verify(page);
            page.shown = true;
            list = item("approvals.list");
        }
        function cleanup() {
            page.shown = false;
            testApp.settleApprovals(app);
            app.approvals.refresh();
            tryCompare(app.approvals, "waiting", 0, 10000);
        }
        function item(name) {
            const found = testApp.find(page, name);
            verify(found, name);
            return found;
        }
        /// Something that an agent asked for and that is on the page, with the keyboard on the list.
        function ask(request) {
            const id = testApp.requestApproval(app, request ?? {});
            verify(id !== "");
            page.show({}, ""); // whatever tab was left open
            app.approvals.refresh();
            tryVerify(() => testApp.find(page, "approvals.item." + id) !== null, 10000);
            page.show({}, id);
            tryCompare(item("approvals.consequence"), "text", request && request.consequence ? request.consequence : "Deletes the repository.", 5000);
            list.forceActiveFocus();
            return id;
        }
        function type(text) {
            for (const letter of text)
                keyClick(letter);
        }
        function focusByTab(name) {
            const wanted = item(name);
            for (let i = 0; i < 60 && !wanted.activeFocus; ++i)
                keyClick(Qt.Key_Tab);
            verify(wanted.activeFocus, name + " is reached by Tab");
        }

        function test_whatMattersIsReadFirst() {
            ask({
                reason: "free up space"
            });
            compare(item("approvals.needed").text, "needs one approver");
            for (let i = 0; i < rail.count; ++i)
                if (rail.itemAt(i).pageId === "approvals") {
                    compare(rail.itemAt(i).badge, "1");
                    verify(rail.itemAt(i).badgeName !== "");
                }
            compare(item("approvals.request.line").text, "DELETE https://api.harbor.example/repos/acme/shop");
            verify(item("approvals.request").text.includes("owner"));
            verify(item("approvals.who").text.includes("ci-helper"));
            compare(item("approvals.stated").text, "“free up space”");
            compare(item("approvals.typed").placeholderText, "Type “shop”");
        }
        function test_approvedByTheKeyboardAlone() {
            const id = ask();
            compare(item("approvals.approve").enabled, false);
            focusByTab("approvals.typed");
            type("shop");
            focusByTab("approvals.note");
            type("agreed with ana");
            tryCompare(item("approvals.approve"), "enabled", true, 10000); // the lock of five seconds
            focusByTab("approvals.approve");
            keyClick(Qt.Key_Return); // too early: the focus has to rest
            compare(testApp.approvalState(app, id), "waiting");
            wait(600);
            keyClick(Qt.Key_Return);
            tryVerify(() => testApp.approvalState(app, id) === "approved", 10000);
            tryVerify(() => list.activeFocus || !list.visible);
        }
        function test_theWrongTargetNeverApproves() {
            const id = ask();
            focusByTab("approvals.typed");
            type("shops");
            focusByTab("approvals.note");
            type("note");
            wait(5600);
            compare(item("approvals.approve").enabled, false);
            mouseClick(item("approvals.approve"));
            compare(testApp.approvalState(app, id), "waiting");
        }
        function test_deniedInTwoKeysAndAReason() {
            const id = ask();
            page.askDenial(); // what X does; the shell holds the keys
            let top = page;
            while (top.parent)
                top = top.parent;
            const reason = testApp.find(top, "approvals.reason");
            verify(reason);
            tryVerify(() => reason.activeFocus);
            keyClick(Qt.Key_Return);
            compare(testApp.approvalState(app, id), "waiting"); // a reason is required
            type("use retention");
            keyClick(Qt.Key_Return);
            tryVerify(() => testApp.approvalState(app, id) === "denied", 10000);
        }
        function overlayItem(name) {
            let top = page;
            while (top.parent)
                top = top.parent;
            const found = testApp.find(top, name);
            verify(found, name);
            return found;
        }
        /// Whether a part of a dialog is not to be seen any more; closed, it is out of the scene.
        function isGone(name) {
            let top = page;
            while (top.parent)
                top = top.parent;
            const found = testApp.find(top, name);
            return found === null || !found.visible;
        }
        function test_manyAreDeniedByTheKeyboardWithOneReason() {
            const first = ask(), second = ask(), third = ask();
            list.forceActiveFocus();
            list.currentIndex = 0;
            keyClick(Qt.Key_Space);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Space);
            compare(item("approvals.tickAll").text, "2 ticked");
            compare(testApp.unnamedFocusables(page).join("\n"), "");
            item("approvals.denyTicked").clicked();
            tryVerify(() => overlayItem("approvals.reason").activeFocus);
            verify(overlayItem("approvals.denial.what").text.includes("2 × harbor.repositories_delete"));
            keyClick(Qt.Key_Return); // a reason is required here too
            compare(testApp.approvalState(app, first), "waiting");
            type("use retention");
            keyClick(Qt.Key_Return);
            tryVerify(() => [first, second, third].filter(id => testApp.approvalState(app, id) === "denied").length === 2, 10000);
            tryVerify(() => list.activeFocus);
            tryVerify(() => !item("approvals.tickAll").visible, 10000); // one is left: nothing to do to many
        }
        function test_nothingApprovesMany() {
            ask();
            ask();
            item("approvals.tickAll").clicked();
            compare(item("approvals.tickAll").text, "2 ticked");
            for (let i = 0; i < page.commands.length; ++i)
                verify(!/^approve/i.test(page.commands[i].text), page.commands[i].text);
        }
        function test_personalDataIsShownForAReason() {
            ask({
                personal: true
            });
            compare(item("approvals.personal").text, "1 personal value hidden behind a placeholder");
            verify(!item("approvals.request").text.includes("ana@"));
            item("approvals.reveal").clicked();
            tryVerify(() => overlayItem("approvals.revealing.reason").activeFocus);
            keyClick(Qt.Key_Return);
            verify(overlayItem("approvals.revealing.reason").visible); // not without one
            type("is it ours");
            keyClick(Qt.Key_Return);
            tryVerify(() => item("approvals.request").text.includes("ana@orchard.example"), 10000);
            item("approvals.reveal").clicked(); // Hide
            tryVerify(() => !item("approvals.request").text.includes("ana@"));
        }
        function test_whatIsAlwaysDeniedIsSaidAndDrafted() {
            // One that no other test approves.
            const another = {
                action: "branches_delete"
            };
            for (let i = 0; i < 5; ++i) {
                ask(another);
                testApp.settleApprovals(app);
            }
            ask(another);
            tryVerify(() => item("approvals.alwaysDenied").visible, 10000);
            for (let i = 0; i < page.commands.length; ++i)
                if (page.commands[i].commandId === "approvals.rule")
                    page.commands[i].triggered();
            tryVerify(() => !isGone("approvals.rule.text") && overlayItem("approvals.rule.text").activeFocus);
            verify(overlayItem("approvals.rule.text").text.includes("effect: deny"));
            compare(testApp.unnamedFocusables(overlayItem("approvals.rule.add").parent.parent).join("\n"), "");
            overlayItem("approvals.rule.text").text = "layer: nowhere";
            overlayItem("approvals.rule.add").clicked();
            tryVerify(() => overlayItem("approvals.rule.problem").visible, 10000); // said where it is written
            keyClick(Qt.Key_Escape);
            tryVerify(() => isGone("approvals.rule.text"));
        }
        function test_enterInTheListOnlyMovesIntoTheRequest() {
            const id = ask();
            wait(5200);
            keyClick(Qt.Key_Return);
            verify(item("approvals.detail.scroll").activeFocus);
            keyClick(Qt.Key_Return);
            keyClick(Qt.Key_Space);
            wait(100);
            compare(testApp.approvalState(app, id), "waiting");
        }
        function test_aDestructiveRequestIsHeld() {
            const id = ask({
                gated: false,
                consequence: "Deletes the branch."
            });
            const button = item("approvals.approve");
            tryCompare(button, "enabled", true, 6000); // the lock of two seconds
            mouseClick(button);
            compare(testApp.approvalState(app, id), "waiting");
            wait(700);
            mousePress(button);
            wait(1400);
            mouseRelease(button);
            tryVerify(() => testApp.approvalState(app, id) === "approved", 10000);
        }
        function test_tenThousandRandomKeysNeverApprove() {
            const wanted = {
                gated: false,
                consequence: "Deletes the branch."
            };
            let id = ask(wanted);
            // Everything that a cat on the keyboard can press. Letters make words, but hardly the target; Enter and Space meet every
            // control; Escape closes what opens.
            const keys = [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space, Qt.Key_Tab, Qt.Key_Backtab, Qt.Key_Up, Qt.Key_Down, Qt.Key_Left, Qt.Key_Right, Qt.Key_Home, Qt.Key_End, Qt.Key_PageUp, Qt.Key_PageDown, Qt.Key_A, Qt.Key_X, Qt.Key_Y, Qt.Key_S, Qt.Key_H, Qt.Key_O, Qt.Key_P, Qt.Key_Delete, Qt.Key_Backspace, Qt.Key_F6];
            let seed = 4711;
            for (let i = 0; i < 10000; ++i) {
                seed = (seed * 1103515245 + 12345) % 2147483648;
                keyClick(keys[Math.floor(seed / 65536) % keys.length]);
                if (i % 500 !== 499)
                    continue;
                wait(0);
                // Denying is cheap, so this may happen; then the next one is under the keys.
                const state = testApp.approvalState(app, id);
                verify(state === "waiting" || state === "denied", state);
                if (state === "denied")
                    id = ask(wanted);
            }
            wait(2100);
            verify(testApp.approvalState(app, id) !== "approved");
        }
        function test_aSecondApproverIsWaitedFor() {
            const id = ask({
                approvers: 2
            });
            compare(item("approvals.needed").text, "needs 2 approvers, 0 so far");
            focusByTab("approvals.typed");
            type("shop");
            focusByTab("approvals.note");
            type("first");
            tryCompare(item("approvals.approve"), "enabled", true, 10000);
            compare(item("approvals.approve").text, "Approve as 1 of 2");
            focusByTab("approvals.approve");
            wait(600);
            keyClick(Qt.Key_Space);
            tryVerify(() => page.subtitle.includes("1 for a second approver"), 10000);
            compare(testApp.approvalState(app, id), "waiting");
            tryCompare(item("approvals.settled"), "text", "You have approved this; it waits for a second approver.");
            verify(!item("approvals.approve").visible);
        }
        function test_historyShowsWhatBecameOfIt() {
            const id = ask();
            testApp.settleApprovals(app);
            page.show({
                tab: "history"
            }, id);
            app.approvals.refresh();
            tryVerify(() => item("approvals.stateText").text.startsWith("Denied by"), 10000);
            verify(!item("approvals.approve").visible);
            page.show({}, "");
        }
        function test_states_data() {
            return ["ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(data) {
            app.forcedState = data.tag;
            const state = item("approvals.state");
            compare(state.view, data.tag);
            verify(data.tag === "ready" || data.tag === "loading" || state.title !== "", "a state says what it is");
            wait(0);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            ask({
                timeBox: 15,
                gated: false,
                consequence: "Deletes the branch."
            });
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
    }
}
