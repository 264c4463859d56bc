#!/usr/bin/python3
"""A developer tunes the ranking, by keyboard only: real key presses on a display of its own, what comes of them read over AT-SPI.

    relevance_journey.py DESKTOP           (ctest runs it; 77 is "skipped", with the missing package named)

A query is typed, its first result explained, the ranking pinned; a floor that is too high loses the wanted action, "Why isn't X
found?" names the cause, the lower floor is tried and works; both rankings are compared on the sample's query set and a result judged;
what was tuned is saved as a preset, with its evidence, and taken back. SHOTS=folder keeps pictures."""
import ctypes
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
LAUNCHER = next((p for p in ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher") if os.path.exists(p)), None)
QUERY, WANTED = "stop the build that is running right now", "harbor.pipelines_cancel"


def outside(desktop):
    """Checks what is needed, then runs `inside` on a bus of its own."""
    missing = []
    if LAUNCHER is None:
        missing.append("at-spi2-core")
    if shutil.which("Xvfb") is None:
        missing.append("xvfb")
    if shutil.which("dbus-run-session") is None:
        missing.append("dbus")
    try:
        ctypes.CDLL("libXtst.so.6")
    except OSError:
        missing.append("libxtst6")
    if subprocess.run([sys.executable, "-c", "import pyatspi"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        missing.append("python3-pyatspi")
    if missing:
        print("skipped: install " + ", ".join(missing))
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        runtime = os.path.join(folder, "run")
        os.mkdir(runtime, 0o700)
        environment = dict(os.environ, XDG_RUNTIME_DIR=runtime, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1",
                           QT_QUICK_BACKEND="software", ACTIONSCOPE_MOTION="0", ACTIONSCOPE_PREFERENCES="none", LC_ALL="C.UTF-8",
                           NO_AT_BRIDGE="0", TMPDIR=folder, HOME=folder)
        return subprocess.run(["dbus-run-session", "--", sys.executable, os.path.abspath(__file__), "--inside", desktop, folder],
                              env=environment).returncode


class Keyboard:
    """Key presses as a keyboard makes them."""

    NAMES = {"ctrl": 0xffe3, "shift": 0xffe1, "alt": 0xffe9, "Return": 0xff0d, "Tab": 0xff09, "Escape": 0xff1b, "Up": 0xff52,
             "Down": 0xff54, "Left": 0xff51, "Right": 0xff53, "Home": 0xff50, "End": 0xff57, "Delete": 0xffff}

    def __init__(self):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))

    def focus_window(self):
        """What a window manager does for a new window. False while there is none."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x.XQueryTree(self.display, ctypes.c_ulong(self.x.XDefaultRootWindow(self.display)), ctypes.byref(root),
                          ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        found = False
        for i in range(count.value):
            names = (ctypes.c_char_p * 2)()
            if self.x.XGetClassHint(self.display, ctypes.c_ulong(children[i]), names) and names[1] == b"actionscope":
                self.x.XSetInputFocus(self.display, ctypes.c_ulong(children[i]), 2, ctypes.c_ulong(0))
                found = True
        self.x.XSync(self.display, 0)
        return found

    def key(self, keysym, down):
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(keysym))
        self.test.XTestFakeKeyEvent(self.display, code, 1 if down else 0, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)

    def press(self, combination, times=1):
        """"ctrl+shift+e", "Return", "7"."""
        parts = combination.split("+") if len(combination) > 1 else [combination]
        keys = [self.NAMES.get(part, ord(part) if len(part) == 1 else 0) for part in parts]
        for _ in range(times):
            for key in keys:
                self.key(key, True)
            for key in reversed(keys):
                self.key(key, False)
            time.sleep(0.03)

    def type(self, text):
        for letter in text:
            shifted = letter in "_:?“”" or letter.isupper()
            if shifted:
                self.key(self.NAMES["shift"], True)
            self.press(letter.lower() if letter.isupper() else letter)
            if shifted:
                self.key(self.NAMES["shift"], False)


def inside(desktop, folder):
    display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    os.environ["DISPLAY"] = ":" + display.stdout.readline().strip()
    launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"])
    time.sleep(0.5)
    import pyatspi
    from gi.repository import Atspi

    keyboard = Keyboard()
    complaints, app = [], subprocess.Popen([desktop, "--sample", "--lang", "en", "--theme", os.environ.get("THEME", "light")])

    def check(holds, what):
        if not holds:
            complaints.append(what)

    def picture(name):
        if os.environ.get("SHOTS"):
            time.sleep(0.6)
            subprocess.run(["import", "-window", "root", os.path.join(os.environ["SHOTS"], "journey-c-%s.png" % name)])

    def frame():
        registry = pyatspi.Registry.getDesktop(0)
        registry.clear_cache()
        for one in registry:
            if one is not None and one.name == "actionscope":
                one.set_cache_mask(Atspi.Cache.NONE)
                for child in one:
                    if child is not None and child.getState().contains(pyatspi.STATE_SHOWING):
                        return child
        return None

    def walk(item):
        try:
            if item is None or not item.getState().contains(pyatspi.STATE_SHOWING):
                return
            yield item
            for i in range(item.childCount):
                yield from walk(item.getChildAtIndex(i))
        except Exception:  # An item may go while it is looked at.
            return

    def sees(role, words):
        return next((i for i in walk(frame()) if (role is None or i.getRoleName() == role) and words in i.name), None)

    def focused():
        # Scopes say that they are focused too; the keyboard is with the innermost.
        found = None
        for item in walk(frame()):
            if item.getState().contains(pyatspi.STATE_FOCUSED):
                found = item
        return found

    def wait(what, find, seconds=40):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = find()
            if found:
                return found
            time.sleep(0.15)
        picture("gave-up")
        at = focused()
        raise SystemExit("gave up waiting for %s; the keyboard is on %s" % (what, at and (at.getRoleName(), at.name)))

    def tab_to(role, words, most=60):
        visited = []
        for _ in range(most):
            at = focused()
            visited.append(at and (at.getRoleName(), at.name[:40]))
            if at is not None and at.getRoleName() == role and words in at.name:
                return at
            keyboard.press("Tab")
            time.sleep(0.05)
        raise SystemExit("Tab never came to the %s “%s”; it was on %s" % (role, words, visited[:20]))

    try:
        wait("the sample", lambda: frame() is not None and frame().name.startswith("Sample") and keyboard.focus_window())

        # A query, its results, and why the first one is first.
        keyboard.press("alt+2")
        wait("Search Lab", lambda: sees("text", "Task to search for"))
        wait("the keyboard to be in the query", lambda: focused() is not None and "Task to search for" in focused().name)
        keyboard.type(QUERY)
        wait("the wanted action", lambda: sees("list item", WANTED))
        keyboard.press("ctrl+e")
        wait("the explanation", lambda: sees("tree", "Parts of the score"))
        check(sees(None, "The parts add up to the score") is not None, "the explanation does not say that its parts add up")
        wait("figures on the query set", lambda: sees("list item", "nDCG@10"))
        picture("explained")

        # Pinned; then a floor that is too high.
        keyboard.press("ctrl+b")
        wait("the comparison with the baseline", lambda: sees("list item", "unchanged"))
        keyboard.press("ctrl+t")
        wait("the tuning drawer", lambda: sees("slider", "Floor"))
        tab_to("slider", "Floor")
        keyboard.press("shift+Right", 19)
        wait("the results to go", lambda: sees("list item", WANTED) is None)
        picture("floor-too-high")

        # Why it is not found, what would help, and that it does.
        keyboard.press("ctrl+shift+e")
        wait("the question", lambda: sees("text", "Action that is missing"))
        keyboard.type(WANTED)
        keyboard.press("Return")
        cause = wait("the cause", lambda: sees(None, "First failed gate"), 90)
        check("floor" in cause.name, "the cause is said to be “%s”" % cause.name)
        picture("why-not")
        tab_to("list item", "floor 0.990")
        keyboard.press("Return")
        wait("the wanted action to come back", lambda: sees("list item", WANTED))
        picture("fix-tried")

        # Both rankings, query by query; one result is judged.
        keyboard.press("ctrl+d")
        wait("the comparison", lambda: sees("heading", "Per query:"), 60)
        wait("its queries", lambda: sees("list", "Queries, the greatest difference first"))
        picture("compared")
        judged = os.path.join(glob.glob(os.path.join(folder, "actionscope-sample-*", "sample"))[0], "queries", "everyday.yaml")
        before = open(judged).read()
        keyboard.press("Return")  # from the query to its results
        keyboard.press("Down")
        keyboard.press("2")
        wait("the judgement in its file", lambda: open(judged).read() != before)
        keyboard.press("ctrl+z")
        time.sleep(0.5)
        keyboard.press("ctrl+d")
        wait("the results again", lambda: sees("list item", WANTED))

        # Saved as a reviewed file, and taken back.
        keyboard.press("ctrl+k")
        wait("the palette", lambda: focused() is not None and focused().getRoleName() in ("text", "entry"))
        keyboard.type("Save the ranking")
        time.sleep(0.6)
        keyboard.press("Return")
        wait("the review", lambda: sees("text", "Name of the preset"))
        wait("the diff", lambda: sees("list", "Changes: "))
        picture("preset-diff")
        preset = os.path.join(os.path.dirname(os.path.dirname(judged)), "presets", "tuned.yaml")
        check(not os.path.exists(preset), "the preset was written before it was saved")
        keyboard.press("ctrl+s")
        wait("the preset's file", lambda: os.path.exists(preset))
        text = open(preset).read()
        check("floor:" in text and "name: tuned" in text, "the preset says:\n" + text)
        check("# measured: " in text, "the preset does not say what was measured:\n" + text)
        wait("the toast", lambda: sees(None, "Saved presets/tuned.yaml"))
        picture("preset-saved")
        keyboard.press("Return")  # out of the query, whose own undo it would be
        wait("the results to have the keyboard", lambda: focused() is not None and focused().getRoleName() in ("list", "list item"))
        keyboard.press("ctrl+z")
        wait("the preset to be taken back", lambda: not os.path.exists(preset))
    finally:
        if app.poll() is None:
            app.terminate()
            app.wait(20)
        launcher.terminate()
        display.terminate()
        for complaint in complaints:
            print("FAIL " + complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(inside(*sys.argv[2:4]) if sys.argv[1] == "--inside" else outside(sys.argv[1]))
