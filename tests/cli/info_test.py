#!/usr/bin/env python3
"""What files hold, as lines for people and as JSON for programs."""
import json

import support
from support import CaromTest, HEAD_ON, carom


class Info(CaromTest):
    def facts(self, *arguments, **options):
        done = carom(*arguments, "--json", **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_every_file_of_a_run_is_explained(self):
        folder = self.run_scene(self.scene(), "--events", "h5")
        for target, words in {folder: "1: impact 1", folder / "summary.json": "1: impact 1", folder / "events.h5": "1 event",
                              folder / "trajectory.h5": "13 frames, from t = 0 to 6", folder / "final.json": "2: 2 balls",
                              self.scene(): "until 6"}.items():
            done = carom("info", target)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(words, done.stdout)

    def test_files_of_billiards_are_explained_and_checked(self):
        rack, shot, game = (self.here / name for name in ("rack.json", "shot.json", "game.json"))
        rack.write_text(carom("rack", "nine-ball", "--seed", 3, "--gap", "loose").stdout)
        table = support.SOURCE / "tables/pool_8ft.json"
        shot.write_text(json.dumps({"carom_shot": 1, "table": str(table), "balls": [{"number": 0, "position": [0, 0]}],
                                    "strike": {"speed": 2, "heading": 90}}))
        game.write_text(json.dumps({"carom_game": 1, "settings": {"game": "snooker"}, "actions": [], "position": 0}))
        for command in ("info", "check"):
            for file, words, fields in (
                    (table, "42 parts of cushion, 6 pockets", {"is": "table", "game": "pool", "cushions": 42}),
                    (rack, "rack of nine-ball, number 0 of seed 3, gaps of 0.0004 m", {"is": "rack", "seed": 3, "balls": 10}),
                    (shot, "2 m/s towards 90 degrees", {"is": "shot", "cue_ball": 0}),
                    (game, "game of snooker, 0 of 0 actions", {"is": "game", "actions": 0})):
                self.assertIn(words, carom(command, file).stdout)
                facts = self.facts(command, file)
                self.assertEqual({field: facts[field] for field in fields}, fields)
        rack.write_text(rack.read_text().replace('"seed":3', '"seed":-3'))
        for command in ("info", "check"):
            self.assert_fails(carom(command, rack), "rack.json", "seed", "-3")
        self.assert_fails(carom("check", table, "--set", "a=1"), "--set", "no scene")

    def test_the_json_of_a_scene_is_the_same_by_check_and_info(self):
        facts = self.facts("check", self.scene())
        self.assertEqual(facts, self.facts("info", self.scene()))
        self.assertEqual(facts, self.facts("check", "-", input=json.dumps(HEAD_ON)) | {"name": "scene"})
        self.assertEqual((facts["is"], facts["bodies"], facts["groups"]), ("scene", {"total": 2, "ball": 2}, {"movers": 1}))
        self.assertEqual(facts["radius"], {"smallest": 1, "largest": 1})
        self.assertEqual(facts["time"], {"from": 0, "until": 6, "frames_per_unit": 2})

    def test_the_json_of_a_run_holds_its_summary_and_its_files(self):
        folder = self.run_scene(self.scene(), "--events", "h5")
        run = self.facts("info", folder)
        self.assertEqual((run["is"], run["finished"], run["summary"]), ("run", True, self.summary(folder)))
        self.assertEqual(run["files"], {file.name: file.stat().st_size for file in folder.iterdir()})
        self.assertEqual(self.facts("info", folder / "summary.json")["summary"], self.summary(folder))

    def test_the_json_of_hdf5_files_counts_what_they_hold(self):
        folder = self.run_scene(self.scene(), "--events", "h5")
        file = folder / "trajectory.h5"
        self.assertEqual(self.facts("info", file), {"is": "trajectory", "file": str(file), "frames": 13, "balls": 2,
                                                    "time": {"from": 0, "to": 6}})
        file = folder / "events.h5"
        self.assertEqual(self.facts("info", file), {"is": "events", "file": str(file), "events": 1, "time": {"from": 4, "to": 4}})

    def test_what_shots_write_is_explained(self):
        table, out = support.SOURCE / "tables/pool_9ft.json", self.here / "out"
        # The 5 lies before a pocket, and the cue ball stops where it hits it.
        ran = carom("shot", table, "--ball", "0=0.8,-0.165", "--ball", "5=1.17,-0.535", "--heading", -45, "--speed", 2, "--tip", "0,-0.1", "--out", out,
                    "--trajectories", 10, "--trajectories-format", "h5")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        outcome = json.loads((out / "outcome.json").read_text())
        self.assertEqual([ball["place"] for ball in outcome["balls"]], ["on_table", "potted"])
        for target in (out, out / "outcome.json"):
            facts = self.facts("info", target)
            self.assertEqual((facts["is"], facts["duration"], facts["events"], facts["complete"], facts["strike"], facts["first_hit"]),
                             ("outcome", outcome["duration"], len(outcome["events"]), True, outcome["strike"], outcome["first_hit"]))
            self.assertEqual(facts["balls"][1], {"number": 5, "place": "potted", "position": outcome["balls"][1]["position"], "pocket": "bottom right"})
            self.assertIn('balls     2, 1 in pockets: 5 into "bottom right"', carom("info", target).stdout)
        file = out / "trajectories.h5"
        facts = self.facts("info", file)
        self.assertEqual((facts["is"], facts["balls"], facts["time"]["from"]), ("shot_trajectories", 2, 0))
        self.assertAlmostEqual(facts["time"]["to"], outcome["duration"], places=12)
        self.assertIn("the trajectories of a shot", carom("info", file).stdout)
        table_of_shots = self.here / "shots.h5"
        self.assertEqual(carom("shots", table, "--sweep", "heading=0:1:3", "--out", table_of_shots).returncode, 0)
        self.assertEqual(self.facts("info", table_of_shots), {"is": "shots", "file": str(table_of_shots), "shots": 3})
        (out / "outcome.json").write_text('{"carom_outcome": 1, "name": "n"}')
        self.assert_fails(carom("info", out), "outcome.json", "not a whole outcome of a shot", "table")

    def test_the_json_of_names_with_escapes_can_be_read(self):
        evil = "a\x1b[31m\u202e\x9bé"
        self.assertEqual(self.facts("check", self.scene(title=evil))["title"], evil)


if __name__ == "__main__":
    support.main()
