#!/usr/bin/env python3
"""carom shot --film: frames are true, and the film plays."""
import json
import math
import os
import shutil
import signal
import subprocess
import unittest

import numpy

import support
from support import CaromTest, carom

FFMPEG = shutil.which("ffmpeg")

# Writes the frames as they come.
COPY = """#!/bin/sh
for last; do :; done
echo "$@" >"${last#file:}.arguments"
exec cat >"${last#file:}"
"""
SAYS_NO = """#!/bin/sh
head -c 1000 >/dev/null
for last; do :; done
echo half >"${last#file:}"
echo "Unknown encoder 'libx264'" >&2
exit 3
"""

# Snooker's colours have no marks. All of this is off the lines and far enough from the cushions.
RULERS = {16: (-0.7, -0.5), 1: (-0.7, 0.5), 2: (0.6, -0.5), 3: (0.6, 0.6), 20: (0.2, -0.6), 4: (-0.3, 0.7)}
SPEED, START = 1.0, (-0.5, 0.1)


def table(name):
    return support.SOURCE / "tables" / f"{name}.json"


class Film(CaromTest):
    def film(self, *arguments, program=None, name="film.mp4", **options):
        """Runs the program; `program`: a script in ffmpeg's place, "" for none."""
        environment = dict(os.environ)
        if program is not None:
            folder = self.here / "programs"
            folder.mkdir(exist_ok=True)
            if program:
                (folder / "ffmpeg").write_text(program)
                (folder / "ffmpeg").chmod(0o755)
            environment["PATH"] = f"{folder}:/usr/bin:/bin" if program else str(folder)
        return carom("shot", *arguments, "--film", self.here / name, "--out", self.here / "out", env=environment, **options)

    def frames(self, *arguments, width, height, rate):
        """As they go to ffmpeg, and the outcome."""
        ran = self.film(*arguments, "--film-size", f"{width}x{height}", "--fps", rate, "--force", program=COPY)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        outcome = json.loads((self.here / "out/outcome.json").read_text())
        frames = numpy.fromfile(self.here / "film.mp4", numpy.uint8).reshape(-1, height, width, 3)
        self.assertEqual(len(frames), math.ceil(outcome["duration"] * rate) + 1)
        return frames, outcome

    def rolled(self, *arguments):
        balls = [f"--ball={number}={x},{y}" for number, (x, y) in RULERS.items()]
        shot = [table("snooker_12ft"), "--speed", SPEED, "--heading", 10, f"--ball=0={START[0]},{START[1]}", *balls, "--until", 1]
        return self.frames(*shot, *arguments, width=1600, height=900, rate=5)

    def middle(self, frame, near, radius):
        """Of what is redder than the cloth around a place: of a ball that is white, yellow or red."""
        y, x = numpy.mgrid[: frame.shape[0], : frame.shape[1]] + 0.5
        ball = (numpy.hypot(x - near[0], y - near[1]) < radius) & (frame[..., 0] > 75)
        self.assertGreater(ball.sum(), 50)
        return x[ball].mean(), y[ball].mean()

    def expect_true(self, frames, outcome, to_page, radius):
        """The cue ball slides, then rolls: x = v t − ½ μ g t², from Coriolis' time on x = v₁ t − ½ μ_r g t²."""
        start = math.hypot(*outcome["events"][0]["velocity"][:2])
        rolls = next(event["time"] for event in outcome["events"] if event["kind"] == "phase")
        speed = math.hypot(*next(event for event in outcome["events"] if event["kind"] == "phase")["velocity"][:2])
        self.assertAlmostEqual(speed, 5 / 7 * start, 9)
        slowing = (start - speed) / rolls
        last = math.hypot(*outcome["balls"][0]["velocity"][:2])
        rolling = (speed - last) / (outcome["duration"] - rolls)
        for k, frame in enumerate(frames):
            t = min(k / 5, outcome["duration"])
            way = start * t - slowing * t**2 / 2 if t < rolls else (start + speed) / 2 * rolls + speed * (t - rolls) - rolling * (t - rolls) ** 2 / 2
            place = [START[0] + way * math.cos(math.radians(10)), START[1] + way * math.sin(math.radians(10))]
            expected = to_page(*place)
            found = self.middle(frame, expected, radius)
            self.assertLess(math.dist(expected, found), 1, (k, expected, found))

    def test_from_above_balls_are_where_they_are(self):
        frames, outcome = self.rolled()
        # The table is in the middle, y upwards: two balls that rest say how large, the others that it is true for them.
        scale = 900 / 2.4
        for _ in range(3):
            left, right = (self.middle(frames[0], (800 + scale * x, 450 - scale * y), 20) for x, y in (RULERS[16], RULERS[2]))
            scale = (right[0] - left[0]) / 1.3

        def to_page(x, y):
            return 800 + scale * x, 450 - scale * y

        for x, y in RULERS.values():
            self.assertLess(math.dist(to_page(x, y), self.middle(frames[0], to_page(x, y), 20)), 1)
        self.expect_true(frames, outcome, to_page, 20)

    def test_in_space_balls_are_where_they_are(self):
        frames, outcome = self.rolled("--view", "3d")
        # The plane of the centres is seen by a homography, which the balls that rest give: they are found as spots, which those that
        # are next to their places by the cloth's corners are.
        red, green = frames[0][..., 0].astype(int), frames[0][..., 1].astype(int)
        todo = (red > 75) & ((red > 1.5 * green) | (green > 75))
        spots = []
        for y, x in zip(*numpy.nonzero(todo)):
            near = [spot for spot in spots if math.dist(spot[0], (x, y)) < 16]
            if near:
                near[0][1] += 1
            else:
                spots.append([(x, y), 1])
        blobs = [self.middle(frames[0], (x, y + 8), 24) for (x, y), size in spots if size > 150 and 200 < y < 700]
        self.assertGreaterEqual(len(blobs), len(RULERS) + 1)
        guess = self.homography([(-1.7845, -0.889), (1.7845, -0.889), (1.7845, 0.889), (-1.7845, 0.889)], self.corners(frames[0]))
        found = {number: min(blobs, key=lambda blob: math.dist(blob, guess(*place))) for number, place in RULERS.items()}
        self.assertEqual(len(set(found.values())), len(RULERS))
        to_page = self.homography(list(RULERS.values()), [found[number] for number in RULERS])
        for number, place in RULERS.items():
            self.assertLess(math.dist(to_page(*place), found[number]), 1)
        self.expect_true(frames, outcome, to_page, 22)

    def corners(self, frame):
        """Of the cloth, about: where the green begins and ends in its lowest and highest rows."""
        red, green, blue = (frame[..., k].astype(int) for k in range(3))
        cloth = (green > 90) & (green > 1.5 * red) & (green > 1.4 * blue)
        rows = [y for y in range(frame.shape[0]) if cloth[y].sum() > 300]
        top, bottom = rows[2], rows[-3]
        ends = {y: (numpy.nonzero(cloth[y])[0].min(), numpy.nonzero(cloth[y])[0].max()) for y in (top, bottom)}
        return [(ends[bottom][0], bottom), (ends[bottom][1], bottom), (ends[top][1], top), (ends[top][0], top)]

    def homography(self, plane, page):
        rows = []
        for (x, y), (u, v) in zip(plane, page):
            rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
        h = numpy.linalg.svd(numpy.array(rows, float))[2][-1].reshape(3, 3)

        def to_page(x, y):
            u, v, w = h @ (x, y, 1)
            return u / w, v / w

        return to_page

    def test_the_same_shot_gives_the_same_frames(self):
        shot = [table("pool_9ft"), "--speed", 5, "--heading", 3, "--ball=0=-0.6,0", "--ball=1=0.6,0.02", "--ball=9=0.8,0.1", "--view", "3d", "--until", 1]
        first, _ = self.frames(*shot, width=320, height=180, rate=10)
        second, _ = self.frames(*shot, width=320, height=180, rate=10)
        self.assertTrue((first == second).all())
        self.assertTrue((first[0] != first[5]).any())

    def test_a_film_of_rest_ends_with_it(self):
        shot = [table("pool_9ft"), "--speed", 1, "--heading", 0]
        frames, outcome = self.frames(*shot, width=320, height=180, rate=20)
        self.assertTrue(outcome["complete"])
        self.assertTrue((frames[-1] != frames[-40]).any())

    def white(self, frame):
        """The middle of the cue ball, alone on the cloth of a small frame."""
        return numpy.array(numpy.nonzero(frame[60:300, 80:560].min(axis=2) > 180)).mean(axis=1)

    def test_a_ball_that_falls_last_is_seen_to_fall(self):
        shot = [table("pool_9ft"), "--speed", 1.6, "--heading", 90, "--ball=0=0,0.45"]
        ran = self.film(*shot, "--film-size", "320x180", "--fps", 100, program=COPY)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        outcome = json.loads((self.here / "out/outcome.json").read_text())
        self.assertEqual([event["kind"] for event in outcome["events"]][-1], "pocket")
        frames = numpy.fromfile(self.here / "film.mp4", numpy.uint8).reshape(-1, 180, 320, 3)
        # Freely, from one radius above the cloth to five below it.
        falls = math.sqrt(2 * 6 * 0.028575 / 9.81)
        self.assertEqual(len(frames), math.ceil((outcome["duration"] + falls) * 100) + 1)
        pocket = frames[:, 5:40, 145:175].min(axis=3)  # above the middle: that at the top
        whitest = pocket.max(axis=(1, 2)).astype(int)
        self.assertGreater(whitest[-19], 150)
        self.assertLess(whitest[-1], 60)

    @unittest.skipUnless(FFMPEG, "needs ffmpeg")
    def test_films_play(self):
        shot = [table("pool_9ft"), "--speed", 3, "--heading", 20, "--ball=0=-0.6,0", "--until", 1, "--quiet"]
        true, _ = self.frames(*shot, width=640, height=360, rate=20)
        for name, codec in (("a.mp4", "h264"), ("a.webm", "vp9"), ("a.gif", "gif")):
            ran = self.film(*shot, "--film-size", "640x360", "--fps", 20, "--force", name=name)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))
            said = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
                                   "stream=codec_name,width,height,r_frame_rate,nb_read_frames", "-of", "json", self.here / name], capture_output=True, text=True, check=True)
            stream = json.loads(said.stdout)["streams"][0]
            self.assertEqual(stream, {"codec_name": codec, "width": 640, "height": 360, "r_frame_rate": "20/1", "nb_read_frames": "21"})
            decoded = subprocess.run(["ffmpeg", "-v", "error", "-i", self.here / name, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], capture_output=True, check=True)
            seen = numpy.frombuffer(decoded.stdout, numpy.uint8).reshape(-1, 360, 640, 3)
            self.assertEqual(len(seen), 21)
            for k in (0, 7, 20):  # colours, too, and the ball not beside its place
                self.assertLess(numpy.abs(seen[k].astype(int) - true[k]).mean(), 4, (name, k))
                self.assertLess(math.dist(self.white(true[k]), self.white(seen[k])), 1, (name, k))
        self.assertEqual(sorted(file.name for file in self.here.iterdir() if file.name.startswith(".carom") and "arguments" not in file.name), [])

    def left(self):
        return sorted(file.name for file in self.here.iterdir() if file.name != "programs")

    def test_says_what_is_wrong_and_leaves_nothing(self):
        short = [table("pool_9ft"), "--speed", 0.2, "--film-size", "128x72", "--fps", 5]
        for program, words in (("", ["film.mp4", "cannot start the program ffmpeg", "Debian package ffmpeg"]),
                               (SAYS_NO, ["film.mp4", "status 3", "Unknown encoder 'libx264'"]),
                               ("#!/bin/sh\nkill -9 $$", ["film.mp4", "signal 9"])):
            ran = self.film(*short, program=program)
            self.assertEqual(ran.returncode, 3, ran.stderr)
            for word in words:
                self.assertIn(word, ran.stderr)
            self.assertEqual(self.left(), ["out"])  # what was computed, and no film
            self.assertTrue((self.here / "out/outcome.json").exists())
            shutil.rmtree(self.here / "out")
        for arguments, complaint in ((["--film-size", "127x72"], "width 127, expected an even number of pixels from 64 to 3840"),
                                     (["--film-size", "128x10000"], "height 10000"), (["--film-size", "128"], '--film-size: got "128"'),
                                     (["--fps", 0], "got 0 frames a second"), (["--fps", 241], "at most 240"), (["--view", "below"], "--view")):
            ran = self.film(*short[:3], *arguments, program=COPY)
            self.assertNotEqual(ran.returncode, 0)
            self.assertIn(complaint, ran.stderr)
        ran = self.film(*short, program=COPY, name="film.avi")
        self.assertIn('got the ending ".avi", expected .mp4, .webm or .gif', ran.stderr)
        self.assertIn("frames in all", self.film(table("circle"), program=COPY).stderr)
        self.assertEqual(self.left(), [])
        self.assertIn("--film", carom("shot", table("pool_9ft"), "--view", "3d", "--out", self.here / "out").stderr)

    def test_takes_the_place_of_a_file_only_by_force(self):
        short = [table("pool_9ft"), "--speed", 0.2, "--film-size", "128x72", "--fps", 5]
        (self.here / "film.mp4").write_text("mine")
        self.assertIn("--force", self.film(*short, program=COPY).stderr)
        self.assertEqual((self.here / "film.mp4").read_text(), "mine")
        self.assertEqual(self.film(*short, "--force", program=COPY).returncode, 0)
        self.assertEqual(self.film(*short, program=COPY, name="new/folder/film.mp4").returncode, 0)
        self.assertTrue((self.here / "new/folder/film.mp4").exists())
        self.assertNotEqual((self.here / "film.mp4").read_bytes(), b"mine")

    def test_an_interrupted_film_leaves_nothing(self):
        program = self.here / "programs"
        program.mkdir()
        (program / "ffmpeg").write_text(COPY)
        (program / "ffmpeg").chmod(0o755)
        running = subprocess.Popen([support.BINARY, "shot", table("circle"), "--until", "400", "--film", self.here / "film.mp4", "--out", self.here / "out"],
                                   env={**os.environ, "PATH": f"{program}:/usr/bin:/bin"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        draft = self.here / ".carom-film.mp4"
        while not (draft.exists() and draft.stat().st_size > 5_000_000):
            self.assertIsNone(running.poll())
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=60)
        self.assertEqual((running.returncode, error), (130, b""))
        self.assertEqual([name for name in self.left() if not name.endswith(".arguments")], ["out"])


if __name__ == "__main__":
    support.main()
