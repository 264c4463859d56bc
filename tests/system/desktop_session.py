#!/usr/bin/python3
"""The app in a desktop session of its own: a display, a session bus, a tray and a server for notifications, all made here.

    desktop_session.py DESKTOP CLI           (ctest runs it; 77 is "skipped", with the missing package named)

An agent asks for something catastrophic. What the tray and the notifications say is what a panel would get over the bus, and what
they lead to is looked up in the window over AT-SPI. SHOTS=folder keeps pictures of the window and of the tray's icons."""
import ctypes
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request

from desktop_bench import XClient, main

WATCHER = """<node><interface name='org.kde.StatusNotifierWatcher'>
  <method name='RegisterStatusNotifierItem'><arg type='s' direction='in'/></method>
  <method name='RegisterStatusNotifierHost'><arg type='s' direction='in'/></method>
  <property name='RegisteredStatusNotifierItems' type='as' access='read'/>
  <property name='IsStatusNotifierHostRegistered' type='b' access='read'/>
  <property name='ProtocolVersion' type='i' access='read'/>
  <signal name='StatusNotifierHostRegistered'/><signal name='StatusNotifierHostUnregistered'/>
</interface></node>"""
NOTIFICATIONS = """<node><interface name='org.freedesktop.Notifications'>
  <method name='Notify'>
    <arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>
    <arg type='u' direction='out'/>
  </method>
  <method name='GetCapabilities'><arg type='as' direction='out'/></method>
  <method name='CloseNotification'><arg type='u' direction='in'/></method>
  <method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/><arg type='s' direction='out'/><arg type='s' direction='out'/></method>
  <signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>
  <signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>
</interface></node>"""


class Desktop:
    """A panel with a tray, and what shows notifications."""

    def __init__(self):
        from gi.repository import Gio, GLib
        self.Gio, self.GLib = Gio, GLib
        # Of its own: the bus of the process is used by AT-SPI.
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.items, self.notes, self.replaced = [], {}, []
        self.host, self.next = True, 1
        for path, xml in (("/StatusNotifierWatcher", WATCHER), ("/org/freedesktop/Notifications", NOTIFICATIONS)):
            self.bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], self.called, self.get, None)
        for name in ("org.kde.StatusNotifierWatcher", "org.freedesktop.Notifications"):
            self.ask("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName", "(su)", (name, 0))

    def ask(self, service, path, interface, method, signature=None, arguments=()):
        return self.bus.call_sync(service, path, interface, method, self.GLib.Variant(signature, arguments) if signature else None,
                                  None, self.Gio.DBusCallFlags.NONE, 20000, None).unpack()

    def called(self, _bus, sender, _path, _interface, method, arguments, answer):
        values = arguments.unpack()
        if method == "RegisterStatusNotifierItem":
            self.items.append(values[0] if not values[0].startswith("/") else sender)
            answer.return_value(None)
        elif method == "Notify":
            number = values[1] or self.next
            if values[1]:
                self.replaced.append(number)
            else:
                self.next += 1
            self.notes[number] = {"title": values[3], "body": values[4], "actions": values[5], "hints": values[6]}
            answer.return_value(self.GLib.Variant("(u)", (number,)))
        elif method == "GetCapabilities":
            answer.return_value(self.GLib.Variant("(as)", (["body", "actions"],)))
        elif method == "GetServerInformation":
            answer.return_value(self.GLib.Variant("(ssss)", ("test", "test", "1", "1.2")))
        else:
            answer.return_value(None)

    def get(self, _bus, _sender, _path, _interface, name):
        return {"RegisteredStatusNotifierItems": self.GLib.Variant("as", self.items),
                "IsStatusNotifierHostRegistered": self.GLib.Variant("b", self.host),
                "ProtocolVersion": self.GLib.Variant("i", 0)}[name]

    def turn(self, seconds=0.1):
        """Answers what the app asks, for a while."""
        context = self.GLib.MainContext.default()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while context.iteration(False):
                pass
            time.sleep(0.01)

    def item(self):
        """What a panel reads of the icon; None while there is none."""
        try:
            return self.ask(self.items[-1], "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "GetAll", "(s)",
                            ("org.kde.StatusNotifierItem",))[0] if self.items else None
        except self.GLib.Error:
            return None

    def menu(self):
        """Number and properties of the menu's entries that are visible, by their words."""
        path = self.item()["Menu"]
        layout = self.ask(self.items[-1], path, "com.canonical.dbusmenu", "GetLayout", "(iias)", (0, -1, []))[1]
        entries = {}
        for number, properties, _children in layout[2]:
            if properties.get("visible", True) and properties.get("type") != "separator":
                entries[properties.get("label", "").replace("_", "")] = (number, properties)
        return entries

    def choose(self, words):
        number, properties = self.menu()[words]
        if properties.get("enabled", True) is False:
            raise SystemExit("the menu's entry “%s” is disabled" % words)
        self.ask(self.items[-1], self.item()["Menu"], "com.canonical.dbusmenu", "Event", "(isvu)",
                 (number, "clicked", self.GLib.Variant("i", 0), 0))

    def click(self, number, action):
        self.bus.emit_signal(None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
                             self.GLib.Variant("(us)", (number, action)))
        self.turn(0.3)


class Agent:
    """A client of the gateway that knows just enough MCP."""

    def __init__(self, url, token):
        self.url, self.token, self.session, self.number = url + "/mcp", token, None, 0
        self.send("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "story", "version": "1"}})
        self.send("notifications/initialized", None, notification=True)

    def send(self, method, params, notification=False):
        self.number += 1
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if not notification:
            message["id"] = self.number
        request = urllib.request.Request(self.url, json.dumps(message).encode(), {
            "Authorization": "Bearer " + self.token, "Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
        if self.session:
            request.add_header("Mcp-Session-Id", self.session)
        with urllib.request.urlopen(request, timeout=30) as answer:
            self.session = answer.headers.get("Mcp-Session-Id", self.session)
            text = answer.read().decode()
        for line in text.splitlines():
            line = line[5:].strip() if line.startswith("data:") else line
            if line.startswith("{") and json.loads(line).get("id") == self.number:
                return json.loads(line)["result"]
        return None

    def call(self, name, arguments):
        return self.send("tools/call", {"name": name, "arguments": arguments})

    def ask_for_deletion(self, repo):
        self.call("gateway_activate", {"name": "harbor.repositories_delete", "user_confirmed": True})
        answer = self.call("gateway_call_action", {"name": "harbor.repositories_delete",
                                                   "arguments": {"owner": "acme", "repo": repo}, "reason": "free up space"})
        return answer["structuredContent"]["approval_id"]


def close_window():
    """Asks the window to close as a window manager does."""
    class ClientMessage(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
                    ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
                    ("padding", ctypes.c_long * 24)]
    client, closed = XClient(), 0
    x, display = client.x, client.display
    for window in client.windows():
        event = ClientMessage(type=33, window=window, format=32, message_type=x.XInternAtom(display, b"WM_PROTOCOLS", 0))
        event.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        closed += 1
    x.XSync(display, 0)
    x.XCloseDisplay(display)
    return closed


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def session(bench, desktop_program, cli):
    panel = Desktop()
    bench.turn = panel.turn
    check, wait, window, sees = bench.check, bench.wait, bench.window, bench.sees

    def running():
        try:
            return urllib.request.urlopen(url + "/healthz", timeout=5).status == 200
        except OSError:
            return False

    # ---- a workspace, and an app that is told where to listen
    workspace = os.path.join(bench.folder, "orchard")
    subprocess.run([cli, "init", workspace, "--sample"], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(workspace, "actionscope.yaml"), "a") as settings:
        settings.write("\ngateway:\n  approval_life: 75s\n")
    token = json.loads(subprocess.run([cli, "-w", workspace, "tokens", "create", "--name", "ci-helper", "--role", "agent", "--json"],
                                      check=True, stdout=subprocess.PIPE).stdout)["token"]
    port = free_port()
    url = "http://127.0.0.1:%d" % port
    os.environ["ACTIONSCOPE_PREFERENCES"] = os.path.join(bench.folder, "desktop.conf")
    with open(os.environ["ACTIONSCOPE_PREFERENCES"], "w") as preferences:
        preferences.write("[gateway]\ntrayIcon=always\nonClose=keep\nport=%d\n[appearance]\nlanguage=en\ntheme=light\n" % port)
    app = bench.start(desktop_program, "--workspace", workspace)
    wait("the icon in the tray", panel.item)
    wait("the workspace", lambda: window("Sample"))
    item = panel.item()
    stopped = item["IconPixmap"]
    check("Gateway: stopped" in item["ToolTip"][2] + item["ToolTip"][3] + item["Title"], "the tray does not say that the gateway is stopped: %s" % (item["ToolTip"][2:],))
    entries = panel.menu()
    check(entries.get("No approvals waiting", (0, {}))[1].get("enabled") is False, "the menu does not say that nothing waits: %s" % list(entries))
    check(not any("pprove" in words and "pprovals" not in words for words in entries), "the tray's menu approves: %s" % list(entries))

    panel.choose("Start the gateway")
    wait("the gateway", running)
    wait("the tray to say so", lambda: "Stop the gateway" in panel.menu())
    check(panel.item()["IconPixmap"] != stopped, "a running gateway has the icon of a stopped one")
    started = panel.item()["IconPixmap"]
    check("Start the gateway" not in panel.menu(), "a running gateway can be started")

    # Closed, the window is gone and the gateway is not.
    check(close_window() == 1, "there is no window to close")
    wait("the window to go", lambda: window() is None)
    check(running(), "the gateway stopped with its window")

    agent = Agent(url, token)
    approval = agent.ask_for_deletion("shop")
    number = wait("a notification", lambda: next(iter(panel.notes), None))
    note = panel.notes[number]
    check(note["title"] == "1 approval waiting, and it is catastrophic", "the notification says “%s”" % note["title"])
    check("Nothing can be approved from here" in note["body"], "the notification's text is “%s”" % note["body"])
    check(note["actions"][::2] == ["default", "show"], "the notification offers %s" % note["actions"])
    check("shop" not in note["title"] + note["body"], "the notification shows arguments of the call")
    wait("the tray to count it", lambda: "1 approval waiting…" in panel.menu())
    check(panel.item()["IconPixmap"] not in (stopped, started), "what waits does not change the icon")

    panel.click(999, "default")  # of another program
    check(window() is None, "a notification of another program opened the window")
    panel.click(number, "default")
    wait("the window to come back", window)
    wait("the page Approvals", lambda: sees("heading", "Approvals"))
    wait("the request in full", lambda: next((i for i in bench.walk(window()) if "harbor.repositories_delete" in i.name and i.getRoleName() in ("panel", "pane", "filler", "viewport", "scroll pane")), None) or sees("list item", "harbor.repositories_delete"))
    bench.picture("approvals-from-notification")

    # Soon it has less than a minute left, and nobody looks again.
    check(close_window() == 1, "the window cannot be closed again")
    wait("the window to go", lambda: window() is None)
    last = wait("the last warning", lambda: next((n for n in panel.notes.values() if "expires" in n["title"]), None), 60)
    check(last["title"] == "An approval expires in less than 1 minute", "the last warning says “%s”" % last["title"])
    check("harbor.repositories_delete" in last["body"] and last["hints"].get("urgency") == 2, "the last warning: %s" % last)
    check(len(panel.notes) == 2, "more was told than needed: %s" % panel.notes)
    panel.choose("Open Actionscope")
    wait("the window to come back", window)
    wait("the toast", lambda: sees(None, "An approval expires in less than 1 minute"))
    bench.picture("approvals-expiring")
    check(approval.startswith("a-"), "the agent got no number: %s" % approval)

    panel.choose("Stop the gateway")
    wait("the gateway to stop", lambda: not running() and "Start the gateway" in panel.menu())
    panel.choose("Quit")
    wait("the app to end", lambda: app.poll() is not None)
    check(app.returncode == 0, "the app ended with %s" % app.returncode)


if __name__ == "__main__":
    sys.exit(main(session))
