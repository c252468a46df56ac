"""Studies: one table whatever the executor, the order and however often it was killed."""
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import carom
from carom import studies

SCENE = {"carom": 1, "dimension": 2, "until": 0.5, "periodic": [10, 10], "restitution": 1,
         "generators": [{"gas": {"count": 20, "radius": 0.3, "temperature": 1, "seed": 3}}]}


def task(point, seed):
    if point["x"] == 2:
        raise ValueError("two is too many")
    return {"y": point["x"] ** 2, "seed_too": seed}


def slow(point, seed):
    time.sleep(0.05)
    return {"y": seed % 7}


@pytest.fixture
def scene(tmp_path):
    file = tmp_path / "gas.json"
    file.write_text(json.dumps({key: value for key, value in SCENE.items() if key != "restitution"}))
    return file


def test_every_executor_gives_the_same_rows(scene, tmp_path):
    asked = {"vary": {"until": [0.2, 0.4]}, "repeat": 3, "measure": "state"}
    tables = []
    with concurrent.futures.ThreadPoolExecutor(2) as threads, concurrent.futures.ProcessPoolExecutor(2) as processes:
        for k, executor in enumerate((threads, processes, None)):
            tables.append(carom.study(scene, executor=executor, table=tmp_path / f"{k}.jsonl", **asked).rows)
    assert tables[0] == tables[1] == tables[2] and len(tables[0]) == 6
    assert len({row["measured"]["hash"] for row in tables[0]}) == 6


def test_failures_are_rows_and_means_have_errors():
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        study = carom.study(task, {"x": [1, 2, 3]}, repeat=2, executor=executor, chunk=2)
    assert len(study.failures) == 2 and study.failures[0]["error"] == "ValueError: two is too many"
    assert [(row["x"], row["y"], row["y_error"], row["n"]) for row in study.means()] == [(1, 1, 0, 2), (3, 9, 0, 2)]
    assert "<table>" in study._repr_html_() and "6 rows" in repr(study)


def test_seeds_depend_on_the_study_the_point_and_the_repeat_alone():
    seeds = {studies.seed_of(name, {"x": x}, k) for name in "ab" for x in range(3) for k in range(3)}
    assert len(seeds) == 18 and studies.seed_of("a", {"x": 1, "y": 2}, 0) == studies.seed_of("a", {"y": 2, "x": 1}, 0)


def test_a_study_that_was_killed_loses_no_row(tmp_path):
    table = tmp_path / "rows.jsonl"
    program = f"import study_test, carom; carom.study(study_test.slow, {{'x': [1, 2]}}, repeat=15, table={str(table)!r})"
    for _ in range(4):
        process = subprocess.Popen([sys.executable, "-c", program], cwd=os.path.dirname(__file__), start_new_session=True)
        time.sleep(0.6)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        before = table.read_bytes() if table.exists() else b""
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        study = carom.study(slow, {"x": [1, 2]}, repeat=15, table=table, executor=executor)
        assert table.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
        assert study.rows == carom.study(slow, {"x": [1, 2]}, repeat=15, executor=executor).rows
    lines = [json.loads(line) for line in table.read_text().splitlines()[1:]]
    assert len({(line["point"]["x"], line["repeat"]) for line in lines}) == len(lines) == 30


def test_failures_are_run_again_when_asked(tmp_path):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        for _ in range(2):
            carom.study(task, {"x": [1, 2]}, table=tmp_path / "t", executor=executor)
        assert len((tmp_path / "t").read_text().splitlines()) == 3
        carom.study(task, {"x": [1, 2]}, table=tmp_path / "t", executor=executor, retry=True)
    assert len((tmp_path / "t").read_text().splitlines()) == 4


class Breaks(concurrent.futures.Executor):
    """Does two tasks, and no more."""

    def __init__(self):
        self.left = 2

    def submit(self, function, *arguments):
        future = concurrent.futures.Future()
        self.left -= 1
        if self.left < 0:
            future.set_exception(concurrent.futures.BrokenExecutor("gone"))
        else:
            future.set_result(function(*arguments))
        return future


def test_rows_that_came_before_an_executor_broke_are_kept(tmp_path):
    with pytest.raises(concurrent.futures.BrokenExecutor, match="gone"):
        carom.study(task, {"x": [1, 3]}, repeat=6, chunk=2, table=tmp_path / "t", executor=Breaks())
    lines = (tmp_path / "t").read_text().splitlines()
    assert [json.loads(line)["repeat"] for line in lines[1:]] == [0, 1, 2, 3]
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        told = []
        study = carom.study(task, {"x": [1, 3]}, repeat=6, table=tmp_path / "t", executor=executor, progress=lambda *count: told.append(count))
        assert study.rows == carom.study(task, {"x": [1, 3]}, repeat=6, executor=executor).rows
    assert told == sorted(told) and told[0][0] > 4 and told[-1] == (12, 12)


@pytest.mark.parametrize("wrong, message", [
    ({"repeat": 0}, "repeat"), ({"chunk": 0}, "chunk"), ({"measure": "luck"}, "measure"), ({"vary": {"x": []}}, "vary"), ({"vary": {"x": "ab"}}, "vary"),
])
def test_misuse_is_an_error(wrong, message):
    with pytest.raises(ValueError, match=message):
        carom.study(task, **wrong)


def test_a_table_of_another_study_is_refused(tmp_path):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        carom.study(task, {"x": [1]}, table=tmp_path / "t", executor=executor)
        with pytest.raises(ValueError, match="another study"):
            carom.study(task, {"x": [5]}, table=tmp_path / "t", executor=executor)


def test_a_table_has_one_writer_at_a_time(tmp_path):
    table = tmp_path / "rows.jsonl"
    program = f"import study_test, carom; carom.study(study_test.slow, {{'x': [1, 2]}}, repeat=100, table={str(table)!r})"
    process = subprocess.Popen([sys.executable, "-c", program], cwd=os.path.dirname(__file__), start_new_session=True)
    try:
        while not (table.exists() and table.stat().st_size > 100):
            time.sleep(0.02)
        with concurrent.futures.ThreadPoolExecutor(1) as executor:
            with pytest.raises(BlockingIOError, match="rows.jsonl: another study is writing to it"):
                carom.study(slow, {"x": [1, 2]}, repeat=100, table=table, executor=executor)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        for _ in range(2):  # and again in the same process, with workers that are still there
            assert len(carom.study(slow, {"x": [1, 2]}, repeat=20, table=tmp_path / "t", executor=executor)) == 40


def test_a_study_runs_from_a_file(scene, tmp_path, capsys):
    file = tmp_path / "study.json"
    file.write_text(json.dumps({"scene": scene.name, "vary": {"until": [0.1, 0.2]}, "repeat": 2, "processes": 1}))
    assert studies.main([str(file)]) == 0
    assert "4 rows, 0 failures" in capsys.readouterr().out
    file.write_text(json.dumps({"scene": scene.name, "varry": {}}))
    assert studies.main([str(file)]) == 1
    assert "varry" in capsys.readouterr().err
