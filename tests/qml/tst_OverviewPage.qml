import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: overview
        OverviewPage {
            pageId: "overview"
            anchors.fill: parent
            focus: true
        }
    }

    TestCase {
        name: "OverviewPage"
        when: windowShown

        property var app
        property var page

        function init() {
            app = testApp.make();
            app.navigator.openPage("overview");
            page = createTemporaryObject(overview, root, {
                app: app
            });
            verify(page);
            page.shown = true;
            page.forceActiveFocus();
        }
        /// What a press of the button does.
        function press(name) {
            const button = item(name);
            if (button.action)
                button.action.trigger();
            else
                button.clicked();
        }
        function item(name) {
            const found = testApp.find(page, name);
            verify(found, name);
            return found;
        }
        function openSample() {
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            tryVerify(() => !page.busy, 20000);
        }

        function test_enterOnFirstRunOpensTheSample() {
            verify(item("overview.firstRun").visible);
            const sample = item("overview.firstRun.sample");
            let opened = 0;
            app.session.stateChanged.connect(() => opened += app.session.state === WorkspaceSession.Opening ? 1 : 0);
            sample.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Return);
            compare(opened, 1, "Enter presses once");
            tryVerify(() => app.session.ready, 60000);
            verify(app.session.sample);
            verify(!item("overview.firstRun").visible);
            tryVerify(() => item("overview.actions").figure === "249", 20000);
        }
        function test_theFirstRunButtonHasTheFocus() {
            verify(item("overview.firstRun.sample").activeFocus);
        }
        function test_tilesAreLinks() {
            openSample();
            press("overview.actions");
            compare(app.navigator.page, "catalog");
            app.navigator.back();
            const tile = item("overview.services");
            tile.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Return);
            compare(app.navigator.page, "services");
            app.navigator.back();
            press("overview.tiers.3");
            verify(app.navigator.link.includes("catastrophic"));
        }
        function test_needsLeadToTheFilter() {
            openSample();
            tryVerify(() => item("overview.needs").rows.length > 0, 20000);
            press("overview.needs.0");
            compare(app.navigator.page, "catalog");
            verify(decodeURIComponent(app.navigator.link).includes("flag:review"));
        }
        function test_theAuditChainIsVerified() {
            openSample();
            tryVerify(() => item("overview.audit").figure.startsWith("Verified"), 20000);
        }
        function test_theApprovalsTileCountsAndLeadsThere() {
            openSample();
            const tile = item("overview.approvals");
            tryVerify(() => !tile.loading, 10000);
            const before = tile.figure;
            compare(tile.kind, "");
            testApp.requestApproval(app, {});
            testApp.requestApproval(app, {});
            app.approvals.refresh();
            tryVerify(() => tile.figure !== before, 10000);
            verify(tile.figure.includes("2"), tile.figure);
            compare(tile.kind, "warning");
            verify(tile.detail !== "", "it says when the next one expires");
            verify(tile.Accessible.name.includes(tile.figure));
            press("overview.approvals");
            compare(app.navigator.page, "approvals");
            testApp.settleApprovals(app);
        }
        function test_theGatewayTileFollowsTheGateway() {
            openSample();
            const tile = item("overview.gateway");
            const stopped = tile.figure;
            app.gateway.startAnywhere();
            tryCompare(app.gateway, "state", "running", 30000);
            tryVerify(() => tile.figure !== stopped);
            verify(tile.detail.includes("127.0.0.1") || tile.figure.includes("127.0.0.1"), tile.figure + " " + tile.detail);
            press("overview.gateway");
            compare(app.navigator.page, "gateway");
            app.gateway.stop();
            tryCompare(app.gateway, "state", "stopped", 20000);
            tryCompare(tile, "figure", stopped);
        }
        function test_states_data() {
            return ["ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(data) {
            app.forcedState = data.tag;
            wait(0);
            const card = data.tag === "firstRun" || data.tag === "empty" || data.tag === "error";
            compare(item("overview.firstRun").visible, card);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            compare(testApp.unnamedFocusables(page).join("\n"), "");
            openSample();
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
    }
}
