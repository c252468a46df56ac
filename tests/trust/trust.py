#!/usr/bin/env python3
"""Pulls the plug: kills runs, fills their disk and flips bits of their files, and sees that each goes on to the same bits
or is refused by name, and that nothing complete is lost. docs/formats/checkpoint.md has the figures of the long form.

    tests/trust/trust.py build/release/bin/carom . --kills 200 --full 200 --flips 10000
    tests/trust/trust.py build/release/bin/carom . --kind heap --kills 100 --full 0 --flips 0
"""
import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKSUMS = "checksums.xxh128"
GAS = {"carom": 1, "dimension": 2, "until": 1, "periodic": [80, 12],
       "generators": [{"gas": {"count": 900, "radius": 0.35, "temperature": 1, "seed": 3}}]}

# Ten thousand discs that fall onto a heap.
HEAP = {"carom": 1, "dimension": 2, "until": 1, "gravity": [0, -10], "tangential_restitution": 0,
        "defaults": {"restitution": 0.5, "friction": 0.5},
        "bodies": [{"half_space": {"normal": normal, "offset": offset}} for normal, offset in (([0, 1], 0), ([1, 0], 0), ([-1, 0], -131))],
        "generators": [{"lattice": {"low": [0.65, 0.65], "counts": [100, 100], "spacing": 1.3, "radius": 0.5}}]}

# Name, scene (a shipped one, or one of the above), options; those without --checkpoint-every begin again after a kill.
KINDS = [
    ("gas2d", "gas2d", ["--until", 2, "--xyz", "--observe", "all", "--checkpoint-every", 0.01]),
    ("gas3d", "gas3d", ["--until", 0.3, "--checkpoint-every", 0.01]),
    ("pile", "landslide", ["--until", 1.5, "--events", "h5", "--checkpoint-every", 0.01]),
    ("threads", GAS, ["--threads", 2, "--observe", "all", "--checkpoint-every", 0.01]),
    ("break", "break", ["--checkpoint-every", 0.01]),
    ("forces", "planet", ["--until", 8, "--threads", 2, "--checkpoint-every", 0.01]),
    ("rows", "gas2d", ["--until", 1, "--fps", 60, "--events", "none", "--checkpoint-every", 0.02]),
    ("at the end", "gas2d", ["--until", 0.2, "--checkpoint-every", 0]),
    ("plain", "gas2d", ["--until", 1, "--xyz"]),
    ("plain pile", "landslide", ["--until", 0.5, "--observe", "all"]),
    ("bare", "gas2d", ["--until", 1, "--no-picture", "--no-report"]),
]

# These take so long that they are asked for.
MORE_KINDS = [("heap", HEAP, ["--checkpoint-every", 0.1])]


class Wrong(Exception):
    pass


def expect(true, *what):
    if not true:
        raise Wrong(" ".join(map(str, what)))


def difference(name, mine, whole):
    """Where two contents part, with some of what stands there."""
    at = next((k for k, (a, b) in enumerate(zip(mine, whole)) if a != b), min(len(mine), len(whole)))
    part = slice(max(0, at - 40), at + 40)
    return f"{name} at {at} of {len(whole)}: {mine[part]!r} and not {whole[part]!r};"


class Harness:
    def __init__(self, binary, source, here, seed):
        self.binary, self.source, self.here = binary, source, here
        self.chance = random.Random(seed)
        self.whole, self.span, self.peak = {}, {}, {}
        self.outcomes = {}

    def call(self, *arguments, **options):
        return subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True, timeout=600, **options)

    def command(self, kind, folder):
        name, scene, options = kind
        file = self.source / "scenes" / f"{scene}.json"
        if not isinstance(scene, str):
            file = self.here / f"{name}.json"
            file.write_text(json.dumps(scene))
        return ["run", file, *options, "--out", folder]

    def make_whole(self, kind):
        name = kind[0]
        folder = self.here / "whole" / name.replace(" ", "_")
        started = time.monotonic()
        done = self.call(*self.command(kind, folder))
        expect(done.returncode == 0, name, done.stderr)
        self.whole[name], self.span[name] = folder, time.monotonic() - started
        self.peak[name] = max(file.stat().st_size for file in folder.iterdir())

    def files(self, folder):
        """By name, without what no two runs share."""
        contents = {}
        for file in sorted(folder.iterdir()):
            if file.name == "summary.json":
                summary = json.loads(file.read_text())
                summary.pop("timing")
                summary.pop("search")
                contents[file.name] = json.dumps(summary)
            elif file.name == CHECKSUMS:
                contents[file.name] = [line for line in file.read_text().splitlines() if not line.endswith("summary.json")]
            else:
                contents[file.name] = file.read_bytes()
        return contents

    def same(self, kind, folder, what):
        mine, whole = self.files(folder), self.files(self.whole[kind[0]])
        expect(list(mine) == list(whole), what, "has", list(mine), "and not", list(whole))
        differing = [name for name in whole if mine[name] != whole[name]]
        expect(not differing, what, "differs:", *(difference(name, mine[name], whole[name]) for name in differing))
        done = self.call("verify", folder)
        expect(done.returncode == 0, what, done.stderr)

    def go_on(self, kind, folder, what):
        """As a user would: resume where there is a checkpoint, draw what is missing, else begin again."""
        if (folder / "checkpoint/start").exists():
            done = self.call("resume", folder)
        elif self.is_whole_but_drawings(kind, folder):
            if kind[0] == "bare":
                return self.same(kind, folder, what)
            done = self.call("report", folder)
            self.count("drawn again")
        else:
            done = self.call(*self.command(kind, folder))
            self.count("begun again")
        expect(done.returncode == 0, what, "is not gone on with:", done.stderr)
        if not {"picture.svg", "report.html"} <= set(os.listdir(folder)) and kind[0] != "bare":
            expect(self.call("report", folder).returncode == 0, what, "is not drawn")
            self.count("drawn again")
        self.same(kind, folder, what)

    def is_whole_but_drawings(self, kind, folder):
        if not (folder / "record.bin").exists() or (folder / ".carom-unfinished/done").exists():
            return False
        return (folder / "record.bin").read_bytes() == (self.whole[kind[0]] / "record.bin").read_bytes()

    def count(self, outcome):
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1

    def before(self, folder, kind):
        """Half of the runs go into a folder that holds a complete run of another kind."""
        shutil.rmtree(folder, ignore_errors=True)
        if self.chance.random() < 0.5:
            return None
        others = [name for name in self.whole if name != kind[0]]
        if not others:
            return None
        other = self.chance.choice(others)
        shutil.copytree(self.whole[other], folder)
        return other

    def still_there(self, other, folder, what):
        """The run that was there is whole, unless the new one has begun to take its place."""
        done = self.call("verify", folder)
        if done.returncode == 0 and not (folder / "checkpoint").exists():
            self.count("before or after, whole")
        elif other and not (folder / "checkpoint/start").exists():
            raise Wrong(f"{what}: the run before is damaged: {done.stderr}")

    def kill(self, kind, number):
        folder = self.here / "killed"
        what = f"kill {number} of {kind[0]}"
        other = self.before(folder, kind)
        process = subprocess.Popen([self.binary, *map(str, self.command(kind, folder))], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        for attempt in range(self.chance.choice([1, 1, 2, 3])):
            time.sleep(self.chance.uniform(0, 1.1 * self.span[kind[0]]))
            process.kill()
            process.wait()
            if process.returncode == 0:
                self.count("done before the kill")
                break
            self.count("killed")
            if (folder / "checkpoint/start").exists():
                process = subprocess.Popen([self.binary, "resume", folder], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL)
            else:
                break
        process.kill()
        process.wait()
        if other:
            self.still_there(other, folder, what)
        self.go_on(kind, folder, what)

    def fill(self, kind, number):
        """A disk that is full after some bytes, or a limit for each file."""
        what = f"full disk {number} of {kind[0]}"
        disk = self.here / "disk"
        disk.mkdir(exist_ok=True)
        total = sum(file.stat().st_size for file in self.whole[kind[0]].iterdir())
        mounted = self.chance.random() < 0.6 and self.mount(disk, int(self.chance.uniform(4096, 1.2 * total)))
        folder = disk / "run" if mounted else self.here / "limited"
        shutil.rmtree(folder, ignore_errors=True)
        limit = int(self.chance.uniform(1, self.peak[kind[0]]))

        def small_files():
            if not mounted:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        try:
            done = self.call(*self.command(kind, folder), preexec_fn=small_files)
            expect(done.returncode in (0, 1, 3), what, "exits with", done.returncode, done.stderr)
            self.count({0: "fits", 1: "refused by name", 3: "not drawn"}[done.returncode])
            if done.returncode != 0:
                expect(str(disk if mounted else folder) in done.stderr, what, "names no file:", done.stderr)
            if mounted:
                subprocess.run(["mount", "-o", "remount,size=1g", disk], check=True)
            if done.returncode == 1 and not (folder / "checkpoint/start").exists():
                expect(not folder.exists() or not os.listdir(folder), what, "leaves", folder)
            self.go_on(kind, folder, what)
        finally:
            if mounted:
                subprocess.run(["umount", disk], check=True)

    def mount(self, disk, size):
        return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk],
                              capture_output=True).returncode == 0

    def flip(self, kind, number):
        """In a finished run: told by verify. In a checkpoint: the same bits, or refused."""
        what = f"flip {number} of {kind[0]}"
        if "--checkpoint-every" in kind[2] and self.chance.random() < 0.1:
            return self.flip_checkpoint(kind, what)
        file = self.chance.choice(sorted(self.whole[kind[0]].iterdir()))
        with flipped(file, self.chance):
            done = self.call("verify", self.whole[kind[0]])
            expect(done.returncode == 1 and (file.name in done.stderr or CHECKSUMS == file.name), what, "of", file.name,
                   "is not told:", done.returncode, done.stderr)
            self.count("told by verify")
            if file.name == "record.bin":
                copy = self.here / "record"
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(self.whole[kind[0]], copy)
                done = self.call("report", copy)
                expect(done.returncode == 1 and "record.bin" in done.stderr, what, "is drawn:", done.stderr)

    def flip_checkpoint(self, kind, what):
        half = self.here / "half" / kind[0].replace(" ", "_")
        if not half.exists():
            events = json.loads((self.whole[kind[0]] / "summary.json").read_text())["events"]["total"]
            done = self.call(*self.command(kind, half), "--most-events", self.chance.randrange(1, events))
            expect(done.returncode == 4, what, "cannot be made:", done.returncode, done.stderr)
        folder = self.here / "half_flipped"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(half, folder)
        files = [file for file in sorted((folder / "checkpoint").iterdir()) if file.stat().st_size > 0]
        file = self.chance.choice(files)
        with flipped(file, self.chance):
            done = self.call("resume", folder)
            if done.returncode == 0:
                self.same(kind, folder, what)
                self.count("resumed to the same bits")
            else:
                expect(done.returncode == 1 and file.name in done.stderr, what, "of", file.name, "gives", done.returncode,
                       done.stderr)
                self.count("resume refused by name")


class flipped:
    def __init__(self, file, chance):
        self.file = file
        self.place, self.bit = chance.randrange(file.stat().st_size), 1 << chance.randrange(8)

    def turn(self):
        if not self.file.exists():
            return
        with open(self.file, "r+b") as file:
            file.seek(self.place)
            byte = file.read(1)[0]
            file.seek(self.place)
            file.write(bytes([byte ^ self.bit]))

    def __enter__(self):
        self.turn()

    def __exit__(self, *error):
        self.turn()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--full", type=int, default=200)
    parser.add_argument("--flips", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[kind[0] for kind in KINDS + MORE_KINDS], help="runs of that kind alone")
    arguments = parser.parse_args()
    kinds = [kind for kind in KINDS + MORE_KINDS if kind[0] == arguments.kind] or KINDS
    with tempfile.TemporaryDirectory(prefix="carom-trust-") as here:
        harness = Harness(arguments.binary.resolve(), arguments.source.resolve(), Path(here), arguments.seed)
        for kind in kinds:
            harness.make_whole(kind)
        failures = 0
        for name, attack, count in (("kills", harness.kill, arguments.kills), ("full disks", harness.fill, arguments.full),
                                    ("flipped bits", harness.flip, arguments.flips)):
            harness.outcomes = {}
            wrong = 0
            for number in range(count):
                try:
                    attack(kinds[number % len(kinds)], number)
                except (Wrong, OSError, subprocess.SubprocessError) as error:
                    wrong += 1
                    print(f"wrong: {number}: {error}", flush=True)
            failures += wrong
            print(f"{count} {name}, {wrong} wrong: {harness.outcomes}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
