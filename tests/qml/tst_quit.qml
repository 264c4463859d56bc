import QtQuick
import QtQuick.Controls
import QtTest
import Actionscope
import Actionscope.App

/// Closing the window while the gateway serves: what is asked, and what each answer does. There is no tray here.
Item {
    id: root
    width: 400
    height: 300

    Component {
        id: main
        Main {}
    }
    SignalSpy {
        id: quits
        signalName: "quitRequested"
    }

    TestCase {
        id: testCase
        name: "Quit"
        when: windowShown

        property var app
        property var win

        function initTestCase() {
            app = testApp.make();
            app.session.openSample();
            tryVerify(() => app.session.ready && app.session.indexCurrent, 60000);
            quits.target = app;
        }
        function init() {
            Preferences.reset("onClose");
            quits.clear();
            win = createTemporaryObject(main, null, {
                app: app,
                width: 1000,
                height: 700
            });
            verify(win);
            tryVerify(() => win.visible);
        }
        function cleanup() {
            app.gateway.stop();
            tryCompare(app.gateway, "state", "stopped", 20000);
            win.sure = true;
            win.close();
        }
        function start() {
            app.gateway.startAnywhere();
            tryCompare(app.gateway, "state", "running", 30000);
        }
        function part(name) {
            const found = testApp.find(win.contentItem.parent, name);
            verify(found, name);
            return found;
        }
        function asked() {
            const keep = testApp.find(win.contentItem.parent, "quit.keep");
            return keep !== null && keep.visible;
        }

        function test_nothingIsAskedWhileItIsStopped() {
            win.close();
            tryVerify(() => !win.visible);
        }
        function test_theWindowStaysUntilItIsAnswered() {
            start();
            win.close();
            tryVerify(() => asked());
            verify(win.visible);
            tryVerify(() => part("quit.keep").activeFocus); // Enter goes on, it does not cut anybody off
            verify(part("quit.where").text.includes("minimised"));
            compare(testApp.unnamedFocusables(part("quit.keep").parent.parent).join("\n"), "");
        }
        function test_keptRunningItIsPutAwayAndComesBack() {
            start();
            win.close();
            tryVerify(() => asked());
            part("quit.keep").clicked();
            tryCompare(win, "visibility", Window.Minimized);
            compare(app.gateway.state, "running");
            compare(Preferences.onClose, "ask"); // nothing was said about the next time
            app.requestWindow();
            tryVerify(() => win.visibility !== Window.Minimized && win.visible);
        }
        function test_theAnswerIsRememberedWhenAskedTo() {
            start();
            win.close();
            tryVerify(() => asked());
            part("quit.remember").toggle();
            part("quit.keep").clicked();
            compare(Preferences.onClose, "keep");
            app.requestWindow();
            tryVerify(() => win.visibility !== Window.Minimized);
            win.close();
            tryCompare(win, "visibility", Window.Minimized);
            verify(!asked());
            // Whoever quits does not mean the tray: that is asked all the same.
            app.requestWindow();
            app.requestQuit();
            tryVerify(() => asked());
            compare(app.gateway.state, "running");
        }
        function test_closingMayMeanStopping() {
            start();
            Preferences.onClose = "stop";
            win.close();
            tryVerify(() => !win.visible);
            verify(!asked());
        }
    }
}
