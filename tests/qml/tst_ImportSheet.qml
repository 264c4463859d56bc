import QtQuick
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 1224
    height: 720

    Component {
        id: sheets
        ImportSheet {}
    }

    TestCase {
        name: "ImportSheet"
        when: windowShown

        property var app
        property var sheet
        readonly property string description: testApp.sampleFile("ledgerly.json")

        function init() {
            app = testApp.make();
        }
        function make() {
            sheet = createTemporaryObject(sheets, root, {
                app: app
            });
            verify(sheet);
        }
        function cleanup() {
            if (sheet)
                sheet.close();
        }
        function openSample() {
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
        }
        function item(name) {
            const found = testApp.find(sheet.contentItem, name);
            verify(found, name);
            return found;
        }

        function test_listsWhatChangesByKind() {
            openSample();
            make();
            sheet.start([testApp.sampleFile("driftbox.yaml"), testApp.sampleFile("ledgerly.json")]);
            tryVerify(() => item("import.start").visible && item("import.start").text === "Import", 20000);
            // The sample as it was imported: nothing changes, so there is nothing to list.
            verify(!item("import.changes").visible);
            sheet.close();
            const fresh = testApp.make();
            fresh.session.openSample();
            tryVerify(() => fresh.session.ready, 60000);
            sheet = createTemporaryObject(sheets, root, {
                app: fresh
            });
            sheet.start([testApp.newDescription()]);
            tryVerify(() => item("import.start").visible && item("import.start").text === "Import", 20000);
            tryVerify(() => item("import.changes").visible);
            const list = item("import.changes");
            compare(list.count, 2);
            verify(item("import.changes.0").Accessible.name.startsWith("New: "), item("import.changes.0").Accessible.name);
            const kind = item("import.changes.kind");
            kind.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Down);
            compare(list.count, 0);
            keyClick(Qt.Key_Up);
            compare(list.count, 2);
        }
        function test_readsShowsAndImportsByKeyboard() {
            openSample();
            make();
            sheet.start([description]);
            tryVerify(() => sheet.opened);
            const start = item("import.start");
            tryVerify(() => start.visible && start.text === "Import", 20000);
            verify(item("import.summary").text.includes("0 new"), item("import.summary").text);
            tryVerify(() => start.activeFocus);
            keyClick(Qt.Key_Return);
            tryVerify(() => item("import.done").visible, 30000);
            keyClick(Qt.Key_Escape);
            tryVerify(() => !sheet.opened);
        }
        function test_choosingTakesAPathOrAnAddress() {
            openSample();
            make();
            sheet.open();
            tryVerify(() => item("import.files").activeFocus);
            const field = item("import.address");
            field.forceActiveFocus();
            field.text = description;
            keyClick(Qt.Key_Return);
            tryVerify(() => item("import.start").visible && item("import.start").text === "Import", 20000);
        }
        function test_aFileThatIsNoDescriptionIsToldAndNothingIsImported() {
            openSample();
            make();
            const before = app.session.actionCount;
            sheet.start([testApp.sampleFile("nothing-is-here.yaml")]);
            tryVerify(() => item("import.error").visible, 20000);
            verify(item("import.error").text.includes("nothing-is-here.yaml"));
            compare(app.session.actionCount, before);
            compare(item("import.start").text, "Try again");
        }
        function test_withoutAWorkspaceItAsksForAFolder() {
            make();
            sheet.start([description]);
            tryVerify(() => sheet.opened);
            verify(item("import.workspace").visible);
            verify(item("import.start").text.startsWith("Make it"));
        }
        function test_theDraftStaysWhenTheSheetIsClosed() {
            openSample();
            make();
            sheet.start([description]);
            tryVerify(() => item("import.start").text === "Import" && item("import.start").visible, 20000);
            sheet.close();
            tryVerify(() => !sheet.opened);
            sheet.open();
            tryVerify(() => sheet.opened);
            verify(item("import.summary").visible);
        }
        function test_everyFocusableHasANameAndAnObjectName() {
            openSample();
            make();
            sheet.start([description]);
            tryVerify(() => item("import.start").text === "Import" && item("import.start").visible, 20000);
            compare(testApp.unnamedFocusables(sheet.contentItem).join("\n"), "");
        }
    }
}
