#!/usr/bin/env python3
"""carom study: runs a study by the Python package, or says how to install it."""
import os
import unittest

import support
from support import CaromTest, carom


class Study(CaromTest):
    def test_says_what_is_missing(self):
        ran = carom("study", "study.json", env={**os.environ, "PYTHONPATH": str(self.here), "PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"})
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, "carom study: (this needs the Python package carom.*docs/use/python.md|study.json)")

    def test_says_that_there_is_no_python(self):
        ran = carom("study", "study.json", env={"PATH": str(self.here)})
        self.assertEqual(ran.returncode, 1)
        self.assertIn("python3 cannot be started", ran.stderr)


if __name__ == "__main__":
    support.main()
