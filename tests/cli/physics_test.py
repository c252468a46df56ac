#!/usr/bin/env python3
"""Hard spheres and discs do what the literature says: short forms.

CAROM_LONG=1 in the environment runs the long forms, prints a table of what was measured, and, where matplotlib is
installed and CAROM_PLOTS names a folder, draws it (docs/use/hard-spheres.md).
"""
import csv
import math
import os
import statistics
from pathlib import Path

import h5py
import numpy

import support
from support import CaromTest

LONG = os.environ.get("CAROM_LONG") == "1"
PLOTS = os.environ.get("CAROM_PLOTS")


def kolafa(fraction):
    """Z of the hard-sphere fluid: Kolafa, Labík, Malijevský, Phys. Chem. Chem. Phys. 6 (2004) 2335."""
    x = fraction / (1 - fraction)
    terms = {0: 1, 1: 4, 2: 6, 3: 2.3647684, 4: -0.8698551, 5: 1.1062803, 6: -1.1014221, 7: 0.66605866, 8: -0.03633431,
             10: -0.20965164, 14: 0.10555569, 22: -0.0087238}
    return sum(c * x**k for k, c in terms.items())


def liu(fraction):
    """Z of the hard-disc fluid: H. Liu, Global equation of state and phase transitions of the hard disc systems (2020)."""
    return (1 + fraction**2 / 8 + fraction**3 / 18 - 4 * fraction**4 / 21) / (1 - fraction) ** 2


def enskog(dimension, fraction):
    """Collisions of one ball per unit of time at temperature, mass and diameter 1, by the contact value of Z."""
    z = kolafa(fraction) if dimension == 3 else liu(fraction)
    if dimension == 3:
        return 24 / math.sqrt(math.pi) * (z - 1) / 4
    return 8 / math.sqrt(math.pi) * (z - 1) / 2


def gas(dimension, count, fraction, **changes):
    """Balls of diameter and mass 1 at temperature 1 in a periodic box."""
    ball = math.pi / 6 if dimension == 3 else math.pi / 4
    side = (count * ball / fraction) ** (1 / dimension)
    generator = {"count": count, "radius": 0.5, "temperature": 1, "seed": 11}
    return {"carom": 1, "dimension": dimension, "periodic": [side] * dimension, "generators": [{"gas": generator}], **changes}


def standard_error(values):
    """Of the mean of a series whose neighbours are alike: the largest found as neighbours are joined to ever longer blocks,
    down to 16 of them (Flyvbjerg and Petersen, J. Chem. Phys. 91 (1989) 461)."""
    error = 0.0
    while len(values) >= 16:
        error = max(error, statistics.stdev(values) / math.sqrt(len(values)))
        values = [(a + b) / 2 for a, b in zip(values[::2], values[1::2])]
    return error


class Physics(CaromTest):
    def rows(self, folder):
        with open(folder / "observables.csv", newline="") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def measured(self, scene, collisions, rate, observe, frames=100, settled=None):
        """Rows of the steady state: after `settled` collisions of each ball, so many that a lattice melts, for `collisions` more."""
        settle, span = (settled or (400 if rate > 30 else 60)) / rate, collisions / rate
        first = self.run_scene(self.scene(content={**scene, "until": settle, "frames_per_second": 1 / settle}),
                               "--events", "none", out="first")
        then = self.run_scene(first / "final.json", "--until", settle + span, "--fps", frames / span, "--events", "none",
                              "--observe", observe, out="then")
        return self.rows(then)

    def assert_agrees(self, what, values, expected, share):
        """Within 3.5 standard errors of the mean and `share`, which covers the finite number of balls."""
        mean, error = statistics.fmean(values), standard_error(values)
        if LONG:
            print(f"{what:38} {mean:10.5f} ± {error:.5f}  expected {expected:10.5f}  off by {100 * (mean / expected - 1):+.3f} %")
        self.assertLessEqual(abs(mean - expected), 3.5 * error + share * expected, f"{what}: {mean} ± {error}, not {expected}")
        return error / mean

    def fluid(self, dimension, fraction, count, collisions, share):
        z = kolafa(fraction) if dimension == 3 else liu(fraction)
        rate = enskog(dimension, fraction)
        rows = self.measured(gas(dimension, count, fraction), collisions, rate, "pressure,collisions,temperature")[1:]
        name = f"{'spheres' if dimension == 3 else 'discs'}, eta = {fraction:.2f}, N = {count}: "
        self.assert_agrees(name + "Z", [row["compressibility"] for row in rows], z, share)
        self.assert_agrees(name + "rate", [row["collision_rate"] / math.sqrt(row["temperature"]) for row in rows], rate, share)

    def test_spheres_have_the_equation_of_state_and_the_collision_rate_of_the_literature(self):
        for fraction in (0.1, 0.3, 0.4, 0.49):
            # Numbers that fill no cube of a lattice, which would take long to melt.
            if LONG:
                self.fluid(3, fraction, 3600, 2000, 0.002)
            else:
                self.fluid(3, fraction, 400, 60, 2 / 400)

    def test_discs_have_the_equation_of_state_and_the_collision_rate_of_the_literature(self):
        for fraction in (0.3, 0.5) if LONG else (0.5,):
            self.fluid(2, fraction, 4000 if LONG else 256, 2000 if LONG else 100, 0.002 if LONG else 2 / 256)

    def test_discs_near_freezing_have_the_pressure_of_the_literature(self):
        # P d²/T of 870 discs in a square periodic box: Li, Nishikawa, Höllmer, Carillo, Maggs, Krauth, J. Chem. Phys. 157
        # (2022) 234111. Momentum is kept here and not there: a share of the order of 1/N. The closer to freezing, the longer
        # a fluid remembers: hence the collisions of each ball.
        published = {0.670: (7.986779, 100_000), 0.680: (8.513249, 100_000), 0.700: (9.12966, 1_000_000)}
        if not LONG:
            published = {0.670: (7.986779, 1500)}
        for fraction, (pressure, collisions) in published.items():
            rate = enskog(2, fraction)
            rows = self.measured(gas(2, 870, fraction), collisions, rate, "pressure,temperature",
                                 frames=1024 if LONG else 64, settled=5000 if LONG else 300)[1:]
            error = self.assert_agrees(f"discs, eta = {fraction:.3f}, N = 870: P d²/T",
                                       [row["pressure"] / row["temperature"] for row in rows], pressure, 2 / 870)
            self.assertLess(error, 0.001 if LONG else 0.02)

    def test_spheres_diffuse_as_published(self):
        # D = 0.247 at density 0.5: Lue, J. Chem. Phys. 122 (2005) 044513. A periodic box with sides L slows diffusion by
        # about 2.84 T/(6 π viscosity L) (Yeh and Hummer, J. Phys. Chem. B 108 (2004) 15873): 5 % for 4000 balls.
        count, density, expected = (4000, 0.5, 0.247) if LONG else (500, 0.5, 0.247)
        fraction = density * math.pi / 6
        side = (count / density) ** (1 / 3)
        frames, lags = (240, range(20, 61, 5)) if LONG else (60, range(5, 16, 2))
        rows = self.measured(gas(3, count, fraction), 600 if LONG else 120, enskog(3, fraction), "temperature", frames=frames)
        with h5py.File(self.here / "then/trajectory.h5") as file:
            balls = file["particles/trajectory"]
            even = slice(1, -1)  # the first and the last frame lie at times of their own
            places = balls["position/value"][even] + side * balls["image/value"][even]
            times = balls["position/time"][even]
        step = times[1] - times[0]
        msd = [((places[lag:] - places[:-lag]) ** 2).sum(axis=2).mean() for lag in lags]
        slope = numpy.polyfit([lag * step for lag in lags], msd, 1)[0]
        found = slope / 6 / math.sqrt(statistics.fmean(row["temperature"] for row in rows))
        if LONG:
            print(f"diffusion at density 0.5, N = {count}: {found:.4f}, expected {expected:.4f}, "
                  f"off by {100 * (found / expected - 1):+.2f} %")
        self.assertAlmostEqual(found / expected, 1, delta=0.02 if LONG else 0.15)

    def cooling(self, dimension, restitution, count, runs):
        """T(t) = T0/(1 + t/tH)², 1/tH = (1 − e²) ω0/(2 D): Haff, J. Fluid Mech. 134 (1983) 401; over two decades of T.

        tH is measured from the decay, as 1/√T grows by 1/tH per unit of time, and compared with the formula, ω0 by Enskog's
        theory and its correction for the shape of the distribution of velocities (van Noije and Ernst, Granular Matter 1
        (1998) 57): a factor 1 + 3 a2/16. Boxes are below the length at which clusters grow; the mean of so many `runs`.
        """
        fraction = 0.05
        e2 = restitution**2
        d = dimension
        a2 = 16 * (1 - restitution) * (1 - 2 * e2) / (9 + 24 * d + 8 * restitution * d - 41 * restitution + 30 * (1 - restitution) * e2)
        expected = (1 - e2) * enskog(dimension, fraction) / (2 * d) * (1 + 3 * a2 / 16)
        until = 9.5 / expected
        scene = gas(dimension, count, fraction, until=until, frames_per_second=40 / until, defaults={"restitution": restitution})
        rates = []
        for seed in range(runs):
            rows = self.rows(self.run_scene(self.scene(content=scene), "--events", "none", "--observe", "temperature", "--seed", seed))
            start = rows[0]["temperature"]
            self.assertLess(rows[-1]["temperature"], start / 80)
            rates.append((math.sqrt(start / rows[-1]["temperature"]) - 1) / rows[-1]["time"] / math.sqrt(start))
        found = statistics.fmean(rates)
        if LONG:
            print(f"cooling, D = {dimension}, e = {restitution}, N = {count}: 1/tH = {found:.6f}, expected {expected:.6f}, "
                  f"off by {100 * (found / expected - 1):+.2f} %")
            self.plot_cooling(rows, start, expected, f"{dimension}D, e = {restitution}")
        self.assertAlmostEqual(found / expected, 1, delta=0.02 if LONG else 0.06)

    def plot_cooling(self, rows, start, rate, label):
        """All gases in one picture, over time in units of tH."""
        if not PLOTS:
            return
        import matplotlib
        matplotlib.use("svg")
        matplotlib.rcParams["svg.hashsalt"] = "haff"
        from matplotlib import pyplot
        figure = pyplot.figure("haff", figsize=(7, 4.5))
        times = [row["time"] * rate * math.sqrt(start) for row in rows]
        if not figure.axes:
            pyplot.plot([1 + t for t in times], [(1 + t) ** -2 for t in times], "k-", linewidth=1, label="Haff: $(1 + t/t_H)^{-2}$")
        pyplot.loglog([1 + t for t in times], [row["temperature"] / start for row in rows], "o", markersize=4, alpha=0.6, label=label)
        pyplot.xlabel("$1 + t/t_H$, $t_H$ from theory")
        pyplot.ylabel("$T/T_0$")
        pyplot.legend()
        pyplot.grid(True, which="both", linewidth=0.3)
        Path(PLOTS).mkdir(parents=True, exist_ok=True)
        pyplot.savefig(Path(PLOTS) / "haff.svg", metadata={"Date": None})

    def test_granular_gases_cool_by_haffs_law_over_two_decades(self):
        for restitution in (0.9, 0.98) if LONG else (0.9,):
            self.cooling(2, restitution, 200, 30 if LONG else 2)
            self.cooling(3, restitution, 1000 if LONG else 400, 10 if LONG else 1)

    def coalescence(self, dimension, fraction, count, runs):
        """Exponents ξ of the mean mass and δ of the mean speed, M ~ t^ξ, v ~ t^−δ, while M grows from 30 to 300.

        The only length is the distance between balls, so that M^(1/d) ~ v t: ξ/d + δ = 1. If the momenta that a lump adds up
        were independent of how it grew, v ~ M^(−1/2) and ξ = 2d/(d + 2) (Carnevale, Pomeau, Young, Phys. Rev. Lett. 64 (1990)
        2913). They are not, as fast balls meet more: with balls at equilibrium at all times 2d/(d + 3) follows, and numbers
        lie between the two (Trizac, Krapivsky, Phys. Rev. Lett. 91 (2003) 218302).
        """
        d = dimension
        until = 3 * 300 ** (1 / (2 * d / (d + 3))) / enskog(d, fraction)
        points = []
        for seed in range(runs):
            generator = {"count": count, "radius": 0.5, "density": 4 / math.pi if d == 2 else 6 / math.pi, "temperature": 1,
                         "response": "stick"}
            scene = gas(d, count, fraction, until=until, frames_per_second=400 / until, generators=[{"gas": generator}])
            folder = self.run_scene(self.scene(content=scene), "--events", "csv", "--observe", "temperature", "--seed", seed)
            merged = [float(event["time"]) for event in self.events(folder) if event["kind"] == "merge"]
            for row in self.rows(folder)[1:]:
                left = count - numpy.searchsorted(merged, row["time"], side="right")
                if 30 <= count / left <= 300:
                    # Σ m v² = d (n − 1) T, and Σ m = N.
                    points.append((row["time"], count / left, math.sqrt(d * (left - 1) * row["temperature"] / count)))
        times, masses, speeds = (numpy.log(column) for column in zip(*points))
        # Evenly over the logarithm of time: late frames are many.
        weights = numpy.exp(-times / 2)
        growth = numpy.polyfit(times, masses, 1, w=weights)[0]
        slowing = -numpy.polyfit(times, speeds, 1, w=weights)[0]
        if LONG:
            print(f"coalescence, D = {d}, eta = {fraction}: mass exponent {growth:.3f}, between {2 * d / (d + 3):.3f} and "
                  f"{2 * d / (d + 2):.3f}; with that of the speed {growth / d + slowing:.3f}, expected 1")
        allowed = 0.05 if LONG else 0.15
        self.assertGreater(growth, 2 * d / (d + 3) - allowed)
        self.assertLess(growth, 2 * d / (d + 2) + allowed)
        self.assertAlmostEqual(growth / d + slowing, 1, delta=allowed)

    def test_lumps_that_stick_grow_as_powers_of_time(self):
        for dimension in (2, 3) if LONG else (2,):
            for fraction in (0.01, 0.1) if LONG else (0.01,):
                self.coalescence(dimension, fraction, 40_000 if LONG else 6000, 2 if LONG else 1)

    def test_two_balls_and_a_wall_count_the_digits_of_pi(self):
        # G. Galperin, Regular and Chaotic Dynamics 8 (2003): π 10^k collisions at a mass ratio of 100^k.
        expected = {4: 31415, 6: 3141592} if LONG else {4: 31415}
        for k, collisions in expected.items():
            scene = {"carom": 1, "dimension": 2, "until": 24, "frames_per_second": 1, "contact_duration": 1e-30, "bodies": [
                {"half_space": {"normal": [1, 0], "offset": 0}},
                {"ball": {"center": [2.5, 0], "radius": 0.5}},
                {"ball": {"center": [6, 0], "radius": 1}, "velocity": [-1, 0], "mass": 100**k}]}
            summary = self.summary(self.run_scene(self.scene(content=scene), "--events", "none"))
            if LONG:
                print(f"mass ratio 100^{k}: {summary['events']['impact']} collisions")
            self.assertEqual(summary["events"]["impact"], collisions)


if __name__ == "__main__":
    support.main()
