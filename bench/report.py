#!/usr/bin/env python3
"""report.py RAW RESULTS: turns what the benchmark programs wrote into RESULTS/*.csv and prints it with its ratios."""
import csv
import json
import platform
import subprocess
import sys
from pathlib import Path


def cpu_name():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def micro_rows(raw):
    """One row per kind and case: median nanoseconds of each contender, and their ratio."""
    cases = {}
    for run in json.loads((raw / "micro.json").read_text())["benchmarks"]:
        if run["aggregate_name"] == "median":
            kind, case, contender = run["run_name"].split("/")
            cases.setdefault((kind, case), {"hit_share": run["hit_share"]})[contender] = run["cpu_time"]
    for (kind, case), found in cases.items():
        plain = found.get("plain")
        yield {"kind": kind, "case": case, "hit_share": f"{found['hit_share']:.3f}", "carom_ns": f"{found['carom']:.2f}",
               "plain_ns": f"{plain:.2f}" if plain else "", "ratio": f"{found['carom'] / plain:.2f}" if plain else ""}


def scene_rows(raw):
    rows = list(csv.DictReader((raw / "scenes.csv").open()))
    grid = {row["scene"]: float(row["events_per_second"]) for row in rows if row["broad_phase"] == "grid"}
    for row in rows:
        row["ratio_to_grid"] = f"{float(row['events_per_second']) / grid[row['scene']]:.3f}"
    return rows


# FastFiz 7833667 (C++, -O2) on an AMD EPYC (Zen 4 class), µs of CPU time: simpler physics, no jaws, nothing in the air.
FASTFIZ_US = {"nine_ball_break": 800, "eight_ball_break": 1330, "cue_ball_and_seven": 144, "cue_ball_and_one": 20, "cue_ball_alone": 6}


def shot_rows(raw):
    rows = list(csv.DictReader((raw / "shots.csv").open()))
    for row in rows:
        row["fastfiz_us"] = FASTFIZ_US[row["case"]]
        row["ratio"] = f"{float(row['median_us']) / row['fastfiz_us']:.3f}"
    return rows


def versus_rows(raw, task, case, figures, ours=("carom",)):
    """The rows of one task, with carom's figures divided by each contender's, if both have one; `case` names what tells the cases
    apart, `ours` the contenders that are carom."""
    rows = list(csv.DictReader((raw / f"versus_{task}.csv").open()))
    for name in ours:
        carom = {tuple(row[c] for c in case): row for row in rows if row["contender"] == name}
        for row in rows:
            our = carom.get(tuple(row[c] for c in case))
            for figure in figures:
                row[f"{name}_to_this_{figure}"] = f"{float(our[figure]) / float(row[figure]):.3f}" if our and float(row[figure]) else ""
    return rows


def write(file, rows):
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def show(title, rows):
    print(f"\n{title}")
    table = [list(rows[0].keys()), *([str(cell) for cell in row.values()] for row in rows)]
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def main():
    raw, results = Path(sys.argv[1]), Path(sys.argv[2])
    results.mkdir(parents=True, exist_ok=True)
    compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    machine = [{"cpu": cpu_name(), "compiler": compiler, "flags": "-O3 -ffp-contract=off", "cores_used": "1"}]
    for name, title, rows in (("machine", "Machine", machine),
                              ("micro", "Time of impact, ns of CPU time (median of 5)", list(micro_rows(raw))),
                              ("versus_time_of_impact", "Two balls on straight paths, ns of CPU time (least of the repeats)",
                               versus_rows(raw, "time_of_impact", ["case", "dimensions", "real", "pairs"], ["ns"])),
                              ("versus_cast", "Cast 10^5 balls among balls, ms of CPU time (least of 7)",
                               versus_rows(raw, "cast", ["balls"], ["build_ms", "cast_ms"])),
                              ("versus_all_pairs", "All pairs within 1.1 diameters, ms of CPU time (least of 7)",
                               versus_rows(raw, "all_pairs", ["balls", "volume_fraction"], ["ms"])),
                              ("versus_slide", "Characters that walk and slide, ns of CPU time per move",
                               versus_rows(raw, "slide", ["task", "items"], ["ns_per_move"])),
                              ("versus_heaps", "Heaps that come to rest, ms of CPU time per frame",
                               versus_rows(raw, "heaps", ["world", "second"], ["mean_ms", "worst_ms"], ["carom", "carom_64", "carom_32"])),
                              ("shots", "Billiard shots, µs on one core (median of shots, each the least of 7), and what two threads gain", shot_rows(raw)),
                              ("fluids", "Fluids of equal balls, million collisions per second of CPU time",
                               list(csv.DictReader((raw / "fluids.csv").open()))),
                              ("heaps", "Heaps that come to rest, seconds of CPU time", list(csv.DictReader((raw / "heaps.csv").open()))),
                              ("drawing", "Pictures and reports, seconds of CPU time",
                               list(csv.DictReader((raw / "drawing.csv").open()))),
                              ("lines", "Lines of carom query, µs of CPU time", list(csv.DictReader((raw / "lines.csv").open()))),
                              ("scenes", "Scenes, events per second of CPU time on one core", scene_rows(raw))):
        write(results / f"{name}.csv", rows)
        show(title, rows)


if __name__ == "__main__":
    main()
