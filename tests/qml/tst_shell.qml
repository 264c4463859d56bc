import QtQuick
import QtQuick.Controls
import QtTest
import Actionscope
import Actionscope.App

/// The window as a whole, by keyboard: rail, history, palette, panes, keys, jobs.
Item {
    id: root
    width: 200
    height: 100

    property var app: testApp.make()

    Component {
        id: window
        Main {
            width: 1280
            height: 800
        }
    }
    property var main: null

    TestCase {
        name: "Shell"
        when: windowShown

        function initTestCase() {
            root.main = window.createObject(root, {
                app: root.app
            });
            root.main.requestActivate();
            tryVerify(() => root.main.active);
        }
        function cleanupTestCase() {
            root.main.destroy();
        }
        function init() {
            root.app.navigator.openPage("settings");
            find("settings.search").forceActiveFocus();
        }
        function cleanup() {
            keyClick(Qt.Key_Escape);
            Preferences.reset("textScale");
            Preferences.reset("singleKeys");
        }
        function find(name) {
            return testApp.find(root.main.contentItem, name) ?? testApp.find(root.main.Overlay.overlay, name);
        }

        function test_railOpensPagesByKeyboard() {
            const rail = find("shell.rail");
            rail.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Home);
            keyClick(Qt.Key_Return);
            compare(root.app.navigator.page, root.app.pages.data(root.app.pages.index(0, 0), Qt.UserRole + 1));
            compare(find("shell.header.title").text, root.app.pages.title(root.app.navigator.page));
        }
        function test_everyPageOfTheRailOpensByItsKeys() {
            for (let row = 0; row < root.app.pages.rowCount(); ++row) {
                const id = root.app.pages.data(root.app.pages.index(row, 0), Qt.UserRole + 1);
                verify(root.app.commands.run("page." + id));
                compare(root.app.navigator.page, id);
                tryVerify(() => find("shell.page." + id) !== null);
                verify(find("shell.page." + id).shown);
            }
            keyClick(Qt.Key_Minus, Qt.AltModifier);
            compare(root.app.navigator.page, "settings");
        }
        function test_theKeysOfAPageWorkOnEveryVisit() {
            let done = 0, known = false;
            for (let visit = 1; visit <= 3; ++visit) {
                root.app.navigator.openPage("approvals");
                tryVerify(() => find("shell.page.approvals") !== null && find("shell.page.approvals").shown);
                const commands = find("shell.page.approvals").commands;
                for (let i = 0; i < commands.length && !known; ++i)
                    if (commands[i].commandId === "approvals.refresh")
                        commands[i].triggered.connect(() => ++done);
                known = true;
                keyClick(Qt.Key_R, Qt.ControlModifier);
                compare(done, visit);
                root.app.navigator.openPage("settings");
                wait(50);
            }
        }
        function test_historyGoesBack() {
            root.app.navigator.openLink("actionscope://settings?q=theme");
            compare(find("settings.search").text, "theme");
            root.app.navigator.openLink("actionscope://settings?q=text");
            compare(find("settings.search").text, "text");
            find("shell.rail").forceActiveFocus();
            keyClick(Qt.Key_Left, Qt.AltModifier);
            compare(find("settings.search").text, "theme");
            keyClick(Qt.Key_Right, Qt.AltModifier);
            compare(find("settings.search").text, "text");
        }
        function test_linkIsCopied() {
            root.app.navigator.openLink("actionscope://settings?q=theme");
            keyClick(Qt.Key_L, Qt.ControlModifier);
            verify(root.app.announcement.includes("actionscope://settings?q=theme"));
        }
        function test_paletteRunsWhatIsHighlighted() {
            keyClick(Qt.Key_K, Qt.ControlModifier);
            const input = find("palette.input");
            tryVerify(() => input.activeFocus);
            for (const c of "larger")
                keyClick(c);
            compare(root.app.palette.currentIndex, 0);
            compare(find("palette.row.0").title, "Larger text");
            const before = Preferences.textScale;
            keyClick(Qt.Key_Return);
            fuzzyCompare(Preferences.textScale, before + 0.1, 0.001);
            tryVerify(() => !input.visible);
        }
        function test_paletteClosesOnEscapeAndReturnsTheFocus() {
            keyClick(Qt.Key_K, Qt.ControlModifier);
            tryVerify(() => find("palette.input").activeFocus);
            keyClick(Qt.Key_Escape);
            tryVerify(() => find("settings.search").activeFocus);
        }
        function test_panesAreReachedByF6() {
            const search = find("settings.search");
            search.forceActiveFocus();
            keyClick(Qt.Key_F6, Qt.ShiftModifier);
            verify(find("shell.rail").activeFocus);
            keyClick(Qt.Key_F6);
            verify(search.activeFocus);
        }
        function test_keyboardSheetListsTheKeys() {
            keyClick(Qt.Key_F1);
            tryVerify(() => find("keys.list") && find("keys.list").activeFocus);
            verify(find("keys.list").count > 15);
            keyClick(Qt.Key_Escape);
        }
        function test_jobsPopupOpensAndCloses() {
            keyClick(Qt.Key_J, Qt.ControlModifier);
            tryVerify(() => find("jobs.list") && find("jobs.list").visible);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !find("jobs.list")?.visible);
        }
        function test_statusStripSaysWhetherTheAuditLogIsWhole() {
            const part = find("shell.status.integrity");
            verify(!part.visible);
            root.app.session.openSample();
            tryVerify(() => root.app.session.ready, 30000);
            tryCompare(root.app.auditChain, "state", "verified", 30000);
            verify(part.visible);
            verify(part.text.includes("#"));
            part.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            compare(root.app.navigator.page, "audit");
            root.app.session.close();
        }
        function test_historyGoesBackToAStepByKeyboard() {
            root.app.session.openSample();
            tryVerify(() => root.app.session.ready && !root.app.session.busy, 30000);
            root.app.navigator.openPage("services");
            verify(!find("shell.status.history").visible);
            for (const service of ["harbor", "ledgerly"]) {
                tryVerify(() => find("services.toggle." + service) !== null, 10000);
                const toggle = find("services.toggle." + service);
                const steps = root.app.undo.count;
                toggle.forceActiveFocus(Qt.TabFocusReason);
                keyClick(Qt.Key_Space);
                tryCompare(root.app.undo, "count", steps + 1, 10000);
            }
            verify(find("shell.status.history").visible);
            keyClick(Qt.Key_H, Qt.ControlModifier);
            tryVerify(() => find("history.list") && find("history.list").activeFocus);
            compare(find("history.list").count, 2);
            tryVerify(() => find("history.step.0") !== null && find("history.step.0").text.includes("arbor"));
            keyClick(Qt.Key_Home);
            find("history.list").currentIndex = 0;
            keyClick(Qt.Key_Return);
            tryCompare(root.app.undo, "index", 1, 10000);
            tryVerify(() => !find("history.step.1").done);
            find("history.takeAllBack").forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            tryCompare(root.app.undo, "index", 0, 10000);
            keyClick(Qt.Key_Escape);
            root.app.session.close();
        }
        function test_singleLettersTypeInFields() {
            const search = find("settings.search");
            search.forceActiveFocus();
            search.clear();
            keyClick("/");
            keyClick("?");
            compare(search.text, "/?");
            search.clear();
        }
        function test_zoomStaysInRange() {
            for (let i = 0; i < 30; ++i)
                keyClick(Qt.Key_Minus, Qt.ControlModifier);
            fuzzyCompare(Preferences.textScale, 0.8, 0.001);
            keyClick(Qt.Key_0, Qt.ControlModifier);
            fuzzyCompare(Preferences.textScale, 1.0, 0.001);
        }
        function test_toastsOfferTheirActionAndCanBeDismissed() {
            const id = root.app.toasts.showWithCommand("Saved", "success", "Bigger", "zoom.in");
            const action = find("shell.toast." + id + ".action");
            action.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            fuzzyCompare(Preferences.textScale, 1.1, 0.001);
            compare(find("shell.toast." + id), null);
        }
        function test_toastsNeverLieOnADecision() {
            root.app.session.openSample();
            tryVerify(() => root.app.session.ready, 60000);
            root.app.navigator.openPage("approvals");
            testApp.requestApproval(root.app, {});
            root.app.approvals.refresh();
            tryVerify(() => find("approvals.deny") !== null && find("approvals.deny").visible, 10000);
            const id = root.app.toasts.show("a-77ab2m9xz: Denied by ana, and a sentence that is longer than the list is wide", "info");
            const toast = find("shell.toast." + id);
            const list = find("approvals.list");
            const from = toast.mapToItem(null, 0, 0), to = toast.mapToItem(null, toast.width, toast.height);
            const listAt = list.mapToItem(null, 0, 0);
            verify(from.x >= listAt.x && to.x <= listAt.x + list.width, "over the list: " + from.x + " to " + to.x);
            verify(to.x > from.x + 100 && to.y <= 800);
            root.app.toasts.dismiss(id);
            // On a page without a decision they are in the middle.
            root.app.navigator.openPage("settings");
            const other = root.app.toasts.show("Saved");
            const middle = find("shell.toast." + other).mapToItem(null, find("shell.toast." + other).width / 2, 0);
            verify(Math.abs(middle.x - (find("shell.rail").width + 1280) / 2) < 2, "in the middle of the page: " + middle.x);
            root.app.toasts.dismiss(other);
            testApp.settleApprovals(root.app);
        }
        function test_shortcutsCanBeRecorded() {
            const change = find("settings.keys.jobs.open.change");
            change.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Space);
            tryVerify(() => find("keyRecorder.field").activeFocus);
            keyClick(Qt.Key_K, Qt.ControlModifier);
            verify(root.app.commands.keysOf("jobs.open") === "Ctrl+J");
            keyClick(Qt.Key_J, Qt.ControlModifier | Qt.AltModifier);
            compare(root.app.commands.keysOf("jobs.open"), "Ctrl+Alt+J");
            root.app.commands.rebind("jobs.open", "");
        }
        function test_importSheetStartsWhereItShould() {
            keyClick(Qt.Key_O, Qt.ControlModifier);
            tryVerify(() => find("import.address") && find("import.address").visible);
            keyClick(Qt.Key_Escape);
        }
        function test_everyFocusableItemIsNamed_data() {
            return [
                {
                    tag: "without a workspace",
                    sample: false
                },
                {
                    tag: "with the sample",
                    sample: true
                }
            ];
        }
        function test_everyFocusableItemIsNamed(data) {
            if (data.sample) {
                root.app.session.openSample();
                tryVerify(() => root.app.session.ready, 30000);
                tryVerify(() => !root.app.session.busy, 30000);
            }
            for (let row = 0; row < root.app.pages.rowCount(); ++row) {
                const id = root.app.pages.data(root.app.pages.index(row, 0), Qt.UserRole + 1);
                root.app.navigator.openPage(id);
                tryVerify(() => !find("shell.page." + id).busy, 10000);
                wait(50);
                const complaints = testApp.unnamedFocusables(root.main.contentItem);
                compare(complaints.join("\n"), "", id);
            }
            root.app.session.close();
        }
        function test_tabWalksThroughThePageAndReturns() {
            // Earlier tests leave a filter behind, and only what it shows can be tabbed to.
            const search = find("settings.search");
            search.text = "";
            search.forceActiveFocus();
            // The items of a page that was just made are placed with its first frame; before that there is nothing to tab to.
            waitForRendering(find("shell.page.settings"));
            const seen = [];
            for (let i = 0; i < 200; ++i) {
                keyClick(Qt.Key_Tab);
                const item = root.main.activeFocusItem;
                verify(item !== null);
                if (item === search)
                    break;
                seen.push(item.objectName);
            }
            verify(root.main.activeFocusItem === search, seen.join(" "));
            verify(seen.includes("settings.theme.choice"), seen.join(" "));
            verify(seen.some(name => name.startsWith("shell.rail")), seen.join(" "));
            verify(seen.indexOf("settings.theme.choice") < seen.indexOf("settings.language.choice"), "read from top to bottom: " + seen.join(" "));
        }
    }
}
