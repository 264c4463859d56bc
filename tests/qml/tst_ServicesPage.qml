import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: services
        ServicesPage {
            pageId: "services"
            anchors.fill: parent
            focus: true
        }
    }

    TestCase {
        name: "ServicesPage"
        when: windowShown

        property var app
        property var page
        property var table

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            app.navigator.openPage("services");
        }
        function init() {
            app.forcedState = "";
            page = createTemporaryObject(services, root, {
                app: app
            });
            verify(page);
            page.shown = true;
            table = testApp.find(page, "services.table");
            tryVerify(() => table.model.count === 3, 10000);
            table.focusRows();
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

        function test_aSwitchHidesTheServiceFromSearchAndUndoBringsItBack() {
            const toggle = item("services.toggle.harbor");
            verify(toggle.checked);
            mouseClick(toggle);
            tryVerify(() => !item("services.toggle.harbor").checked);
            tryVerify(() => app.undo.canUndo, 10000);
            tryVerify(() => page.subtitle.includes("2 findable"), 10000);
            app.undo.undo();
            tryVerify(() => item("services.toggle.harbor").checked, 10000);
            tryVerify(() => page.subtitle.includes("3 findable"), 10000);
        }
        function test_spaceOnTheRowDoesTheSame() {
            table.currentKey = "ledgerly";
            keyClick(Qt.Key_Space);
            tryVerify(() => !item("services.toggle.ledgerly").checked, 10000);
            tryVerify(() => page.subtitle.includes("2 findable"), 10000);
            keyClick(Qt.Key_Space);
            tryVerify(() => item("services.toggle.ledgerly").checked, 10000);
        }
        function test_theDetailFollowsTheRow() {
            keyClick(Qt.Key_Home);
            compare(item("services.detail.title").text, "Driftbox");
            keyClick(Qt.Key_Down);
            compare(item("services.detail.title").text, "Harbor");
        }
        function test_aSecretGoesInAndIsNotShownAgain() {
            table.currentKey = "driftbox";
            const field = item("services.secret.new");
            tryVerify(() => field.visible, 10000);
            field.forceActiveFocus();
            for (const letter of "canary")
                keyClick(letter);
            keyClick(Qt.Key_Return);
            tryVerify(() => testApp.find(page, "services.connection.driftbox-main") !== null, 10000);
            verify(item("services.connection.driftbox-main").text.includes("Ready"));
            compare(item("services.secret.driftbox-main").text, "");
        }
        function test_costsAreCounted() {
            tryVerify(() => item("services.sums.text").text.includes("tokens"), 10000);
        }
        function test_filterAndClear() {
            page.filterField.filter.text = "state:off";
            compare(item("services.state").view, "noMatch");
            press("services.state.action.0");
            compare(item("services.state").view, "ready");
            page.filterField.filter.text = "harb";
            compare(table.model.count, 1);
            page.filterField.filter.clear();
        }
        function test_aLinkSelectsAService() {
            page.show({}, "ledgerly");
            compare(table.currentKey, "ledgerly");
            compare(item("services.detail.title").text, "Ledgerly");
        }
        function test_states_data() {
            return ["ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(data) {
            app.forcedState = data.tag;
            const state = item("services.state");
            compare(state.view, data.tag);
            verify(data.tag === "ready" || data.tag === "loading" || state.title !== "", "a state says what it is");
            wait(0);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
    }
}
