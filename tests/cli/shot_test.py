#!/usr/bin/env python3
"""carom shot: from a table and options, or from a file, to a report, an outcome and a table of events."""
import csv
import json
import math
import os
import unittest

import h5py

import support
from browser import CHROMIUM, open_page, status
from support import CaromTest, carom

# Asks the page where every ball is at every event, and compares with the outcome.
COMPARE = """<script>
(() => {
  const events = %s;
  let worst = 0;
  const {shot, motion, player} = carom;
  for (const {time, ball, position} of events) {
    const i = shot.balls.findIndex((one) => one.number === ball);
    const track = motion.tracks[i];
    const at = track.at(Math.min(time, track.gone - 1e-12)).position;
    worst = Math.max(worst, Math.hypot(...at.map((x, k) => x - position[k])));
  }
  player.seek(shot.duration / 2);
  document.documentElement.dataset.worst = String(worst);
})();
</script></body>"""


def table(name):
    return support.SOURCE / "tables" / f"{name}.json"


class Shot(CaromTest):
    def play(self, *arguments):
        ran = carom("shot", *arguments, "--out", self.here / "out")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return json.loads((self.here / "out/outcome.json").read_text())

    def refused(self, *arguments):
        ran = carom("shot", *arguments, "--out", self.here / "out")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertFalse((self.here / "out").exists())
        return ran.stderr

    def test_tells_every_event_and_where_the_balls_come_to_rest(self):
        outcome = self.play(table("pool_9ft"), "--speed", 3, "--heading", 90, "--ball", "0=0,-0.3", "--ball", "8=0,0.1")
        self.assertTrue(outcome["complete"])
        kinds = [event["kind"] for event in outcome["events"]]
        self.assertEqual(kinds[0], "cue_strike")
        self.assertIn("ball_ball", kinds)
        eight = next(ball for ball in outcome["balls"] if ball["number"] == 8)
        self.assertEqual((eight["place"], eight["pocket"]), ("potted", "top"))
        with open(self.here / "out/events.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["kind"] for row in rows], kinds)
        self.assertEqual([float(row["time"]) for row in rows], [event["time"] for event in outcome["events"]])

    def test_trajectories_follow_the_closed_forms(self):
        outcome = self.play(table("pool_9ft"), "--speed", 2, "--heading", 0, "--ball", "0=-1,0", "--ball", "8=1,0.5", "--trajectories", 50)
        with open(self.here / "out/trajectories.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        cue, still = ([row for row in rows if row["ball"] == ball] for ball in "08")
        self.assertEqual(len(cue), len(still))
        self.assertTrue(all((row["phase"], row["x"], row["y"]) == ("resting", "1", "0.5") for row in still))
        start, radius, friction, rolling, gravity = outcome["events"][0]["velocity"][0], 0.028575, 0.2, 0.01, 9.81
        slides = 2 / 7 * start / (friction * gravity)  # Coriolis
        for row in cue[:40]:  # 0.8 s, in which it meets nothing
            time, x, v, w = (float(row[name]) for name in ("time", "x", "vx", "wy"))
            self.assertAlmostEqual(time * 50, round(time * 50), 9)
            if time < slides:
                self.assertEqual(row["phase"], "sliding")
                self.assertAlmostEqual(x, -1 + start * time - friction * gravity * time**2 / 2, 12)
                self.assertAlmostEqual(w, 2.5 * friction * gravity * time / radius, 9)
            else:
                self.assertEqual(row["phase"], "rolling")
                self.assertAlmostEqual(v, 5 / 7 * start - rolling * gravity * (time - slides), 12)
                self.assertAlmostEqual(w * radius, v, 12)
        self.assertEqual(float(cue[-1]["time"]), outcome["duration"])
        self.assertEqual([float(cue[-1][name]) for name in "xyz"], outcome["balls"][0]["position"])
        for rate in (0, -1, 1e9):
            self.assertIn("trajectories", self.refused_into("other", table("pool_9ft"), "--trajectories", rate))

    def test_trajectories_as_hdf5_are_those_of_the_csv(self):
        shot = [table("pool_9ft"), "--speed", 3, "--heading", 90, "--ball", "0=0,-0.3", "--ball", "8=0,0.1", "--ball", "3=0.9,0.2"]
        outcome = self.play(*shot, "--trajectories", 60)
        with open(self.here / "out/trajectories.csv", newline="") as file:
            rows = {(float(row["time"]), int(row["ball"])): row for row in csv.DictReader(file)}
        self.play(*shot, "--trajectories", 60, "--trajectories-format", "h5")
        self.assertFalse((self.here / "out/trajectories.csv").exists())
        with h5py.File(self.here / "out/trajectories.h5") as file:
            about = file["carom"].attrs
            self.assertEqual((about["format"], about["version"], about["rate"]), (b"shot_trajectories", 1, 60))
            data = file["trajectories"]
            units = {name: data[name].attrs["unit"].decode() for name in ("time", "position", "velocity", "angular_velocity")}
            self.assertEqual(units, {"time": "s", "position": "m", "velocity": "m s-1", "angular_velocity": "rad s-1"})
            words = {number: word for word, number in h5py.check_enum_dtype(data["phase"].dtype).items()}
            self.assertEqual(list(data["ball"]), [0, 8, 3])
            self.assertEqual(data["time"][-1], outcome["duration"])
            seen = 0
            for k, time in enumerate(data["time"]):
                for i, ball in enumerate(data["ball"]):
                    place = [*data["position"][k, i], *data["velocity"][k, i], *data["angular_velocity"][k, i]]
                    row = rows.get((time, ball))
                    if row is None:
                        self.assertEqual(words[data["phase"][k, i]], "gone")
                        self.assertTrue(all(map(math.isnan, place)))
                        continue
                    seen += 1
                    self.assertEqual(words[data["phase"][k, i]], row["phase"])
                    self.assertEqual(place, [float(row[name]) for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")])
            self.assertEqual(seen, len(rows))
            self.assertLess(seen, len(data["time"]) * 3)  # one falls
            # A rolling ball: x = x₀ + v₀ t − ½ μ_r g t² over a tenth of a second.
            names = [words[phase] for phase in data["phase"][:, 0]]
            rolling = [k for k, name in enumerate(names) if name == "rolling" and names[max(0, k - 6):k + 1] == ["rolling"] * 7][-1]
            since = data["time"][rolling] - data["time"][rolling - 6]
            self.assertAlmostEqual(since, 0.1, 12)
            (x, y, _), (vx, vy, _) = data["position"][rolling - 6, 0], data["velocity"][rolling - 6, 0]
            way = math.hypot(vx, vy) * since - 0.01 * 9.81 * since**2 / 2
            moved = data["position"][rolling, 0] - (x, y, 0.028575)
            self.assertAlmostEqual(math.hypot(*moved[:2]), way, 12)
        ran = carom("shot", table("pool_9ft"), "--trajectories-format", "h5", "--out", self.here / "other")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("--trajectories", ran.stderr)

    def refused_into(self, name, *arguments):
        ran = carom("shot", *arguments, "--out", self.here / name)
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertFalse((self.here / name).exists())
        return ran.stderr

    def test_speeds_and_places_may_have_units(self):
        outcome = self.play(table("pool_9ft"), "--speed", "10 mph", "--ball", "0=-24in,4.5in", "--ball", "8=60cm,-100 mm")
        self.assertEqual(outcome["strike"]["speed"], 4.4704)
        self.assertEqual(outcome["events"][0]["position"][0], -0.6096)
        self.assertEqual(self.play(table("pool_9ft"), "--force", "--speed", "36km/h")["strike"]["speed"], 10)
        self.assertIn('--speed: got "3 knots", expected a finite number', self.refused_into("other", table("pool_9ft"), "--speed", "3 knots"))

    def test_tells_in_imperial_units_if_asked(self):
        shot = ["shot", table("pool_9ft"), "--speed", "9mph", "--heading", 1, "--ball", "0=-24in,0", "--ball", "8=24in,1in", "--out", self.here / "out", "--units"]
        imperial = carom(*shot, "imperial").stdout
        files = {file: (self.here / "out" / file).read_bytes() for file in ("outcome.json", "events.csv")}
        metric = carom(*shot, "metric").stdout
        outcome = json.loads(files["outcome.json"])
        self.assertEqual(files, {file: (self.here / "out" / file).read_bytes() for file in files})  # in SI units
        self.assertEqual(outcome["strike"]["speed"], 4.02336)  # 1 mph is .44704 m/s
        self.assertIn("the cue: 9 mph towards 1 degrees", imperial)
        self.assertIn("the cue: 4.02336 m/s towards 1 degrees", metric)
        hit = outcome["first_hit"]
        for said, mph, inch in ((imperial, 0.44704, 0.0254), (metric, 1, 1)):
            self.assertIn(f"the first hit: ball 8 after {hit['time']:.6g} s at {hit['speed'] / mph:.6g} m", said)
            self.assertIn(f"cut by {hit['cut']:.2f} degrees ({hit['fullness']:.2f} full), thrown by {hit['throw']:.2f}", said)
            for ball in outcome["balls"]:
                x, y, _ = ball["position"]
                self.assertIn(f"ball {ball['number']}: at ({x / inch:.6g}, {y / inch:.6g}) {'in' if inch < 1 else 'm'}\n", said)
        still = carom("shot", table("pool_9ft"), "--ball", "0=-24in,0", "--ball", "8=-.6096,12in", "--out", self.here / "still", "--units", "imperial")
        self.assertIn("ball 8: at (-24, 12) in\n", still.stdout)
        self.assertIn("--units", carom(*shot, "parsecs").stderr)

    def test_sweeps_and_noise_may_have_units(self):
        self.batch(table("pool_9ft"), "--sweep", "speed=10mph:36km/h:2", "--noise", "speed=0mph")
        with open(self.here / "shots.csv", newline="") as file:
            self.assertEqual([row["speed"] for row in csv.DictReader(file)], ["4.4704", "10"])

    def test_tells_how_the_first_ball_is_hit(self):
        shot = [table("pool_9ft"), "--speed", 3, "--heading", 0, "--tip", "0.1,0.2", "--elevation", 3, "--ball", "0=-0.5,0"]
        alone = self.play(*shot)
        self.assertNotIn("first_hit", alone)
        for name, expected in (("speed", 3), ("heading", 0), ("elevation", 3)):
            self.assertAlmostEqual(alone["strike"][name], expected, 14)
        self.assertEqual(alone["strike"]["tip"], [0.1, 0.2])
        # Without side the cue ball goes along x: sin(cut) is what the centres are beside each other, in diameters.
        hit = self.play(table("pool_9ft"), "--force", "--speed", 3, "--heading", 0, "--ball", "0=-0.5,0", "--ball", "8=0.3,0.02")["first_hit"]
        self.assertEqual(hit["ball"], 8)
        self.assertAlmostEqual(hit["cut"], math.degrees(math.asin(0.02 / 0.05715)), 9)
        self.assertAlmostEqual(hit["fullness"], 1 - 0.02 / 0.05715, 12)
        # Friction takes the ball along with the cue ball, which goes down past it.
        self.assertTrue(-6 < hit["throw"] < -0.5, hit["throw"])

    def test_reads_a_shot_from_a_file_and_options_go_first(self):
        shot = {"carom_shot": 1, "table": json.loads(table("carom_10ft").read_text()), "balls": [{"number": 0, "position": [0, 0]}],
                "strike": {"speed": 1, "heading": 30, "tip": [0.1, 0.2]}, "cue": {"mass": 0.5}}
        file = self.here / "my_shot.json"
        file.write_text(json.dumps(shot))
        first = self.play(file)["events"][0]["velocity"]
        second = self.play(file, "--heading", 120)["events"][0]["velocity"]
        self.assertAlmostEqual(first[0], second[1], 12)
        self.assertAlmostEqual(-first[1], second[0], 12)

    def test_a_frictionless_ball_stays_on_a_circular_table(self):
        outcome = self.play(table("circle"), "--speed", 1, "--heading", 40, "--ball", "0=0.5,0", "--most-events", 100000)
        self.assertFalse(outcome["complete"])
        self.assertEqual(len(outcome["events"]), 100000)
        momentum = [event["position"][0] * event["velocity"][1] - event["position"][1] * event["velocity"][0] for event in outcome["events"]]
        self.assertLess(max(momentum) - min(momentum), 1e-11)
        self.assertLess(max(math.hypot(*event["position"][:2]) for event in outcome["events"]), 1 - 0.028575 + 1e-12)

    def test_a_frictionless_ball_stays_on_a_stadium(self):
        outcome = self.play(table("stadium"), "--speed", 1, "--heading", 40, "--ball", "0=0.3,0.1", "--most-events", 100000)
        self.assertEqual(len(outcome["events"]), 100000)
        speeds = [math.hypot(*event["velocity"][:2]) for event in outcome["events"]]
        self.assertLess(max(speeds) - min(speeds), 1e-11)
        for event in outcome["events"]:
            x, y = event["position"][:2]
            self.assertLess(math.hypot(max(abs(x) - 0.5, 0), y), 0.5 - 0.028575 + 1e-12)  # from the segment in its middle

    def test_says_what_is_wrong(self):
        pool = table("pool_9ft")
        self.assertIn("miscue", self.refused(pool, "--tip", "0.5,0.3"))
        self.assertIn("ball 0 at (4, 0, 0.028575) is outside", self.refused(pool, "--ball", "0=4,0"))
        self.assertIn("overlaps ball 0", self.refused(pool, "--ball", "0=0,0", "--ball", "1=0.01,0"))
        self.assertIn('--speed: got "nan", expected a finite number', self.refused(pool, "--speed", "nan"))
        self.assertIn("strike.speed is 1e+300: it must be at most 1000 m/s", self.refused(pool, "--speed", "1e300"))
        self.assertIn("--until: got -1, expected a number >= 0", self.refused(pool, "--until", -1))
        self.assertIn("--most-events: got 0, expected a whole number from 1", self.refused(pool, "--most-events", 0))
        self.assertIn("--ball: got \"0\", expected NUMBER=X,Y", self.refused(pool, "--ball", "0"))
        self.assertIn("--tip: got \"a\", expected a finite number", self.refused(pool, "--tip", "a,b"))
        bad = self.here / "bad.json"
        bad.write_text('{"carom_table": 1, "circle": {"radius": 0}}')
        self.assertIn("bad.json: circle.radius: got 0, expected a number > 0", self.refused(bad))
        bad.write_text('{"carom_table": 1, "polygon": [[0, 0], [0, 1], [1, 1], [1, 0]]}')
        self.assertIn("bad.json: polygon is a clockwise loop: it must be anticlockwise", self.refused(bad))
        bad.write_text("[]")
        self.assertIn("bad.json: the table: got [], expected an object", self.refused(bad))
        bad.write_text('{"carom_shot": 1, "table": "nowhere.json", "balls": [], "strike": {"speed": 1}}')
        self.assertIn("nowhere.json: cannot be read", self.refused(bad))

    def batch(self, *arguments, out="shots.csv"):
        ran = carom("shots", *arguments, "--out", self.here / out)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout

    def test_sweeps_and_noise_make_rows(self):
        balls = ["--ball", "0=0,-0.3", "--ball", "8=0,0.1"]
        said = self.batch(table("pool_9ft"), *balls, "--sweep", "heading=80:100:21", "--sweep", "speed=2:3:2", "--pot", 8)
        with open(self.here / "shots.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 42)
        self.assertEqual([row["speed"] for row in rows[:2]], ["2", "3"])
        straight = [row for row in rows if abs(float(row["heading_x"])) < 1e-12]
        self.assertEqual([(row["ball_8_place"], row["reached"], row["first_ball"]) for row in straight], [("1", "1", "8")] * 2)
        self.assertIn(f"{sum(row['reached'] == '1' for row in rows)} reached the goal", said)

    def test_a_batch_is_the_same_on_any_number_of_threads(self):
        noisy = [table("pool_9ft"), "--ball", "0=0,-0.3", "--noise", "heading=1,speed=0.1,side=0.25", "--count", 200, "--seed", 5]
        self.batch(*noisy, "--threads", 1, out="one.csv")
        self.batch(*noisy, "--threads", 3, out="three.csv")
        self.assertEqual((self.here / "one.csv").read_bytes(), (self.here / "three.csv").read_bytes())
        self.assertIn(",1,", (self.here / "one.csv").read_text())
        self.batch(*noisy, out="shots.h5")
        with h5py.File(self.here / "shots.h5") as file, open(self.here / "one.csv", newline="") as one:
            rows = list(csv.DictReader(one))
            for name, column in file["shots"].items():
                self.assertEqual([float(row[name]) for row in rows], list(column), name)

    def test_shots_that_were_stopped_are_told_of(self):
        balls = ["--ball", "0=0,-0.3", "--ball", "8=0,0.1", "--heading", 90, "--sweep", "speed=0.1:2:4"]
        for stop in (["--until", 1], ["--most-events", 3]):
            said = self.batch(table("pool_9ft"), *balls, *stop)
            with open(self.here / "shots.csv", newline="") as file:
                stopped = sum(row["complete"] == "0" for row in csv.DictReader(file))
            self.assertGreater(stopped, 0)
            self.assertIn(f"{stopped} were stopped before all balls were at rest", said)
        self.assertNotIn("were stopped", self.batch(table("pool_9ft"), *balls))

    def test_finds_strokes_that_pot(self):
        ran = carom("shots", table("pool_9ft"), "--ball", "0=0,0.2", "--ball", "5=0.1,-0.3", "--pot", 5, "--find")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        first = ran.stdout.splitlines()[1].split()
        heading, speed, tip = first[1], first[6], first[9].rstrip(",")
        outcome = self.play(table("pool_9ft"), "--ball", "0=0,0.2", "--ball", "5=0.1,-0.3", "--heading", heading, "--speed", speed, "--tip", tip)
        self.assertEqual(next(ball["place"] for ball in outcome["balls"] if ball["number"] == 5), "potted")

    def test_refuses_a_bad_batch(self):
        for arguments, complaint in ((["--sweep", "angle=0:1:2"], '--sweep: got "angle"'), (["--sweep", "speed=1:2"], "FIELD=FROM:TO:COUNT"),
                                     (["--noise", "speed=-1"], "--noise"), (["--count", 0], "--count: got 0"), (["--find"], "no goal"),
                                     (["--carom", "1"], "BALL,BALL"), (["--pot", 9], "--pot: there is no ball 9"),
                                     (["--pot", 9, "--find"], "--pot: there is no ball 9"), (["--carom", "0,3"], "--carom: there is no ball 3"), (["--speed", 0], "strike.speed is 0")):
            ran = carom("shots", table("pool_9ft"), *arguments, "--out", self.here / "x.csv")
            self.assertEqual(ran.returncode, 1, arguments)
            self.assertIn(complaint, ran.stderr)
            self.assertFalse((self.here / "x.csv").exists())

    def test_puts_no_table_in_the_place_of_other_files(self):
        short = ["shots", table("pool_9ft"), "--speed", 1]
        for name in ("notes.txt", "notes.h5", "empty.csv"):
            file = self.here / name
            file.write_text("" if "empty" in name else "speed,what I wrote by hand\n" * 30)
            before = file.read_bytes()
            ran = carom(*short, "--out", file)
            self.assertEqual(ran.returncode, 1)
            self.assertIn(f"{file}: is there already, and is no table of shots", ran.stderr)
            self.assertEqual(file.read_bytes(), before)
            for _ in range(2):  # what it wrote itself it may write again
                self.assertEqual(carom(*short, "--out", file, "--force" if file.read_bytes() == before else "--quiet").returncode, 0)
            self.assertNotEqual(file.read_bytes(), before)
        os.mkfifo(self.here / "pipe")
        for place in (self.here / "pipe", self.here):
            ran = carom(*short, "--out", place)
            self.assertEqual(ran.returncode, 1)
            self.assertIn("is no plain file", ran.stderr)
        self.assertEqual([file.name for file in self.here.iterdir() if file.name.startswith(".carom")], [])

    def test_a_shot_writes_over_other_files_only_by_force(self):
        self.play(table("pool_9ft"), "--speed", 1)
        mine = self.here / "out/events.csv"
        mine.write_text("mine")
        shot = ["shot", table("pool_9ft"), "--speed", 1, "--out", self.here / "out"]
        self.assertIn("--force", carom(*shot).stderr)
        self.assertEqual(mine.read_text(), "mine")
        self.assertEqual(carom(*shot, "--force").returncode, 0)
        self.assertNotEqual(mine.read_text(), "mine")

    @unittest.skipUnless(CHROMIUM, "needs Chromium")
    def test_the_report_plays_what_the_shot_did(self):
        outcome = self.play(table("pool_9ft"), "--speed", 6, "--heading", 3, "--tip", "0.3,0.2", "--elevation", 20, "--ball", "0=-0.6,0",
                            "--ball", "1=0.6,0.01", "--ball", "9=0.8,0.1")
        report = self.here / "out/report.html"
        report.write_text(report.read_text().replace("</body>", COMPARE % json.dumps(outcome["events"])))
        document, messages = open_page(report, self.here / "browser")
        self.assertEqual(messages, [])
        self.assertEqual(status(document), "ready", document[:300])
        worst = float(document.split('data-worst="')[1].split('"')[0])
        self.assertLess(worst, 1e-9)


if __name__ == "__main__":
    support.main()
