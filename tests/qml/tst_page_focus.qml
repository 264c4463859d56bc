import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1200
    height: 760

    Component {
        id: main
        Main {
            width: 1200
            height: 760
        }
    }

    // Whoever changes the page by key can go on by key.
    TestCase {
        name: "PageFocus"
        when: windowShown

        property var app
        property var window

        function init() {
            app = testApp.make();
            window = createTemporaryObject(main, root, {
                app: app
            });
            verify(window);
            tryVerify(() => window.active, 5000);
        }
        function test_theFirstRunCardOpensTheSampleOnEnter() {
            tryVerify(() => window.activeFocusItem && window.activeFocusItem.objectName.startsWith("overview.firstRun"), 5000);
            keyClick(Qt.Key_Return);
            tryVerify(() => app.session.ready, 60000);
        }
        function test_aTaskCanBeTypedRightAfterOpeningSearchLab() {
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexed, 60000);
            app.navigator.openPage("lab");
            tryVerify(() => window.activeFocusItem && window.activeFocusItem.objectName === "lab.query", 5000);
            keyClick(Qt.Key_X);
            compare(window.activeFocusItem.text, "x");
        }
    }
}
