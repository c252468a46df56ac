#!/usr/bin/env python3
"""bench.py PROGRAM: Python beside C++ (PROGRAM: python_bench, before and after), and the ratios.

PYTHONPATH says where the package is: PYTHONPATH=build/release/bindings/python bench/python/bench.py build/release/bin/carom_python_bench
"""
import subprocess
import sys
import timeit

import numpy

REPEATS, PAIRS = 15, 10**6
IMPORT = "import time, numpy; start = time.perf_counter(); import carom; print((time.perf_counter() - start) * 1e3)"


def least_milliseconds(work):
    return min(timeit.repeat(work, number=1, repeat=REPEATS)) * 1e3


def native_times(program):
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: float(value) for name, value in map(str.split, lines)}


def columns(random, dimension):
    """The numbers of python_bench, in its order: a row for each ball."""
    return numpy.array([[random.uniform(-10, 10) for _ in range(dimension)] + [random.uniform(0.1, 1)] +
                        [random.uniform(-1, 1) for _ in range(dimension)] for _ in range(PAIRS)])


def batch(carom, dimension):
    random, sides = carom.Random(1), []
    for _ in "ab":
        table = columns(random, dimension)
        sides += [table[:, :dimension].copy(), table[:, dimension + 1 :].copy(), table[:, dimension].copy()]
    times, flat = numpy.empty(PAIRS), [numpy.asfortranarray(array) for array in sides]
    yield f"batch{dimension}", least_milliseconds(lambda: carom.time_of_impact(*sides, out=times))
    yield f"batch{dimension} in columns", least_milliseconds(lambda: carom.time_of_impact(*flat, out=times))
    yield f"batch{dimension} to a new array", least_milliseconds(lambda: carom.time_of_impact(*sides))


def gas(carom, side):
    world, random = carom.World2(period=(2 * side, 2 * side)), carom.Random(1)
    for k in range(side * side):
        world.add(carom.Circle((2 * (k % side) + 1, 2 * (k // side) + 1), 0.5), motion=random.direction(2))
    return world


def single(carom):
    a, motion, b = carom.Circle((0, 0), 1), carom.Linear2((2, 0)), carom.Circle((10, 0), 1)
    yield "single", least_milliseconds(lambda: [carom.time_of_impact(a, motion, b) for _ in range(100_000)]) * 10


def run(carom):
    world = gas(carom, 30)
    world.run_until(5, events=False)
    yield "run_until", least_milliseconds(lambda: world.run_until(world.time + 20, events=False))


def positions(carom):
    world, out = gas(carom, 1000), numpy.empty((PAIRS, 2))
    yield "positions", least_milliseconds(lambda: world.positions(out))


def main():
    program = sys.argv[1]
    imports = min(float(subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout) for _ in range(REPEATS))
    import carom

    native = native_times(program)
    measures = (batch(carom, 2), batch(carom, 3), single(carom), run(carom), positions(carom))
    ours = {name: value for measure in measures for name, value in measure}
    for name, value in native_times(program).items():
        native[name] = min(value, native[name])
    print("what,python,c++,ratio")
    print(f"import after numpy (ms),{imports:.1f},,")
    for name, value in ours.items():
        other = native[name.split()[0]]
        print(f"{name} ({'ns' if name == 'single' else 'ms'}),{value:.1f},{other:.1f},{value / other:.2f}")


if __name__ == "__main__":
    main()
