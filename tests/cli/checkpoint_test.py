#!/usr/bin/env python3
"""Runs that are killed and gone on with: docs/formats/checkpoint.md.

CAROM_KILLS=100 in the environment kills each run so often; a few times if it is not set."""
import os
import random
import resource
import shutil
import signal
import subprocess
import time

import support
from support import CaromTest, carom

KILLS = int(os.environ.get("CAROM_KILLS", "3"))


# The second ball lifts the first off the ground: an impact, and at the same instant a release.
LIFT = {"carom": 1, "dimension": 2, "until": 3, "frames_per_second": 4, "gravity": [0, -1],
        "bodies": [{"half_space": {"normal": [0, 1], "offset": 0}, "restitution": 0},
                   {"ball": {"center": [0, 0.5], "radius": 0.5}, "restitution": 0.5},
                   {"ball": {"center": [-3, 0.2], "radius": 0.2}, "velocity": [3, 0], "restitution": 0.5}]}


# A stream that is too fast for its mouth.
POUR = {"carom": 1, "dimension": 2, "until": 4, "gravity": [0, -10], "tangential_restitution": 0,
        "defaults": {"restitution": 0.5, "friction": 0.5},
        "bodies": [{"half_space": {"normal": normal, "offset": offset}}
                   for normal, offset in (([0, 1], 0), ([1, 0], -9), ([-1, 0], -9))] +
                  [{"ball": {"center": [k % 7 - 3, 25], "radius": 0.5}, "velocity": [0, -6], "from": k / 256} for k in range(400)]}


class Checkpoints(CaromTest):
    def start(self, *arguments, **options):
        return subprocess.Popen([support.BINARY, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, **options)

    def end(self, process, code=0):
        output, errors = process.communicate(timeout=500)
        self.assertEqual(process.returncode, code, errors)
        return output, errors

    def wait_for_states(self, process, folder, least=1):
        end = time.monotonic() + 120
        while len(list((folder / "checkpoint").glob("state-*[0-9]"))) < least:
            if process.poll() is not None:
                self.fail(f"ended with {process.returncode} before {least} checkpoints were seen: {process.communicate()}")
            if time.monotonic() > end:
                process.kill()
                self.fail(f"no {least} checkpoints in {folder}: {process.communicate()}")
            time.sleep(0.002)

    def test_a_run_may_stop_among_the_events_of_one_blow(self):
        scene = self.scene("lift", LIFT)
        whole = self.run_scene(scene, out="whole")
        events = [event["kind"] for event in self.events(whole)]
        self.assertEqual(events[2:5], ["impact", "release", "impact"])
        for number in range(1, len(events)):
            with self.subTest(events=number):
                folder = self.here / "stopped"
                done = carom("run", scene, "--out", folder, "--most-events", number, "--checkpoint-every", 0)
                self.assertEqual(done.returncode, 4, done.stderr)
                done = carom("resume", folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assert_same_files(whole, folder)

    def killed_runs(self, scene, *options, seed=1, threads=1):
        """Runs that are killed at random moments, KILLS times together, and go on to their end. The one that is not killed
        has one thread."""
        chance = random.Random(seed)
        started = time.monotonic()
        whole = self.run_scene(scene, *options, out="whole")
        span = time.monotonic() - started
        folder = self.here / "killed"
        begin = ["run", scene, *options, "--out", folder, "--checkpoint-every", "0.01",
                 "--threads", threads]
        kills = 0
        while kills < KILLS:
            shutil.rmtree(folder, ignore_errors=True)
            process = self.start(*begin)
            while kills < KILLS and process.poll() is None:
                # Mostly while it runs, sometimes while it starts.
                time.sleep(chance.uniform(0, span / 2) if chance.random() < 0.7 else chance.uniform(0, 0.05))
                process.kill()
                process.communicate()
                kills += process.returncode != 0
                if process.returncode != 0:
                    process = self.start(*(["resume", folder, "--threads", threads] if (folder / "checkpoint/start").exists() else begin))
            self.end(process)
            self.assert_same_files(whole, folder)

    def test_a_gas_killed_at_random_ends_with_the_same_files(self):
        self.killed_runs(support.shipped("gas2d"), "--until", 2, "--xyz", "--observe", "all")

    def test_threads_killed_at_random_end_with_the_files_of_one(self):
        self.killed_runs(self.scene(content=support.LONG_GAS), "--until", 3, "--observe", "all", seed=3, threads=2)

    def test_a_pile_killed_at_random_ends_with_the_same_files(self):
        self.killed_runs(support.shipped("landslide"), "--until", 1.5, "--events", "h5", seed=2)

    def test_a_pour_killed_at_random_ends_with_the_same_files(self):
        self.killed_runs(self.scene("pour", POUR), seed=4)

    def test_a_stopped_run_goes_on_and_ends_with_the_same_files(self):
        scene = support.shipped("gas2d")
        whole = self.run_scene(scene, "--until", 2, out="whole")
        folder = self.here / "stopped"
        process = self.start("run", scene, "--until", 2, "--out", folder, "--checkpoint-every", 0)
        time.sleep(0.4)
        for stop in (signal.SIGINT, signal.SIGTERM):
            process.send_signal(stop)
            output, _ = process.communicate(timeout=500)
            if process.returncode == 0:
                break
            self.assertEqual(process.returncode, 130)
            self.assertIn(f"carom resume {folder}", output)
            self.assertEqual(self.names(folder), ["checkpoint"])
            process = self.start("resume", folder)
            time.sleep(0.2)
        self.end(process)
        self.assert_same_files(whole, folder)

    def half_run(self, name="half"):
        """The folder of a run that was killed after it had two checkpoints."""
        folder = self.here / name
        process = self.start("run", support.shipped("gas2d"), "--until", 2, "--out", folder, "--checkpoint-every", 0.02)
        self.wait_for_states(process, folder, 2)
        process.kill()
        process.communicate()
        return folder, sorted((folder / "checkpoint").glob("state-*[0-9]"), key=lambda p: int(p.name.split("-")[1]))

    def test_a_damaged_checkpoint_is_passed_over_for_the_one_before_it(self):
        folder, states = self.half_run()
        content = bytearray(states[-1].read_bytes())
        content[len(content) // 2] ^= 1
        states[-1].write_bytes(content)
        _, errors = self.end(self.start("resume", folder))
        for word in ("warning", states[-1].name, "checksum", "before it"):
            self.assertIn(word, errors)
        self.assert_same_files(self.run_scene(support.shipped("gas2d"), "--until", 2, out="whole"), folder)

    def test_without_a_good_checkpoint_there_is_an_error(self):
        folder, states = self.half_run()
        states[-1].write_bytes(states[-1].read_bytes()[:-1])
        for state in states[:-1]:
            state.write_bytes(b"")
        self.assert_fails(carom("resume", folder), *(state.name for state in states), "damaged")
        start = folder / "checkpoint/start"
        start.write_bytes(b"x" + start.read_bytes()[1:])
        self.assert_fails(carom("resume", folder), "start", "damaged")

    def test_a_flipped_bit_of_a_growing_file_is_found(self):
        folder, states = self.half_run()
        rows = folder / "checkpoint/events.csv"
        content = bytearray(rows.read_bytes())
        content[100] ^= 1  # before any checkpoint's end
        rows.write_bytes(content)
        self.assert_fails(carom("resume", folder), "events.csv is damaged", *(state.name for state in states))

    def test_a_state_of_another_run_is_refused(self):
        folder, states = self.half_run()
        scene = self.scene(content=support.LONG_GAS)
        process = self.start("run", scene, "--until", 1e6, "--fps", 1, "--out", self.here / "third",
                             "--checkpoint-every", 0.02)
        self.wait_for_states(process, self.here / "third")
        process.kill()
        process.communicate()
        foreign = next((self.here / "third/checkpoint").glob("state-*[0-9]"))
        for state in states:
            shutil.copy(foreign, state)
        self.assert_fails(carom("resume", folder), "of another run")

    def test_verify_checks_checkpoints(self):
        folder, states = self.half_run()
        done = carom("verify", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        states[0].write_bytes(states[0].read_bytes()[:-1])
        self.assert_fails(carom("verify", folder), states[0].name, "damaged")
        self.assert_fails(carom("verify", folder, "--replay"), "unfinished")

    def test_limits_end_a_run_that_can_be_gone_on_with(self):
        scene = support.shipped("gas2d")
        whole = self.run_scene(scene, "--until", 1, out="whole")
        folder = self.here / "limited"
        done = carom("run", scene, "--until", 1, "--out", folder, "--checkpoint-every", 0, "--most-events", 100)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("100 events", done.stdout)
        done = carom("resume", folder, "--most-events", 50)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("150 events", done.stdout)
        self.end(self.start("resume", folder))
        self.assert_same_files(whole, folder)

    def test_info_tells_of_an_unfinished_run(self):
        folder, _ = self.half_run()
        self.assertIn(f"carom resume {folder}", carom("info", folder).stdout)

    def test_a_run_beside_an_unfinished_one_is_refused(self):
        folder, _ = self.half_run()
        self.assert_fails(carom("run", self.scene(), "--out", folder), "unfinished run", f"carom resume {folder}")

    def test_two_programs_do_not_go_on_with_one_run(self):
        folder = self.here / "run"
        first = self.start("run", support.shipped("gas2d"), "--until", 1e6, "--fps", 1, "--out", folder,
                           "--checkpoint-every", 0.02)
        self.wait_for_states(first, folder)
        self.assert_fails(carom("resume", folder), "in use")
        first.kill()
        first.communicate()

    def test_a_finished_run_needs_no_going_on(self):
        folder = self.run_scene(self.scene(), "--checkpoint-every", 0)
        self.assertNotIn("checkpoint", self.names(folder))
        done = carom("resume", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("at its end", done.stdout)

    def test_a_run_that_died_while_it_drew_gets_its_drawings(self):
        folder = self.run_scene(self.scene(), "--checkpoint-every", 0)
        whole = self.run_scene(self.scene(), out="whole")
        for lost in (["picture.svg", "picture.png", "report.html"], ["report.html"]):
            with self.subTest(lost=lost):
                for name in lost:
                    (folder / name).unlink()
                done = carom("resume", folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assert_same_files(whole, folder)
        bare = self.run_scene(self.scene(), "--no-picture", "--no-report", out="bare")
        self.assertIn("at its end", carom("resume", bare).stdout)

    def test_a_folder_without_a_run_is_refused(self):
        self.assert_fails(carom("resume", self.here), self.here, "no run")
        self.assert_fails(carom("resume", self.here / "nothing"), "nothing")
        self.assert_fails(carom("run", self.scene(), "--checkpoint-every", "-1", "--out", self.here / "run"), "-1")
        self.assert_fails(carom("run", self.scene(), "--threads", "0", "--out", self.here / "run"), "from 1 to 64")

    def test_a_full_disk_leaves_the_last_checkpoint(self):
        folder = self.here / "run"
        scene = support.shipped("gas2d")
        limit = 3_000_000  # bytes in a file: some checkpoints and part of the events

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        process = self.start("run", scene, "--until", 2, "--out", folder, "--checkpoint-every", 0.02,
                             preexec_fn=small_files)
        _, errors = self.end(process, code=1)
        self.assertIn("cannot write", errors)
        self.assertIn(f"carom resume {folder}", errors)
        self.end(self.start("resume", folder))
        self.assert_same_files(self.run_scene(scene, "--until", 2, out="whole"), folder)

    def test_a_folder_that_cannot_be_written_any_more_is_an_error(self):
        folder = self.here / "run"
        scene = support.shipped("gas2d")
        process = self.start("run", scene, "--until", 1e6, "--fps", 1, "--events", "none", "--out", folder,
                             "--checkpoint-every", 0.02)
        self.wait_for_states(process, folder)
        (folder / "checkpoint").rename(folder / "away")
        _, errors = self.end(process, code=1)
        self.assertIn(str(folder / "checkpoint"), errors)
        (folder / "away").rename(folder / "checkpoint")
        going_on = self.start("resume", folder)
        time.sleep(0.3)
        going_on.send_signal(signal.SIGTERM)
        self.end(going_on, code=130)


if __name__ == "__main__":
    support.main()
