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
            // Shown anew: a page brings its commands when it comes on screen.
            page.shown = false;
            page.shown = true;
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
        function test_slidersByKeyboard() {
            page.toggleTuning();
            const drawer = findChild(page, "lab.tuning");
            verify(drawer.open);
            verify(findChild(page, "lab.preset").activeFocus);
            const slider = findChild(page, "lab.slider.floor");
            const field = findChild(page, "lab.value.floor");
            const start = slider.value;
            slider.forceActiveFocus();
            keyClick(Qt.Key_Right);
            fuzzyCompare(slider.value, start + 0.005, 1e-6);
            keyClick(Qt.Key_Right, Qt.ShiftModifier);
            fuzzyCompare(slider.value, start + 0.055, 1e-6);
            compare(field.text, Say.number(slider.value, 3));
            keyClick(Qt.Key_Delete);
            fuzzyCompare(slider.value, start, 1e-6);
            field.forceActiveFocus();
            field.selectAll();
            for (const c of "0.2")
                keyClick(c);
            keyClick(Qt.Key_Return);
            fuzzyCompare(slider.value, 0.2, 1e-6);
            keyClick(Qt.Key_Escape);
            verify(!drawer.open);
            app.commands.run("lab.configUndo");
        }
        function test_aQuestionAboutAMissingActionByKeyboard() {
            const field = findChild(page, "lab.query");
            field.forceActiveFocus();
            typeText("cancel a pipeline");
            tryVerify(() => !page.busy && findChild(page, "lab.results").count > 0, 10000);
            app.commands.run("lab.why");
            const sheet = findChild(page, "lab.why");
            tryVerify(() => sheet.opened);
            const action = findChild(sheet.contentItem, "lab.why.action");
            verify(action.activeFocus);
            typeText("pipelines_cancel");
            tryVerify(() => sheet.why.suggestions.length > 0, 10000);
            keyClick(Qt.Key_Return);
            tryCompare(sheet.why, "state", "ready", 60000);
            compare(sheet.why.action, "harbor.pipelines_cancel");
            compare(findChild(sheet.contentItem, "lab.why.gates").count, 9);
            sheet.close();
        }
        function test_compareByKeyboard() {
            page.toggleComparison();
            const queries = findChild(page, "lab.compare.queries");
            tryVerify(() => queries.count > 0, 60000);
            verify(queries.activeFocus);
            keyClick(Qt.Key_Down);
            compare(queries.currentIndex, 1);
            keyClick(Qt.Key_Return);
            verify(findChild(page, "lab.compare.listB").activeFocus);
            keyClick(Qt.Key_Escape);
            verify(!page.comparing);
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
