"""What the tests of the program share. Each test file is called as: file BINARY SOURCE_DIR [TEST…]."""
import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BINARY = SOURCE = None

# A left ball of radius 1 at speed 2 meets a right one 10 away: they touch after (10 - 2)/2 = 4, and exchange velocities.
HEAD_ON = {
    "carom": 1,
    "dimension": 2,
    "until": 6,
    "frames_per_second": 2,
    "bodies": [
        {"name": "left", "group": "movers", "ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 0]},
        {"name": "right", "ball": {"center": [10, 0], "radius": 1}},
    ],
}

# Long enough for several threads.
LONG_GAS = {"carom": 1, "dimension": 2, "until": 2, "periodic": [80, 12],
            "generators": [{"gas": {"count": 900, "radius": 0.35, "temperature": 1, "seed": 3}}]}


def carom(*arguments, cwd=None, **options):
    """Runs the program and returns what subprocess.run does; its output as text."""
    return subprocess.run([BINARY, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=500, **options)


def shipped(name):
    return SOURCE / "scenes" / f"{name}.json"


def without_timing(summary):
    """Nor what the search has cost."""
    return {key: value for key, value in json.loads(summary.read_text()).items() if key not in ("timing", "search")}


def contents(folder):
    """Of all files by name, without what no two runs share."""
    found = {}
    for file in sorted(folder.iterdir()):
        if file.name == "summary.json":
            found[file.name] = without_timing(file)
        elif file.name == "checksums.xxh128":
            found[file.name] = [line for line in file.read_text().splitlines() if not line.endswith("summary.json")]
        else:
            found[file.name] = file.read_bytes()
    return found


class CaromTest(unittest.TestCase):
    """A test with a folder of its own, `self.here`."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="carom-test-")
        self.addCleanup(folder.cleanup)
        self.here = Path(folder.name)

    def scene(self, name="scene", content=HEAD_ON, **changes):
        file = self.here / f"{name}.json"
        file.write_text(content if isinstance(content, str) else json.dumps({**content, **changes}))
        return file

    def run_scene(self, scene, *options, out="run"):
        """Runs a scene that is right and returns its folder."""
        folder = self.here / out
        done = carom("run", scene, "--out", folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder

    def summary(self, folder):
        return json.loads((folder / "summary.json").read_text())

    def events(self, folder):
        with open(folder / "events.csv", newline="") as file:
            return list(csv.DictReader(file))

    def names(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def assert_same_files(self, one, other):
        mine, theirs = contents(one), contents(other)
        self.assertEqual(list(mine), list(theirs))
        for name in mine:
            self.assertEqual(mine[name], theirs[name], name)

    def assert_fails(self, done, *words, code=1):
        """An error that names these things, and nothing else on the standard output."""
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertTrue(done.stderr.startswith("carom: error: "), done.stderr)
        for word in words:
            self.assertIn(str(word), done.stderr)
        self.assertEqual(done.stdout, "")


def main():
    global BINARY, SOURCE
    BINARY, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[3:]])
