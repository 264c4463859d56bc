import QtQuick
import QtQuick.Controls
import QtTest

Item {
    id: root
    width: 200
    height: 100

    Button {
        id: button
        text: "Go"
        property int clicks: 0
        onClicked: ++clicks
    }
    ToolButton {
        id: tool
        text: "Go"
        property int clicks: 0
        onClicked: ++clicks
    }

    Action {
        id: action
        property int clicks: 0
        onTriggered: ++clicks
    }
    Button {
        id: actionButton
        action: action
        text: "Go"
    }
    Switch {
        id: toggle
        text: "Go"
        property int toggles: 0
        onToggled: ++toggles
    }
    CheckBox {
        id: check
        text: "Go"
        property int toggles: 0
        onToggled: ++toggles
    }
    RadioButton {
        id: radio
        text: "Go"
    }
    ItemDelegate {
        id: delegateItem
        text: "Go"
        property int clicks: 0
        onClicked: ++clicks
    }
    TabBar {
        TabButton {
            text: "One"
        }
        TabButton {
            id: secondTab
            text: "Two"
        }
    }

    TestCase {
        name: "Buttons"
        when: windowShown

        function test_actOnEnterAsOnSpace_data() {
            return [
                {
                    tag: "button",
                    item: button
                },
                {
                    tag: "tool button",
                    item: tool
                }
            ];
        }
        function test_actOnEnterAsOnSpace(row) {
            row.item.forceActiveFocus();
            row.item.clicks = 0;
            keyClick(Qt.Key_Return);
            keyClick(Qt.Key_Enter);
            keyClick(Qt.Key_Space);
            compare(row.item.clicks, 3);
        }
    
        function test_assistiveTechnologyCanPressThem() {
            for (const item of [button, tool, delegateItem]) {
                item.clicks = 0;
                verify(testApp.press(item), item);
                compare(item.clicks, 1, item);
            }
            verify(testApp.press(actionButton));
            compare(action.clicks, 1);
            for (const item of [toggle, check]) {
                verify(testApp.press(item), item);
                verify(item.checked, item);
                compare(item.toggles, 1, item);
            }
            verify(testApp.press(radio));
            verify(radio.checked);
            verify(testApp.press(secondTab));
            verify(secondTab.checked);
            button.enabled = false;
            button.clicks = 0;
            testApp.press(button);
            compare(button.clicks, 0);
            button.enabled = true;
        }
    }
}
