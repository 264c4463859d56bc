import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1200
    height: 760

    Component {
        id: lab
        LabPage {
            anchors.fill: parent
            shown: true
            focus: true
        }
    }

    TestCase {
        name: "LabPage"
        when: windowShown

        property var app
        property var page

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexed, 60000);
            app.navigator.openPage("lab");
        }
        function init() {
            page = createTemporaryObject(lab, root, {
                app: app
            });
            verify(page);
            page.forceActiveFocus();
        }
        function typeText(text) {
            for (const c of text)
                keyClick(c);
        }

        function test_keyboardOnly() {
            const field = findChild(page, "lab.query");
            field.forceActiveFocus();
            typeText("refund a payment");
            compare(field.text, "refund a payment");
            const results = findChild(page, "lab.results");
            tryVerify(() => !page.busy && results.count > 3, 10000);
            keyClick(Qt.Key_Return);
            verify(results.activeFocus);
            const first = results.currentIndex;
            keyClick(Qt.Key_Down);
            compare(results.currentIndex, first + 1);
            keyClick(Qt.Key_Up);
            keyClick(Qt.Key_Up);
            verify(field.activeFocus);
            keyClick(Qt.Key_Escape);
            compare(field.text, "");
        }
        function test_theSumIsShownAndHolds() {
            const field = findChild(page, "lab.query");
            field.forceActiveFocus();
            typeText("cancel a pipeline");
            tryVerify(() => !page.busy && findChild(page, "lab.results").count > 0, 10000);
            verify(findChild(page, "lab.explain.sum").holds);
            verify(findChild(page, "lab.explain.sentence").text !== "");
            page.explain();
            const tree = findChild(page, "lab.explain.tree");
            verify(tree.activeFocus);
            keyClick(Qt.Key_Space);
            verify(tree.currentItem.opened);
        }
        function test_rowsSpeakInSentences() {
            const field = findChild(page, "lab.query");
            field.forceActiveFocus();
            typeText("invoice");
            const results = findChild(page, "lab.results");
            tryVerify(() => results.count > 0, 10000);
            const sentence = results.itemAtIndex(0).Accessible.name;
            verify(sentence.includes("1 of"), sentence);
            verify(sentence.includes("score"), sentence);
        }
        function test_states_data() {
            return ["firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(row) {
            app.forcedState = row.tag;
            const state = findChild(page, "lab.state");
            compare(state.view, row.tag);
            if (row.tag !== "loading" && row.tag !== "partial" && row.tag !== "stale")
                verify(state.title !== "");
            app.forcedState = "";
        }
    }
}
