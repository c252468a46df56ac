#!/usr/bin/env python3
"""carom run --estimate: what a run may take, from its beginning."""
import re

import support
from support import CaromTest, carom

UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}


class Estimate(CaromTest):
    def estimate(self, *arguments):
        done = carom("run", *arguments, "--estimate", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = dict(re.findall(r"^  (\w+) +(.+)$", done.stdout, re.M))
        self.assertEqual(set(found), {"events", "time", "memory", "disk"}, done.stdout)
        return found, done.stdout

    def size(self, text):
        number, unit = text.split()
        return float(number) * UNITS[unit]

    def test_a_short_run_is_known_whole(self):
        scene = self.scene()
        found, text = self.estimate(scene)
        self.assertEqual(float(found["events"]), 1)
        self.assertIn("all of it", text)
        self.assertEqual(self.names(self.here), ["scene.json"])
        folder = self.run_scene(scene)
        written = sum(file.stat().st_size for file in folder.iterdir())
        self.assertAlmostEqual(self.size(found["disk"]) / written, 1, delta=0.02)

    def test_a_gas_goes_on_as_it_begins(self):
        # Γ = (8/√π) η g(σ) = 2.40 of Enskog's theory at η = 0.3 (g = (Z − 1)/(2 η), Z of Liu 2020): 1.2 impacts per disc and
        # unit of time, of 10,000 discs in 84 units.
        found, _ = self.estimate(support.shipped("gas2d"))
        self.assertAlmostEqual(float(found["events"]) / (1.2 * 10000 * 84), 1, delta=0.1)
        self.assertGreater(self.size(found["memory"]), 1e6)


if __name__ == "__main__":
    support.main()
