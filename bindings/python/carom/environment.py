"""A game of billiards as learners of play want it: reset and step, as in Gymnasium, which need not be there."""
import math

import numpy

from carom._carom import billiards


def won_or_lost(before, after, player):
    """1 for a game that is won, −1 for one that is lost, else 0."""
    if not after.over or after.winner is None:
        return 0.0
    return 1.0 if after.winner == player else -1.0


class Environment:
    """One player's strokes in a game of two.

    An action is (angle, speed, side, height, elevation): the direction in radians anticlockwise from x, the cue's speed in
    m/s, the tip's place in ball radii, the cue's elevation in radians; or a billiards.Strike. Shots are called as they turn
    out. The cue ball in hand is placed, and choices are made, by the computer player. `opponent` is a PlayerSkill that
    plays the other side; without one the learner plays both. `reward` is a function of the game before, the game after and
    the player who struck.

    An observation is an array of a row for each ball by number: x, y in metres and whether it is on the table.
    """

    def __init__(self, kind="nine_ball", *, settings=None, opponent=None, reward=won_or_lost, most_shots=200):
        self.settings = settings or billiards.settings_for(kind)
        self.opponent, self.reward, self.most_shots = opponent, reward, most_shots
        self._player = billiards.ShotPlayer(_table_of(self.settings.kind))
        self._helper = billiards.easy_player()
        self.game = None

    def reset(self, *, seed=None):
        """A new game: its observation, and a dict with the game. The same seed gives the same game."""
        settings = self.settings if seed is None else self.settings.replace(seed=seed)
        self.game, self._shots, self._actions = billiards.start(settings), 0, 0
        self._learner = self.game.turn
        self._settle()
        return self._observation(), {"game": self.game}

    def step(self, action):
        """Strikes: (observation, reward, terminated, truncated, info), info with the game, the shot and its outcome's facts.

        ValueError for a stroke that is none, such as a miscue; the game is then as before.
        """
        if self.game is None or self.game.over:
            raise RuntimeError("the game is over or has not begun: call reset() first")
        before, player = self.game, self.game.turn
        stroke = action if isinstance(action, billiards.Strike) else _stroke(action)
        shot = self._strike(stroke)
        self.game = billiards.after(before, shot)
        self._shots += 1
        self._settle()
        reward = self.reward(before, self.game, player)
        truncated = not self.game.over and self._shots >= self.most_shots
        return self._observation(), reward, self.game.over, truncated, {"game": self.game, "shot": shot}

    def _strike(self, stroke):
        """The stroke as a shot of the game, called as it turns out."""
        game, table = self.game, self._player.table
        number = billiards.cue_ball(game)
        outcome = self._player.play(billiards.table_state(table, game.balls), stroke, billiards.ShotOptions(cue_ball=number))
        facts = billiards.facts_of(table, game.balls, outcome, number, game.settings.layout.head_line)
        call = billiards.call_for(game, facts) or billiards.Call(safety=billiards.calls_pocket(game))
        return billiards.Shot(call, facts, stroke)

    def _settle(self):
        """What is not the learner's: choices, the cue ball in hand, and the opponent's shots."""
        placed = False
        while not self.game.over:
            theirs = self.opponent is not None and self.game.turn != self._learner
            in_hand = self.game.in_hand != billiards.InHand.no and not placed
            if not theirs and not in_hand and not self.game.choices:
                return
            skill = self.opponent if theirs else self._helper
            action = billiards.next_action(self._player, self.game, skill, placed, self.game.settings.seed + self._actions)
            self._actions += 1
            if isinstance(action, billiards.Shot):
                if not theirs:
                    return  # it would strike from where the ball lies
                action = billiards.take_shot(self._player, self.game, action.call, action.strike)
            self.game = billiards.after(self.game, action)
            placed = isinstance(action, billiards.Placement)

    def _observation(self):
        balls = self.game.balls
        return numpy.array([(0.0, 0.0, 0.0) if place is None else (*place, 1.0) for place in balls])


def _stroke(action):
    angle, speed, side, height, elevation = (float(number) for number in action)
    return billiards.Strike(speed, (math.cos(angle), math.sin(angle)), side, height, elevation)


def _table_of(kind):
    if kind == billiards.GameKind.snooker:
        return billiards.snooker_table()
    return billiards.carom_table() if kind == billiards.GameKind.three_cushion else billiards.pool_table()
