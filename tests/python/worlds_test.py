"""Worlds: what happens in them is the engine's; here it comes through whole, and misuse is an error."""
import copy
import math
import pickle
import signal
import threading
import time

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import carom


def cradle():
    world = carom.World2()
    for k in range(3):
        world.add(carom.Circle((3 * k, 0), 1), motion=(1, 0) if k == 0 else None)
    return world


def gas(count=200, seed=3, **options):
    random = carom.Random(seed)
    side = math.ceil(math.sqrt(count))
    world = carom.World2(period=(3 * side, 3 * side), **options)
    for k in range(count):
        world.add(carom.Circle((3 * (k % side) + 1.5, 3 * (k // side) + 1.5), 0.5), motion=random.direction(2))
    return world


def test_a_cradle_passes_its_motion_on():
    world = cradle()
    events = world.run_until(10)
    assert [(event.time, event.kind, event.a, event.b) for event in events] == [(1, "impact", 0, 1), (2, "impact", 1, 2)]
    assert world.placement(2).velocity == (1, 0) and world.velocities().tolist() == [[0, 0], [0, 0], [1, 0]]
    assert world.positions()[2].tolist() == [14, 0] and world.time == 10


def test_events_are_a_sequence_and_an_array():
    events = gas().run_until(5)
    assert len(events) > 10 and list(events)[3] == events[3] == events[3 - len(events)]
    assert events.array["time"].tolist() == [event.time for event in events]
    assert events.array["point"].shape == (len(events), 2)
    assert [list(carom.EventKind)[kind] for kind in events.array["kind"]] == [event.kind for event in events]
    assert len(events[2:5]) == 3 and events[2:5][0] == events[2]
    with pytest.raises(IndexError):
        events[len(events)]
    with pytest.raises(ValueError):
        events.array["time"][0] = 1


def test_events_outlive_their_world():
    array = gas().run_until(5).array
    assert numpy.isfinite(array["time"]).all()


def test_every_way_to_run_tells_the_same():
    whole, told, one_by_one, silent = gas(), gas(), gas(), gas()
    events, heard = list(whole.run_until(5)), []
    told.run_until(5, heard.append)
    silent.run_until(5, events=False)
    assert heard == events == list(one_by_one.events_until(5))
    assert len({world.hash() for world in (whole, told, one_by_one, silent)}) == 1


def test_a_pickled_or_copied_world_goes_on_with_the_same_bits():
    world = gas()
    world.run_until(2)
    others = [pickle.loads(pickle.dumps(world)), copy.copy(world), copy.deepcopy(world), world.snapshot().make_world()]
    world.run_until(5)
    for other in others:
        other.run_until(5)
        assert other.hash() == world.hash()
    with pytest.raises(ValueError):
        type(world)._from_bytes(b"nonsense")


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=4, max_size=4))
@settings(max_examples=30, deadline=None)
def test_elastic_worlds_keep_energy_and_momentum(velocities):
    world = carom.World2()
    for k, velocity in enumerate(velocities):
        world.add(carom.Circle((3 * (k % 2), 3 * (k // 2)), 1), motion=velocity, mass=k + 1)
    before = world.ledger()
    world.run_until(20)
    after = world.ledger()
    assert after.kinetic == pytest.approx(before.kinetic, rel=1e-12, abs=1e-300)
    assert after.momentum == pytest.approx(before.momentum, abs=1e-12)


def test_forces_of_the_library_and_of_the_caller_agree():
    """A spring of stiffness 1 and a mass of 1: x = cos t, with velocity Verlet at steps of 2⁻⁶."""
    worlds = [carom.World2(force_fields=[carom.Spring2((0, 0), 1)], force_interval=2**-6), carom.World2(force_interval=2**-6)]
    worlds[1].set_force(lambda ball: (-ball.position[0], -ball.position[1]), lambda ball: sum(x * x for x in ball.position) / 2)
    for world in worlds:
        world.add(carom.Circle((1, 0), 0.1))
        world.run_until(3)
        assert world.positions()[0, 0] == pytest.approx(math.cos(3), abs=1e-3)
        assert world.ledger().potential + world.ledger().kinetic == pytest.approx(0.5, abs=1e-3)


def test_an_error_in_a_callers_force_comes_out():
    world = carom.World2(force_interval=0.5)
    world.add(carom.Circle((1, 0), 0.1))
    world.set_force(lambda ball: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        world.run_until(3)
    world.set_force(lambda ball: "up")
    with pytest.raises(TypeError, match="force"):
        world.run_until(3)


def test_a_heap_tells_of_its_contacts():
    world = carom.World2(gravity=(0, -10))
    floor = world.add(carom.HalfSpace2((0, 1)), restitution=0)
    balls = [world.add(carom.Circle((0, 1 + 2.1 * k), 1), restitution=0, mass=2) for k in range(2)]
    world.run_until(5)
    pressing = {(force.a, force.b): force.pressing for force in world.contact_forces()}
    assert pressing[balls[0], floor] == pytest.approx(40, rel=1e-3)
    assert world.force_on(balls[1])[1] == pytest.approx(20, rel=1e-3)


@pytest.mark.parametrize("wrong, error, message", [
    (lambda: carom.World2(gravity=(0, 0, 1)), ValueError, r"WorldOptions2\.gravity"),
    (lambda: carom.World2(gravty=(0, 0)), TypeError, "gravty"),
    (lambda: carom.World2(damping=-1), ValueError, "damping"),
    (lambda: cradle().body(3), IndexError, r"body: expected a body of this world, 0 … 2, got 3"),
    (lambda: cradle().placement(-1), IndexError, "body"),
    (lambda: cradle().placement("x"), TypeError, "body"),
    (lambda: cradle().run_until(math.nan), ValueError, "time"),
    (lambda: cradle().run_until(math.inf), ValueError, "finite"),
    (lambda: cradle().run_until(-1), ValueError, "forward"),
    (lambda: cradle().add(carom.Circle((0, 0), 1), mass=-1), ValueError, "mass"),
    (lambda: cradle().add(carom.Sphere((0, 0, 0), 1)), TypeError, "Ball3"),
    (lambda: cradle().positions(numpy.empty((3, 3))), ValueError, "out"),
    (lambda: cradle().set_threads(0), ValueError, "threads"),
    (lambda: carom.World2.run_until(carom.Circle((0, 0), 1), 1), TypeError, "self"),
    (lambda: carom.World2.__new__(carom.World2).time, (RuntimeError, TypeError), "World2"),
])
def test_misuse_is_an_error_that_says_what_is_wrong(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong()


def test_a_sink_may_change_the_world_but_not_run_it():
    world = cradle()
    world.run_until(1.5, lambda event: world.set_velocity(2, (0, 1)) if event.kind == "impact" else None)
    assert world.placement(2).velocity == (0, 1)
    world = cradle()
    with pytest.raises(RuntimeError, match="running already"):
        world.run_until(20, lambda event: world.run_until(30))


def test_a_world_that_runs_in_one_thread_is_not_there_for_another():
    world, begun, go_on = cradle(), threading.Event(), threading.Event()

    def wait(event):
        begun.set()
        go_on.wait(20)

    thread = threading.Thread(target=world.run_until, args=(10, wait))
    thread.start()
    assert begun.wait(20)
    for touch in (world.positions, world.hash, lambda: world.time, lambda: world.run_until(20)):
        with pytest.raises(RuntimeError, match="running"):
            touch()
    go_on.set()
    thread.join()
    assert world.time == 10


def test_ctrl_c_ends_a_long_run():
    world = gas(400)
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        world.run_until(1e9, events=False)
    assert time.monotonic() - start < 60  # a world of 1e9 would take days
    world.run_until(world.time + 1)


def test_casts_and_regions_are_those_of_the_bodies_as_they_stand():
    world = cradle()
    assert world.cast(carom.Circle((0, 10), 1), carom.Linear((0, -1))).body == 0
    assert world.within(carom.Circle((3, 0), 0.5)) == [1]


def test_a_world_shows_itself():
    assert repr(cradle()) == "<World2: 3 bodies, time 0.0, 0 events>"
    assert cradle()._repr_svg_().lstrip().startswith(("<svg", "<?xml"))


def test_a_world_is_cast_through_by_capsules_and_boxes():
    world = carom.World2()
    still = world.add(carom.Circle((10, 0), 1))
    right = carom.Linear2((2, 0))
    hit = world.cast(carom.Capsule2((0, -1), (0, 1), 1), right)
    assert hit.body == still and hit.impact.time == 4  # from 1 to 9 at speed 2
    assert world.cast(carom.Aabb2((-1, -1), (1, 1)), right).impact.time == 4


def test_a_ball_comes_later_when_there_is_room():
    world = carom.World2(frame=0.25)
    world.add(carom.Circle((0, 0), 0.5), motion=(1, 0))
    ball = world.add_later(carom.Body2(carom.Circle((0, 0), 0.5)), 0.125)
    assert world.awaited(ball) and not world.present(ball)
    events = world.run_until(2)
    assert [(event.time, event.kind, event.a) for event in events] == [(1, "appear", ball)] and world.present(ball)
    with pytest.raises(ValueError, match="a ball comes now or later"):
        world.add_later(carom.Body2(carom.Circle((9, 0), 0.5)), from_=1)
