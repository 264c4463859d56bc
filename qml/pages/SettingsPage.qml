pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls
import QtQuick.Layouts
import Actionscope
import Actionscope.App

/// Appearance, the gateway, tokens and keyboard, searchable.
WorkspacePage {
    id: page

    title: qsTr("Settings")
    initialFocus: searchField
    panes: [searchField, sections]

    onShow: (params, path) => {
        if (params.q !== undefined)
            searchField.text = params.q;
        if (path === "tokens")
            scroller.contentItem.contentY = Math.min(tokensTitle.y, Math.max(0, sections.implicitHeight - scroller.height));
        if (path === "index")
            scroller.contentItem.contentY = Math.min(indexTitle.y, Math.max(0, sections.implicitHeight - scroller.height));
        if (path === "keyboard")
            scroller.contentItem.contentY = Math.min(keyboard.y, Math.max(0, sections.implicitHeight - scroller.height));
    }

    ScrollView {
        id: scroller
        anchors.fill: parent
        contentWidth: availableWidth

        ColumnLayout {
            id: sections
            x: Theme.space16
            width: Math.min(scroller.availableWidth - 2 * Theme.space16, 760 * Math.max(1, Theme.scale))
            spacing: 0

            TextField {
                id: searchField
                objectName: "settings.search"
                Layout.fillWidth: true
                Layout.maximumWidth: 360 * Theme.scale
                Layout.topMargin: 4
                placeholderText: qsTr("Search settings")
                onTextEdited: page.app.navigator.update({
                    q: text
                })
                Keys.onEscapePressed: clear()
            }

            component SectionTitle: PlainText {
                Layout.fillWidth: true
                Layout.topMargin: Theme.space24
                Layout.bottomMargin: Theme.space4
                font.pixelSize: Theme.sectionSize
                font.weight: Font.DemiBold
                Accessible.role: Accessible.Heading
            }

            SectionTitle {
                value: qsTr("Appearance")
                visible: theme.matches || density.matches || size.matches || motion.matches || language.matches || rail.matches
            }
            SettingRow {
                id: theme
                objectName: "settings.theme"
                Layout.fillWidth: true
                label: qsTr("Theme")
                effect: qsTr("System follows the desktop, also when it changes.")
                search: searchField.text
                changed: Preferences.theme !== "system"
                onReset: Preferences.reset("theme")
                ComboBox {
                    objectName: "settings.theme.choice"
                    Accessible.name: theme.label
                    readonly property var values: ["system", "light", "dark", "hc"]
                    model: [qsTr("System"), qsTr("Light"), qsTr("Dark"), qsTr("High contrast")]
                    currentIndex: values.indexOf(Preferences.theme)
                    onActivated: index => Preferences.theme = values[index]
                }
            }
            SettingRow {
                id: density
                objectName: "settings.density"
                Layout.fillWidth: true
                label: qsTr("Density")
                effect: qsTr("The height of rows and controls.")
                search: searchField.text
                changed: Preferences.density !== "default"
                onReset: Preferences.reset("density")
                ComboBox {
                    objectName: "settings.density.choice"
                    Accessible.name: density.label
                    readonly property var values: ["compact", "default", "comfortable"]
                    model: [qsTr("Compact"), qsTr("Default"), qsTr("Comfortable")]
                    currentIndex: values.indexOf(Preferences.density)
                    onActivated: index => Preferences.density = values[index]
                }
            }
            SettingRow {
                id: size
                objectName: "settings.textScale"
                Layout.fillWidth: true
                label: qsTr("Text size")
                effect: qsTr("80 to 200 per cent; also Ctrl and + or −.")
                search: searchField.text
                changed: Math.abs(Preferences.textScale - 1) > 0.001
                onReset: Preferences.reset("textScale")
                RowLayout {
                    spacing: Theme.space8
                    Slider {
                        objectName: "settings.textScale.slider"
                        Accessible.name: size.label
                        from: 0.8
                        to: 2.0
                        stepSize: 0.05
                        snapMode: Slider.SnapAlways
                        // Applied on release: text that grows under the pointer would move the slider.
                        value: Preferences.textScale
                        onPressedChanged: if (!pressed)
                            Preferences.textScale = value
                        onMoved: if (!pressed)
                            Preferences.textScale = value
                    }
                    SpinBox {
                        objectName: "settings.textScale.percent"
                        Accessible.name: qsTr("Text size in per cent")
                        from: 80
                        to: 200
                        stepSize: 5
                        value: Math.round(Preferences.textScale * 100)
                        onValueModified: Preferences.textScale = value / 100
                    }
                }
            }
            SettingRow {
                id: motion
                objectName: "settings.reduceMotion"
                Layout.fillWidth: true
                label: qsTr("Reduce motion")
                effect: qsTr("Nothing slides or fades.")
                search: searchField.text
                changed: Preferences.reduceMotion
                onReset: Preferences.reset("reduceMotion")
                Switch {
                    objectName: "settings.reduceMotion.switch"
                    Accessible.name: motion.label
                    checked: Preferences.reduceMotion
                    onToggled: Preferences.reduceMotion = checked
                }
            }
            SettingRow {
                id: language
                objectName: "settings.language"
                Layout.fillWidth: true
                label: qsTr("Language")
                effect: qsTr("Takes effect at once.")
                search: searchField.text
                changed: Preferences.language !== ""
                onReset: Preferences.reset("language")
                ComboBox {
                    objectName: "settings.language.choice"
                    Accessible.name: language.label
                    readonly property var values: ["", "en", "de", "pseudo"]
                    model: [qsTr("System"), "English", "Deutsch", qsTr("Pseudo (for testing)")]
                    currentIndex: values.indexOf(Preferences.language)
                    onActivated: index => Preferences.language = values[index]
                }
            }
            SettingRow {
                id: rail
                objectName: "settings.railPinned"
                Layout.fillWidth: true
                label: qsTr("Page names beside their icons")
                effect: qsTr("Always, instead of in wide windows only.")
                search: searchField.text
                changed: Preferences.railPinned
                onReset: Preferences.reset("railPinned")
                Switch {
                    objectName: "settings.railPinned.switch"
                    Accessible.name: rail.label
                    checked: Preferences.railPinned
                    onToggled: Preferences.railPinned = checked
                }
            }

            SectionTitle {
                value: qsTr("Gateway")
                visible: closing.matches || trayIcon.matches || port.matches
            }
            SettingRow {
                id: closing
                objectName: "settings.onClose"
                Layout.fillWidth: true
                label: qsTr("Closing the window while the gateway runs")
                effect: qsTr("Kept running, it waits in the tray, or minimised where the desktop has none.")
                search: searchField.text
                changed: Preferences.onClose !== "ask"
                onReset: Preferences.reset("onClose")
                ComboBox {
                    objectName: "settings.onClose.choice"
                    Accessible.name: closing.label
                    readonly property var values: ["ask", "keep", "stop"]
                    model: [qsTr("Ask"), qsTr("Keep running"), qsTr("Stop and quit")]
                    currentIndex: values.indexOf(Preferences.onClose)
                    onActivated: index => Preferences.onClose = values[index]
                }
            }
            SettingRow {
                id: trayIcon
                objectName: "settings.trayIcon"
                Layout.fillWidth: true
                label: qsTr("Icon in the tray")
                effect: page.app.tray.available ? qsTr("Shows how the gateway is and how many approvals wait.") : qsTr("This desktop shows no tray icons now.")
                search: searchField.text
                changed: Preferences.trayIcon !== "running"
                onReset: Preferences.reset("trayIcon")
                ComboBox {
                    objectName: "settings.trayIcon.choice"
                    Accessible.name: trayIcon.label
                    readonly property var values: ["running", "always", "never"]
                    model: [qsTr("While the gateway runs"), qsTr("Always"), qsTr("Never")]
                    currentIndex: values.indexOf(Preferences.trayIcon)
                    onActivated: index => Preferences.trayIcon = values[index]
                }
            }
            SettingRow {
                id: port
                objectName: "settings.gatewayPort"
                Layout.fillWidth: true
                label: qsTr("Port of the gateway")
                effect: qsTr("On this computer only (127.0.0.1), from the next start on; 0 takes a free one each time.")
                search: searchField.text
                changed: Preferences.gatewayPort !== 7433
                onReset: Preferences.reset("gatewayPort")
                SpinBox {
                    objectName: "settings.gatewayPort.value"
                    Accessible.name: port.label
                    from: 0
                    to: 65535
                    editable: true
                    value: Preferences.gatewayPort
                    // A port is a name, not an amount: no separators.
                    textFromValue: value => String(value)
                    valueFromText: text => Number(text.replace(/[^0-9]/g, ""))
                    onValueModified: Preferences.gatewayPort = value
                }
            }

            SectionTitle {
                id: tokensTitle
                value: qsTr("Tokens of the gateway")
                visible: tokens.visible
            }
            TokensSection {
                id: tokens
                Layout.fillWidth: true
                visible: searchField.text === "" || (tokensTitle.value + " token " + qsTr("Revoke")).toLowerCase().includes(searchField.text.toLowerCase())
                app: page.app
            }

            SectionTitle {
                id: indexTitle
                value: qsTr("Index and model")
                visible: index.visible
            }
            IndexSection {
                id: index
                Layout.fillWidth: true
                visible: searchField.text === "" || (indexTitle.value + " vectors embedding").toLowerCase().includes(searchField.text.toLowerCase())
                app: page.app
            }

            SectionTitle {
                id: keyboard
                value: qsTr("Keyboard")
            }
            SettingRow {
                id: single
                objectName: "settings.singleKeys"
                Layout.fillWidth: true
                label: qsTr("Single-letter keys")
                effect: qsTr("Letters without Ctrl or Alt act as commands outside of text fields.")
                search: searchField.text
                changed: !Preferences.singleKeys
                onReset: Preferences.reset("singleKeys")
                Switch {
                    objectName: "settings.singleKeys.switch"
                    Accessible.name: single.label
                    checked: Preferences.singleKeys
                    onToggled: Preferences.singleKeys = checked
                }
            }
            Repeater {
                model: page.app.commands
                SettingRow {
                    id: shortcut
                    required property string commandId
                    required property string text
                    required property string group
                    required property string keys
                    required property string keyText
                    readonly property bool rebound: keys !== "" && page.app.commands.isRebound(commandId)
                    objectName: "settings.keys." + commandId
                    Layout.fillWidth: true
                    visible: matches && keys !== ""
                    label: text
                    effect: group
                    search: searchField.text
                    changed: rebound
                    onReset: page.app.commands.rebind(commandId, "")
                    Button {
                        objectName: shortcut.objectName + ".change"
                        text: shortcut.keyText
                        Accessible.name: qsTr("Change the keys of %1, now %2").arg(shortcut.text).arg(shortcut.keyText)
                        onClicked: recorder.record(shortcut.commandId, shortcut.text)
                    }
                }
            }

            SectionTitle {
                value: qsTr("About")
            }
            PlainText {
                Layout.fillWidth: true
                Layout.bottomMargin: Theme.space32
                wrapMode: Text.Wrap
                muted: true
                value: qsTr("Actionscope %1, Apache License 2.0. Uses Qt under the LGPL. Nothing leaves this computer unless you import from a URL.").arg(page.app.version)
            }
        }
    }

    KeyRecorder {
        id: recorder
        app: page.app
    }
}
