"""Triggers: regions that tell who comes and goes; misuse is an error."""
import math

import pytest

import carom


def crossing():
    """A disc of radius 1/2 that flies through the box from 2 to 4, and one that bounces off a wall inside it."""
    world = carom.World2()
    world.add(carom.Circle((0, 0), 0.5), motion=(1, 0))
    world.add(carom.HalfSpace((0, -1), -10))
    triggers = carom.Triggers2()
    assert triggers.add(carom.Aabb((2, -1), (4, 1))) == 0
    return world, triggers


def test_a_ball_is_told_as_it_comes_and_as_it_goes():
    world, triggers = crossing()
    touches = triggers.run_until(world, 3)
    assert [(touch.time, touch.trigger, touch.body, touch.begins) for touch in touches] == [(1.5, 0, 0, True)]
    assert triggers.touching(0) == [0] and world.time == 3
    told = []
    assert triggers.run_until(world, 9, on_touch=told.append) == []
    assert [touch.begins for touch in told] == [False] and told[0].time == pytest.approx(4.5) and triggers.touching(0) == []


def test_events_are_told_too_in_the_order_of_time():
    world, triggers = crossing()
    world.add(carom.Circle((3, 9), 0.5), motion=(0, 1))
    story = []
    triggers.run_until(world, 9, lambda event: story.append((event.time, event.kind)), lambda touch: story.append((touch.time, touch.begins)))
    assert story[:2] == [(0.5, "impact"), (1.5, True)] and story == sorted(story, key=lambda one: one[0])


def test_masks_choose_and_space_has_triggers():
    world = carom.World3()
    world.add(carom.Sphere((0, 0, 0), 0.5), motion=(1, 0, 0), layers=2)
    triggers = carom.Triggers3()
    triggers.add(carom.Sphere((5, 0, 0), 1), mask=1)
    triggers.add(carom.Sphere((5, 0, 0), 1), mask=2)
    assert [touch.trigger for touch in triggers.run_until(world, 5)] == [1]


def test_misuse_is_an_error():
    world, triggers = crossing()
    with pytest.raises(TypeError, match="shape"):
        triggers.add(carom.Sphere((0, 0, 0), 1))
    with pytest.raises(ValueError, match="radius|Ball"):
        triggers.add(carom.Circle((0, 0), math.nan))
    with pytest.raises(ValueError, match="time"):
        triggers.run_until(world, -1)
    with pytest.raises(ValueError, match="time"):
        triggers.run_until(world, math.nan)
    with pytest.raises(IndexError):
        triggers.touching(7)
    triggers.run_until(world, 1)
    with pytest.raises(ValueError, match="world"):
        triggers.run_until(carom.World2(), 9)
    with pytest.raises(RuntimeError, match="running"):
        triggers.run_until(world, 3, on_touch=lambda touch: triggers.add(carom.Circle((0, 0), 1)))
    with pytest.raises(RuntimeError, match="running"):
        triggers.run_until(world, 9, on_touch=lambda touch: triggers.run_until(world, 9))
    assert triggers.run_until(world, 10) == []  # they go on
