#!/usr/bin/env python3
"""stepwise_damping.py CAROM PICTURE: draws how much further a ball goes that is damped in steps, from two runs of the program CAROM.

  /usr/bin/python3 docs/pictures/stepwise_damping.py build/release/bin/carom docs/pictures/stepwise_damping.svg
"""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "carom"
from matplotlib import pyplot

INTERVAL, FACTOR, UNTIL = 0.01, 0.99, 3


def path_of(carom, folder, name, law):
    scene = {"carom": 1, "dimension": 2, "until": UNTIL, "frames_per_second": 1000, **law,
             "bodies": [{"ball": {"center": [0, 0], "radius": 0.028}, "velocity": [1, 0]}]}
    file = Path(folder, f"{name}.json")
    file.write_text(json.dumps(scene))
    subprocess.run([carom, "run", file, "--out", Path(folder, name), "--no-picture", "--no-report", "--quiet"], check=True)
    with h5py.File(Path(folder, name, "trajectory.h5")) as trajectory:
        return trajectory["observables/kinetic_energy/time"][:], trajectory["particles/trajectory/position/value"][:, 0, 0]


def main():
    carom, picture = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        time, steps = path_of(carom, folder, "steps", {"stepwise_damping": {"interval": INTERVAL, "factor": FACTOR}})
        _, exact = path_of(carom, folder, "exact", {"damping": -math.log(FACTOR) / INTERVAL})
    figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 5), height_ratios=(2, 1), layout="constrained")
    above.plot(time, exact, color="#2a6f97", linewidth=2, label="exact damping, exp(−k t)")
    above.plot(time, steps, color="#d1495b", linewidth=1, linestyle="--", label="× .99 each 10 ms")
    above.set_ylabel("way, m")
    above.legend(frameon=False)
    below.plot(time, 1000 * (steps - exact), color="#d1495b", linewidth=1)
    below.set_ylabel("further by, mm")
    below.set_xlabel("time, s")
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.margins(x=0)
    figure.savefig(picture, metadata={"Date": None})


main()
