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
    }
}
