import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: settings
        SettingsPage {
            pageId: "settings"
            anchors.fill: parent
            focus: true
        }
    }

    TestCase {
        name: "SettingsPage"
        when: windowShown

        property var app
        property var page

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready, 60000);
        }
        function init() {
            failOnWarning(/./);
            page = createTemporaryObject(settings, root, {
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
        function type(text) {
            for (const letter of text)
                keyClick(letter);
        }
        function revokeButton(parent) {
            if (parent.objectName.startsWith("settings.tokens.revoke.") && parent.visible)
                return parent;
            for (let i = 0; i < parent.children.length; ++i) {
                const found = revokeButton(parent.children[i]);
                if (found)
                    return found;
            }
            return null;
        }

        function test_aTokenIsMadeShownOnceAndRevoked() {
            const name = item("settings.tokens.name");
            name.forceActiveFocus();
            type("laptop");
            keyClick(Qt.Key_Return);
            const secret = item("settings.tokens.secret");
            tryVerify(() => secret.text.startsWith("as_"), 10000);
            tryVerify(() => secret.activeFocus && secret.selectedText === secret.text); // ready to be copied
            item("settings.tokens.forget").clicked();
            compare(secret.text, "");
            verify(!secret.visible);
            tryVerify(() => revokeButton(page) !== null, 10000);
            revokeButton(page).clicked();
            tryVerify(() => revokeButton(page) === null, 10000);
            tryVerify(() => item("settings.tokens.past").visible, 10000);
        }
        function test_theSearchFindsThem() {
            page.show({
                q: "token"
            }, "");
            verify(item("settings.tokens.name").visible);
            verify(!item("settings.theme").visible);
            page.show({
                q: "theme"
            }, "");
            verify(!item("settings.tokens.name").visible);
            page.show({
                q: ""
            }, "");
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
    }
}
