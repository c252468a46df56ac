#!/usr/bin/env python3
"""carom query: every question, shape and motion, names, exact numbers, bad lines, and talking to it line by line."""
import json
import math
import os
import random
import re
import subprocess
import sys
import unittest

import support
from support import CaromTest, carom

OF_TWO = ("overlap", "proximity", "time-of-impact", "verdict", "clip-motion", "contact", "distance")
STILL = ("overlap", "contact", "distance")


def ball(*center, radius=1.0):
    return {"ball": {"center": list(center), "radius": radius}}


def pair(a, b, motion_a=None, motion_b=None, **more):
    bodies = {"a": {"shape": a}, "b": {"shape": b}}
    if motion_a:
        bodies["a"]["motion"] = motion_a
    if motion_b:
        bodies["b"]["motion"] = motion_b
    first = next(iter(a.values()))
    dim = len(first if isinstance(first, list) else first.get("center") or first.get("low") or first.get("from"))
    return {"dim": dim, **bodies, **more}


def linear(*velocity):
    return {"linear": {"velocity": list(velocity)}}


class QueryTest(CaromTest):
    def ask_all(self, question, lines, code=0):
        """The answers to lines, given as objects or as text."""
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        done = carom("query", question, input=text)
        self.assertEqual(done.returncode, code, done.stderr)
        answers = done.stdout.split("\n")
        self.assertEqual(answers.pop(), "")
        self.assertEqual(len(answers), len(lines))
        return [json.loads(answer) if answer else None for answer in answers]

    def ask(self, question, line):
        return self.ask_all(question, [line])[0]


class Answers(QueryTest):
    def test_two_balls(self):
        line = pair(ball(0, 0, 0), ball(10, 0, 0), linear(2, 0, 0), horizon=5)
        self.assertEqual(self.ask("time-of-impact", line), {"result": "hit", "time": 4, "point": [9, 0, 0], "normal": [1, 0, 0]})

    def test_each_result_of_time_of_impact(self):
        results = [self.ask("time-of-impact", pair(ball(0, 0), ball(x, 0), linear(v, 0), horizon=4))["result"]
                   for x, v in ((10, 2), (10, 1.9), (2, 1), (2, -1), (1, 1), (1, -1))]
        self.assertEqual(results, ["hit", "miss", "hit", "touching-separating", "overlapping", "overlapping"])

    def test_overlap_at_the_start_says_how_deep_and_whether_it_opens(self):
        def asked(v, a=0):
            return self.ask("time-of-impact", pair(ball(0, 0), ball(1.5, 0), {"accelerating": {"velocity": [v, 0], "acceleration": [a, 0]}}))
        self.assertEqual(asked(1), {"result": "overlapping", "depth": 0.5, "opens": False, "time": 0, "point": [0.5, 0], "normal": [1, 0]})
        self.assertEqual(asked(-1), {"result": "overlapping", "depth": 0.5, "opens": True})
        self.assertEqual(asked(0), {"result": "overlapping", "depth": 0.5, "opens": True})
        # Out at speed 1, pulled back by 1/2: the gap is t - t²/4 - 1/2, again 0 at 2 + √2.
        back = asked(-1, 0.5)
        self.assertEqual((back["result"], back["depth"], back["opens"]), ("overlapping", 0.5, True))
        self.assertAlmostEqual(back["time"], 2 + math.sqrt(2), delta=1e-15)

    def test_a_body_stops_exactly_at_a_wall_whatever_its_stop_rounds_to(self):
        # After 3/9 = 1/3, which no double is, it has come 3²/(2·9) = 1/2 far.
        line = pair({"point": [0, 0]}, {"segment": {"from": [0.5, -1], "to": [0.5, 1]}}, {"stopping": {"velocity": [3, 0], "deceleration": 9}})
        self.assertEqual(self.ask("time-of-impact", line), {"result": "hit", "time": 1 / 3, "point": [0.5, 0], "normal": [1, 0]})

    def test_an_oblique_half_space_is_judged_as_given(self):
        ground = {"half_space": {"normal": [3, 4], "offset": 0}}
        for k in (1, 2, 3, 7, 11, 100):
            self.assertEqual(self.ask("overlap", pair(ball(3 * k, 4 * k, radius=5 * k), ground))["result"], "touching", k)
        falling = pair(ball(6, 8, radius=5), ground, linear(-3, -4), horizon=1)
        self.assertEqual(self.ask("time-of-impact", falling)["result"], "hit")
        # 3·(x - 2) + 6·(y + 1) = 0 at (4, -2).
        through = {"half_space": {"normal": [3, 6], "point": [2, -1]}}
        self.assertEqual(self.ask("overlap", pair({"point": [4, -2]}, through))["result"], "touching")

    def test_a_touch_later_than_any_double_is_none(self):
        for shape in (ball(1e60, 0), {"box": {"low": [1e59, -1], "high": [1e60, 1]}}, {"half_space": {"normal": [-1, 0], "offset": -1e59}}):
            # 10⁵⁹ at 10⁻⁶⁰ takes 10¹¹⁹, which is a time; at 10⁻³⁰⁰ it would take 10³⁵⁹.
            self.assertEqual(self.ask("time-of-impact", pair(ball(0, 0), shape, linear(1e-60, 0)))["result"], "hit", shape)
            self.assertEqual(self.ask("time-of-impact", pair(ball(0, 0), shape, linear(1e-300, 0))), {"result": "miss"}, shape)

    def test_the_movement_is_cut_at_the_touch(self):
        line = pair(ball(0, 0), ball(10, 0), linear(2, 0), linear(-2, 0), horizon=8)
        self.assertEqual(self.ask("clip-motion", line),
                         {"result": "hit", "fraction": 0.25, "displacement_a": [4, 0], "displacement_b": [-4, 0], "time": 2,
                          "point": [5, 0], "normal": [1, 0]})
        line["horizon"] = 1
        self.assertEqual(self.ask("clip-motion", line), {"result": "miss", "fraction": 1, "displacement_a": [2, 0], "displacement_b": [-2, 0]})

    def test_how_still_shapes_stand(self):
        apart, touching, overlapping = (pair(ball(0, 0), ball(x, 0, radius=2)) for x in (5, 3, 1.5))
        self.assertEqual(self.ask_all("overlap", [apart, touching, overlapping]),
                         [{"result": "apart", "depth": 0}, {"result": "touching", "depth": 0}, {"result": "overlapping", "depth": 1.5}])
        self.assertEqual(self.ask_all("contact", [apart, touching, overlapping]),
                         [{"result": "apart"}, {"result": "touching", "point": [1, 0], "normal": [1, 0], "depth": 0},
                          {"result": "overlapping", "point": [-0.5, 0], "normal": [1, 0], "depth": 1.5}])
        self.assertEqual(self.ask_all("distance", [apart, touching, overlapping]),
                         [{"result": "apart", "distance": 2, "point_a": [1, 0], "point_b": [3, 0], "normal": [1, 0]},
                          {"result": "touching", "distance": 0, "point_a": [1, 0], "point_b": [1, 0], "normal": [1, 0]},
                          {"result": "overlapping", "distance": -1.5, "point_a": [1, 0], "point_b": [-0.5, 0], "normal": [1, 0]}])

    def test_nothing_stands_behind_a_one_sided_segment(self):
        line = pair(ball(0.5, -1.5), {"segment": {"from": [0, 0], "to": [1, 0], "sides": "front"}})
        self.assertEqual(self.ask("distance", line), {"result": "apart", "distance": "inf"})

    def test_questions_about_still_shapes_leave_motions_aside(self):
        still, moving = pair(ball(0, 0), ball(5, 0)), pair(ball(0, 0), ball(5, 0), linear(9, 0), linear(1, 0), horizon=3)
        for question in STILL:
            self.assertEqual(self.ask(question, still), self.ask(question, moving))


class ShapesAndMotions(QueryTest):
    """A ball of radius 1 comes along x, or the other shape comes to meet it; the gap closes as the law says."""

    # The gap to each shape, 4 for those not named; the polygon is a corner that points away from the ball.
    GAP = {"ball": 3, "polygon": 6 - math.sqrt(2)}
    # gap → time: v t; t + t²; 4 t - t² (stops at t = 2, after 4); 12 (1 - exp(-t/2)).
    LAWS = {
        "linear": ({"velocity": 2}, lambda gap: gap / 2),
        "accelerating": ({"velocity": 1, "acceleration": 2}, lambda gap: (math.sqrt(1 + 4 * gap) - 1) / 2),
        "stopping": ({"velocity": 4, "deceleration": 2}, lambda gap: 2 - math.sqrt(4 - gap) if gap <= 4 else None),
        "damped": ({"velocity": 6, "damping": 0.5}, lambda gap: -2 * math.log1p(-gap / 12)),
    }

    def law(self, name, dim, sign):
        fields = self.LAWS[name][0]
        vectors = ("velocity", "acceleration")
        return {name: {key: [sign * x] + [0] * (dim - 1) if key in vectors else x for key, x in fields.items()}}

    def check(self, answer, gap, law, what):
        time = self.LAWS[law][1](gap)
        if time is None:
            self.assertEqual(answer, {"result": "miss"}, what)
            return
        self.assertEqual(answer["result"], "hit", what)
        self.assertAlmostEqual(answer["time"], time, delta=4e-14 * time, msg=what)

    def shapes(self):
        """Every shape in the way of a ball at the origin: its name, and the line."""
        cases = json.loads((support.SOURCE / "tests/formats/query_cases.json").read_text())["good"]
        of_two = {name: line for name, line in cases.items() if "ask" not in line and "define" not in line}
        found = [(kind, line) for name, line in of_two.items() for kind in line["b"]["shape"] if name == f"{kind} in {line['dim']}D"]
        self.assertEqual(len(found), 18)
        return found

    def test_every_shape_meets_every_motion(self):
        lines, checks = [], []
        for kind, line in self.shapes():
            for law in self.LAWS:
                for mover, sign in (("a", 1), ("b", -1)):
                    moving = {**line, mover: {**line[mover], "motion": self.law(law, line["dim"], sign)}}
                    for turned in (moving, {**moving, "a": moving["b"], "b": moving["a"]}):
                        lines.append(turned)
                        checks.append((self.GAP.get(kind, 4), law, json.dumps(turned)))
        for answer, check in zip(self.ask_all("time-of-impact", lines), checks):
            self.check(answer, *check)

    def test_every_shape_has_a_distance(self):
        gaps = {**self.GAP, "polygon": math.sqrt(26) - 1}
        for sign in (1, -1):
            lines = [line if sign == 1 else {**line, "a": line["b"], "b": line["a"]} for _, line in self.shapes()]
            for (kind, _), answer in zip(self.shapes(), self.ask_all("distance", lines)):
                self.assertEqual(answer["result"], "apart", kind)
                self.assertAlmostEqual(answer["distance"], gaps.get(kind, 4), delta=1e-14, msg=kind)
                if kind != "polygon":
                    self.assertEqual(answer["normal"][:2], [sign, 0], kind)

    def test_boxes_and_cylinders_among_themselves(self):
        def at(x):
            return {"box": {"low": [x - 1, -1, -1], "high": [x + 1, 1, 1]}}, {"cylinder": {"center": [x, 0, 0], "radius": 1, "half_height": 1}}
        for a in at(0):
            for b in at(6):
                answer = self.ask("time-of-impact", pair(a, b, linear(2, 0, 0)))
                self.assertEqual((answer["result"], answer["time"], answer["normal"]), ("hit", 2, [1, 0, 0]))
                self.assertEqual(self.ask("distance", pair(a, b))["distance"], 4)

    def test_the_cases_of_the_schema_are_answered(self):
        cases = json.loads((support.SOURCE / "tests/formats/query_cases.json").read_text())
        for question in OF_TWO:
            ends = {"horizon": 3} if question == "clip-motion" else {}
            good = [line if line.keys() & {"ask", "define"} else {**line, **ends} for line in cases["good"].values()]
            for name, answer in zip(cases["good"], self.ask_all(question, good)):
                self.assertNotIn("error", answer, name)
            for name, answer in zip(cases["bad"], self.ask_all(question, list(cases["bad"].values()), code=1)):
                self.assertIn("error", answer, name)


class Numbers(QueryTest):
    def test_every_double_comes_back(self):
        # Apart and still but for the displacement over a time of 1, which is the velocity itself.
        choose = random.Random(3)
        numbers = [math.ldexp(choose.uniform(-1, 1), choose.randint(-1074, 190)) for _ in range(4000)]
        numbers += [0.1, 1 / 3, 1e60, -1e60, 5e-324, 2.2250738585072014e-308, 123456789012345678, 9007199254740993.0]
        far = ball(0, 0), {"half_space": {"normal": [0, 1], "offset": -9e59}}
        lines = [pair(*far, linear(x, 0), horizon=1) for x in numbers]
        for x, answer in zip(numbers, self.ask_all("clip-motion", lines)):
            self.assertEqual(float(answer["displacement_a"][0]), float(x))

    def test_digits_are_the_fewest(self):
        line = pair(ball(0, 0, radius=0.1), ball(1, 0, radius=0.2), linear(0.1, 0), horizon=1)
        done = carom("query", "clip-motion", input=json.dumps(line))
        self.assertEqual(done.stdout, '{"result":"miss","fraction":1,"displacement_a":[0.1,0],"displacement_b":[0,0]}\n')

    def test_a_touch_at_the_very_horizon_counts(self):
        hit, miss = (pair(ball(0, 0), ball(10, 0), linear(2, 0), horizon=h) for h in (4.0, math.nextafter(4, 0)))
        self.assertEqual([answer["result"] for answer in self.ask_all("time-of-impact", [hit, miss])], ["hit", "miss"])


class BadLines(QueryTest):
    GOOD = pair(ball(0, 0), ball(10, 0), linear(2, 0), horizon=5)

    def assert_refused(self, line, *words, question="time-of-impact"):
        text = line if isinstance(line, str) else json.dumps(line)
        done = carom("query", question, input=f"{json.dumps(self.GOOD)}\n{text}\n{json.dumps(self.GOOD)}\n")
        self.assertEqual(done.returncode, 1)
        first, error, last, end = done.stdout.split("\n")
        self.assertEqual((json.loads(first)["result"], last, end), ("hit", first, ""))
        self.assertEqual(json.loads(error)["line"], 2)
        for word in words:
            self.assertIn(word, json.loads(error)["error"])
        self.assertEqual(done.stderr, f"carom: error: line 2: {json.loads(error)['error']}\n")

    def changed(self, **changes):
        return {**self.GOOD, **changes}

    def test_broken_json(self):
        self.assert_refused('{"dim":2', "column 9", "the end of the line")
        self.assert_refused("hello", "column 1", "hello")
        self.assert_refused("[]", "the line", "an object")
        self.assert_refused('{"dim":2,"dim":2}', "dim", "at most once")
        self.assert_refused("[" * 100 + "]" * 100, "nested deeper")

    def test_numbers_that_are_none(self):
        for word in ("NaN", "Infinity", "-inf"):
            self.assert_refused(json.dumps(self.GOOD).replace('"horizon": 5', f'"horizon": {word}'), "column", "neither NaN nor infinity")
        self.assert_refused(json.dumps(self.GOOD).replace('"horizon": 5', '"horizon": 1e999'), "horizon", "1e999")
        self.assert_refused(self.changed(horizon=1e61), "horizon", "1e60")

    def test_fields(self):
        self.assert_refused(self.changed(dim=4), "dim: got 4, expected a whole number from 2 to 3")
        self.assert_refused(self.changed(horizn=4), "horizn", 'did you mean "horizon"?')
        self.assert_refused({"dim": 2, "a": self.GOOD["a"]}, 'b: got nothing, expected the field "b"')
        self.assert_refused(self.changed(a={"shape": ball(0, 0, 0)}), "a.shape.ball.center: got [0,0,0], expected a list of 2 numbers")
        self.assert_refused(self.changed(b={"shape": ball(0, "x")}), 'b.shape.ball.center[1]: got "x", expected a number')
        self.assert_refused(self.changed(b={"shape": ball(0, 0), "motion": {"linear": {"speed": 1}}}), "b.motion.linear.speed", "velocity")
        self.assert_refused(self.changed(b={"shape": {}}), "b.shape: got {}, expected exactly one field")
        self.assert_refused(self.changed(b={"shape": {"cube": {}}}), "b.shape.cube", "half_space")

    def test_shapes_that_are_none(self):
        for shape, words in (
            ({"segment": {"from": [1, 1], "to": [1, 1]}}, ("b.shape.segment", "two different ends")),
            ({"capsule": {"from": [1, 1], "to": [1, 1], "radius": 1}}, ("b.shape.capsule", "the ends must differ")),
            ({"box": {"low": [1, 1], "high": [0, 2]}}, ("b.shape.box", "low ≤ high")),
            ({"convex_polygon": {"vertices": [[0, 0], [0, 1], [1, 0]]}}, ("b.shape.convex_polygon",)),
            ({"convex_polygon": {"vertices": [[0, 0], [1, 0], [2, 0]]}}, ("b.shape.convex_polygon",)),
            ({"polygon": {"vertices": [[0, 0], [0, 0], [1, 0]]}}, ("b.shape.polygon.vertices[1]", "other than the one before")),
        ):
            self.assert_refused(self.changed(b={"shape": shape}), *words)
        flat = {"triangle": {"a": [0, 0, 0], "b": [1, 1, 1], "c": [3, 3, 3]}}
        self.assert_refused(pair(ball(0, 0, 0), flat), "b.shape.triangle")
        far = {"mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 3]]}}
        self.assert_refused(pair(ball(0, 0, 0), far), "b.shape.mesh.triangles[0][2]: got 3, expected a whole number from 0 to 2")

    def test_pairs_that_are_not_known(self):
        ring, edge = {"arc": {"center": [0, 0], "radius": 1, "from": [1, 0], "to": [0, 1]}}, {"segment": {"from": [0, 1], "to": [1, 1]}}
        self.assert_refused({"dim": 2, "a": {"shape": ring}, "b": {"shape": edge}}, "a.shape, b.shape: got an arc and a segment", "two of segment, capsule")

    def test_two_hulls(self):
        capsule = {"shape": {"capsule": {"from": [0, 0], "to": [0, 2], "radius": 1}}, "motion": {"linear": {"velocity": [1, 0]}}}
        box = {"shape": {"box": {"low": [5, -1], "high": [6, 1]}}}
        answer = self.ask("time-of-impact", {"dim": 2, "a": capsule, "b": box})
        self.assertEqual((answer["time"], answer["normal"]), (4, [1, 0]))

    def test_clip_motion_needs_an_end(self):
        endless = {key: value for key, value in self.GOOD.items() if key != "horizon"}
        self.assert_refused(endless, "horizon: got nothing", question="clip-motion")
        self.assert_refused(self.changed(horizon="inf"), 'horizon: got "inf"', question="clip-motion")

    def test_bytes_that_are_no_text(self):
        done = subprocess.run([support.BINARY, "query", "overlap"], input=b'{"dim": 2, "\xff\x00": 1}\n', capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout.decode())["line"], 1)

    def test_a_line_without_end(self):
        done = carom("query", "overlap", input=" " * (65 << 20) + "\n" + json.dumps(self.GOOD))
        error, answer = done.stdout.splitlines()
        self.assertIn("67108864 bytes", json.loads(error)["error"])
        self.assertEqual(json.loads(answer)["result"], "apart")

    def test_the_error_output_does_not_overflow(self):
        done = carom("query", "overlap", input="x\n" * 5000)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stdout.splitlines()), 5000)
        errors = done.stderr.splitlines()
        self.assertEqual(len(errors), 11)
        self.assertEqual(errors[-1], "carom: error: 5000 of 5000 lines were bad")


class Names(QueryTest):
    """Shapes and items that a line defines and later ones use."""

    HALL = {"define": "hall", "dim": 3, "shape": {"mesh": {"vertices": [[5, -1, -1], [5, 1, -1], [5, 0, 1]], "triangles": [[0, 1, 2]]}}}
    LEVEL = {"define": "level", "dim": 2, "items": [ball(5, 0), {"segment": {"from": [8, -3], "to": [8, 3]}}, ball(9, 9)]}

    def cast(self, **changes):
        return {"ask": "cast", "dim": 2, "a": {"shape": ball(0, 0), "motion": linear(1, 0)}, "items": "level", **changes}

    def test_a_shape_by_name(self):
        line = {"dim": 3, "a": {"shape": ball(0, 0, 0), "motion": linear(2, 0, 0)}, "b": {"shape": "hall"}}
        defined, by_name, turned = self.ask_all("time-of-impact", [self.HALL, line, {**line, "a": line["b"], "b": line["a"]}])
        self.assertEqual(defined, {"result": "defined"})
        self.assertEqual(by_name, {"result": "hit", "time": 2, "point": [5, 0, 0], "normal": [1, 0, 0]})
        self.assertEqual((turned["time"], turned["normal"]), (2, [-1, 0, 0]))

    def test_items_by_name_and_questions_by_line(self):
        lines = [self.LEVEL, self.cast(), self.cast(hits="all"), {"ask": "nearest", "dim": 2, "point": [8.5, 0], "items": "level"},
                 {"ask": "pairs", "dim": 2, "items": "level", "gap": 20}, {"ask": "slide", "dim": 2, "mover": ball(0, 2), "intended": [9, 0], "items": "level"}]
        defined, first, every, nearest, pairs, slide = self.ask_all("each", lines)
        self.assertEqual(defined, {"result": "defined", "items": 3})
        self.assertEqual(first, {"result": "hit", "item": {"kind": "ball", "number": 0}, "time": 3, "point": [4, 0], "normal": [1, 0], "start": "apart"})
        self.assertEqual([(hit["item"]["kind"], hit["time"]) for hit in every["hits"]], [("ball", 3), ("segment", 7)])
        self.assertEqual(nearest, {"result": "found", "item": {"kind": "segment", "number": 0}, "distance": 0.5})
        self.assertEqual(pairs, {"pairs": [[0, 1]]})
        self.assertEqual((slide["result"], slide["mover"]), ("stuck", {"ball": {"center": [7, 2], "radius": 1}}))
        self.assertEqual([contact["item"]["kind"] for contact in slide["contacts"]], ["segment"])

    def test_a_line_may_ask_something_else_than_the_program(self):
        still = pair(ball(0, 0), ball(5, 0))
        self.assertEqual([answer["result"] for answer in self.ask_all("verdict", [still, {**still, "ask": "proximity"}, self.LEVEL, self.cast()])],
                         ["miss", "apart", "defined", "hit"])

    def test_many_lines_use_what_stands_among_them(self):
        # Far more than are answered at a time; every one after its definition knows it, none before.
        lines = [self.cast()] * 300 + [self.LEVEL] + [self.cast()] * 3000
        answers = self.ask_all("each", lines, code=1)
        self.assertTrue(all("error" in answer for answer in answers[:300]))
        self.assertTrue(all(answer["result"] == "hit" for answer in answers[301:]))

    def test_a_key_spelt_by_code_points_defines_too(self):
        written = json.dumps(self.LEVEL).replace('"define"', '"\\u0064efine"')
        self.assertEqual([answer["result"] for answer in self.ask_all("each", [written, self.cast()])], ["defined", "hit"])

    def error_of(self, *lines):
        return self.ask_all("each", [self.HALL, self.LEVEL, *lines], code=1)[-1]

    def test_names_that_are_not_known(self):
        self.assertEqual(self.error_of(self.cast(items="levl")), {
            "error": 'items: got "levl", expected items in 2D or the name of what a line before has defined so; did you mean "level"?', "line": 3})
        self.assertIn("expected a shape in 2D or the name", self.error_of(self.cast(a={"shape": "hero"}))["error"])

    def test_names_of_something_else(self):
        self.assertEqual(self.error_of(self.cast(a={"shape": "level"}))["error"],
                         'a.shape: got "level", expected a shape in 2D: line 2 has defined items in 2D by this name')
        self.assertEqual(self.error_of(self.cast(a={"shape": "hall"}))["error"],
                         'a.shape: got "hall", expected a shape in 2D: line 1 has defined a shape in 3D by this name')

    def test_a_name_is_given_once(self):
        self.assertEqual(self.error_of(self.LEVEL)["error"], 'define: got "level", expected a new name: line 2 has defined it')
        again = {"define": "level", "dim": 3, "shape": ball(0, 0, 0)}
        self.assertEqual(self.ask_all("each", [self.LEVEL, again, self.cast()], code=1)[-1]["result"], "hit")

    def test_a_bad_definition_defines_nothing(self):
        bad = {**self.LEVEL, "items": [ball(5, 0), {"half_space": {"normal": [0, 1], "offset": 0}}]}
        first, second, third, last = self.ask_all("each", [bad, self.cast(), self.LEVEL, self.cast()], code=1)
        self.assertEqual(first["error"], "items[1]: got a half_space, expected a ball, a point, a segment, a box or a polygon")
        self.assertEqual((second["line"], third["result"], last["result"]), (2, "defined", "hit"))

    def test_options_that_contradict_each_other(self):
        slide = {"ask": "slide", "dim": 2, "mover": ball(0, 0), "intended": [9, 0], "items": "level"}
        self.assertIn("one of the items", self.error_of({**slide, "ignored": [{"kind": "ball", "number": 2}]})["error"])
        self.assertIn("radius > 0", self.error_of({**slide, "mover": ball(0, 0, radius=0)})["error"])
        capsule = {"capsule": {"from": [0, 0], "to": [0, 1], "radius": 1}}
        self.assertEqual(self.error_of({**slide, "mover": capsule, "exact": True})["error"], "exact: got true, expected false: only balls move exactly")
        self.assertIn("a ball or a capsule", self.error_of({**slide, "mover": {"box": {"low": [0, 0], "high": [1, 1]}}})["error"])
        ring = {"arc": {"center": [0, 0], "radius": 1, "from": [1, 0], "to": [0, 1]}}
        self.assertIn("a ball, a point, a capsule or a box", self.error_of(self.cast(a={"shape": ring}))["error"])

    def test_two_axes_that_are_up(self):
        along = lambda axis: {"cylinder": {"center": [0, 0, 0], "radius": 1, "half_height": 1, "axis": axis}}
        move = {"dim": 3, "mover": along("y"), "intended": [1, 0, 0], "items": []}
        self.assertEqual(self.error_of({**move, "ask": "walk", "up": "z"})["error"], "up is z: y, or not given")
        self.assertEqual(self.error_of({**move, "ask": "slide", "others": [along("y"), along("x")]})["error"],
                         "others.cylinders[1] is along x: it must be along y, as the mover is seen")

    def test_asking_in_turn(self):
        with subprocess.Popen([support.BINARY, "query", "each"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            for line, result in ((self.LEVEL, "defined"), (self.cast(), "hit"), (self.HALL, "defined"), (self.cast(horizon=1), "miss")):
                print(json.dumps(line), file=program.stdin, flush=True)
                self.assertEqual(json.loads(program.stdout.readline())["result"], result)
            program.stdin.close()


class Streams(QueryTest):
    LINE = json.dumps(pair(ball(0, 0), ball(10, 0), linear(2, 0), horizon=5))
    ANSWER = '{"result":"hit","time":4,"point":[9,0],"normal":[1,0]}'

    def test_line_k_answers_line_k(self):
        done = carom("query", "time-of-impact", input=f"{self.LINE}\r\n\r\n  \n{self.LINE}")
        self.assertEqual((done.returncode, done.stdout), (0, f"{self.ANSWER}\n\n\n{self.ANSWER}\n"))
        self.assertEqual(carom("query", "time-of-impact", input="").stdout, "")

    def test_a_file_or_the_standard_input(self):
        file = self.here / "lines.jsonl"
        file.write_text(self.LINE + "\n")
        self.assertEqual(carom("query", "time-of-impact", file).stdout, self.ANSWER + "\n")
        self.assertEqual(carom("query", "time-of-impact", "-", input=self.LINE).stdout, self.ANSWER + "\n")
        self.assert_fails(carom("query", "time-of-impact", self.here / "none.jsonl"), "none.jsonl")
        self.assert_fails(carom("query", "time-of-impact", self.here), self.here)

    def test_an_unknown_question(self):
        self.assert_fails(carom("query", "when"), "when", code=2)
        self.assert_fails(carom("query"), "QUESTION", code=2)

    def test_a_full_disk(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([support.BINARY, "query", "overlap"], input=self.LINE, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)

    def test_another_program_asks_and_reads_in_turn(self):
        with subprocess.Popen([support.BINARY, "query", "time-of-impact"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as program:
            for i in range(1, 200):
                bad = i % 7 == 0
                print("{}" if bad else json.dumps(pair(ball(0, 0), ball(2 + i, 0), linear(1, 0))), file=program.stdin, flush=True)
                answer = json.loads(program.stdout.readline())
                self.assertEqual(answer.get("line" if bad else "time"), i)
            program.stdin.close()
            self.assertEqual(program.wait(timeout=60), 1)

    def test_a_line_in_two_parts(self):
        with subprocess.Popen([support.BINARY, "query", "time-of-impact"], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            program.stdin.write(self.LINE + "\n" + self.LINE[:20])
            program.stdin.flush()
            self.assertEqual(program.stdout.readline(), self.ANSWER + "\n")
            program.stdin.write(self.LINE[20:] + "\n")
            program.stdin.flush()
            self.assertEqual(program.stdout.readline(), self.ANSWER + "\n")
            program.stdin.close()


class Documentation(QueryTest):
    """What docs/formats/query.md shows is what happens."""

    def setUp(self):
        super().setUp()
        (self.here / "carom").symlink_to(support.BINARY)
        self.page = (support.SOURCE / "docs/formats/query.md").read_text()
        self.options = {"env": {**os.environ, "PATH": f"{self.here}:{os.environ['PATH']}"}, "capture_output": True, "text": True, "timeout": 60}

    def blocks(self, language):
        return re.findall(rf"^```{language}\n(.*?)^```$", self.page, re.M | re.S)

    def test_the_commands(self):
        self.assertGreater(len(self.blocks("console")), 3)
        for block in self.blocks("console"):
            command, output = re.fullmatch(r"\$ (.*?(?:\n> .*?)*)\n((?!> ).*)", block, re.S).groups()
            self.assertEqual(subprocess.run(["sh", "-c", command.replace("\n> ", "\n")], **self.options).stdout, output)

    def test_the_python_program(self):
        program, output = self.blocks("python")[0], self.blocks("text")[0]
        self.assertEqual(subprocess.run([sys.executable, "-c", program], **self.options).stdout, output)


if __name__ == "__main__":
    support.main()
