#!/usr/bin/env python3
"""What the program loads before it does anything: HDF5, the libraries of pictures and the server only when they are needed."""
import os
import sys

import support
from support import CaromTest, carom


def loaded(*arguments, cwd=None):
    """The libraries that the system's loader tells of."""
    done = carom(*arguments, cwd=cwd, env={**os.environ, "LD_DEBUG": "files"})
    assert done.returncode == 0, done.stderr[-500:]
    return done.stderr


class StartupTest(CaromTest):
    def setUp(self):
        super().setUp()
        if "libstdc++" not in loaded("--version"):
            self.skipTest("this system's loader does not tell")

    def test_what_needs_no_pictures_no_hdf5_and_no_server_loads_none(self):
        scene = self.scene()
        for arguments in (["--version"], ["check", scene]):
            found = loaded(*arguments)
            for library in ("libhdf5", "librsvg", "libcairo", "libcrypto"):
                self.assertNotIn(library, found, arguments)

    def test_a_run_loads_both(self):
        found = loaded("run", self.scene(), "--out", self.here / "run")
        for library in ("libhdf5", "librsvg", "libcairo"):
            self.assertIn(library, found)


if __name__ == "__main__":
    support.main()
