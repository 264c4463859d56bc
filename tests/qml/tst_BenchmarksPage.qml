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
            tryCompare(report.report, "title", "by hand", 20000);
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
            text.text = "recall@5 is good";
            sheet.save();
            tryVerify(() => sheet.problem !== "", 20000);
            verify(sheet.opened);
            sheet.close();
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
