"""What the tests of the running app stand on: a display, a session bus and a folder of their own, and a client of AT-SPI.

A test is a function that takes a `Bench` and the programs it was given; `main` makes the one and hands over the others. A test that
lacks something is "skipped" (77), with the missing package named. SHOTS=folder keeps pictures of the display."""
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
LAUNCHER = next((p for p in ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher") if os.path.exists(p)), None)


def main(test, libraries=None):
    """`libraries`: by file name, the package of what the test loads itself."""
    if sys.argv[1] == "--inside":
        return inside(test, sys.argv[2], sys.argv[3:])
    return outside(sys.argv[1:], libraries or {})


def outside(programs, libraries):
    """Checks what is needed, then runs the script again on a bus and in a folder of its own."""
    missing = []
    if LAUNCHER is None:
        missing.append("at-spi2-core")
    if shutil.which("Xvfb") is None:
        missing.append("xvfb")
    if shutil.which("dbus-run-session") is None:
        missing.append("dbus")
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    if subprocess.run([sys.executable, "-c", "import pyatspi; from gi.repository import Gio"], stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL).returncode != 0:
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
        return subprocess.run(["dbus-run-session", "--", sys.executable, "-B", os.path.abspath(sys.argv[0]), "--inside", folder, *programs],
                              env=environment).returncode


def inside(test, folder, programs):
    bench = Bench(folder)
    try:
        test(bench, *programs)
    finally:
        bench.close()
        for complaint in dict.fromkeys(bench.complaints):
            print("FAIL " + complaint)
    return 1 if bench.complaints else 0


class Bench:
    """The display, the app on it, and the app as assistive technology sees it."""

    def __init__(self, folder):
        self.folder, self.complaints, self.app = folder, [], None
        # The server itself finds a free number and says so when it is ready.
        self.display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        os.environ["DISPLAY"] = ":" + self.display.stdout.readline().strip()
        self.launcher = subprocess.Popen([LAUNCHER, "--launch-immediately"])
        time.sleep(0.5)
        import pyatspi
        from gi.repository import Atspi
        self.pyatspi, self.atspi = pyatspi, Atspi

    def start(self, *command):
        self.app = subprocess.Popen(command)
        return self.app

    def close(self):
        if self.app is not None and self.app.poll() is None:
            self.app.terminate()
            self.app.wait(20)
        self.launcher.terminate()
        self.display.terminate()

    def check(self, holds, what):
        if not holds:
            self.complaints.append(what)

    def turn(self, seconds=0.15):
        """What is done between two looks; a test that serves the app something meanwhile puts its own here."""
        time.sleep(seconds)

    def wait(self, what, find, seconds=40):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()
            found = find()
            if found:
                return found
        self.picture("gave-up")
        at = self.focused()
        raise SystemExit("gave up waiting for %s; the keyboard is on %s" % (what, at and (at.getRoleName(), at.name)))

    def picture(self, name):
        if os.environ.get("SHOTS"):
            self.turn(0.8)
            subprocess.run(["import", "-window", "root", os.path.join(os.environ["SHOTS"], name + ".png")])

    def window(self, name=""):
        """The app's window that is shown and whose name begins so; None while there is none."""
        registry = self.pyatspi.Registry.getDesktop(0)
        # Without a loop of events what was read once would be believed for ever.
        registry.clear_cache()
        for one in self.children(registry):
            if one is None or one.name != "actionscope":
                continue
            one.set_cache_mask(self.atspi.Cache.NONE)
            for child in self.children(one):
                if child is not None and self.is_shown(child) and child.name.startswith(name):
                    return child
        return None

    def children(self, item):
        try:
            return [item.getChildAtIndex(i) for i in range(item.childCount)]
        except Exception:  # An item may go while it is looked at.
            return []

    def is_shown(self, item):
        try:
            states = item.getState()
            return states.contains(self.pyatspi.STATE_SHOWING) and states.contains(self.pyatspi.STATE_VISIBLE)
        except Exception:
            return False

    def walk(self, item):
        """Everything on screen below `item`, with it."""
        if item is None or not self.is_shown(item):
            return
        yield item
        for child in self.children(item):
            yield from self.walk(child)

    def sees(self, role, words):
        """The first item on screen of that role (None: of any) with these words in its name."""
        return next((i for i in self.walk(self.window()) if (role is None or i.getRoleName() == role) and words in i.name), None)

    def focused(self):
        # Scopes say that they are focused too; the keyboard is with the innermost.
        found = None
        for item in self.walk(self.window()):
            if item.getState().contains(self.pyatspi.STATE_FOCUSED):
                found = item
        return found


class XClient:
    """A connection to the display that knows the app's windows."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = self.x.XInternAtom.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))

    def windows(self):
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        self.x.XQueryTree(self.display, ctypes.c_ulong(self.x.XDefaultRootWindow(self.display)), ctypes.byref(root),
                          ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count))
        for i in range(count.value):
            names = (ctypes.c_char_p * 2)()
            if self.x.XGetClassHint(self.display, ctypes.c_ulong(children[i]), names) and names[1] == b"actionscope":
                yield children[i]
