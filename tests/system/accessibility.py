#!/usr/bin/python3
"""The app as a screen reader meets it: over AT-SPI, in a session and on a display of its own.

    accessibility.py PROGRAM           (ctest runs it; 77 is "skipped", with the missing package named)

It opens the sample, goes to every page by pressing its tab as assistive technology does, and complains about anything on screen that
takes the keyboard and has no name or no role, and about a page whose main parts are not there under their names."""
import os
import sys

from desktop_bench import main

# By page (its tab): role and beginning of the name of what a person works with there.
PARTS = {
    "Overview": [("push button", "Actions, "), ("push button", "Audit chain"), ("list", "Needs you"), ("push button", "Import")],
    "Search Lab": [("text", "Task to search for"), ("combo box", "Service to search in"), ("list", "Results")],
    "Catalog": [("text", "Filter"), ("table", "Actions")],
    "Services": [("text", "Filter"), ("table", "Services")],
    "Risk": [("combo box", "What to list"), ("text", "Filter by action"), ("table", "Actions and their tiers")],
    "Audit": [("text", "Filter"), ("table", "Audit records"), ("push button", "Verify")],
    "Benchmarks": [("page tab list", "Views of Benchmarks"), ("heading", "Nothing measured yet"), ("push button", "New run")],
    "Settings": [("text", "Search settings"), ("combo box", "Theme")],
}
# On every page.
EVERYWHERE = [("page tab list", "Pages"), ("push button", "Workspace: Sample"), ("push button", "Audit: "), ("push button", "Jobs: ")]


def screen_reader(bench, program):
    bench.start(program, "--sample", "--lang", "en")
    pyatspi, complaints, wait, walk = bench.pyatspi, bench.complaints, bench.wait, bench.walk

    def window():
        return bench.window("Sample")

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
            rows = wait("rows", lambda: [row for row in bench.children(results) if row.getRoleName() == "list item"])
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


if __name__ == "__main__":
    sys.exit(main(screen_reader))
