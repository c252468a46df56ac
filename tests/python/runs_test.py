"""Scenes and runs: the same bits and files as the program's, and how they show themselves."""
import copy
import json
import pickle
import signal
import subprocess
import time

import numpy
import pytest
from place import PROGRAM, ROOT

import carom
from carom import io

SCENES = ["break", "bowls", "clay", "cradle", "driven", "gas2d", "gas3d", "pegs", "pi", "planet", "shuffleboard", "superballs"]
HEAD_ON = json.dumps({"carom": 1, "dimension": 2, "until": 6, "frames_per_second": 2, "bodies": [
    {"name": "left", "ball": {"center": [0, 0], "radius": 1}, "velocity": [2, 0]}, {"name": "right", "ball": {"center": [10, 0], "radius": 1}}]})


@pytest.mark.parametrize("name", SCENES)
def test_scenes_run_to_the_bits_of_the_program(name, tmp_path):
    if not PROGRAM:
        pytest.skip("CAROM_PROGRAM does not say where the program is")
    until = "0.05" if name.startswith("gas") else "0.5"
    subprocess.run([PROGRAM, "run", ROOT / f"scenes/{name}.json", "--until", until, "--out", tmp_path, "--quiet", "--no-picture", "--no-report"],
                   check=True)
    scene = io.read_scene(ROOT / f"scenes/{name}.json")
    world = scene.make_world()
    world.run_until(float(until), events=False)
    told = json.loads((tmp_path / "summary.json").read_text())
    assert f"{world.hash():016x}" in json.dumps(told)


def test_a_run_writes_what_the_program_writes_and_can_be_looked_at(tmp_path):
    scene = io.parse_scene(HEAD_ON)
    result = io.run(scene, tmp_path / "run", observe=["temperature"])
    assert result.stopped is None and result.end.events == 1 and not result.not_drawn
    run = carom.Run(tmp_path / "run")
    assert run.summary["until"] == 6 if "until" in run.summary else True
    assert run.events["time"] == 4 and run.observables["time"].shape == (13,)
    with run.trajectory() as file:
        assert "h5md" in file
    assert run._repr_html_().startswith("<iframe") and io.verify(run.folder) == []
    world = run.final_scene().make_world()
    assert world.placement(1).velocity == (2, 0)
    with pytest.raises(carom.InputError, match="summary.json"):
        carom.Run(tmp_path)


def test_a_run_that_stopped_goes_on_from_its_checkpoint(tmp_path):
    whole = io.parse_scene(HEAD_ON)
    stopped = io.run(whole, tmp_path / "run", checkpoint_every=0, most_events=1, picture=False, report=False)
    assert stopped.stopped == "most_events"
    assert io.resume(tmp_path / "run").stopped is None
    io.run(whole, tmp_path / "other", picture=False, report=False)
    assert (tmp_path / "run/events.csv").read_bytes() == (tmp_path / "other/events.csv").read_bytes()


def test_scenes_are_values():
    scene = io.parse_scene(HEAD_ON, values={"bodies[0].velocity": [4, 0]})
    assert scene.bodies[0].body.motion.velocity == (4, 0) and scene.bodies[1].name == "right"
    assert pickle.loads(pickle.dumps(scene)).bodies == scene.bodies == copy.deepcopy(scene).bodies
    built = io.Scene2(name="mine", bodies=[io.SceneBody2(carom.Body2(carom.Circle((0, 0), 1)))], until=3)
    assert io.parse_scene(io.final_scene(built, built.make_world())).until == 3


@pytest.mark.parametrize("wrong, error, message", [
    (lambda folder: io.read_scene(folder / "none.json"), carom.InputError, "none.json"),
    (lambda folder: io.parse_scene('{"carom": 1}', "mine"), carom.InputError, "mine"),
    (lambda folder: io.parse_scene("{", "mine"), carom.InputError, "mine"),
    (lambda folder: io.parse_scene(HEAD_ON, values=3), TypeError, "values"),
    (lambda folder: io.run(io.parse_scene(HEAD_ON), folder, events="xml"), ValueError, "events: expected EventsFile: one of none, csv, h5"),
    (lambda folder: io.run(io.parse_scene(HEAD_ON), folder, until=-1), carom.InputError, "until"),
    (lambda folder: io.resume(folder), carom.InputError, "run"),
])
def test_bad_input_is_an_error_that_says_where(wrong, error, message, tmp_path):
    with pytest.raises(error, match=message):
        wrong(tmp_path)


def test_progress_can_end_a_run_and_errors_in_it_come_out(tmp_path):
    scene = io.read_scene(ROOT / "scenes/gas2d.json")
    assert io.run(scene, tmp_path / "a", until=1000, picture=False, report=False, progress=lambda progress: False).stopped == "asked"
    with pytest.raises(ZeroDivisionError):
        io.run(scene, tmp_path / "b", until=1000, picture=False, report=False, progress=lambda progress: 1 / 0)


def test_ctrl_c_ends_a_run(tmp_path):
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        io.run(io.read_scene(ROOT / "scenes/gas2d.json"), tmp_path, until=1e6, events="none", picture=False, report=False)
    assert time.monotonic() - start < 60


def test_questions_by_line_are_answered():
    session = io.QuerySession()
    answer = json.loads(session.answer('{"ask": "proximity", "dim": 2, "a": {"shape": {"ball": {"center": [0, 0], "radius": 1}}}, '
                                       '"b": {"shape": {"ball": {"center": [2, 0], "radius": 1}}}}'))
    assert "touching" in answer.values()
    with pytest.raises(carom.InputError):
        session.answer("{}")


def test_events_go_to_pandas():
    pandas = pytest.importorskip("pandas")
    frame = io.parse_scene(HEAD_ON).make_world().run_until(6).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["kind"][0] == "impact" and frame["point_x"][0] == 9
    assert numpy.isclose(frame["time"][0], 4)


def test_worlds_are_drawn_by_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    world = io.parse_scene(HEAD_ON).make_world()
    assert carom.plot.events(world.run_until(6)).get_ylabel() == "approach speed"
    assert carom.plot.world(world).get_aspect() == 1


def test_shots_write_their_trajectories(tmp_path):
    h5py = pytest.importorskip("h5py")
    shot = {"carom_shot": 1, "table": "pool_9ft.json", "balls": [{"number": 0, "position": [0, 0]}], "strike": {"speed": 1}}
    setup = io.parse_shot(json.dumps(shot), ROOT / "tables/shot.json")
    outcome = carom.billiards.play(setup.table, setup.state, setup.strike, setup.options)
    io.write_shot(setup, outcome, tmp_path / "csv", trajectories=20)
    io.write_shot(setup, outcome, tmp_path / "h5", trajectories=20, trajectories_file="h5")
    rows = (tmp_path / "csv/trajectories.csv").read_text().splitlines()[1:]
    with h5py.File(tmp_path / "h5/trajectories.h5") as file:
        assert [float(row.split(",")[3]) for row in rows] == list(file["trajectories/position"][:, 0, 0])
