#!/usr/bin/env python3
"""carom rack: every game, reproducible, no overlap, and clear errors."""
import csv
import itertools
import json
import math

import jsonschema

import support
from support import CaromTest, carom

BALLS = {"eight-ball": 16, "nine-ball": 10, "straight-pool": 16, "snooker": 22, "three-cushion": 3, "practice": 16}


class RackTest(CaromTest):
    def rack(self, *arguments):
        done = carom("rack", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def places(self, *arguments):
        return {ball["number"]: ball["position"] for ball in self.rack(*arguments)["balls"]}

    def test_every_game_has_its_balls_and_none_overlap(self):
        for game, count in BALLS.items():
            rack = self.rack(game, "--seed", 11)
            self.assertEqual(len(rack["balls"]), count)
            self.assertEqual(rack["game"], game)
            for a, b in itertools.combinations(rack["balls"], 2):
                self.assertGreater(math.dist(a["position"], b["position"]), 2 * rack["ball_radius"])

    def test_racks_follow_their_schema(self):
        validator = jsonschema.Draft202012Validator(json.loads((support.SOURCE / "docs/formats/rack.schema.json").read_text()))
        for game in BALLS:
            rack = self.rack(game, "--seed", 2**64 - 1, "--gap", 1e-9)
            validator.validate(rack)
            self.assertFalse(validator.is_valid({**rack, "game": "bagatelle"}))
            self.assertFalse(validator.is_valid({**rack, "balls": rack["balls"][:2]}))

    def test_the_same_seed_gives_the_same_text_another_one_another(self):
        first, same, other, next_one = (carom("rack", "nine-ball", *more).stdout
                                        for more in (["--seed", 4], ["--seed", 4], ["--seed", 5],
                                                     ["--seed", 4, "--number", 1]))
        self.assertEqual(first, same)
        self.assertEqual(len({first, other, next_one}), 3)

    def test_neighbours_are_as_far_apart_as_asked(self):
        places = self.places("eight-ball", "--gap", 0.002, "--seed", 2)
        nearest = min(math.dist(a, b) for a, b in itertools.combinations(places.values(), 2)) - 0.05715
        self.assertGreater(nearest, 0)
        self.assertLess(nearest, 0.004)

    def test_the_table_and_the_ball_on_the_foot_spot_can_be_chosen(self):
        self.assertEqual(self.rack("eight-ball", "--table", "pool_7ft")["table"], "pool_7ft")
        nine, one = self.places("nine-ball"), self.places("nine-ball", "--one-on-foot-spot")
        self.assertLess(math.dist(nine[9], [0.635, 0]), 1e-3)
        self.assertLess(math.dist(one[1], [0.635, 0]), 1e-3)

    def test_the_balls_make_a_shot_file(self):
        rack = self.rack("nine-ball", "--seed", 3)
        shot = self.here / "break.json"
        table = support.SOURCE / "tables" / (rack["table"] + ".json")
        shot.write_text(json.dumps({"carom_shot": 1, "table": str(table), "balls": rack["balls"],
                                    "strike": {"speed": 8, "heading": 0.5}}))
        done = carom("shot", shot, "--out", self.here / "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(json.loads((self.here / "out/outcome.json").read_text())["balls"]), 10)

    def test_a_rack_is_broken_by_one_command(self):
        rack = self.here / "rack.json"
        rack.write_text(carom("rack", "nine-ball", "--seed", 3, "--one-on-foot-spot").stdout)
        done = carom("shot", rack, "--speed", 8, "--out", self.here / "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        events = json.loads((self.here / "out/outcome.json").read_text())["events"]
        meeting = next(event for event in events if event["kind"] == "ball_ball")
        self.assertEqual((meeting["ball"], meeting["other"]), (0, 1))
        self.assertTrue(meeting["shared"])
        self.assertEqual({event["kind"] for event in events} & {"blow_end"}, {"blow_end"})

    def test_many_racks_are_broken_and_counted(self):
        rack, table = self.here / "rack.json", self.here / "breaks.csv"
        rack.write_text(carom("rack", "eight-ball", "--table", "pool_7ft", "--seed", 5, "--gap", "template").stdout)
        arguments = ["shots", rack, "--racks", 40, "--speed", 8, "--noise", "heading=0.2", "--seed", 9, "--out", table]
        done = carom(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = list(csv.DictReader(table.read_text().splitlines()))
        self.assertEqual(len(rows), 40)
        potted = [sum(row[f"ball_{ball}_place"] == "1" for ball in range(1, 16)) for row in rows]
        self.assertIn(f"a ball falls             {100 * sum(map(bool, potted)) / 40:5.1f} +-", done.stdout)
        self.assertIn(f"balls that fall          {sum(potted) / 40:5.2f} a rack", done.stdout)
        self.assertGreater(len({row["events"] for row in rows}), 5)  # racks differ
        again = table.read_bytes()
        carom(*arguments)
        self.assertEqual(table.read_bytes(), again)

    def test_racks_that_cannot_be_broken_are_refused(self):
        whole = json.loads(carom("rack", "nine-ball").stdout)
        bad = self.here / "bad.json"
        for change, words in (({"game": "bowls"}, ["game", "bowls"]), ({"table": "pool_6ft"}, ["table", "pool_6ft"]),
                              ({"balls": whole["balls"][1:]}, ["balls", "cue ball"]), ({"colour": 1}, ["colour"]),
                              ({"balls": [{"number": 10, "position": [0, 0]}]}, ["balls[0].number", "10"])):
            bad.write_text(json.dumps({**whole, **change}))
            self.assert_fails(carom("shot", bad), "bad.json", *words)
        self.assert_fails(carom("shots", support.SOURCE / "tables/pool_9ft.json", "--racks", 10), "--racks", "no rack")
        bad.write_text(json.dumps(whole))
        self.assert_fails(carom("shots", bad, "--racks", 10, "--count", 2), "--racks", "--count")
        self.assert_fails(carom("shots", bad, "--racks", -1), "--racks", code=2)

    def test_errors_say_what_is_wrong(self):
        self.assert_fails(carom("rack", "eight-bal"), "the game", "eight-bal", "did you mean", "eight-ball")
        self.assert_fails(carom("rack", "snooker", "--table", "pool_6ft"), "the table", "pool_6ft", "snooker_12ft")
        self.assert_fails(carom("rack", "snooker", "--gap", 1), "gap is 1")
        self.assert_fails(carom("rack", "snooker", "--gap", "wide"), "--gap", "wide", "template")
        self.assert_fails(carom("rack", "snooker", "--gap", "nan"), "gap")
        self.assert_fails(carom("rack", "snooker", "--seed", -1), "--seed", code=2)
        self.assert_fails(carom("rack"), "GAME", code=2)


if __name__ == "__main__":
    support.main()
