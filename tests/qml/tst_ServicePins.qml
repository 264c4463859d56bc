import QtQuick
import QtTest
import Actionscope
import Actionscope.App

/// What an upstream changed for the worse: shown, blocked, and taken over by a person only.
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
        name: "ServicePins"
        when: windowShown

        property var app
        property var page

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            app.navigator.openPage("services");
            page = createTemporaryObject(services, root, {
                app: app
            });
            verify(page);
            page.shown = true;
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

        /// Whether a part of a dialog is not to be seen any more; closed, it is out of the scene.
        function isGone(name) {
            let top = page;
            while (top.parent)
                top = top.parent;
            const found = testApp.find(top, name);
            return found === null || !found.visible;
        }

        function test_blockedDefinitionsAreShownAndAccepted() {
            verify(!item("services.blocked").visible);
            verify(testApp.changeUpstream(app));
            tryVerify(() => item("services.blocked").visible, 20000);
            verify(item("services.blocked").text.startsWith("1 action "), item("services.blocked").text);
            page.show({}, "weather");
            const card = "services.pin.weather.get_forecast";
            tryVerify(() => testApp.find(page, card) !== null, 20000);
            // Withheld texts are there too, and are not blocked.
            tryVerify(() => testApp.find(page, "services.pin.weather.get_radar") !== null, 10000);
            compare(testApp.unnamedFocusables(page).join("\n"), "");
            verify(!item(card + ".difference").visible);
            item(card + ".whole").toggle();
            tryVerify(() => item(card + ".difference").visible);
            verify(item(card + ".difference").text.includes("− tier: read"), item(card + ".difference").text);
            verify(item(card + ".difference").text.includes("+ tier: destructive"));

            item(card + ".accept").clicked();
            tryVerify(() => overlayItem("services.acceptance.keep").activeFocus); // Enter changes nothing
            verify(overlayItem("services.acceptance.what").text.includes("tier read → destructive"));
            keyClick(Qt.Key_Return);
            tryVerify(() => isGone("services.acceptance.keep"));
            verify(item("services.blocked").visible);
            item(card + ".accept").clicked();
            tryVerify(() => overlayItem("services.acceptance.keep").activeFocus);
            overlayItem("services.acceptance.accept").clicked();
            tryVerify(() => !item("services.blocked").visible, 20000);
            tryVerify(() => testApp.find(page, card) === null, 10000);
            verify(testApp.find(page, "services.pin.weather.get_radar") !== null); // each is accepted by itself
        }
    }
}
