#!/usr/bin/env python3
"""Bad input, folders that cannot be written, full disks: an error that says what is wrong, and nothing half-written."""
import json
import os
import resource
import unittest

import support
from support import HEAD_ON, CaromTest, carom


def limit_file_size(limit):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


class BadScenes(CaromTest):
    def assert_refused(self, content, *words):
        scene = self.scene(content=content)
        self.assert_fails(carom("run", scene, "--out", self.here / "run"), scene, *words)
        self.assertFalse((self.here / "run").exists())
        self.assert_fails(carom("check", scene), scene, *words)

    def changed(self, **changes):
        return {**HEAD_ON, **changes}

    def body(self, **changes):
        return self.changed(bodies=[{**HEAD_ON["bodies"][0], **changes}, HEAD_ON["bodies"][1]])

    def test_a_wrong_type(self):
        self.assert_refused(self.changed(until="soon"), "until", "soon")

    def test_a_missing_field(self):
        self.assert_refused({k: v for k, v in HEAD_ON.items() if k != "dimension"}, "dimension")

    def test_an_unknown_field(self):
        self.assert_refused(self.body(colour="red"), "bodies[0]", "colour")

    def test_not_a_number(self):
        self.assert_refused(json.dumps(self.changed(until=1)).replace('"until": 1', '"until": NaN'))

    def test_a_negative_radius(self):
        self.assert_refused(self.body(ball={"center": [0, 0], "radius": -1}), "bodies[0].ball.radius", "-1")

    def test_an_overlapping_start(self):
        self.assert_refused(self.body(ball={"center": [9, 0], "radius": 1}), "left", "right")

    def test_an_empty_scene(self):
        self.assert_refused("")
        self.assert_refused({})

    def test_a_truncated_file(self):
        text = json.dumps(HEAD_ON)
        self.assert_refused(text[: len(text) // 2])

    def test_a_file_that_is_not_there(self):
        self.assert_fails(carom("run", self.here / "nothing.json", "--out", self.here / "run"), "nothing.json")
        self.assert_fails(carom("check", self.here / "nothing.json"), "nothing.json")
        self.assert_fails(carom("info", self.here / "nothing.json"), "nothing.json")

    def test_a_folder_in_place_of_a_scene(self):
        self.assert_fails(carom("run", self.here, "--out", self.here / "run"), self.here)


class BadArguments(CaromTest):
    def test_no_command_an_unknown_one_and_unknown_options_are_usage_errors(self):
        for arguments in ([], ["fly"], ["run"], ["run", self.scene(), "--fast"], ["run", self.scene(), "--until", "soon"],
                          ["run", self.scene(), "--events", "xml"], ["run", self.scene(), "--set", "until"]):
            done = carom(*arguments, cwd=self.here)
            self.assert_fails(done, code=2)
            self.assertIn("--help", done.stderr)
        self.assertEqual(self.names(self.here), ["scene.json"])

    def test_help_teaches_every_command(self):
        for arguments in (["--help"], ["run", "--help"], ["check", "--help"], ["info", "--help"]):
            done = carom(*arguments)
            self.assertEqual(done.returncode, 0)
            self.assertIn("carom " + (arguments[0] if len(arguments) > 1 else "run"), done.stdout)

    def test_times_that_make_no_sense(self):
        for option, value in (("--until", "-1"), ("--until", "nan"), ("--until", "inf"), ("--fps", "-5"), ("--fps", "nan"), ("--fps", "1e300")):
            done = carom("run", self.scene(), "--out", self.here / "run", f"{option}={value}")
            self.assert_fails(done)
            self.assertFalse((self.here / "run").exists())

    def test_settings_that_do_not_fit(self):
        done = carom("run", self.scene(), "--out", self.here / "run", "--set", "bodies[7].velocity=[1,0]")
        self.assert_fails(done, "bodies[7]")

    def test_info_of_what_carom_did_not_write(self):
        (self.here / "noise.h5").write_bytes(b"no HDF5")
        self.assert_fails(carom("info", self.here / "noise.h5"), "noise.h5")
        (self.here / "summary.json").write_text('{"carom_summary": 1}')
        self.assert_fails(carom("info", self.here / "summary.json"), "summary.json")
        (self.here / "empty").mkdir()
        self.assert_fails(carom("info", self.here / "empty"), "empty")


class BadPlaces(CaromTest):
    def test_a_file_in_the_place_of_the_folder(self):
        (self.here / "taken").write_text("mine")
        for place in (self.here / "taken", self.here / "taken/below"):
            self.assert_fails(carom("run", self.scene(), "--out", place), place)
        self.assertEqual((self.here / "taken").read_text(), "mine")

    def test_a_folder_that_may_not_be_written(self):
        locked = self.here / "locked"
        locked.mkdir(mode=0o555)
        if os.access(locked, os.W_OK):
            locked = "/proc/carom-test"  # root may write everywhere but there
        self.assert_fails(carom("run", self.scene(), "--out", locked), locked)

    def test_a_full_disk_leaves_an_earlier_run_as_it_was(self):
        scene = self.scene()
        folder = self.run_scene(scene, "--xyz")
        before = {name: (folder / name).read_bytes() for name in self.names(folder)}
        sizes = sorted(len(content) for content in before.values())
        for limit in [0, 1, 100, *(size - 1 for size in sizes)]:
            done = carom("run", scene, "--out", folder, "--xyz", preexec_fn=limit_file_size(limit))
            self.assert_fails(done, "File too large", folder)
            self.assertEqual({name: (folder / name).read_bytes() for name in self.names(folder)}, before)

    def test_a_full_disk_leaves_no_folder(self):
        for events in ("csv", "h5"):
            done = carom("run", self.scene(), "--out", self.here / "new/run", "--events", events,
                         preexec_fn=limit_file_size(100))
            self.assert_fails(done, "File too large", self.here / "new/run")
            self.assertFalse((self.here / "new").exists())

    def test_a_full_standard_output_is_an_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("this system has no /dev/full")
        with open("/dev/full", "w") as full:
            code = support.subprocess.run([support.BINARY, "check", self.scene()], stdout=full,
                                          stderr=support.subprocess.PIPE).returncode
        self.assertEqual(code, 1)


if __name__ == "__main__":
    support.main()
