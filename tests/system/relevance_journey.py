#!/usr/bin/python3
"""A developer tunes the ranking, by keyboard only: real key presses on a display of its own, what comes of them read over AT-SPI.

    relevance_journey.py DESKTOP           (ctest runs it; 77 is "skipped", with the missing package named)

A query is typed, its first result explained, the ranking pinned; a floor that is too high loses the wanted action, "Why isn't X
found?" names the cause, the lower floor is tried and works; both rankings are compared on the sample's query set and a result judged;
what was tuned is saved as a preset, with its evidence, and taken back. SHOTS=folder keeps pictures."""
import ctypes
import glob
import os
import sys
import time

from desktop_bench import XClient, main

QUERY, WANTED = "stop the build that is running right now", "harbor.pipelines_cancel"


class Keyboard(XClient):
    """Key presses as a keyboard makes them."""

    NAMES = {"ctrl": 0xffe3, "shift": 0xffe1, "alt": 0xffe9, "Return": 0xff0d, "Tab": 0xff09, "Escape": 0xff1b, "Up": 0xff52,
             "Down": 0xff54, "Left": 0xff51, "Right": 0xff53, "Home": 0xff50, "End": 0xff57, "Delete": 0xffff}

    def __init__(self):
        super().__init__()
        self.test = ctypes.CDLL("libXtst.so.6")

    def focus_window(self):
        """What a window manager does for a new window. False while there is none."""
        found = False
        for window in self.windows():
            self.x.XSetInputFocus(self.display, ctypes.c_ulong(window), 2, ctypes.c_ulong(0))
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


def journey(bench, desktop):
    keyboard = Keyboard()
    bench.start(desktop, "--sample", "--lang", "en", "--theme", os.environ.get("THEME", "light"))
    check, wait, window, sees, focused = bench.check, bench.wait, bench.window, bench.sees, bench.focused

    def picture(name):
        bench.picture("journey-c-" + name)

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

    wait("the sample", lambda: window("Sample") and keyboard.focus_window())

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
    judged = os.path.join(glob.glob(os.path.join(bench.folder, "actionscope-sample-*", "sample"))[0], "queries", "everyday.yaml")
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


if __name__ == "__main__":
    sys.exit(main(journey, {"libXtst.so.6": "libxtst6"}))
