"""Billiards through the binding: the same shots as the program plays, games by their rules, an environment for learners."""
import copy
import json
import pickle
import subprocess

import numpy
import pytest
from place import PROGRAM, ROOT

import carom
from carom import billiards


def two_balls(table):
    return billiards.TableState([billiards.resting_ball(table, 0, (-0.5, 0)), billiards.resting_ball(table, 1, (0.5, 0))])


def test_a_straight_shot_meets_the_ball_in_front():
    table = billiards.pool_table()
    outcome = billiards.play(table, two_balls(table), billiards.Strike(2))
    first = next(event for event in outcome.events if event.kind == "ball_ball")
    assert (first.ball, first.other) == (0, 1) and outcome.complete
    assert billiards.ShotPlayer(table).play(two_balls(table), billiards.Strike(2)) == outcome
    assert billiards.play_all(table, two_balls(table), [billiards.Strike(2)] * 3, threads=2) == [outcome] * 3


@pytest.mark.parametrize("wrong, error, message", [
    (lambda table: billiards.play(table, two_balls(table), billiards.Strike(0)), ValueError, "speed"),
    (lambda table: billiards.play(table, two_balls(table), billiards.Strike(1, side=0.9)), ValueError, "miscue|0.9"),
    (lambda table: billiards.play(table, billiards.TableState([]), billiards.Strike(1)), ValueError, "cue ball|0"),
    (lambda table: billiards.pool_length(6), ValueError, "6"),
    (lambda table: billiards.find_shots(table, two_balls(table), 3), TypeError, "goal"),
    (lambda table: billiards.spread(table, two_balls(table), billiards.Strike(1), billiards.ExecutionNoise(), 0), ValueError, "samples"),
    (lambda table: billiards.GameSettings("chess"), ValueError, "GameSettings.kind: expected GameKind: one of eight_ball"),
])
def test_what_makes_no_sense_is_an_error(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong(billiards.pool_table())


def test_a_shot_that_is_searched_for_does_what_it_was_to_do():
    table = billiards.pool_table()
    state = billiards.TableState([billiards.resting_ball(table, 0, (0, 0)), billiards.resting_ball(table, 1, (1.0, 0.45))])
    search = billiards.ShotSearch([2.0], [(0, 0)], [0], 360, 3)
    goal = billiards.pots(1)
    solutions = billiards.find_shots(table, state, goal, search, threads=2)
    assert solutions and all(goal(billiards.play(table, state, solution.strike)) for solution in solutions)
    mine = billiards.find_shots(table, state, lambda outcome: goal(outcome), search)
    assert mine == solutions


def test_a_game_goes_by_its_rules_and_back():
    settings = billiards.settings_for("nine_ball", 4)
    history = billiards.GameHistory(settings)
    player = billiards.ShotPlayer(billiards.pool_table())
    shot = billiards.take_shot(player, history.game, billiards.Call(), billiards.Strike(8, (1, 0.01)))
    history.act(shot)
    assert history.game == billiards.after(billiards.start(settings), shot) and not history.game.opening
    assert billiards.describe(history.game)
    again = pickle.loads(pickle.dumps(history))
    assert again.game == history.game and again.undo() and again.game == billiards.start(settings)
    with pytest.raises(carom.Refused):
        history.act(billiards.Choice.spot_eight)
    assert copy.deepcopy(shot) == shot


def test_the_computer_plays_a_game_to_its_end():
    settings = billiards.settings_for("nine_ball", 1)
    player, game, skill = billiards.ShotPlayer(billiards.pool_table()), billiards.start(settings), billiards.easy_player()
    placed = False
    for k in range(400):
        action = billiards.next_action(player, game, skill, placed, k)
        if isinstance(action, billiards.Shot):
            action = billiards.take_shot(player, game, action.call, action.strike)
        game, placed = billiards.after(game, action), isinstance(action, billiards.Placement)
        if game.over:
            break
    assert game.over and game.winner in (0, 1)


@pytest.mark.parametrize("kind", ["nine_ball", "eight_ball", "three_cushion"])
def test_learners_strike_until_the_game_is_over(kind):
    environment, generator = billiards.Environment(kind, most_shots=8), numpy.random.default_rng(1)
    first, info = environment.reset(seed=3)
    assert first.shape == (billiards.ball_count(kind), 3) and not info["game"].over
    for _ in range(8):
        action = (generator.uniform(0, 6.28), generator.uniform(2, 6), 0, 0, 0)
        observation, reward, terminated, truncated, info = environment.step(action)
        assert observation.shape == first.shape and reward in (-1, 0, 1)
        if terminated or truncated:
            break
    assert terminated or truncated
    assert (environment.reset(seed=3)[0] == first).all()
    with pytest.raises(ValueError):
        environment.step((0, 3, 0.9, 0, 0))


def test_fifty_shots_are_those_of_the_program(tmp_path):
    """Fifty strokes by `carom shot`, and what it writes of them, to the byte."""
    for k in range(50):
        shot = {"carom_shot": 1, "name": "shot", "until": 2, "table": str(ROOT / "tables" / ("pool_9ft.json", "snooker_12ft.json", "stadium.json")[k % 3]),
                "balls": [{"number": 0, "position": [-0.6, 0]}, {"number": 1, "position": [0.3, 0.02 * k - 0.5]}],
                "strike": {"speed": 1 + 0.1 * k, "heading": 37 * k, "tip": [0.01 * (k - 25), 0.2], "elevation": k % 4}}
        file = tmp_path / "shot.json"
        file.write_text(json.dumps(shot))
        setup = carom.io.read_shot(file)
        outcome = billiards.play(setup.table, setup.state, setup.strike, setup.options)
        if PROGRAM:  # else that it plays is all that can be said
            subprocess.run([PROGRAM, "shot", file, "--out", tmp_path / "out", "--quiet", "--force"], check=True)
            assert (tmp_path / "out/outcome.json").read_text() == carom.io.outcome_json(setup, outcome)
            assert (tmp_path / "out/events.csv").read_text() == carom.io.outcome_csv(outcome)
