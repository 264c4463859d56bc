import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: gateway
        GatewayPage {
            pageId: "gateway"
            anchors.fill: parent
            focus: true
        }
    }

    TestCase {
        name: "GatewayPage"
        when: windowShown

        property var app
        property var page

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            app.navigator.openPage("gateway");
        }
        function init() {
            failOnWarning(/./);
            app.forcedState = "";
            page = createTemporaryObject(gateway, root, {
                app: app
            });
            verify(page);
            page.shown = true;
        }
        function cleanup() {
            app.gateway.stop();
            tryCompare(app.gateway, "state", "stopped", 20000);
        }
        function item(name) {
            const found = testApp.find(page, name);
            verify(found, name);
            return found;
        }
        function overlayItem(name) {
            let top = page;
            while (top.parent)
                top = top.parent;
            const found = testApp.find(top, name);
            verify(found, name);
            return found;
        }
        function start() {
            app.gateway.startAnywhere();
            tryCompare(app.gateway, "state", "running", 30000);
        }

        function test_startedAndStopped() {
            compare(item("gateway.state").view, "empty");
            start();
            compare(item("gateway.state").view, "ready");
            verify(page.subtitle.includes("http://127.0.0.1:"));
            app.gateway.stop();
            tryCompare(app.gateway, "state", "stopped", 20000);
            compare(page.subtitle, "Stopped");
        }
        function test_aTakenPortIsSaidAndAFreeOneIsOffered() {
            app.gateway.port = testApp.takenPort();
            app.gateway.start();
            tryCompare(app.gateway, "state", "failed", 20000);
            compare(item("gateway.state").view, "error");
            verify(item("gateway.state").text !== "");
            start();
            compare(item("gateway.state").view, "ready");
            app.gateway.port = 7433;
        }
        function test_activationsArePaused() {
            start();
            app.gateway.paused = true;
            tryVerify(() => page.subtitle.includes("no new activations"));
            app.gateway.paused = false;
            tryVerify(() => !page.subtitle.includes("no new activations"));
        }
        function test_theCostIsCounted() {
            start();
            tryVerify(() => item("gateway.cost").known, 20000);
            verify(item("gateway.cost").share < 0.5);
        }
        function test_whatRanBeforeAnybodyLookedHasItsCost() {
            start();
            const later = createTemporaryObject(gateway, root, {
                app: app
            });
            tryVerify(() => testApp.find(later, "gateway.cost").known, 20000);
        }
        function connectClient() {
            for (let i = 0; i < page.commands.length; ++i)
                if (page.commands[i].commandId === "gateway.connect")
                    page.commands[i].triggered();
        }
        function test_aTokenIsShownOnceAndStandsInTheSnippet() {
            start();
            connectClient();
            const name = overlayItem("gateway.token.name");
            tryVerify(() => name.activeFocus);
            verify(overlayItem("gateway.snippet.text").text.includes("YOUR_TOKEN"));
            for (const letter of "laptop")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            tryVerify(() => overlayItem("gateway.snippet.text").text.includes("Bearer as_"), 10000);
            compare(testApp.unnamedFocusables(overlayItem("gateway.token.name").parent).join("\n"), "");
            keyClick(Qt.Key_Escape);
            wait(200);
            connectClient();
            tryVerify(() => overlayItem("gateway.snippet.text").text.includes("YOUR_TOKEN"), 10000);
            keyClick(Qt.Key_Escape);
        }
        function test_states_data() {
            return ["ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(data) {
            app.forcedState = data.tag;
            const state = item("gateway.state");
            compare(state.view, data.tag);
            verify(data.tag === "ready" || data.tag === "loading" || state.title !== "", "a state says what it is");
            wait(0);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            start();
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
    }
}
