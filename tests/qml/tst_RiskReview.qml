import QtQuick
import QtTest
import QtQuick.Controls
import Actionscope
import Actionscope.App

/// The review of staged changes when somebody else edits the files meanwhile.
Item {
    id: root
    width: 200
    height: 100

    Component {
        id: window
        Main {
            width: 1280
            height: 800
        }
    }

    TestCase {
        name: "RiskReview"
        when: windowShown

        readonly property string action: "harbor.issues_create"
        property var app: null
        property var main: null
        property var staged: null

        function init() {
            app = testApp.make();
            main = window.createObject(root, {
                app: app
            });
            main.requestActivate();
            tryVerify(() => main.active);
            app.session.openSample();
            tryVerify(() => app.session.ready && !app.session.busy, 60000);
            app.navigator.openPage("risk");
            tryVerify(() => find("shell.page.risk") !== null && !find("shell.page.risk").busy, 20000);
            staged = testApp.stagedOf(app);
            staged.proposeTier([action], Tier.Destructive);
            tryCompare(staged, "planState", StagedEdits.Planned, 20000);
            app.navigator.openLink("actionscope://risk?review=1");
            tryVerify(() => find("risk.save") && find("risk.save").enabled);
        }
        function cleanup() {
            staged.discardAll();
            app.session.close();
            main.destroy();
        }
        function find(name) {
            return testApp.find(main.contentItem, name) ?? testApp.find(main.Overlay.overlay, name);
        }
        function edit(text) {
            verify(testApp.append(app.session.folder + "/catalogs/harbor.yaml", text));
            app.session.refresh();
        }

        function test_whatChangedElsewhereIsShownBesideOnesOwn() {
            verify(!find("risk.review.changedOnDisk").visible);
            edit("# by somebody else\n");
            tryVerify(() => find("risk.review.changedOnDisk").visible, 10000);
            verify(find("risk.save").enabled);
            const own = find("risk.diff").diff.addedCount;
            verify(own > 0);
            const comparison = find("risk.review.comparison");
            comparison.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            tryCompare(find("risk.diff").diff, "addedCount", 1);
            keyClick(Qt.Key_Up);
            tryCompare(find("risk.diff").diff, "addedCount", own);
            staged.acknowledge();
            tryVerify(() => !find("risk.review.changedOnDisk").visible);
        }
        function test_anOverrideThatBothChangedIsDecidedByKeyboard() {
            edit("\n  - action: issues_create\n    risk: destructive\n    approval: admin\n    reason: Theirs\n");
            tryVerify(() => find("risk.review.conflicts.0") !== null, 10000);
            tryCompare(staged, "planState", StagedEdits.Planned, 10000);
            verify(!find("risk.save").enabled);
            verify(find("risk.review.conflicts.0").Accessible.name.includes("Theirs"));
            const mine = find("risk.review.conflicts.0.mine");
            mine.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Return);
            tryVerify(() => find("risk.review.conflicts.0") === null);
            tryVerify(() => staged.missingReasons.length > 0 || find("risk.save").enabled, 10000);
        }
    }
}
