#!/usr/bin/python3
"""The app as a screen reader meets it: over AT-SPI, in a session and on a display of its own.

    accessibility.py PROGRAM           (ctest runs it; 77 is "skipped", with the missing package named)

It opens the sample, goes to every page by pressing its tab as assistive technology does, and complains about anything on screen that
takes the keyboard and has no name or no role, and about a page whose main parts are not there under their names."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
LAUNCHER = next((p for p in ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher") if os.path.exists(p)), None)

# By page (its tab): role and beginning of the name of what a person works with there.
PARTS = {
    "Overview": [("push button", "Actions, "), ("push button", "Audit chain"), ("list", "Needs you"), ("push button", "Import")],
    "Search Lab": [("text", "Task to search for"), ("combo box", "Service to search in"), ("list", "Results")],
    "Catalog": [("text", "Filter"), ("table", "Actions")],
    "Services": [("text", "Filter"), ("table", "Services")],
    "Risk": [("combo box", "What to list"), ("text", "Filter by action"), ("table", "Actions and their tiers")],
    "Audit": [("text", "Filter"), ("table", "Audit records"), ("push button", "Verify")],
    "Benchmarks": [("page tab list", "Views of Benchmarks"), ("list", "Runs, newest first"), ("push button", "New run")],
    "Settings": [("text", "Search settings"), ("combo box", "Theme")],
}
# On every page.
EVERYWHERE = [("page tab list", "Pages"), ("push button", "Workspace: Sample"), ("push button", "Audit: "), ("push button", "Jobs: ")]


def outside(program):
    """Checks what is needed, then runs `inside` on a bus and a display of its own."""
    missing = []
    if LAUNCHER is None:
        missing.append("at-spi2-core")
    if shutil.which("Xvfb") is None:
        missing.append("xvfb")
    if shutil.which("dbus-run-session") is None:
        missing.append("dbus")
    if subprocess.run([sys.executable, "-c", "import pyatspi"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        missing.append("python3-pyatspi")
    if missing:
        print("skipped: install " + ", ".join(missing))
        return SKIPPED
    with tempfile.TemporaryDirectory() as runtime:
        environment = dict(os.environ, XDG_RUNTIME_DIR=runtime, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1",
                           QT_QUICK_BACKEND="software", ACTIONSCOPE_MOTION="0", ACTIONSCOPE_PREFERENCES="none", LC_ALL="C.UTF-8",
                           NO_AT_BRIDGE="0")
        os.chmod(runtime, 0o700)
        return subprocess.run(["dbus-run-session", "--", sys.executable, os.path.abspath(__file__), "--inside", program],
                              env=environment).returncode


def inside(program):
    # The server itself finds a free number and says so when it is ready.
    display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    os.environ["DISPLAY"] = ":" + display.stdout.readline().strip()
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"])
    time.sleep(0.5)
    import pyatspi
    from gi.repository import Atspi

    app = subprocess.Popen([program, "--sample", "--lang", "en"])
    complaints = []

    def children(item):
        try:
            return [item.getChildAtIndex(i) for i in range(item.childCount)]
        except Exception:  # An item may go while it is looked at.
            return []

    def shown(item):
        states = item.getState()
        return states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_VISIBLE)

    def walk(item):
        """Everything on screen below `item`, with it."""
        try:
            if item is None or not shown(item):
                return
        except Exception:
            return
        yield item
        for child in children(item):
            yield from walk(child)

    def wait(what, find, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = find()
            if found:
                return found
            time.sleep(0.2)
        raise SystemExit("gave up waiting for " + what)

    def window():
        desktop = pyatspi.Registry.getDesktop(0)
        # Without a loop of events what was read once would be believed for ever.
        desktop.clear_cache()
        for one in children(desktop):
            if one is not None:
                one.set_cache_mask(Atspi.Cache.NONE)
            if one is not None and one.name == "actionscope":
                for frame in children(one):
                    if frame is not None and frame.name.startswith("Sample"):
                        return frame
        return None

    def find(role, name):
        return next((item for item in walk(window()) if item.getRoleName() == role and item.name.startswith(name)), None)

    def press(item):
        action = item.queryAction()
        action.doAction(next(i for i in range(action.nActions) if action.getName(i).lower() == "press"))

    def path_of(item):
        names = []
        while item is not None and len(names) < 4:
            names.append("%s “%s”" % (item.getRoleName(), item.name))
            item = item.parent
        return " in ".join(names)

    try:
        wait("the window with the sample", window)
        seen = 0
        for page, parts in PARTS.items():
            if page == "Search Lab":
                # From the Overview, which was just looked at: a search to try leads to the lab with that search done.
                press(wait("a search to try", lambda: next((i for i in walk(window()) if i.name.endswith("See the ranking")), None)))
            else:
                press(wait("the tab of " + page, lambda: find("page tab", page)))
            wait("the page " + page, lambda: find("heading", page))
            if page == "Search Lab":
                results = wait("results", lambda: find("list", "Results"))
                rows = wait("rows", lambda: [row for row in children(results) if row.getRoleName() == "list item"])
                if len(rows) < 2 or any(len(row.name) < 10 for row in rows):
                    complaints.append("Search Lab: results are not read as sentences: %s" % [row.name for row in rows])
            for role, name in parts + EVERYWHERE:
                try:
                    wait(name, lambda: find(role, name), 8)
                except SystemExit:
                    complaints.append("%s: there is no %s “%s”" % (page, role, name))
            for item in walk(window()):
                states = item.getState()
                if item.getRoleName() == "table cell" and not item.name:
                    complaints.append("%s: a cell without a name: %s" % (page, path_of(item)))
                if not states.contains(pyatspi.STATE_FOCUSABLE) or item.getRoleName() == "frame":
                    continue
                seen += 1
                # Qt keeps the name of a password field to itself, whatever is set: its description is what readers say, and the group
                # around it has the name.
                password = item.getRoleName() == "password text"
                label = item.description if password else item.name
                if password and not item.parent.name.strip():
                    complaints.append("%s: a password field in a group without a name: %s" % (page, path_of(item)))
                if not label.strip():
                    complaints.append("%s: takes focus and has no name: %s" % (page, path_of(item)))
                if item.getRoleName() in ("unknown", "invalid", "filler"):
                    complaints.append("%s: takes focus and has no role: %s" % (page, path_of(item)))
            if os.environ.get("SHOW"):
                for item in walk(window()):
                    print(page, item.getRoleName(), item.name, sep=" | ")
        # A check that saw nothing would pass as well.
        if seen < 60:
            complaints.append("only %d items took focus on all pages together" % seen)
        print("%d focusable items on %d pages" % (seen, len(PARTS)))
    finally:
        app.terminate()
        app.wait(10)
        launcher.terminate()
        display.terminate()
    for complaint in dict.fromkeys(complaints):
        print("FAIL " + complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(inside(sys.argv[2]) if sys.argv[1] == "--inside" else outside(sys.argv[1]))
