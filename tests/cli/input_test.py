#!/usr/bin/env python3
"""Input that is hostile, damaged or no file at all: a sentence says what is wrong, at once, and nothing steers the terminal."""
import json
import os
import random
import resource
import socket
import subprocess
import threading
import unittest

import h5py

import support
from support import HEAD_ON, CaromTest, carom, shipped

ESCAPE = "\x1b[2J"
TABLE = {"carom_table": 1, "circle": {"radius": 1}}
SHOT = {"carom_shot": 1, "table": TABLE, "balls": [{"number": 0, "position": [0, 0]}], "strike": {"speed": 1}}
QUERY = json.dumps({"dim": 2, "a": {"shape": {"ball": {"center": [0, 0], "radius": 1}}},
                    "b": {"shape": {"ball": {"center": [10, 0], "radius": 1}}}}) + "\n"


def piped(text, *arguments, **options):
    """Runs the program with `text` on its standard input."""
    return carom(*arguments, input=text, **options)


def limit_memory(size):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


class NoFiles(CaromTest):
    def readers(self):
        """Every command that reads a file, without the file; none of them may write where it fails."""
        return {"run": ["run", "--out", self.here / "out"], "check": ["check"], "info": ["info"], "query": ["query", "distance"],
                "shot": ["shot", "--out", self.here / "out"], "shots": ["shots", "--out", self.here / "shots.csv"],
                "view": ["view", "--no-browser"]}

    def assert_refused_by_all(self, path, *words):
        for name, arguments in self.readers().items():
            with self.subTest(name):
                self.assert_fails(carom(*arguments, path, stdin=subprocess.DEVNULL), path, *words)
                self.assertEqual(sorted(set(self.names(self.here)) & {"out", "shots.csv"}), [])

    def test_devices_are_refused(self):
        for device in ("/dev/zero", "/dev/null", "/dev/tty", "/dev/full"):
            if os.path.exists(device):
                self.assert_refused_by_all(device, "device")

    def test_a_socket_is_refused(self):
        path = self.here / "socket"
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(str(path))
            self.assert_refused_by_all(path)

    def test_a_pipe_that_nobody_writes_to_is_refused(self):
        os.mkfifo(self.here / "pipe")
        self.assert_refused_by_all(self.here / "pipe", "pipe")

    def test_a_folder_is_refused(self):
        (self.here / "folder").mkdir()
        self.assert_refused_by_all(self.here / "folder")

    def test_a_pipe_is_read_as_a_file_is(self):
        pipe = self.here / "pipe"
        os.mkfifo(pipe)
        for arguments, text in ((["check"], HEAD_ON), (["info"], HEAD_ON), (["run", "--quiet", "--out", self.here / "run"], HEAD_ON),
                                (["shot", "--quiet", "--out", self.here / "shot"], SHOT), (["query", "distance"], None)):
            writer = threading.Thread(target=lambda: pipe.write_text(QUERY if text is None else json.dumps(text)))
            writer.start()
            done = carom(*arguments, pipe)
            writer.join()
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_checkpoint_that_is_no_file_is_refused(self):
        folder = self.here / "run/checkpoint"
        folder.mkdir(parents=True)
        os.mkfifo(folder / "start")
        self.assert_fails(carom("resume", self.here / "run"), folder / "start")


class StandardInput(CaromTest):
    def test_a_scene(self):
        for command in ("check", "info"):
            self.assertTrue(piped(json.dumps(HEAD_ON), command, "-").stdout.startswith("stdin: a scene in 2D"))
        done = piped(json.dumps({**HEAD_ON, "name": "own"}), "run", "-", cwd=self.here)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.names(self.here / "out"), ["own"])
        self.assertEqual(piped(json.dumps(HEAD_ON), "run", "-", cwd=self.here).returncode, 0)
        self.assertEqual(self.names(self.here / "out"), ["own", "stdin"])
        self.assertEqual(self.events(self.here / "out/stdin"), self.events(self.here / "out/own"))

    def test_errors_name_it(self):
        self.assert_fails(piped('{"carom": 2}', "check", "-"), "stdin: ")
        self.assert_fails(piped("", "run", "-", cwd=self.here), "stdin: ")
        self.assertEqual(self.names(self.here), [])

    def test_shots_and_tables(self):
        for content in (SHOT, TABLE):
            done = piped(json.dumps(content), "shot", "-", "--out", self.here / "shot")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("stdin", done.stdout)


class Terminals(CaromTest):
    def assert_no_escapes(self, done):
        for stream in (done.stdout, done.stderr):
            self.assertEqual([c for c in stream if (ord(c) < 32 and c not in "\n\t") or 0x7f <= ord(c) < 0xa0 or c == "\u202e"], [])

    def test_names_are_shown_and_not_obeyed(self):
        evil = ESCAPE + "\x9b31m\u202e\x07"
        (self.here / ESCAPE).mkdir()
        good = self.scene(title=evil, about=evil)
        grouped = self.scene("grouped", bodies=[{**HEAD_ON["bodies"][0], "name": evil, "group": evil}, HEAD_ON["bodies"][1]])
        named = self.scene(ESCAPE + "/" + ESCAPE)
        key = self.scene("key", **{evil: 1})
        value = self.scene("value", until=evil)
        table = self.here / "table.json"
        table.write_text(json.dumps({**TABLE, evil: 1}))
        shot = self.here / "shot.json"
        shot.write_text(json.dumps({**SHOT, "name": evil}))
        for arguments in (["check", good], ["check", grouped], ["info", good], ["info", grouped], ["check", named], ["check", key], ["check", value],
                          ["shot", table], ["shot", shot], ["check", good, "--set", evil + "=1"], ["check", good, "--" + evil], [evil],
                          ["check", self.here / evil], ["info", self.here / evil], ["run", good, "--out", self.here / ESCAPE / "run"],
                          ["resume", self.here / ESCAPE / "run"], ["info", self.here / ESCAPE / "run"], ["query", "distance", self.here / evil],
                          ["query", evil], ["rack", evil], ["run", good, "--events", evil], ["run", good, "--observe", evil]):
            self.assert_no_escapes(carom(*arguments, cwd=self.here))
        done = carom("check", key)
        self.assertIn("\\x1b[2J\\u009b31m\\u202e\\x07", done.stderr)

    def test_a_name_makes_no_line_of_its_own(self):
        done = carom("check", self.here / "none\ncarom: error: forged")
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("none\\ncarom: error: forged", done.stderr)

    def test_bytes_that_are_no_letters_are_shown(self):
        done = subprocess.run([support.BINARY, "check", b"\x9b31m"], capture_output=True, cwd=self.here)
        self.assertTrue(done.stderr.startswith(b"carom: error: \\x9b31m: "), done.stderr)

    def test_letters_of_all_scripts_stay(self):
        self.assertIn("naïve 球 🎱", carom("check", self.scene(title="naïve 球 🎱")).stdout)


class ShotNames(CaromTest):
    def test_no_name_leads_out_of_the_folder(self):
        for name in ("../../evil", "/etc/evil", "a/b", "..", "", "é"):
            shot = self.here / "shot.json"
            shot.write_text(json.dumps({**SHOT, "name": name}))
            self.assert_fails(carom("shot", shot, cwd=self.here), shot, "name")
        self.assertEqual(self.names(self.here), ["shot.json"])


class Memory(CaromTest):
    LIMIT = 2 << 30

    def setUp(self):
        super().setUp()
        if carom("--version", preexec_fn=limit_memory(self.LIMIT)).returncode != 0:
            self.skipTest("under a sanitizer, which takes more memory than any limit")

    def gas(self, count, **changes):
        return self.scene("gas", {"carom": 1, "dimension": 2, "periodic": [1e7, 1e7], "until": 1,
                                  "generators": [{"gas": {"count": count, "radius": 0.1, "temperature": 1}}], **changes})

    def test_a_scene_of_too_many_balls_says_what_they_need(self):
        for command in (["check"], ["run", "--out", self.here / "run"]):
            self.assert_fails(carom(*command, self.gas(10**12)), "generators[0].gas.count", "1000000000000 bodies", "TB",
                              "at most 100000000 bodies")
            self.assert_fails(carom(*command, self.gas(10**7), preexec_fn=limit_memory(self.LIMIT)), "generators[0].gas.count",
                              "10000000 bodies", "2.15 GB")
        self.assertFalse((self.here / "run").exists())

    def test_memory_that_ends_is_a_sentence(self):
        mesh = self.scene("terrain", {"carom": 1, "dimension": 3, "until": 1, "bodies": [{"ball": {"center": [0, 0, 9], "radius": 1}}],
                                      "generators": [{"terrain": {"low": [0, 0, 0], "counts": [1000, 1000], "spacing": 1}}]})
        for command in (["check"], ["run", "--out", self.here / "run"]):
            done = carom(*command, mesh, preexec_fn=limit_memory(4 * 10**8))
            self.assert_fails(done, "out of memory", "ulimit -v allows 400 MB")
            self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse((self.here / "run").exists())


class Hdf5(CaromTest):
    def events(self, name="events.h5"):
        with h5py.File(self.here / name, "w") as file:
            file.create_dataset("events/time", data=[0.5, 1.0, 2.5], chunks=(8,), maxshape=(None,), compression=1)
        return self.here / name

    def test_no_file_leads_to_another(self):
        self.assertIn("3 events, from t = 0.5 to 2.5", carom("info", self.events()).stdout)
        os.mkfifo(self.here / "pipe")
        for target in ("events.h5", "pipe"):
            with h5py.File(self.here / "linked.h5", "w") as file:
                file.create_group("events")["time"] = h5py.ExternalLink(str(self.here / target), "/events/time")
            self.assert_fails(carom("info", self.here / "linked.h5"), "linked.h5", "/events/time")

    def test_times_of_another_shape_are_refused(self):
        with h5py.File(self.here / "run.h5", "w") as file:
            file.create_group("h5md")
            file.create_dataset("particles/trajectory/position/value", data=[[[0.0, 0.0]]] * 3)
            file.create_dataset("particles/trajectory/position/time", data=[[0.0, 1.0]] * 3)
        self.assert_fails(carom("info", self.here / "run.h5"), "run.h5", "3 numbers")

    def test_damaged_files_are_told_about_or_end_with_a_sentence(self):
        whole = self.events().read_bytes()
        chance = random.Random(7)
        damaged = self.here / "damaged.h5"
        for round in range(60):
            content = bytearray(whole[:chance.randrange(8, len(whole))] if round % 4 == 0 else whole)
            for _ in range(3):
                content[chance.choice([k for k in range(8, len(content)) if content[k]] or [0])] = chance.choice((0, 1, 127, 128, 255))
            damaged.write_bytes(content)
            done = carom("info", damaged)
            if done.returncode != 0:
                self.assert_fails(done, damaged)


class Usage(CaromTest):
    def assert_usage(self, arguments, *words):
        self.assert_fails(carom(*arguments, cwd=self.here), *words, code=2)
        self.assertEqual(self.names(self.here), ["scene.json"])

    def test_misspellings_are_recognised(self):
        scene = self.scene()
        self.assert_usage(["chekc", scene], "\"chekc\"", "did you mean \"check\"?")
        self.assert_usage(["run", scene, "--untli", "3"], "\"--untli\"", "did you mean \"--until\"?")
        self.assert_usage(["run", scene, "--events", "cvs"], "--events", "\"cvs\"", "did you mean \"csv\"?")
        self.assert_usage(["query", "distanse"], "\"distanse\"", "did you mean \"distance\"?")
        self.assert_fails(carom("check", self.scene(untl=3)), "did you mean \"until\"?")
        self.assert_fails(carom("check", self.scene(), "--set", "bodies[0].velocty=[1,0]"), "did you mean \"velocity\"?")
        self.assert_fails(carom("rack", "nine-bal"), "did you mean \"nine-ball\"?")

    def test_what_is_like_nothing_gets_the_list(self):
        self.assert_usage(["xyzzy", self.scene()], "\"xyzzy\"", "run", "resume", "check", "query")
        self.assert_usage(["check", self.scene(), "another"], "another")

    def test_numbers_that_are_not_whole(self):
        for seed in ("-1", "1.5", "seven", "18446744073709551616"):
            for command in (["run", self.scene(), f"--seed={seed}"], ["check", self.scene(), f"--seed={seed}"],
                            ["rack", "nine-ball", f"--seed={seed}"], ["shots", self.scene(), f"--seed={seed}"],
                            ["shots", self.scene(), f"--count={seed}"], ["shots", self.scene(), f"--threads={seed}"]):
                self.assert_usage(command, "whole number", seed)
        self.assert_usage(["run", self.scene(), "--seed", "-1"], "--seed", "-1", "whole number")
        self.assertEqual(carom("check", self.scene(), "--seed", "18446744073709551615").returncode, 0)

    def test_the_help_lists_the_exit_codes(self):
        text = carom("--help").stdout
        for code in (0, 1, 2, 130):
            self.assertRegex(text, rf"(?m)^  {code} ")


class SaidOnce(CaromTest):
    def test_a_message_comes_once(self):
        words = self.scene("words", untl=1)
        final = self.run_scene(self.scene()) / "final.json"
        old = self.scene("old", {**json.loads(final.read_text())})
        scene = json.loads(old.read_text())
        scene["snapshot"]["pushes"] = scene["snapshot"].pop("forces")
        old.write_text(json.dumps(scene))
        for arguments in (["check", words], ["info", words], ["run", words], ["check", old], ["info", old], ["run", old, "--out", self.here / "again"],
                          ["check", self.here / "none.json"], ["info", self.here / "none.json"], ["shot", self.here / "none.json"],
                          ["query", "distance", self.here / "none.jsonl"], ["run", self.scene(), "--until", "-1"],
                          ["run", self.scene(), "--seed", "x"], ["run", self.scene(), "--events", "x"], ["run", self.scene(), "--out", "/dev/null"],
                          ["resume", self.here / "none"], ["check", self.scene(), "--set", "x"]):
            lines = carom(*arguments, cwd=self.here).stderr.splitlines()
            self.assertEqual(len(lines), len(set(lines)), lines)
            for line in lines:
                name = str(arguments[1])
                self.assertLessEqual(line.count(name), 1, line)
                self.assertLessEqual(line.count("error:"), 1, line)


if __name__ == "__main__":
    support.main()
