import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1200
    height: 760

    Component {
        id: benchmarks
        BenchmarksPage {
            anchors.fill: parent
            shown: true
            focus: true
        }
    }

    TestCase {
        name: "BenchmarksPage"
        when: windowShown

        property var app
        property var page

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexed, 60000);
            app.navigator.openPage("benchmarks");
        }
        function init() {
            page = createTemporaryObject(benchmarks, root, {
                app: app
            });
            verify(page);
            // Shown anew: a page brings its commands when it comes on screen.
            page.shown = false;
            page.shown = true;
            page.forceActiveFocus();
            tryCompare(findChild(page, "benchmarks.state"), "view", "ready", 20000);
        }
        function test_aRunByKeyboard() {
            const runs = findChild(page, "benchmarks.runs");
            const before = runs.count;
            app.commands.run("benchmarks.newRun");
            const sheet = findChild(page, "benchmarks.runSheet");
            tryVerify(() => sheet.opened);
            const label = findChild(sheet.contentItem, "benchmarks.runSheet.label");
            label.forceActiveFocus();
            for (const c of "by hand")
                keyClick(c);
            keyClick(Qt.Key_Return);
            tryVerify(() => !sheet.opened);
            tryVerify(() => runs.count === before + 1, 120000);
            const report = findChild(page, "benchmarks.report");
            tryVerify(() => report.report.title === "by hand", 20000);
            verify(findChild(page, "benchmarks.latency").text.includes("p95"));
            runs.forceActiveFocus();
            keyClick(Qt.Key_Delete);
            tryVerify(() => runs.count === before, 20000);
        }
        function test_gatesThatCannotBeReadKeepTheSheet() {
            app.commands.run("benchmarks.setGates");
            const sheet = findChild(page, "benchmarks.gatesSheet");
            tryVerify(() => sheet.opened);
            const text = findChild(sheet.contentItem, "benchmarks.gates.text");
            verify(text.text.includes("recall@5"));
            findChild(sheet.contentItem, "benchmarks.gates.tabs").currentIndex = 1;
            text.forceActiveFocus();
            text.text = "recall@5 is good";
            const problem = findChild(sheet.contentItem, "benchmarks.gates.problem");
            tryVerify(() => problem.visible, 20000);
            keyClick(Qt.Key_S, Qt.ControlModifier);
            verify(sheet.opened);
            sheet.close();
        }
        function test_aClaimIsAddedByForm() {
            app.commands.run("benchmarks.setGates");
            const sheet = findChild(page, "benchmarks.gatesSheet");
            tryVerify(() => sheet.opened);
            const list = findChild(sheet.contentItem, "benchmarks.gates.list");
            const before = list.count;
            const bound = findChild(sheet.contentItem, "benchmarks.gates.bound");
            bound.text = "0.5";
            bound.forceActiveFocus();
            keyClick(Qt.Key_Return);
            tryVerify(() => list.count === before + 1);
            compare(testApp.unnamedFocusables(sheet.contentItem).join("\n"), "");
            list.forceActiveFocus();
            list.currentIndex = before;
            keyClick(Qt.Key_Delete);
            tryVerify(() => list.count === before);
            sheet.close();
        }
        function test_whatDiscoverySavesIsATable() {
            findChild(page, "benchmarks.tabs").currentIndex = 4;
            const rows = findChild(page, "benchmarks.saving.rows");
            tryVerify(() => rows.count > 3, 60000);
            verify(findChild(page, "benchmarks.saving.headline").text.includes("%"));
            compare(testApp.unnamedFocusables(findChild(page, "benchmarks.saving")).join("\n"), "");
            findChild(page, "benchmarks.tabs").currentIndex = 0;
        }
        function test_states_data() {
            return ["firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(row) {
            app.forcedState = row.tag;
            const state = findChild(page, "benchmarks.state");
            compare(state.view, row.tag);
            if (row.tag !== "loading")
                verify(state.title !== "");
            app.forcedState = "";
        }
    }
}
