#!/usr/bin/env python3
"""What has been computed is never lost, and what is there is never overwritten by accident: docs/formats/run-folder.md."""
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import support
from support import CaromTest, carom, shipped

# Some 5.7 days: a ball at 1e9 in a unit box.
ENDLESS = {"carom": 1, "dimension": 2, "until": 1000, "frames_per_second": 0.001,
           "bodies": [{"ball": {"center": [0.5, 0.5], "radius": 0.1}, "velocity": [1e9, 0]}]}
ENDLESS["bodies"] += [{"segment": {"from": [x, 0], "to": [x, 1]}} for x in (0, 1)]


class Trust(CaromTest):
    def start(self, *arguments):
        """A program that runs into self.here / "run", and has begun."""
        process = subprocess.Popen([support.BINARY, *map(str, arguments), "--out", self.here / "run"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not (self.here / "run/.carom-unfinished/trajectory.h5").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.002)
        return process

    def test_a_report_that_fails_costs_nothing_but_itself(self):
        folder = self.here / "run"
        process = self.start("run", self.scene("endless", ENDLESS))
        (folder / "report.html/in the way").mkdir(parents=True)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 3, errors)
        self.assertIn(f"carom: warning: the report could not be drawn: {folder / 'report.html'}: cannot put", errors)
        self.assertIn(f"carom report {folder}", output)
        (folder / "report.html/in the way").rmdir()
        (folder / "report.html").rmdir()
        self.assertEqual(carom("verify", folder, "--replay").returncode, 0)
        self.assertIn("picture.png", self.names(folder))
        done = carom("report", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("report.html", self.names(folder))
        self.assertEqual(carom("verify", folder).returncode, 0)

    def test_report_draws_the_same_again(self):
        for scene, options in (("break", []), ("gas2d", ["--until", 1, "--observe", "all"]),
                               ("sliding/platforms", []), ("bowling", [])):
            with self.subTest(scene=scene):
                folder = self.run_scene(shipped(scene), *options, out=Path(scene).name)
                before = support.contents(folder)
                for name in ("picture.svg", "picture.png", "report.html"):
                    (folder / name).unlink()
                done = carom("report", folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                after = support.contents(folder)
                for name in before:
                    self.assertEqual(before[name], after[name], name)

    def test_what_is_not_wanted_is_not_drawn(self):
        folder = self.run_scene(self.scene(), "--no-report")
        self.assertNotIn("report.html", self.names(folder))
        self.assertIn("picture.png", self.names(folder))
        bare = self.run_scene(self.scene(), "--no-report", "--no-picture", out="bare")
        self.assertFalse({"report.html", "picture.svg", "picture.png"} & set(self.names(bare)))
        self.assert_fails(carom("report", bare), bare, "no picture and no report")
        self.assert_fails(carom("report", self.here), self.here, "record.bin")

    def test_files_of_others_are_not_overwritten(self):
        folder = self.here / "run"
        folder.mkdir()
        (folder / "summary.json").write_text("my own")
        self.assert_fails(carom("run", self.scene(), "--out", folder), folder / "summary.json", "--force")
        self.assertEqual(self.names(folder), ["summary.json"])
        self.run_scene(self.scene(), "--force")
        self.run_scene(self.scene())  # over its own
        with open(folder / "events.csv", "a") as file:
            file.write("a line of mine\n")
        self.assert_fails(carom("run", self.scene(), "--out", folder), folder / "events.csv", "--force")

    def test_two_runs_do_not_share_a_folder(self):
        folder = self.here / "run"
        first = self.start("run", self.scene("endless", ENDLESS))
        self.assert_fails(carom("run", self.scene(), "--out", folder), folder, "in use")
        first.kill()
        first.communicate(timeout=200)
        self.assertEqual(self.names(folder), [".carom-unfinished"])
        self.assertNotIn(".carom-unfinished", self.names(self.run_scene(self.scene())))

    def test_a_run_that_takes_long_says_so_and_ends_by_its_limits(self):
        scene = self.scene("endless", ENDLESS)
        done = carom("run", scene, "--out", self.here / "run", "--most-seconds", 2.5)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, "^carom: at this rate the run will take about [0-9.]+ days; Ctrl-C ends it")
        self.assertEqual(carom("verify", self.here / "run").returncode, 0)
        done = carom("run", scene, "--out", self.here / "few", "--most-events", 10)
        self.assertEqual((done.returncode, done.stderr), (4, ""))
        # Between walls 1 apart a ball of diameter .2 has .8 of way: ten impacts in (.4 + 9 · .8) / 1e9.
        summary = self.summary(self.here / "few")
        self.assertEqual(summary["events"]["total"], 10)
        self.assertAlmostEqual(summary["time"]["reached"] * 1e9, 7.6, delta=1e-9)
        self.assertEqual(carom("verify", self.here / "few", "--replay").returncode, 0)
        self.assert_fails(carom("run", scene, "--most-events", 0, "--out", self.here / "x"), "from 1 on")
        self.assert_fails(carom("run", scene, "--most-seconds", "-1", "--out", self.here / "x"), "-1")

    def test_verify_names_what_changed(self):
        folder = self.run_scene(shipped("gas2d"), "--until", 1, "--xyz")
        done = carom("verify", folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("as they were written", done.stdout)
        self.assertEqual(subprocess.run(["xxh128sum", "-c", "checksums.xxh128"], cwd=folder, capture_output=True).returncode, 0)
        for name in self.names(folder):
            if name == "checksums.xxh128":
                continue
            with self.subTest(file=name):
                content = (folder / name).read_bytes()
                (folder / name).write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
                self.assert_fails(carom("verify", folder), folder / name, "not as it was written")
                (folder / name).unlink()
                self.assert_fails(carom("verify", folder), folder / name, "is not there")
                (folder / name).write_bytes(content)
        self.assert_fails(carom("verify", self.here), "summary.json")

    def test_verify_replays_a_run_and_names_the_first_difference(self):
        folder = self.run_scene(shipped("gas2d"), "--until", 1, "--observe", "all", "--xyz")
        done = carom("verify", folder, "--replay")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # A file that was forged together with its checksum: only a replay knows.
        lines = (folder / "events.csv").read_text().splitlines()
        lines[16] = lines[16].replace(",", ";", 1)
        (folder / "events.csv").write_text("\n".join(lines) + "\n")
        sums = subprocess.run(["xxh128sum", *(n for n in self.names(folder) if n != "checksums.xxh128")], cwd=folder,
                              capture_output=True, text=True).stdout
        (folder / "checksums.xxh128").write_text(sums)
        self.assertEqual(carom("verify", folder).returncode, 0)
        self.assert_fails(carom("verify", folder, "--replay"), folder / "events.csv", "first at line 17")

    def test_a_stopped_run_is_replayed_to_where_it_stopped(self):
        folder = self.here / "run"
        process = self.start("run", shipped("gas2d"), "--until", 1e6)
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=200)
        self.assertEqual(process.returncode, 130)
        done = carom("verify", folder, "--replay")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_killed_estimates_leave_nothing_for_long(self):
        with tempfile.TemporaryDirectory() as place:
            environment = {**os.environ, "TMPDIR": place}
            process = subprocess.Popen([support.BINARY, "run", self.scene("endless", ENDLESS), "--estimate"],
                                       env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while not list(Path(place).glob("carom-estimate-*")):
                time.sleep(0.002)
            process.kill()
            process.communicate(timeout=200)
            self.assertEqual(len(list(Path(place).iterdir())), 1)
            done = carom("run", self.scene(), "--estimate", "--json", env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('"disk_bytes"', done.stdout)
            self.assertEqual(list(Path(place).iterdir()), [])


if __name__ == "__main__":
    support.main()
