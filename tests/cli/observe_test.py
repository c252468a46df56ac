#!/usr/bin/env python3
"""What is measured while a world runs: docs/formats/observables.md."""
import csv
import math
import statistics

import h5py

import support
from support import CaromTest, carom


def spheres(count, fraction, **changes):
    """Hard spheres of diameter and mass 1 at temperature 1 in a periodic box."""
    side = (count * math.pi / 6 / fraction) ** (1 / 3)
    gas = {"count": count, "radius": 0.5, "temperature": 1, "seed": 5}
    return {"carom": 1, "dimension": 3, "periodic": [side] * 3, "generators": [{"gas": gas}], **changes}


# Four discs far apart, each on its own way, that never meet before t = 10.
APART = {"carom": 1, "dimension": 2, "periodic": [1000, 1000], "until": 10, "frames_per_second": 1,
         "bodies": [{"ball": {"center": [100 * k + 50, 100], "radius": 1}, "mass": 1 + k % 2, "velocity": [v, 1]}
                    for k, v in enumerate([1, -1, 2, -2])]}


class Observe(CaromTest):
    def rows(self, folder):
        with open(folder / "observables.csv", newline="") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def assert_mean(self, values, expected, allowed):
        """The mean is within 3.5 of its standard errors, and `allowed` of it for the finite number of balls."""
        mean, error = statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))
        self.assertLessEqual(abs(mean - expected), 3.5 * error + allowed * expected, f"{mean} ± {error}, not {expected}")
        self.assertLess(error, 0.02 * expected)

    def test_balls_that_never_meet_have_the_moments_of_their_velocities(self):
        rows = self.rows(self.run_scene(self.scene(content=APART), "--observe", "msd,velocities,temperature,collisions"))
        speeds_2 = [2, 2, 5, 5]
        self.assertEqual([row["time"] for row in rows], list(range(11)))
        for row in rows:
            self.assertAlmostEqual(row["msd"], 3.5 * row["time"] ** 2, delta=1e-9)
            self.assertAlmostEqual(row["speed_2"], 3.5, delta=1e-12)
            self.assertAlmostEqual(row["speed_4"], 14.5, delta=1e-12)
            self.assertAlmostEqual(row["mean_speed"], statistics.fmean(map(math.sqrt, speeds_2)), delta=1e-12)
            # The drift is (1·1 − 2·1 + 1·2 − 2·2, 6)/6 = (−1/2, 1): Σ m |v − drift|² = 9/4 + 2/4 + 25/4 + 2·9/4 = 27/2.
            self.assertAlmostEqual(row["temperature"], 13.5 / (2 * 3), delta=1e-12)
        self.assertTrue(all(row["collision_rate"] == 0 for row in rows[1:]))
        self.assertTrue(math.isnan(rows[0]["collision_rate"]))

    def test_spheres_have_the_pressure_and_the_collision_rate_of_the_literature(self):
        # Z after Kolafa, Labík and Malijevský, Phys. Chem. Chem. Phys. 6 (2004) 2335; Γ = (24/√π) η (Z − 1)/(4 η).
        z = 3.983983
        scene = self.scene(content=spheres(500, 0.3, until=13, frames_per_second=2))
        rows = self.rows(self.run_scene(scene, "--observe", "pressure,collisions,temperature", "--events", "none"))[7:]
        self.assert_mean([row["compressibility"] for row in rows], z, 1 / 500)
        self.assert_mean([row["collision_rate"] / math.sqrt(row["temperature"]) for row in rows], 24 / math.sqrt(math.pi) * (z - 1) / 4, 1 / 500)

    def test_a_fluid_has_structure(self):
        scene = self.scene(content=spheres(1000, 0.3, until=2, frames_per_second=4))
        settled = self.run_scene(scene, "--events", "none", out="settled")  # it starts from a lattice
        folder = self.run_scene(settled / "final.json", "--observe", "all", "--events", "none")
        with h5py.File(folder / "observables.h5") as file:
            r, g = file["pair_distribution/x"][:], file["pair_distribution/y"][:]
            density = file["velocity_distribution/y"][:]
            self.assertEqual(list(file["series/time"][:]), [row["time"] for row in self.rows(folder)])
            self.assertEqual(sum(file["cell_numbers/x"][:] * file["cell_numbers/y"][:]), 1000)
        self.assertTrue(all(g[r < 0.97] == 0))
        # At contact g = (Z − 1)/(4 η) = 2.4867, and falls by about 5 per diameter (Percus–Yevick) in the bins beside it.
        contact = g[(r > 1) & (r < 1.05)]
        self.assertTrue(all(2.1 < value < 2.6 for value in contact), contact)
        self.assertAlmostEqual(g[r > 3].mean(), 1, delta=0.02)
        self.assertAlmostEqual(density.sum() * 0.1, 1, delta=1e-3)
        last = self.rows(folder)[-1]
        self.assertAlmostEqual(last["sonine_a2"], 0, delta=0.1)
        self.assertAlmostEqual(last["temperature"], 1, delta=0.1)

    def test_a_scene_says_what_to_observe(self):
        folder = self.run_scene(self.scene(content={**APART, "observe": ["msd", "temperature"]}))
        self.assertEqual(list(self.rows(folder)[0]), ["time", "temperature", "msd"])
        again = self.run_scene(folder / "final.json", "--until", 12, out="again")
        self.assertEqual(len(self.rows(again)), 3)

    def test_a_heap_is_measured(self):
        # Nine discs of weight 10 in a trough between walls: the floor carries all, within what sweeps leave, 10⁻² g h.
        scene = {"carom": 1, "dimension": 2, "until": 4, "frames_per_second": 2, "gravity": [0, -10],
                 "observe": ["coordination", "packing", "stress", "forces", "walls"],
                 "window": {"low": [0, 0], "high": [3.05, 3]},
                 "defaults": {"restitution": 0.3},
                 "bodies": [{"name": "floor", "half_space": {"normal": [0, 1], "offset": 0}},
                            {"name": "left wall", "half_space": {"normal": [1, 0], "offset": 0}},
                            {"name": "right", "half_space": {"normal": [-1, 0], "offset": -3.05}}]
                 + [{"ball": {"center": [0.53 + k % 3 * 1.01, 0.6 + 1.1 * (k // 3)], "radius": 0.5}} for k in range(9)]}
        folder = self.run_scene(self.scene(content=scene))
        last = self.rows(folder)[-1]
        self.assertAlmostEqual(last["force_y_on_floor"], -90, delta=0.5)
        self.assertAlmostEqual(last["force_x_on_left_wall"] + last["force_x_on_right"], 0, delta=0.5)
        self.assertLess(last["force_x_on_left_wall"], 1e-12)
        self.assertGreater(last["packing_fraction"], 0.7)
        self.assertLess(last["packing_fraction"], 0.9)
        self.assertGreater(last["stress_yy"], last["stress_xx"])
        self.assertAlmostEqual(last["contact_pressure"], (last["stress_xx"] + last["stress_yy"]) / 2, delta=1e-12)
        self.assertGreater(last["mean_force"], 0)
        self.assertLessEqual(last["coordination"] * (9 - last["rattlers"]), 2 * last["contacts"])
        with h5py.File(folder / "observables.h5") as file:
            self.assertAlmostEqual(sum(file["force_distribution/y"][:]) * 0.1, 1, delta=0.2)

    def test_flow_through_a_gate_is_what_has_fallen_through(self):
        # Balls of mass 2 fall from rest at 1, 2 and 3 above the gate: through it at √(2 h/g), one goes back up from below.
        bodies = [{"ball": {"center": [3 * k, 10 + h], "radius": 0.4}, "mass": 2} for k, h in enumerate([1, 2, 3])]
        bodies.append({"ball": {"center": [20, 9.5], "radius": 0.4}, "mass": 1, "velocity": [0, 10]})
        scene = {"carom": 1, "dimension": 2, "until": 0.7, "frames_per_second": 10, "gravity": [0, -10], "observe": ["flow"],
                 "gate": {"normal": [0, 1], "offset": 10}, "bodies": bodies}
        scene["gate"] = {"normal": [0, -1], "point": [0, 10]}
        rows = self.rows(self.run_scene(self.scene(content=scene)))[1:]
        fallen = sum(row["flow_rate"] for row in rows) * 0.1
        mass = sum(row["mass_flow"] for row in rows) * 0.1
        # √.2 = .447, √.4 = .632, √.6 = .775 > .7: two have fallen, one has risen at .05.
        self.assertAlmostEqual(fallen, 2 - 1, delta=1e-9)
        self.assertAlmostEqual(mass, 4 - 1, delta=1e-9)

    def test_what_needs_a_window_or_a_gate_says_so(self):
        for name, missing in (("packing", "a window"), ("stress", "a window"), ("flow", "a gate")):
            done = carom("run", self.scene(content=APART), "--observe", name, "--out", self.here / "run")
            self.assert_fails(done, f"observe: {name} needs {missing}, which the scene has not")

    def test_without_a_wish_nothing_is_measured(self):
        self.assertNotIn("observables.csv", self.names(self.run_scene(self.scene())))

    def test_what_cannot_be_measured_is_refused(self):
        self.assert_fails(carom("run", self.scene(), "--observe", "msd,entropy", "--out", self.here / "run"), "entropy", "msd")
        self.assert_fails(carom("run", self.scene(), "--observe", "rdf", "--out", self.here / "run"), "rdf", "periodic")
        bad = self.scene(name="bad", observe=["rdf"])
        self.assert_fails(carom("check", bad), "observe[0]", "rdf", "periodic")


if __name__ == "__main__":
    support.main()
