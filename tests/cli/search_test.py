"""How impacts are looked for changes no file of a run, and the summary has what it cost."""
import support
from support import CaromTest, carom, shipped

SEARCHES = "auto", "all-pairs", "cells", "lists"
ALL_FILES = "--events", "csv", "--xyz", "--fps", 20


class SearchTest(CaromTest):
    def run_with_each(self, scene, *options):
        """The scene's `search` in the summary, by search, after all files of all have been compared byte by byte."""
        costs = {}
        for search in SEARCHES:
            folder = self.run_scene(scene, *ALL_FILES, *options, "--search", search, out=f"{scene.stem}-{search}")
            costs[search] = self.summary(folder)["search"]
            self.assertEqual(costs[search]["asked"], search)
            if search != "auto":
                self.assert_same_files(self.here / f"{scene.stem}-auto", folder)
        return costs

    def test_a_periodic_gas_is_the_same_with_each(self):
        costs = self.run_with_each(self.scene(content=support.LONG_GAS), "--until", 1, "--observe", "all")
        self.assertEqual({search: cost["used"] for search, cost in costs.items()},
                         {"auto": "linked-cells", "all-pairs": "all-pairs", "cells": "linked-cells", "lists": "lists"})
        # Who looks at all pairs examines all; 900 balls ask at first.
        every = costs["all-pairs"]
        self.assertEqual(every["pairs"], every["all_pairs"])
        self.assertGreaterEqual(every["pairs"], 900 * 899)
        for search in "auto", "cells", "lists":
            self.assertLess(50 * costs[search]["pairs"], costs[search]["all_pairs"])
            self.assertGreater(costs[search]["places_left"], 0)
            self.assertGreater(costs[search]["wall_seconds"], 0)
        self.assertGreater(costs["lists"]["centers"], 0)

    def test_what_lists_cannot_serve_has_cells(self):
        falling = {"carom": 1, "dimension": 2, "until": 1, "gravity": [0, -9.8],
                   "bodies": [{"half_space": {"normal": [0, 1], "offset": 0}}],
                   "generators": [{"lattice": {"low": [0, 1], "counts": [6, 5], "spacing": 0.5, "radius": 0.1, "speed": 1,
                                               "seed": 2}}]}
        costs = self.run_with_each(self.scene("falling", falling))
        self.assertEqual([cost["used"] for cost in costs.values()], ["cells", "all-pairs", "cells", "cells"])
        self.assertGreater(costs["lists"]["obstacle_pairs"], 0)

    def test_shipped_scenes_are_the_same_with_each(self):
        for name, until in ("break", 1), ("clay", 1), ("superballs", 1):
            self.run_with_each(shipped(name), "--until", until, "--no-picture", "--no-report")

    def test_a_run_is_gone_on_with_by_any_search(self):
        scene = self.scene(content=support.LONG_GAS)
        whole = self.run_scene(scene, "--until", 1, out="whole")
        for begins, goes_on in ("lists", "all-pairs"), ("all-pairs", "cells"), ("cells", None):
            folder = self.here / f"{begins}-{goes_on}"
            begun = carom("run", scene, "--until", 1, "--out", folder, "--search", begins, "--checkpoint-every", 0,
                          "--most-events", 400)
            self.assertEqual(begun.returncode, 4, begun.stderr)
            done = carom("resume", folder, *(["--search", goes_on] if goes_on else []))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_same_files(whole, folder)
            self.assertEqual(self.summary(folder)["search"]["asked"], goes_on or "auto")
            self.assertEqual(carom("verify", folder, "--replay").returncode, 0)

    def test_an_unknown_search_is_refused(self):
        done = carom("run", self.scene(), "--search", "grid", "--out", self.here / "run")
        self.assert_fails(done, "--search", "grid", "all-pairs", "lists", code=2)


if __name__ == "__main__":
    support.main()
