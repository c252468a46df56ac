"""One table, row for row, on one process, two processes, three of MPI (one leads, two work) and Dask's workers; killed twenty times."""
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MPI = ["mpiexec", "-n", "3", "--oversubscribe", sys.executable, "-m", "mpi4py.futures"]


def command(executor, table, repeat=8):
    return [*(MPI if executor == "mpi" else [sys.executable]), str(HERE / "executor_study.py"), executor, str(table), str(repeat)]


def environment():
    return {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
            "OMPI_MCA_plm": "isolated",  # nothing is begun on other machines
            "PYTHONPATH": f"{HERE}:{os.environ.get('PYTHONPATH', '')}"}


def rows(table):
    """By point and repeat; the order of the file is that in which runs finished."""
    return sorted(Path(table).read_text().splitlines()[1:])


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    table = tmp_path_factory.mktemp("alone") / "rows.jsonl"
    subprocess.run(command("processes:1", table), env=environment(), check=True)
    return rows(table)


@pytest.mark.parametrize("executor", ["processes:2", "mpi", "dask"])
def test_every_executor_writes_the_same_rows(executor, alone, tmp_path):
    subprocess.run(command(executor, tmp_path / "rows.jsonl"), env=environment(), check=True, capture_output=True, timeout=120)
    assert len(alone) == 16 and rows(tmp_path / "rows.jsonl") == alone


def test_a_study_that_is_killed_twenty_times_loses_no_row(tmp_path):
    """By turns under each executor, whole groups of processes at once, as a machine that goes out."""
    table, whole = tmp_path / "rows.jsonl", tmp_path / "whole.jsonl"
    moments, kept = random.Random(20), b""
    for kill in range(20):
        executor = ("processes:2", "mpi", "dask")[kill % 3]
        process = subprocess.Popen(command(executor, table, 200), env=environment(), start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        size, deadline = len(kept), time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline and not (table.exists() and table.stat().st_size > size):
            time.sleep(0.02)
        time.sleep(moments.uniform(0, 0.3))
        subprocess.run(["pkill", "-KILL", "--session", str(process.pid)], check=True)  # mpiexec makes groups of its own
        process.wait()
        now = table.read_bytes()
        assert now.startswith(kept), f"kill {kill}, {executor}: rows that were on the disk have gone"
        kept = now[: now.rfind(b"\n") + 1]
    for file in (table, whole):
        subprocess.run(command("processes:2", file, 200), env=environment(), check=True)
    places = [(json.dumps(row["point"]), row["repeat"]) for row in map(json.loads, rows(table))]
    assert len(places) == len(set(places)) == 400 and rows(table) == rows(whole)
