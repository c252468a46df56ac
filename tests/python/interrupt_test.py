"""Ctrl-C ends what takes long, soon: each of these would take minutes or days. How soon it was is printed (pytest -s)."""
import signal
import subprocess
import sys
import time

import pytest

HEAD = """
import os, time
import numpy
import carom
from carom import billiards

def gas():
    world, random = carom.World2(period=(60, 60)), carom.Random(1)
    for k in range(900):
        world.add(carom.Circle((2 * (k % 30) + 1, 2 * (k // 30) + 1), 0.5), motion=random.direction(2))
    return world

def long_run(point, seed):
    world = gas()
    world.run_until(1e9, events=False)

def many(*vector, count):
    return numpy.broadcast_to(numpy.array(vector), (count, 2))

# They touch, and no more: the exact answer takes long.
def grazing(count):
    return many(0.0, 0.0, count=count), many(1.0, 0.0, count=count), 0.25, many(9.0, 1.0, count=count), many(0.0, 0.0, count=count), 0.75

def touching(count):
    return many(0.0, 0.0, count=count), 0.25, many(1.0, 0.0, count=count), 0.75

world = gas()
table = billiards.pool_table()
position = billiards.TableState([billiards.resting_ball(table, 0, (-0.5, 0)), billiards.resting_ball(table, 1, (1, 0.45))])
"""
TAIL = """
def begin():
    print("begun", flush=True)
    {work}

if __name__ == "__main__":
    try:
        begin()
    except KeyboardInterrupt:
        print("ended", time.monotonic(), flush=True)
        os._exit(0)
    print("finished", flush=True)
"""
WORKS = {
    "run_until": "world.run_until(1e9, events=False)",
    "events": "world.run_until(1e9)",
    "sink": "world.run_until(1e9, lambda event: None)",
    "one by one": "for event in world.events_until(1e9): pass",
    "no event": "carom.World2(gravity=(0, -1), force_fields=[carom.QuadraticDrag2(coefficient=1e-9)], force_interval=2**-20)"
                ".next_event(1e9) or time.sleep(0)",
    "batch": "carom.time_of_impact(*grazing(2 * 10**8), threads=2)",
    "overlaps": "carom.overlaps(*touching(2 * 10**8))",
    "shots": "billiards.find_shots(table, position, billiards.pots(1), billiards.ShotSearch(headings=10**6), threads=2)",
    "spread": "billiards.spread(table, position, billiards.Strike(3), billiards.ExecutionNoise(speed=0.1), 10**12, threads=2)",
    "spread of miscues": "billiards.spread(table, position, billiards.Strike(3, side=0.49), billiards.ExecutionNoise(side=30), 10**12)",
    "study": "carom.study(long_run, repeat=100)",
}


@pytest.mark.parametrize("work", WORKS)
def test_ctrl_c_ends(work, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(HEAD + TAIL.format(work=WORKS[work]))
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "begun\n", child.stderr.read()
            time.sleep(1.0)  # it is well under way
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=120)
        finally:
            child.kill()
    assert output.startswith("ended"), output + errors
    print(f"{work}: {float(output.split()[1]) - sent:.3f} s")
