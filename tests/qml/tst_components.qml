import QtQuick
import QtQuick.Controls
import QtTest
import Actionscope
import Actionscope.App

Item {
    id: root
    width: 900
    height: 600

    property var app: testApp.make()

    Component {
        id: stateView
        StateView {
            property int primaryRuns: 0
            property int cancels: 0
            property string copied
            objectName: "t.state"
            anchors.fill: parent
            title: "No actions yet"
            text: "Import a file."
            details: "line 3"
            primary: Action {
                text: "Import"
                onTriggered: ++primaryRuns
            }
            onCancelled: ++cancels
            onCopyDetails: text => copied = text
            Rectangle {
                objectName: "t.content"
                anchors.fill: parent
            }
        }
    }
    Component {
        id: table
        DataTable {
            property string opened
            property var sorted: []
            objectName: "t.table"
            anchors.fill: parent
            app: root.app
            multiSelect: true
            onActivated: key => opened = key
            onSortRequested: (column, ascending) => sorted = [column, ascending]
            columns: [
                TableColumn {
                    columnId: "name"
                    title: "Name"
                    flex: true
                },
                TableColumn {
                    columnId: "tier"
                    title: "Tier"
                    kind: "tier"
                    width: 140
                },
                TableColumn {
                    columnId: "count"
                    title: "Count"
                    kind: "number"
                    width: 90
                }
            ]
        }
    }
    Component {
        id: filterField
        FilterField {
            objectName: "t.filter"
            width: 500
            filter: FilterModel {
                fields: [
                    {
                        name: "tier",
                        label: "Tier",
                        values: ["read", "write"]
                    },
                    {
                        name: "service",
                        label: "Service",
                        values: []
                    }
                ]
            }
        }
    }
    Component {
        id: diffView
        DiffView {
            objectName: "t.diff"
            anchors.fill: parent
            diff: testApp.makeDiff()
        }
    }

    TestCase {
        name: "StateView"
        when: windowShown

        function test_showsTheRightPart_data() {
            return [
                {
                    tag: "ready",
                    content: true,
                    message: false
                },
                {
                    tag: "partial",
                    content: true,
                    message: false
                },
                {
                    tag: "stale",
                    content: true,
                    message: false
                },
                {
                    tag: "firstRun",
                    content: false,
                    message: true
                },
                {
                    tag: "empty",
                    content: false,
                    message: true
                },
                {
                    tag: "noMatch",
                    content: false,
                    message: true
                },
                {
                    tag: "error",
                    content: false,
                    message: true
                },
                {
                    tag: "denied",
                    content: false,
                    message: true
                },
                {
                    tag: "loading",
                    content: false,
                    message: false
                }
            ];
        }
        function test_showsTheRightPart(data) {
            const view = createTemporaryObject(stateView, root, {
                view: data.tag
            });
            compare(testApp.find(view, "t.content").visible, data.content);
            compare(testApp.find(view, "t.state.title").visible, data.message);
            compare(testApp.find(view, "t.state.banner").visible, data.tag === "partial" || data.tag === "stale");
        }
        function test_primaryActionIsReachedByKeyboard() {
            const view = createTemporaryObject(stateView, root, {
                view: "firstRun"
            });
            view.forceActiveFocus();
            const button = testApp.find(view, "t.state.action.0");
            verify(button.activeFocus);
            keyClick(Qt.Key_Space);
            compare(view.primaryRuns, 1);
        }
        function test_errorOffersItsDetails() {
            const view = createTemporaryObject(stateView, root, {
                view: "error"
            });
            const button = testApp.find(view, "t.state.action.1");
            mouseClick(button);
            compare(view.copied, "line 3");
        }
        function test_loadingIsShownAfterAWhileOnlyAndCanBeCancelled() {
            const view = createTemporaryObject(stateView, root, {
                view: "loading",
                cancellable: true
            });
            const cancel = testApp.find(view, "t.state.cancel");
            verify(!cancel.visible);
            tryVerify(() => cancel.visible);
            mouseClick(cancel);
            compare(view.cancels, 1);
            view.view = "ready";
            verify(!cancel.visible);
        }
        function test_keepsContentWhileLoading() {
            const view = createTemporaryObject(stateView, root, {
                view: "loading",
                keepsContent: true
            });
            verify(testApp.find(view, "t.content").visible);
        }
    }

    TestCase {
        name: "DataTable"
        when: windowShown

        property var made
        property var model
        function init() {
            model = testApp.makeTable(1000);
            made = createTemporaryObject(table, root, {
                model: model
            });
            made.focusRows();
        }
        function test_movesByKeys() {
            compare(made.currentKey, "k0");
            keyClick(Qt.Key_Down);
            compare(made.currentKey, "k1");
            keyClick(Qt.Key_End);
            compare(made.currentKey, "k999");
            keyClick(Qt.Key_PageUp);
            verify(made.currentRow < 999);
            keyClick(Qt.Key_Home);
            compare(made.currentKey, "k0");
            keyClick(Qt.Key_Up);
            compare(made.currentKey, "k0");
        }
        function test_opensOnEnter() {
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            compare(made.opened, "k1");
        }
        function test_selectionSurvivesFiltering() {
            made.currentKey = "k42";
            compare(made.currentRow, 42);
            model.keepMultiplesOf(2);
            compare(made.currentRow, 21);
            compare(made.currentKey, "k42");
            model.keepMultiplesOf(5);
            compare(made.currentRow, -1);
            compare(made.currentKey, "k42");
            model.keepMultiplesOf(1);
            compare(made.currentRow, 42);
        }
        function test_theCurrentRowStaysWhereItIsOnScreen() {
            made.currentKey = "k500";
            const rows = testApp.find(made, "t.table.rows");
            const before = made.currentRow * Theme.rowHeight - rows.contentY;
            model.keepMultiplesOf(2);
            compare(made.currentRow * Theme.rowHeight - rows.contentY, before);
        }
        /// The cell texts of the visible rows by row, read from the items on screen.
        function shownRows() {
            const rows = testApp.find(made, "t.table.rows");
            const found = {};
            const items = rows.contentItem.children;
            for (let i = 0; i < items.length; ++i) {
                const item = items[i];
                if (item.place === undefined || item.place.row < 0 || !item.visible)
                    continue;
                verify(found[item.place.row] === undefined, "row " + item.place.row + " is shown twice");
                compare(item.y, item.place.row * Theme.rowHeight);
                const texts = [];
                for (let j = 0; j < item.children.length; ++j)
                    if (item.children[j].display !== undefined)
                        texts.push(item.children[j].display);
                found[item.place.row] = texts;
            }
            return found;
        }
        function compareShown() {
            const rows = testApp.find(made, "t.table.rows");
            const found = shownRows();
            const first = Math.floor(rows.contentY / Theme.rowHeight);
            const last = Math.min(model.count - 1, Math.floor((rows.contentY + rows.height - 1) / Theme.rowHeight));
            for (let row = first; row <= last; ++row)
                compare(found[row], [0, 1, 2].map(column => model.textAt(row, column)));
        }
        function test_showsTheRowsThatAreDueWhereverItStands() {
            const rows = testApp.find(made, "t.table.rows");
            compareShown();
            for (const y of [10, 5000, 5033, 640, rows.contentHeight - rows.height]) {
                rows.contentY = y;
                compareShown();
            }
            model.keepMultiplesOf(7);
            compareShown();
            model.keepMultiplesOf(400);
            compareShown();
            compare(Object.keys(shownRows()).length, 3);
            model.keepMultiplesOf(1);
            compareShown();
            made.height = 900;
            compareShown();
        }
        function test_filteringFarDownEndsAtTheLastRows() {
            const rows = testApp.find(made, "t.table.rows");
            rows.contentY = rows.contentHeight - rows.height;
            model.keepMultiplesOf(10);
            compare(rows.contentY, 100 * Theme.rowHeight - rows.height);
            compareShown();
        }
        function test_columnsMirror() {
            const plain = [0, 1, 2].map(column => made.geometry.lefts[column]);
            compare(plain[0], 0);
            made.LayoutMirroring.enabled = true;
            for (const column of [0, 1, 2])
                compare(made.geometry.lefts[column], made.geometry.total - plain[column] - made.widthOf(column));
            verify(made.geometry.lefts[2] < made.geometry.lefts[0]);
        }
        function test_selectsMany() {
            keyClick(Qt.Key_Space);
            keyClick(Qt.Key_Down, Qt.ShiftModifier);
            compare(made.selectedCount, 2);
            keyClick(Qt.Key_A, Qt.ControlModifier);
            compare(made.selectedCount, 1000);
        }
        function test_typeAheadFindsByName() {
            keySequence("r, o, w");
            keyClick(Qt.Key_Space);
            keySequence("0, 0, 0, 3");
            compare(made.currentKey, "k300");
        }
        function test_headerSortsAndResizesByKeys() {
            const header = testApp.find(made, "t.table.header");
            header.forceActiveFocus();
            keyClick(Qt.Key_Right);
            keyClick(Qt.Key_Return);
            compare(made.sorted, [1, true]);
            const before = made.widthOf(1);
            keyClick(Qt.Key_Right, Qt.ShiftModifier);
            verify(made.widthOf(1) > before);
        }
        function test_saysTheRow() {
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_R, Qt.ControlModifier | Qt.ShiftModifier);
            compare(root.app.announcement, "row number 1");
        }
    }

    TestCase {
        name: "FilterField"
        when: windowShown

        function type(text) {
            for (const c of text)
                keyClick(c);
        }

        function test_typedTextBecomesConditionsAndErrorsAreWords() {
            const field = createTemporaryObject(filterField, root);
            const input = testApp.find(field, "t.filter.input");
            input.forceActiveFocus();
            type("tier:read");
            compare(field.filter.chips.length, 1);
            compare(field.filter.error, "");
            type("x");
            verify(field.filter.error.includes("read, write"));
            verify(testApp.find(field, "t.filter.error").visible);
            compare(field.filter.chips.length, 1);
            keyClick(Qt.Key_Escape);
            keyClick(Qt.Key_Escape);
            compare(field.filter.text, "");
            compare(input.text, "");
        }
        function test_completesFieldsAndValues() {
            const field = createTemporaryObject(filterField, root);
            const input = testApp.find(field, "t.filter.input");
            input.forceActiveFocus();
            type("ti");
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Tab);
            compare(input.text, "tier:");
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Down);
            keyClick(Qt.Key_Return);
            compare(input.text, "tier:write ");
            compare(field.filter.chips[0].text, "tier:write");
        }
        function test_chipsAreRemovedByKeyboard() {
            const field = createTemporaryObject(filterField, root);
            field.filter.text = "tier:read service:github";
            const chip = testApp.find(field, "t.filter.chip.0");
            chip.forceActiveFocus(Qt.TabFocusReason);
            keyClick(Qt.Key_Delete);
            compare(field.filter.text, "service:github");
            compare(testApp.find(field, "t.filter.input").text, "service:github");
        }
    }

    TestCase {
        name: "DiffView"
        when: windowShown

        function test_movesByHunkAndShowsInvisibleCharacters() {
            const view = createTemporaryObject(diffView, root);
            view.forceActiveFocus();
            compare(view.currentIndex, 0);
            keyClick(Qt.Key_J);
            compare(view.currentIndex, 4);
            keyClick(Qt.Key_J, Qt.ShiftModifier);
            compare(view.currentIndex, 0);
            const line = testApp.find(view, "t.diff.line.3");
            verify(line.text.includes("U+202E"));
        }
    }
}
