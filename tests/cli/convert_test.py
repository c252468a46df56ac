#!/usr/bin/env python3
"""carom convert: billiards from and to pooltool, FastFiz and tailuge/billiards.

CAROM_POOLTOOL names a folder to import pooltool from, CAROM_TAILUGE one with the sources of tailuge/billiards: what needs
them is skipped without.
"""
import base64
import csv
import json
import os
import re
import html
import subprocess
import sys
import urllib.parse
import zlib
from pathlib import Path

import support
from support import CaromTest, carom

SHOT = {"carom_shot": 1, "table": {"carom_table": 1, "game": "carom", "equipment": "carom", "rectangle": {"length": 2.84, "width": 1.42}},
        "balls": [{"number": 0, "position": [-0.7, 0.1]}, {"number": 1, "position": [-0.7, 0]}, {"number": 2, "position": [0.7, 0]}],
        "strike": {"speed": 3, "heading": 20, "tip": [0.25, 0.25]}}
LOG = ("GTYPE 1\nSTATE 1 0 600 600 1 2 0.028575 1 0 0.558 1.677 0.028575 1 1 0.558 0.559 1 0\n"
       "SHOT 0 0 0 270 3.5 0 0 0 270 3.5 1 2 0 0 0 1.5 0 0 \"me\" \"you\"\nTSTATE 1 0.028575 1 0 0.3 0.5\nTSHOT 0 0 0 45 2\n")
# It loads the file that is named, and saves it as JSON.
LOAD = "import sys, pooltool; s = pooltool.System.load(sys.argv[1]); print(s.table.w, s.table.l); s.save(sys.argv[2])"
# The same, with states a hundredth of a second apart between the events.
FILL = "import sys, pooltool; s = pooltool.System.load(sys.argv[1]); pooltool.continuize(s, dt=0.01, inplace=True); s.save(sys.argv[2])"


def unpacked(link):
    """The state of a link, by zlib as Python has it."""
    blob = urllib.parse.parse_qs(link.partition("?")[2])["state"][0].removeprefix("f~")
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(blob + "=" * (-len(blob) % 4)), wbits=-15))


def link_of(state, rule="threecushion"):
    packer = zlib.compressobj(wbits=-15)
    blob = packer.compress(json.dumps(state).encode()) + packer.flush()
    return f"https://example.org/?ruletype={rule}&state=f~" + base64.urlsafe_b64encode(blob).decode().rstrip("=")


class ConvertTest(CaromTest):
    def setUp(self):
        super().setUp()
        self.shot = self.here / "shot.json"
        self.shot.write_text(json.dumps(SHOT))

    def converted(self, *arguments, **options):
        done = carom("convert", *arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def events(self, shot):
        out = self.here / (shot.stem + "-played")
        self.assertEqual(carom("shot", shot, "--out", out).returncode, 0)
        return json.loads((out / "outcome.json").read_text())

    def test_a_shot_goes_to_pooltool_and_comes_back(self):
        for name in ("system.json", "system.msgpack"):
            system, back = self.here / name, self.here / (name + ".shot.json")
            notes = self.converted(self.shot, "--to", "pooltool", "--out", system).stderr
            self.assertIn("pooltool's cue has no restitution", notes)
            self.converted(system, "--out", back)
            mine, theirs = self.events(self.shot), self.events(back)
            struck = [next(e for e in one["events"] if e["kind"] == "cue_strike")["velocity"] for one in (mine, theirs)]
            for a, b in zip(*struck):
                self.assertAlmostEqual(a, b, 12)
        cue = json.loads((self.here / "system.json").read_text())["cue"]
        self.assertAlmostEqual(cue["phi"], 110)
        self.assertAlmostEqual(cue["V0"], 3 * 1.73 / 2)
        self.assertEqual((cue["a"], cue["b"]), (-0.25, 0.25))

    def test_one_shot_of_a_log_is_chosen(self):
        log, out = self.here / "game.log", self.here / "out.json"
        log.write_text(LOG)
        self.assert_fails(carom("convert", log, "--out", out), "got 2, expected one", "--shot")
        self.assertFalse(out.exists())
        self.converted(log, "--shot", 1, "--out", out)
        self.assertEqual(len(json.loads(out.read_text())["balls"]), 1)
        self.events(out)
        self.assert_fails(carom("convert", log, "--shot", 2, "--to", "shot"), "--shot: got 2, expected 0 to 1")
        again = self.converted(log, "--to", "fastfiz").stdout
        self.assertEqual(again.count("TSHOT"), 2)

    def test_a_link_comes_from_a_shot_and_a_shot_from_a_link(self):
        link = self.converted(self.shot, "--to", "tailuge-link").stdout.strip()
        state = unpacked(link)
        self.assertEqual(len(state["init"]), 6)
        self.assertEqual(state["shots"][0]["type"], "AIM")
        self.assertAlmostEqual(state["shots"][0]["offset"]["x"], -0.25)  # to the left there
        self.assertAlmostEqual(state["init"][4], 0.7 * 0.03275 / 0.03075)
        out = self.here / "back.json"
        self.converted(link, "--out", out)
        self.converted("-", "--to", "shot", input=link)
        state["shots"][0]["power"] = 2.5
        self.converted(link_of(state), "--out", out, "--force")
        self.events(out)

    def test_recordings_become_trajectories_and_come_back(self):
        recordings, table = self.here / "recordings.json", self.here / "out.csv"
        recordings.write_text(json.dumps([{"id": 0, "balls": {"1": {"t": [0, 0.5], "x": [0.3275, 0], "y": [0, 0.655]}, "2": {"t": [0.25], "x": [0], "y": [0]}}}]))
        self.converted(recordings, "--out", table)
        with open(table, newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["time"], row["ball"], row["vx"]) for row in rows], [("0", "0", ""), ("0.25", "1", ""), ("0.5", "0", "")])
        self.assertAlmostEqual(float(rows[0]["x"]), 0.3075)
        back = json.loads(self.converted(table, "--to", "tailuge-recordings").stdout)
        self.assertAlmostEqual(back[0]["balls"]["1"]["y"][1], 0.655)
        paths = json.loads(self.converted(table, "--to", "path-tracking").stdout)
        self.assertEqual(paths["PathTracking"]["DataSets"][0]["Coords"][1]["DeltaT_500us"], 1000)

    def test_what_carom_shot_writes_becomes_a_recording(self):
        out = self.here / "played"
        self.assertEqual(carom("shot", self.shot, "--out", out, "--trajectories", 50).returncode, 0)
        back = json.loads(self.converted(out / "trajectories.csv", "--to", "tailuge-recordings").stdout)
        self.assertEqual(sorted(back[0]["balls"]), ["1", "2", "3"])

    def test_tables_racks_and_saved_games_are_read(self):
        system = json.loads(self.converted(support.SOURCE / "tables/snooker_12ft.json", "--to", "pooltool").stdout)
        self.assertEqual((system["table"]["table_type"], len(system["table"]["pockets"]), list(system["balls"])), ("snooker", 6, ["white"]))
        rack = carom("rack", "nine-ball").stdout
        system = json.loads(self.converted("-", "--to", "pooltool", input=rack).stdout)
        self.assertEqual(len(system["balls"]), 10)
        game = {"carom_game": 1, "settings": {"game": "three-cushion", "table": "carom_10ft"},
                "actions": [{"strike": {"speed": 3, "heading": [1, 0.2], "tip": [0, 0], "elevation": 0}},
                            {"strike": {"speed": 2, "heading": [1, 0.1], "tip": [0, 0], "elevation": 0}}]}
        done = self.converted("-", "--to", "pooltool", input=json.dumps(game))
        self.assertEqual(len(json.loads(done.stdout)["multisystem"]), 2)

    def test_what_tells_no_format_is_asked_for(self):
        unknown = self.here / "unknown.json"
        unknown.write_text("{}")
        self.assert_fails(carom("convert", unknown, "--to", "shot"), "unknown.json", "--from", "fastfiz", "tailuge-link")
        self.assert_fails(carom("convert", self.shot, "--out", self.here / "out.json"), "--to: got nothing", "pooltool")
        self.assert_fails(carom("convert", self.shot, "--to", "trajectories"), "got shots alone")
        self.assert_fails(carom("convert", self.shot, "--to", "pool"), "--to", code=2)
        self.assert_fails(carom("convert", self.shot, "--to", "pooltool-msgpack"), "--out: got nothing")
        self.assert_fails(carom("convert", unknown, "--from", "pooltool", "--to", "shot"), "table: got nothing")

    def test_files_that_are_there_stay_without_force(self):
        out = self.here / "out.log"
        out.write_text("mine")
        pool = self.here / "pool.json"
        pool.write_text(json.dumps({**SHOT, "table": str(support.SOURCE / "tables/pool_7ft.json")}))
        self.assert_fails(carom("convert", pool, "--out", out), "out.log", "--force")
        self.assertEqual(out.read_text(), "mine")
        self.converted(pool, "--out", out, "--force", "--quiet")
        self.assertTrue(out.read_text().startswith("GTYPE"))
        self.assertEqual(sorted(file.name for file in self.here.iterdir()), ["out.log", "pool.json", "shot.json"])

    def test_pooltool_loads_what_is_written_and_what_it_saves_is_read(self):
        place = os.environ.get("CAROM_POOLTOOL")
        if not place:
            self.skipTest("CAROM_POOLTOOL names no folder with pooltool")
        environment = {**os.environ, "PYTHONPATH": place, "HOME": str(self.here)}
        for name in ("system.json", "system.msgpack"):
            system, saved = self.here / name, self.here / f"saved-{name}.json"
            self.converted(self.shot, "--to", "pooltool", "--out", system)
            done = subprocess.run([sys.executable, "-c", LOAD, system, saved], env=environment, capture_output=True, text=True, timeout=500)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            width, length = map(float, done.stdout.split()[-2:])
            self.assertAlmostEqual(width, 1.42)
            self.assertAlmostEqual(length, 2.84)
            mine, theirs = (json.loads(self.converted(file, "--to", "shot").stdout) for file in (system, saved))
            for part in ("balls", "strike", "cue", "table"):
                self.assertEqual(mine[part], theirs[part])

    def test_pooltool_moves_the_balls_between_the_events_that_are_written_as_carom_does(self):
        place = os.environ.get("CAROM_POOLTOOL")
        if not place:
            self.skipTest("CAROM_POOLTOOL names no folder with pooltool")
        rack, system, filled, table = (self.here / name for name in ("rack.json", "played.msgpack", "filled.msgpack", "filled.csv"))
        rack.write_text(carom("rack", "nine-ball", "--seed", 7).stdout)
        self.converted(rack, "--to", "pooltool", "--played", "--out", system)
        done = subprocess.run([sys.executable, "-c", FILL, system, filled], env={**os.environ, "PYTHONPATH": place, "HOME": str(self.here)}, capture_output=True, text=True, timeout=500)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        self.converted(filled, "--out", table)
        self.assertEqual(carom("shot", rack, "--out", self.here / "played", "--trajectories", 100).returncode, 0)
        places = []
        for name in (table, self.here / "played" / "trajectories.csv"):
            with open(name, newline="") as file:
                places.append({(row["ball"], round(float(row["time"]), 2)): (float(row["x"]), float(row["y"])) for row in csv.DictReader(file)})
        theirs, mine = places
        common = theirs.keys() & mine.keys()
        self.assertGreater(len(common), 1000)
        for key in common:
            for a, b in zip(theirs[key], mine[key]):
                self.assertAlmostEqual(a, b, 9, key)

    def test_a_played_shot_is_for_pooltool(self):
        self.assert_fails(carom("convert", self.shot, "--to", "tailuge-link", "--played"), "--played: got the format tailuge-link")

    def test_links_of_tailuges_own_pages_are_read(self):
        place = os.environ.get("CAROM_TAILUGE")
        if not place:
            self.skipTest("CAROM_TAILUGE names no folder with the sources of tailuge/billiards")
        read = 0
        for page in Path(place, "dist").rglob("*.html"):
            for link in re.findall(r"\?[\w.=&]*state=[^\"'\s)]+", page.read_text(errors="replace")):
                done = carom("convert", html.unescape(link), "--to", "shot")
                read += done.returncode == 0
                if done.returncode != 0:  # some of its diagrams have balls in cushions
                    self.assertIn("in a cushion", done.stderr)
        self.assertGreater(read, 0)


if __name__ == "__main__":
    support.main()
