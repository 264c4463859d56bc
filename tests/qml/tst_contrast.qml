import QtQuick
import QtTest
import Actionscope
import Actionscope.App

/// Every text of every page stands out from what is really painted behind it, in every theme.
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

    TestCase {
        name: "Contrast"
        when: windowShown

        property var main: null

        function initTestCase() {
            main = window.createObject(root, {
                app: root.app
            });
            root.app.session.openSample();
            tryVerify(() => root.app.session.ready && !root.app.session.busy, 60000);
            tryCompare(root.app.auditChain, "state", "verified", 30000);
        }
        function cleanupTestCase() {
            Preferences.theme = "light";
            root.app.session.close();
            main.destroy();
        }
        function test_textsStandOut_data() {
            const rows = [];
            for (const theme of ["light", "dark", "hc"])
                for (const link of ["overview", "lab?q=cancel+a+shipment", "catalog", "services", "risk", "audit", "settings"])
                    rows.push({
                        tag: theme + " " + link.split("?")[0],
                        theme: theme,
                        link: link,
                        page: link.split("?")[0]
                    });
            return rows;
        }
        function test_textsStandOut(data) {
            Preferences.theme = data.theme;
            root.app.navigator.openLink("actionscope://" + data.link);
            const page = testApp.find(main.contentItem, "shell.page." + data.page);
            verify(page);
            tryVerify(() => !page.busy, 20000);
            waitForRendering(page);
            const faint = testApp.faintTexts(main, 4.5);
            compare(faint.join("\n"), "");
            verify(testApp.seenTexts() >= 15, testApp.seenTexts());
        }
    }
}
