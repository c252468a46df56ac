#!/usr/bin/env python3
"""study_bench.py [BREAKS]: nine-ball breaks (10⁵) by carom.study on one process and on two, in wall and CPU time; beside pooltool, if
CAROM_POOLTOOL is the folder that has it.

PYTHONPATH says where carom is: PYTHONPATH=build/release/bindings/python bench/python/study_bench.py
The machine's load before and after is printed: what else runs takes from two processes what one would not miss.
"""
import concurrent.futures
import math
import os
import resource
import sys
import time

import carom
from carom import billiards

CHUNK = 250
SPEED, AIM = 8.5, math.radians(0.5)  # m/s, and how far off the middle one may aim
TABLE = billiards.pool_table()
PLAYER = billiards.ShotPlayer(TABLE)
LAYOUT = billiards.layout_for("nine_ball")


def nine_ball_break(_, seed):
    """One break of a rack of its own."""
    random = carom.Random(seed)
    state = billiards.table_state(TABLE, billiards.rack("nine_ball", LAYOUT, seed))
    angle = random.uniform(-AIM, AIM)
    outcome = PLAYER.play(state, billiards.Strike(SPEED, (math.cos(angle), math.sin(angle)), 0, 0.1, 0))
    return {"potted": sum(ball.place == "potted" for ball in outcome.state.balls), "duration": outcome.duration}


def cpu_seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def timed(count, processes):
    start, led, worked = time.perf_counter(), cpu_seconds(resource.RUSAGE_SELF), cpu_seconds(resource.RUSAGE_CHILDREN)
    with concurrent.futures.ProcessPoolExecutor(processes) as executor:
        study = carom.study(nine_ball_break, repeat=count, executor=executor, chunk=CHUNK)
    wall = time.perf_counter() - start
    return study.rows, wall, cpu_seconds(resource.RUSAGE_CHILDREN) - worked, cpu_seconds(resource.RUSAGE_SELF) - led


def pooltool_rate(folder):
    sys.path.insert(0, folder)
    import pooltool

    def shot(k):
        table = pooltool.Table.default()
        system = pooltool.System(cue=pooltool.Cue(cue_ball_id="cue"), table=table, balls=pooltool.get_rack(pooltool.GameType.NINEBALL, table))
        system.strike(V0=SPEED, phi=pooltool.aim.at_ball(system, "1") + math.degrees(AIM) * (2 * k / 40 - 1))
        pooltool.simulate(system, inplace=True)

    shot(0)  # compiles
    start = time.perf_counter()
    for k in range(40):
        shot(k)
    return 40 / (time.perf_counter() - start)


def main():
    count = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**5
    print("load", *os.getloadavg())
    print("processes,seconds,cpu_of_workers,cpu_of_leader,breaks_per_second")
    rows, walls = {}, {}
    for processes in (1, 2):
        rows[processes], walls[processes], worked, led = timed(count, processes)
        print(f"{processes},{walls[processes]:.1f},{worked:.1f},{led:.1f},{count / walls[processes]:.0f}", flush=True)
    assert rows[1] == rows[2]
    print(f"the same rows; two processes are {walls[1] / walls[2]:.2f} times one")
    folder = os.environ.get("CAROM_POOLTOOL")
    print(f"pooltool, one process: {pooltool_rate(folder):.1f} breaks per second" if folder else "without pooltool: CAROM_POOLTOOL is not set")
    print("load", *os.getloadavg())


if __name__ == "__main__":
    main()
