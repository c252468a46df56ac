#!/usr/bin/env python3
"""clones_test.py: clones.py finds what is planted in a small tree, and holds its list of accepted places to what is there."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import clones

LINES = [f"total += weight_{k} * value_{k};" for k in range(6)]
PYTHON_LINES = [f"total += weight_{k} * value_{k}" for k in range(6)]


class Clones(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)

    def write(self, name, *lines):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")

    def accept(self, *lines):
        self.write(clones.ACCEPTED, "# hash, file, file, reason", *lines)

    def found(self):
        return list(clones.complaints(self.root))

    def plant(self):
        self.write("src/a.cpp", "int a;", *LINES, "int b;")
        self.write("src/b.cpp", "int c;", "int d;", *LINES, "int e;")
        return next(iter(clones.clones(self.root)))[0]

    def test_six_equal_lines_are_found_with_their_places(self):
        self.plant()
        self.assertEqual(len(self.found()), 1)
        self.assertIn("src/a.cpp:2-7 src/b.cpp:3-8: 6 equal lines", self.found()[0])

    def test_five_are_not(self):
        self.write("src/a.cpp", *LINES[:5])
        self.write("src/b.cpp", *LINES[:5])
        self.assertEqual(self.found(), [])

    def test_blanks_comments_imports_and_punctuation_do_not_part_them(self):
        self.write("src/a.cpp", *LINES)
        self.write("src/b.cpp", *LINES[:2], "", "  // why", "/* and", "   why */", "}  // namespace", *("   " + line for line in LINES[2:]))
        self.assertEqual(len(self.found()), 1)
        self.assertIn("src/b.cpp:1-11: 6 equal lines", self.found()[0])

    def test_nor_do_they_count(self):
        lines = [*LINES[:5], "#include <cmath>", "using namespace carom;", "namespace carom {", "// a comment", "});"]
        self.write("src/a.cpp", *lines)
        self.write("src/b.cpp", *lines)
        lines = ["import {", "  a,", "  b,", "  c,", "  d,", "  e,", '} from "./f.js";', "export const one = 1;"]
        self.write("web/a.ts", *lines)
        self.write("web/b.ts", *lines)
        self.assertEqual(self.found(), [])

    def test_they_may_stand_in_one_file_and_in_any_language(self):
        self.write("tools/a.py", *PYTHON_LINES, "print(total)", *PYTHON_LINES)
        self.write("script/b", "#!/bin/sh", *PYTHON_LINES)
        self.assertEqual(len(self.found()), 3)

    def test_the_longest_run_is_named(self):
        self.write("src/a.cpp", *LINES, "int same;", "int a;")
        self.write("src/b.cpp", *LINES, "int same;", "int b;")
        self.assertEqual(len(self.found()), 1)
        self.assertIn("7 equal lines", self.found()[0])

    def test_what_is_generated_is_left_out(self):
        self.write("src/a.cpp", *LINES)
        self.write("viewer/bundle/a.js", *LINES)
        self.write("web/node_modules/a/a.js", *LINES)
        self.assertEqual(self.found(), [])

    def test_an_accepted_place_is_no_complaint(self):
        self.accept(f"{self.plant()} src/a.cpp src/b.cpp measured: one place costs a tenth")
        self.assertEqual(self.found(), [])

    def test_an_accepted_place_needs_a_reason(self):
        self.accept(f"{self.plant()} src/a.cpp src/b.cpp")
        self.assertEqual(len(self.found()), 1)
        self.assertIn("expected a reason", self.found()[0])

    def test_an_accepted_place_that_is_renamed_is_refused(self):
        self.accept(f"{self.plant()} src/a.cpp src/b.cpp measured: one place costs a tenth")
        (self.root / "src/b.cpp").rename(self.root / "src/c.cpp")
        stale, new = self.found()
        self.assertIn("stands nowhere twice any more", stale)
        self.assertIn("src/a.cpp:2-7 src/c.cpp:3-8", new)

    def test_an_accepted_place_that_changes_is_refused(self):
        self.accept(f"{self.plant()} src/a.cpp src/b.cpp measured: one place costs a tenth")
        for name in ("src/a.cpp", "src/b.cpp"):
            self.write(name, *LINES, "total += 1;")
        self.assertEqual(len(self.found()), 2)


if __name__ == "__main__":
    unittest.main()
