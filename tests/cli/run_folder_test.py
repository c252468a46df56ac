#!/usr/bin/env python3
"""The folder of a run: docs/formats/run-folder.md."""
import json
import os
import signal
import subprocess
import time
import unittest

import h5py
import numpy

import support
from support import CaromTest, carom, shipped

ALWAYS = ["checksums.xxh128", "events.csv", "final.json", "record.bin", "summary.json", "trajectory.h5"]
LOOKS = ["picture.png", "picture.svg", "report.html"]


class RunFolder(CaromTest):
    def test_a_good_run_writes_all_files(self):
        done = carom("run", self.scene(), "--out", self.here / "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertIn(str(self.here / "run"), done.stdout)
        self.assertEqual(self.names(self.here / "run"), sorted(ALWAYS + LOOKS))

    def test_the_folder_is_out_and_the_scenes_name_if_none_is_given(self):
        done = carom("run", self.scene("cradle_of_two"), cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.here / "out/cradle_of_two/summary.json").exists())

    def test_equal_runs_write_equal_files(self):
        scene = self.scene()
        first = self.run_scene(scene, "--xyz", out="first")
        time.sleep(1.1)  # a time stamp of one second would show
        second = self.run_scene(scene, "--xyz", out="second")
        self.assert_same_files(first, second)

    def test_threads_write_the_same_files(self):
        options = ["--until", 2, "--xyz", "--observe", "all"]
        scene = self.scene(content=support.LONG_GAS)
        one = self.run_scene(scene, *options, out="one")
        for threads in 2, 3:
            many = self.run_scene(scene, *options, "--threads", threads, out=f"of{threads}")
            self.assert_same_files(one, many)

    def test_equal_runs_write_equal_hdf5_events(self):
        scene = self.scene()
        first = self.run_scene(scene, "--events", "h5", out="first")
        second = self.run_scene(scene, "--events", "h5", out="second")
        self.assertEqual((first / "events.h5").read_bytes(), (second / "events.h5").read_bytes())

    def test_both_kinds_of_events_file_say_the_same(self):
        scene = self.scene()
        lines = self.events(self.run_scene(scene, out="csv"))
        with h5py.File(self.run_scene(scene, "--events", "h5", out="h5") / "events.h5") as file:
            kinds = {number: name for name, number in h5py.check_enum_dtype(file["events/kind"].dtype).items()}
            self.assertEqual([kinds[k] for k in file["events/kind"][:]], [line["kind"] for line in lines])
            for column in ("time", "approach_speed", "impulse", "restitution", "a", "b", "rank"):
                self.assertEqual(list(file["events"][column][:]), [float(line[column]) for line in lines], column)
            for k, axis in enumerate("xy"):
                self.assertEqual(list(file["events/point"][:, k]), [float(line[axis]) for line in lines])
                self.assertEqual(list(file["events/normal"][:, k]), [float(line["normal_" + axis]) for line in lines])
            self.assertEqual(list(file["bodies/name"].asstr()), ["left", "right"])

    def test_no_events_file_if_none_is_asked_for_and_none_of_an_earlier_run_stays(self):
        scene = self.scene()
        self.run_scene(scene, "--xyz")
        folder = self.run_scene(scene, "--events", "none")
        self.assertNotIn("events.csv", self.names(folder))
        self.assertNotIn("trajectory.xyz", self.names(folder))

    def test_events_are_those_of_a_head_on_bounce(self):
        lines = self.events(self.run_scene(self.scene()))
        self.assertEqual(len(lines), 1)
        line = lines[0]
        self.assertEqual((line["kind"], line["a"], line["b"], line["a_name"], line["b_name"]),
                         ("impact", "0", "1", "left", "right"))
        # Relative speed 2, equal masses 1: impulse = 2 m v/2 = 2; contact halfway between the centres 8 and 10.
        for column, value in {"time": 4, "x": 9, "y": 0, "normal_x": 1, "normal_y": 0, "approach_speed": 2, "impulse": 2,
                              "restitution": 1}.items():
            self.assertAlmostEqual(float(line[column]), value, delta=1e-14, msg=column)

    def test_the_summary_counts_events_of_groups_and_keeps_the_books(self):
        summary = self.summary(self.run_scene(self.scene()))
        self.assertEqual(summary["events"]["total"], 1)
        self.assertEqual(summary["events"]["impact"], 1)
        self.assertEqual(summary["groups"], {"movers": {"events": 1, "impacts": 1}})
        self.assertEqual(summary["energy"]["before"]["kinetic"], 2)
        self.assertEqual(summary["momentum"]["before"], [2, 0])
        self.assertLessEqual(abs(summary["energy"]["relative_drift"]), 1e-15)
        self.assertLessEqual(summary["momentum"]["relative_drift"], 1e-15)
        self.assertEqual(summary["time"], {"from": 0, "until": 6, "reached": 6, "finished": True})
        self.assertRegex(summary["state_hash"], "^0x[0-9a-f]{16}$")
        self.assertEqual(summary["frames"], 13)

    def test_what_a_law_takes_or_gives_is_named_and_no_drift(self):
        # Before 2; a merge at speed 2 of equal masses takes half of that, e = 2 gives 1/2 μ (e² - 1) u² = 3, e = 1/2 takes 0.75.
        for changes, line, energy in [({"response": "stick"}, "dissipated_merging", 1), ({"restitution": 2}, "added_by_restitution", 3),
                                      ({"restitution": 0.5}, "dissipated_impacts", 0.75)]:
            with self.subTest(changes=changes):
                summary = self.summary(self.run_scene(self.scene(defaults=changes), out=line))
                self.assertAlmostEqual(summary["ledger"].pop(line), energy, delta=1e-14)
                named = {name: value for name, value in summary["ledger"].items() if name.startswith(("dissipated", "added"))}
                self.assertEqual(set(named.values()), {0})
                self.assertLess(abs(summary["energy"]["relative_drift"]), 1e-15)

    def test_a_ball_that_has_no_room_is_told_of(self):
        # Between an immovable ball and one that comes, in a periodic box, where nothing stalls: the way between them is 2 at 1.
        balls = [{"ball": {"center": [x, 5], "radius": 0.5}, "velocity": [speed, 0], "mass": mass}
                 for x, speed, mass in [(5, 0, "immovable"), (1, 1, "immovable"), (3, 0.5, 1)]]
        scene = self.here / "squeezed.json"
        scene.write_text(json.dumps({"carom": 1, "dimension": 2, "periodic": [10, 10], "until": 4, "defaults": {"restitution": 0.5}, "bodies": balls}))
        done = carom("run", scene, "--out", self.here / "run", "--quiet")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertRegex(done.stderr, "^carom: warning: 1 ball had no room left and stopped for good, at t = 2: ")
        summary = self.summary(self.here / "run")
        self.assertEqual(summary["endless_collisions"]["stops"], summary["events"]["stick"])
        self.assertLess(abs(summary["energy"]["relative_drift"]), 1e-14)

    def test_what_leaves_a_ball_no_room_stalls_and_is_told_of(self):
        # A press closes on a walker that stands on the ground before an anvil: its way is 3.5 at 1/2, from 2 on.
        done = carom("run", shipped("sliding/platforms"), "--out", self.here / "run", "--quiet")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertRegex(done.stderr, "^carom: warning: what moves left a ball no room and stalled, at t = 7: ")
        summary = self.summary(self.here / "run")
        self.assertEqual(summary["endless_collisions"]["stalls"], 1)
        self.assertLess(abs(summary["energy"]["relative_drift"]), 1e-14)

    def test_until_fps_and_set_change_the_run(self):
        folder = self.run_scene(self.scene(), "--until", 3, "--fps", 4, "--set", "bodies[0].velocity=[4,0]")
        summary = self.summary(folder)
        self.assertEqual(summary["frames"], 13)
        self.assertEqual(summary["momentum"]["before"], [4, 0])
        self.assertAlmostEqual(float(self.events(folder)[0]["time"]), 2, delta=1e-15)

    def test_xyz_has_a_block_per_frame(self):
        lines = (self.run_scene(self.scene(), "--xyz") / "trajectory.xyz").read_text().splitlines()
        self.assertEqual(len(lines), 13 * 4)
        self.assertEqual(lines[4], "2")
        self.assertEqual(lines[5], 'Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1 pbc="F F F" Time=0.5')
        self.assertEqual(lines[6], "movers 1 0 0 2 0 0 1 1 0")

    def test_quiet_prints_nothing(self):
        done = carom("run", self.scene(), "--out", self.here / "run", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_check_says_what_a_scene_holds(self):
        done = carom("check", self.scene())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 balls", done.stdout)


class GoingOn(CaromTest):
    def test_final_json_goes_on_with_the_bits_of_one_long_run(self):
        scene = support.shipped("break")
        whole = self.summary(self.run_scene(scene, "--until", 3, out="whole"))
        first = self.run_scene(scene, "--until", 1.3, out="first")
        second = self.summary(self.run_scene(first / "final.json", "--until", 3, out="second"))
        self.assertEqual(second["state_hash"], whole["state_hash"])
        self.assertEqual(second["time"]["from"], 1.3)
        self.assertGreater(second["events"]["total"], 0)
        self.assertEqual(self.summary(first)["events"]["total"] + second["events"]["total"], whole["events"]["total"])

    def test_a_stopped_run_is_whole_and_goes_on_with_the_same_bits(self):
        scene = support.shipped("gas2d")
        folder = self.here / "run"
        process = subprocess.Popen([support.BINARY, "run", scene, "--out", folder, "--until", "1e6", "--fps", "1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        summary = self.summary(folder)
        self.assertFalse(summary["time"]["finished"])
        self.assertEqual(self.names(folder), sorted(ALWAYS + LOOKS))
        reached = summary["time"]["reached"]
        whole = self.summary(self.run_scene(scene, "--until", repr(reached), "--fps", 0, out="whole"))
        self.assertEqual(whole["state_hash"], summary["state_hash"])
        self.assertEqual(whole["events"], summary["events"])


if __name__ == "__main__":
    support.main()
