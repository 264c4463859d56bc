import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: catalog
        CatalogPage {
            pageId: "catalog"
            anchors.fill: parent
            focus: true
        }
    }

    TestCase {
        name: "CatalogPage"
        when: windowShown

        property var app
        property var page
        property var table

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            app.navigator.openPage("catalog");
        }
        function init() {
            app.forcedState = "";
            page = createTemporaryObject(catalog, root, {
                app: app
            });
            verify(page);
            page.shown = true;
            tryVerify(() => !page.busy, 10000);
            table = testApp.find(page, "catalog.table");
            verify(table);
            tryVerify(() => table.model.count > 200, 10000);
            table.focusRows();
        }
        function cleanup() {
            table.model && undoAll();
        }
        function undoAll() {
            while (app.undo.canUndo)
                app.undo.undo();
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
        function typeText(text) {
            for (const c of text)
                keyClick(c);
        }
        function filterFor(text, count) {
            page.filterField.focusInput();
            typeText(text);
            tryCompare(table.model, "count", count, 10000);
        }

        function test_walkingRowsShowsEachInTheInspector() {
            tryVerify(() => table.currentRow === 0);
            const name = item("catalog.detail.name");
            compare(name.text, table.model.keyAt(0));
            keyClick(Qt.Key_Down);
            compare(table.currentRow, 1);
            compare(name.text, table.model.keyAt(1));
            keyClick(Qt.Key_End);
            compare(name.text, table.model.keyAt(table.model.count - 1));
            keyClick(Qt.Key_Home);
            compare(table.currentRow, 0);
        }
        function test_theSelectionSurvivesFilteringAndComesBack() {
            table.currentKey = "harbor.issues_create";
            filterFor("issues_create", 1);
            compare(table.currentRow, 0);
            compare(table.currentKey, "harbor.issues_create");
            keyClick(Qt.Key_Escape);
            keyClick(Qt.Key_Escape);
            tryVerify(() => table.model.count > 200, 10000);
            compare(table.currentKey, "harbor.issues_create");
            compare(table.model.keyAt(table.currentRow), "harbor.issues_create");
        }
        function test_aLetterProposesATierAndUndoTakesItBack() {
            table.currentKey = "harbor.issues_create";
            const bar = item("catalog.changes");
            verify(!bar.visible);
            app.commands.run("catalog.destructive");
            tryVerify(() => bar.visible);
            const chip = item("catalog.detail.tier");
            compare(chip.tier, Tier.Destructive);
            verify(chip.staged);
            tryVerify(() => item("catalog.changes.summary").text.includes("destructive"), 10000);
            verify(item("catalog.changes.save").enabled);
            app.undo.undo();
            tryVerify(() => !bar.visible);
            compare(chip.tier, Tier.Write);
            app.undo.redo();
            tryVerify(() => bar.visible);
        }
        function test_loweringAsksForAReasonBeforeItCanBeSaved() {
            table.currentKey = "harbor.repositories_delete";
            app.commands.run("catalog.read");
            tryVerify(() => item("catalog.changes.trouble").visible, 10000);
            verify(item("catalog.changes.trouble").text.includes("harbor.repositories_delete"));
            verify(!item("catalog.changes.save").enabled);
            const reason = item("catalog.detail.reason");
            reason.forceActiveFocus();
            typeText("only a test");
            keyClick(Qt.Key_Return);
            tryVerify(() => item("catalog.changes.save").enabled, 10000);
        }
        function test_manyRowsAreOneStep() {
            filterFor("service:driftbox tier:read", 22);
            table.focusRows();
            keyClick(Qt.Key_A, Qt.ControlModifier);
            compare(table.selectedCount, 22);
            verify(item("catalog.changes.selected").visible);
            page.propose(Tier.Write);
            tryVerify(() => item("catalog.changes.summary").text.startsWith("22"), 10000);
            app.undo.undo();
            table.clearSelection();
            tryVerify(() => !item("catalog.changes").visible);
            page.filterField.filter.clear();
        }
        function test_noMatchNamesTheFilterAndClears() {
            filterFor("nothing-is-called-so", 0);
            const state = item("catalog.state");
            compare(state.view, "noMatch");
            verify(item("catalog.state.title").text.includes("nothing-is-called-so"));
            press("catalog.state.action.0");
            tryVerify(() => table.model.count > 200, 10000);
            compare(state.view, "ready");
        }
        function test_aFacetIsAFilter() {
            const facets = item("catalog.facets");
            facets.forceActiveFocus();
            keyClick(Qt.Key_Home);
            keyClick(Qt.Key_Space);
            compare(page.filterField.filter.text, "tier:read");
            tryVerify(() => table.model.count < 200, 10000);
            compare(facets.currentIndex, 0);
            keyClick(Qt.Key_Space);
            compare(page.filterField.filter.text, "");
            tryVerify(() => table.model.count > 200, 10000);
        }
        function test_theSchemaComesWhenItIsAskedFor() {
            table.currentKey = "harbor.issues_create";
            const button = item("catalog.detail.schema");
            verify(button.visible);
            press("catalog.detail.schema");
            tryVerify(() => item("catalog.detail.schemaText").text.includes("properties"), 10000);
            table.currentKey = "harbor.issues_list";
            verify(!item("catalog.detail.schemaText").parent.visible);
        }
        function test_aLinkShowsItsState() {
            page.show({
                q: "tier:catastrophic",
                sel: "harbor.repositories_delete",
                sort: "2",
                desc: "1"
            }, "");
            tryVerify(() => table.model.count > 3 && table.model.count < 60, 10000);
            compare(table.currentKey, "harbor.repositories_delete");
            compare(table.sortColumn, 2);
            verify(!table.sortAscending);
            verify(app.navigator.link.includes("sel=harbor.repositories_delete"));
            page.show({}, "");
            tryVerify(() => table.model.count > 200, 10000);
        }
        function test_explainGoesToTheLabWithTheQuery() {
            table.currentKey = "harbor.issues_create";
            page.explain();
            compare(app.navigator.page, "lab");
            verify(app.navigator.link.includes("issue"));
            app.navigator.openPage("catalog");
        }
        function test_hiddenCharactersAreShown() {
            const name = item("catalog.detail.description");
            compare(name.textFormat, Text.PlainText);
        }
        function test_states_data() {
            return ["ready", "firstRun", "empty", "noMatch", "loading", "partial", "stale", "error", "denied"].map(s => ({
                        tag: s
                    }));
        }
        function test_states(data) {
            app.forcedState = data.tag;
            const state = item("catalog.state");
            compare(state.view, data.tag);
            verify(data.tag === "ready" || data.tag === "loading" || state.title !== "", "a state says what it is");
            wait(0);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            table.currentKey = "harbor.issues_create";
            app.commands.run("catalog.destructive");
            wait(0);
            compare(testApp.unnamedFocusables(page).join("\n"), "");
        }
        function test_narrowWindowsKeepTheTable() {
            root.width = 700;
            wait(0);
            verify(!item("catalog.facets").visible);
            verify(table.width > 600, table.width);
            root.width = 1224;
        }
    }
}
