import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope.App

/// "Why isn't X found?": the action that is wanted, the gates it passed and failed, and changes that would bring it in, cheapest first.
SideSheet {
    id: sheet

    required property AppContext app
    required property WhyNotController why
    signal draftRequested(string action, string draft)
    /// A synonym is planned: `why.file` has it.
    signal synonymRequested

    objectName: "lab.why"
    title: qsTr("Why isn’t it found?")
    preferredWidth: 760

    function begin(action: string): void {
        why.clear();
        said = false;
        why.action = action;
        open();
        actionField.forceActiveFocus(Qt.OtherFocusReason);
        actionField.selectAll();
        if (action !== "")
            why.ask();
    }
    /// The cause of this question was announced.
    property bool said: false
    function choose(name: string): void {
        said = false;
        why.action = name;
        why.ask();
        gates.forceActiveFocus(Qt.OtherFocusReason);
    }
    Connections {
        target: sheet.why
        function onTried(): void {
            sheet.close();
        }
        function onChanged(): void {
            if (!sheet.opened || sheet.why.state !== "ready")
                return;
            // Once for the cause; that what would help is there too is said with their number.
            if (!sheet.said)
                sheet.app.announce(sheet.why.headline);
            else if (!sheet.why.trying && !sheet.why.found)
                sheet.app.announce(qsTr("%n change(s) would help", "", sheet.why.remedies.count));
            sheet.said = true;
        }
    }

    footer: Component {
        RowLayout {
            spacing: Theme.space8
            PlainText {
                Layout.fillWidth: true
                muted: true
                wrapMode: Text.Wrap
                font.pixelSize: Theme.labelSize
                value: qsTr("Trying a change touches configuration B only. It can be taken back with Ctrl+Alt+Z.")
            }
            Button {
                objectName: "lab.why.add"
                flat: true
                enabled: sheet.why.state === "ready"
                text: qsTr("Add to query set")
                Accessible.description: qsTr("The query, with this action as its right answer")
                onClicked: sheet.why.addToSet(sheet.why.set)
            }
            Button {
                objectName: "lab.why.copy"
                flat: true
                enabled: sheet.why.state === "ready"
                text: qsTr("Copy")
                onClicked: {
                    sheet.app.copyText(sheet.why.copyText());
                    sheet.app.toasts.show(qsTr("Copied"));
                }
            }
        }
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: Theme.space8

        PlainText {
            Layout.fillWidth: true
            elide: Text.ElideRight
            value: qsTr("Query: “%1”").arg(sheet.why.query)
        }
        RowLayout {
            Layout.fillWidth: true
            spacing: Theme.space8
            TextField {
                id: actionField
                objectName: "lab.why.action"
                Layout.fillWidth: true
                placeholderText: qsTr("The action you miss, for example harbor.issues_create")
                Accessible.name: qsTr("Action that is missing")
                Accessible.description: qsTr("%n suggestion(s)", "", sheet.why.suggestions.length)
                maximumLength: 300
                text: sheet.why.action
                onTextEdited: sheet.why.action = text
                Keys.onReturnPressed: sheet.choose(sheet.why.suggestions.length > 0 && !sheet.why.suggestions.includes(text) ? sheet.why.suggestions[0] : text)
                Keys.onDownPressed: if (suggestions.count > 0)
                    suggestions.forceActiveFocus(Qt.TabFocusReason)
            }
            Button {
                objectName: "lab.why.ask"
                text: qsTr("Ask")
                enabled: sheet.why.action !== "" && sheet.why.query !== ""
                onClicked: sheet.choose(sheet.why.action)
            }
        }
        ListView {
            id: suggestions
            objectName: "lab.why.suggestions"
            Layout.fillWidth: true
            visible: count > 0 && sheet.why.state !== "ready" && sheet.why.state !== "loading"
            implicitHeight: Math.min(8, count) * Theme.rowHeight
            clip: true
            activeFocusOnTab: visible
            keyNavigationEnabled: true
            model: sheet.why.suggestions
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Actions with that name")
            Keys.onReturnPressed: if (currentItem)
                sheet.choose(currentItem.modelData)
            delegate: ItemDelegate {
                required property string modelData
                required property int index
                objectName: "lab.why.suggestion." + index
                width: ListView.view.width
                height: Theme.rowHeight
                focusPolicy: Qt.NoFocus
                highlighted: ListView.isCurrentItem && suggestions.activeFocus
                text: modelData
                onClicked: sheet.choose(modelData)
            }
        }
        PlainText {
            Layout.fillWidth: true
            visible: sheet.why.state === "loading"
            muted: true
            value: qsTr("Looking for the gate that failed…")
        }
        Banner {
            objectName: "lab.why.problem"
            Layout.fillWidth: true
            visible: sheet.why.state === "error"
            kind: "error"
            text: qsTr("This could not be answered")
            detail: sheet.why.errorText
        }
        PlainText {
            objectName: "lab.why.headline"
            Layout.fillWidth: true
            visible: sheet.why.state === "ready"
            value: sheet.why.headline
            wrapMode: Text.Wrap
            font.pixelSize: Theme.listTitleSize
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        Flow {
            Layout.fillWidth: true
            visible: sheet.why.state === "ready" && sheet.why.nearest.length > 0
            spacing: Theme.space8
            PlainText {
                value: qsTr("Did you mean")
                muted: true
            }
            Repeater {
                model: sheet.why.nearest
                Button {
                    required property string modelData
                    required property int index
                    objectName: "lab.why.nearest." + index
                    flat: true
                    text: modelData
                    onClicked: sheet.choose(modelData)
                }
            }
        }
        ListView {
            id: gates
            objectName: "lab.why.gates"
            Layout.fillWidth: true
            visible: sheet.why.state === "ready"
            implicitHeight: contentHeight
            Layout.maximumHeight: sheet.height * 0.5
            clip: true
            activeFocusOnTab: visible
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: sheet.why.gates
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Gates, in their order")
            delegate: WhyGate {
                width: ListView.view.width
                current: ListView.isCurrentItem && gates.activeFocus
            }
        }
        ReportHeading {
            visible: sheet.why.state === "ready" && remedies.count > 0
            value: sheet.why.set === "" ? qsTr("What would change it, cheapest first") : qsTr("What would change it, cheapest first; effect on %1").arg(sheet.why.set)
        }
        PlainText {
            Layout.fillWidth: true
            objectName: "lab.why.none"
            visible: sheet.why.state === "ready" && remedies.count === 0 && !sheet.why.found
            muted: true
            wrapMode: Text.Wrap
            value: sheet.why.trying ? qsTr("Trying what would help…") : qsTr("No change that was tried brings it in.")
        }
        ListView {
            id: remedies
            objectName: "lab.why.remedies"
            Layout.fillWidth: true
            Layout.fillHeight: true
            visible: sheet.why.state === "ready"
            clip: true
            activeFocusOnTab: visible && count > 0
            keyNavigationEnabled: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            model: sheet.why.remedies
            ScrollBar.vertical: ScrollBar {}
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Changes that would help")
            Accessible.description: qsTr("Enter tries the change, drafts the text or shows the file as it would be")
            Keys.onReturnPressed: if (currentItem)
                currentItem.act()
            delegate: WhyRemedy {
                width: ListView.view.width
                current: ListView.isCurrentItem && remedies.activeFocus
                onTried: row => sheet.why.tryRemedy(row)
                onDrafted: row => {
                    const draft = sheet.why.draftOf(row);
                    const action = sheet.why.action;
                    sheet.close();
                    sheet.draftRequested(action, draft);
                }
                onSaveRequested: row => {
                    sheet.why.planSynonym(row);
                    sheet.close();
                    sheet.synonymRequested();
                }
            }
        }
        Item {
            Layout.fillHeight: true
            visible: sheet.why.state !== "ready"
        }
    }
}
