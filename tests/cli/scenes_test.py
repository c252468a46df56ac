#!/usr/bin/env python3
"""The scenes that come with Carom, run by the program."""
import json
import math
import unittest

import support
from support import CaromTest, carom, shipped


class ShippedScenes(CaromTest):
    def test_every_scene_is_right(self):
        scenes = sorted((support.SOURCE / "scenes").rglob("*.json"))
        self.assertGreaterEqual(len(scenes), 20)
        for scene in scenes:
            with self.subTest(scene=scene.name):
                done = carom("check", scene)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_pi_counts_its_digits(self):
        # G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8 (2003): mass ratio 100^k gives the first k + 1 digits.
        folder = self.run_scene(shipped("pi"), "--events", "none")
        groups = self.summary(folder)["groups"]
        counts = [groups[f"lane {k}"]["impacts"] for k in range(6)]
        self.assertEqual(counts, [3, 31, 314, 3141, 31415, 314159])

    def test_bowling_gives_its_closed_form(self):
        # Pushed for 1 s with 2 N at 10 kg a ball is 0.1 m on and moves at 0.2 m/s. Centres (−4.9 + 0.2 s, 0), (0, −4.9 + 0.2 s) are
        # √2 (4.9 − 0.2 s) = 1.5 apart at s = 24.5 − 7.5/√2. The normal is (−1, 1)/√2 from the one to the other: each approaches with 0.2/√2.
        events = self.events(self.run_scene(shipped("bowling")))
        impacts = [event for event in events if event["kind"] == "impact"]
        self.assertEqual(len(impacts), 1)
        self.assertAlmostEqual(float(impacts[0]["time"]), 25.5 - 7.5 / 2**0.5, delta=1e-13)
        self.assertEqual([event["kind"] for event in events].count("force_end"), 2)
        self.assertAlmostEqual(float(impacts[0]["restitution"]), 0.9, delta=1e-15)

    def test_bowling_ends_with_the_velocities_of_its_restitution(self):
        import h5py
        folder = self.run_scene(shipped("bowling"))
        with h5py.File(folder / "trajectory.h5") as file:
            velocity = file["particles/trajectory/velocity/value"][-1]
        for got, expected in zip(velocity.ravel(), [0.01, 0.19, 0, 0.19, 0.01, 0]):
            self.assertAlmostEqual(got, expected, delta=1e-15)

    def test_bowls_stop_where_their_formulas_say(self):
        # A bowl of speed v that meets nobody stops after v/d, v²/(2 d) on its way.
        events = self.events(self.run_scene(shipped("bowls")))
        scene = json.loads(shipped("bowls").read_text())
        deceleration = scene["defaults"]["deceleration"]
        busy = {event[side] for event in events if event["kind"] == "impact" for side in ("a_name", "b_name")}
        free = [body for body in scene["bodies"] if body["name"] not in busy]
        self.assertEqual([body["name"] for body in free], ["red 4"])
        for body in free:
            stop, = (event for event in events if event["kind"] == "stop" and event["a_name"] == body["name"])
            speed = math.hypot(*body["velocity"])
            self.assertAlmostEqual(float(stop["time"]), speed / deceleration, delta=1e-14)
            for axis, start, v in zip("xy", body["ball"]["center"], body["velocity"]):
                self.assertAlmostEqual(float(stop[axis]), start + v * speed / (2 * deceleration), delta=1e-14)

    def test_bowls_meet_when_the_parabolas_say(self):
        # Until their first impact two bowls of one deceleration slow along their own lines; solved here by bisection of the distance.
        first = next(event for event in self.events(self.run_scene(shipped("bowls"))) if event["kind"] == "impact")
        scene = json.loads(shipped("bowls").read_text())
        d = scene["defaults"]["deceleration"]
        pair = [next(b for b in scene["bodies"] if b["name"] == first[side]) for side in ("a_name", "b_name")]

        def place(body, t):
            speed = math.hypot(*body["velocity"])
            t = min(t, speed / d)
            return [x + v * t * (1 - d * t / (2 * speed)) for x, v in zip(body["ball"]["center"], body["velocity"])]

        low, high = 0.0, float(first["time"]) + 0.1
        for _ in range(80):
            middle = (low + high) / 2
            apart = math.dist(*(place(body, middle) for body in pair)) > 0.125
            low, high = (middle, high) if apart else (low, middle)
        self.assertAlmostEqual(float(first["time"]), low, delta=1e-12)

    def test_slowing_scenes_come_to_rest_and_account_for_their_energy(self):
        for name in ("bowls", "shuffleboard"):
            with self.subTest(scene=name):
                summary = self.summary(self.run_scene(shipped(name), "--events", "none"))
                ledger = summary["ledger"]
                self.assertEqual(ledger["kinetic"], 0)
                self.assertGreater(ledger["dissipated_friction"], 0.7 * ledger["initial"])
                self.assertLess(abs(ledger["residual"]), 1e-14 * ledger["initial"])
                self.assertGreater(summary["events"]["stop"], 8)

    def test_info_and_check_name_the_laws(self):
        self.assertIn("9 decelerating", carom("info", shipped("bowls")).stdout)

    def test_the_same_scene_twice_gives_the_same_hash(self):
        for name in ("break", "cradle", "clay", "bowls", "shuffleboard"):
            with self.subTest(scene=name):
                hashes = [self.summary(self.run_scene(shipped(name), "--fps", fps, out=f"{name}{fps}"))["state_hash"]
                          for fps in (0, 7)]
                self.assertEqual(hashes[0], hashes[1])

    def test_another_seed_gives_another_gas(self):
        hashes = [self.summary(self.run_scene(shipped("gas2d"), "--until", 0, "--seed", seed, "--events", "none"))["state_hash"]
                  for seed in (1, 2, 1)]
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])


if __name__ == "__main__":
    support.main()
