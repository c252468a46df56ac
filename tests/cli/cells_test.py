#!/usr/bin/env python3
"""The cells that a report marks, held against brute force: every cell of the grid, and where each ball is by its keys."""
import base64
import itertools
import json
import random
import struct

import support
from support import CaromTest, shipped


def numbers(text, kind):
    data = base64.b64decode(text)
    return struct.unpack(f"<{len(data) // struct.calcsize(kind)}{kind}", data)


class Report:
    def __init__(self, page):
        text = page.split('<script type="application/json" id="run">')[1].split("</script>")[0]
        self.data = json.loads(text)
        self.size = self.data["dimension"]
        keys = self.data["motion"]["keys"]
        self.first, self.time = numbers(keys["first"], "I"), numbers(keys["time"], "d")
        self.position, self.velocity = numbers(keys["position"], "d"), numbers(keys["velocity"], "d")
        self.radius = numbers(self.data["balls"]["radius"], "d")
        self.cells = self.data["cells"]

    def place(self, ball, time):
        """On straight paths."""
        key = max(k for k in range(self.first[ball], self.first[ball + 1]) if self.time[k] <= time or k == self.first[ball])
        return [self.position[self.size * key + k] + self.velocity[self.size * key + k] * (time - self.time[key])
                for k in range(self.size)]

    def box(self, cell):
        low = [a + c * s for a, c, s in zip(self.cells["low"], cell, self.cells["side"])]
        return low, [a + s for a, s in zip(low, self.cells["side"])]

    def all_cells(self):
        return itertools.product(*map(range, self.cells["counts"]))

    def marked(self, mark, time):
        times, first, cells = numbers(mark["time"], "d"), numbers(mark["first"], "I"), numbers(mark["cells"], "i")
        step = max(k for k, t in enumerate(times) if t <= time)
        return {cells[self.size * k:self.size * k + self.size] for k in range(first[step], first[step + 1])}


class MarkedCells(CaromTest):
    def report(self, name):
        folder = self.run_scene(shipped(f"cells/{name}"), out=name)
        return Report((folder / "report.html").read_text())

    def expect(self, report, mark, balls_cells, reach):
        """At random times, where nothing is within rounding of a border."""
        chance = random.Random(5)
        changes = 0
        for _ in range(100):
            time = chance.uniform(report.data["from"], report.data["until"])
            sets = [balls_cells(time, reach + slack) for slack in (-1e-3, 0, 1e-3)]
            if sets[0] == sets[2]:
                self.assertEqual(report.marked(mark, time), sets[1], (mark["name"], time))
                changes += 1
        self.assertGreater(changes, 50)

    def test_balls_span_the_cells_that_their_boxes_overlap(self):
        report = self.report("spanned")
        marks = report.cells["marks"]
        self.assertEqual(len(marks), 5)
        for ball, mark in enumerate(marks):
            def spanned(time, reach, ball=ball):
                place = report.place(ball, time)
                return {cell for cell in report.all_cells()
                        if all(low - reach <= x <= high + reach for x, low, high in zip(place, *report.box(cell)))}
            self.expect(report, mark, spanned, report.radius[ball])

    def test_around_a_ball_are_its_cell_and_those_beside_it(self):
        report = self.report("around_a_ball")
        mark, = report.cells["marks"]

        def around(time, reach):
            place = report.place(0, time)
            return {cell for cell in report.all_cells()
                    if all(low - side - reach <= x <= high + side + reach
                           for x, low, high, side in zip(place, *report.box(cell), report.cells["side"]))}
        self.expect(report, mark, around, 0)

    def test_a_region_marks_the_cells_that_it_touches(self):
        report = self.report("region")
        mark, = report.cells["marks"]
        region, = report.cells["regions"]
        touched = {cell for cell in report.all_cells()
                   if all(low <= b and a <= high for a, b, low, high in zip(region["low"], region["high"], *report.box(cell)))}
        self.assertEqual(report.marked(mark, 0), touched)
        self.assertEqual(len(touched), 5 * 3 * 4)

    def test_a_cast_marks_a_row_or_a_staircase(self):
        report = self.report("along_a_cast")
        row, stairs = (report.marked(mark, 0) for mark in report.cells["marks"])
        self.assertEqual(row, {(k, 2, 4) for k in range(12)})
        cast = report.cells["casts"][1]
        samples = [[a + k / 20000 * (b - a) for a, b in zip(cast["from"], cast["to"])] for k in range(20001)]
        gone_through = {tuple(int(x) for x in sample) for sample in samples
                        if all(1 / 256 < x % 1 < 255 / 256 for x in sample)}
        self.assertLessEqual(gone_through, stairs)
        for cell in stairs:
            self.assertTrue(any(all(c - 1 / 200 <= x <= c + 1 + 1 / 200 for c, x in zip(cell, sample)) for sample in samples))


if __name__ == "__main__":
    support.main()
