"""What is held outlives what it came from, and what is in use cannot be pulled away: most of it is seen under the address sanitizer alone."""
import gc
import threading
import weakref

import numpy
import pytest

import carom
from carom import billiards, io


def gas(count=100):
    random = carom.Random(7)
    world = carom.World2(period=(40, 40))
    for k in range(count):
        world.add(carom.Circle((4 * (k % 10) + 2, 4 * (k // 10) + 2), 0.5), motion=random.direction(2))
    return world


def ball_in_a_force():
    world = carom.World2(force_interval=0.5)
    world.add(carom.Circle((1, 0), 0.1))
    return world


def of_a_world(world):
    """Something of each kind that a world gives out."""
    events = world.run_until(3)
    return [events, events[2:5], events[0], events.array, events.array["point"][::2], world.positions(), world.body(3), world.state(3), world.ledger(), world.options]


def plain(found):
    return [list(one) if hasattr(one, "to_pandas") else repr(one.tolist()) if isinstance(one, numpy.ndarray) else one for one in found]


def test_what_a_world_gave_outlives_it():
    kept, snapshot, again = of_a_world(gas()), gas().snapshot(), gas()
    gc.collect()
    assert plain(kept) == plain(of_a_world(again))
    assert snapshot.make_world().hash() == gas().hash()


def test_events_one_by_one_keep_their_world():
    events = gas().events_until(3)
    gc.collect()
    assert [event.time for event in events] == [event.time for event in gas().run_until(3)]


def test_a_world_that_goes_while_it_runs_stays_until_its_end():
    worlds, heard = [gas()], []

    def drop(event):
        worlds.clear()
        gc.collect()
        heard.append(event.time)

    worlds[0].run_until(3, drop)
    assert heard == [event.time for event in gas().run_until(3)]


def test_a_force_goes_when_it_is_replaced():
    class Up:
        def __call__(self, ball):
            return (0, 1)

    world, up = ball_in_a_force(), Up()
    gone = weakref.ref(up)
    world.set_force(up)
    del up
    world.run_until(3)
    assert gone() is not None
    world.set_force(None)
    assert gone() is None


@pytest.mark.parametrize("change", [
    lambda world: world.set_force(None), lambda world: world.add(carom.Circle((0, 10), 1)), lambda world: world.add_later(carom.Body2(carom.Circle((0, 10), 1)), 9),
    lambda world: world.remove(0), lambda world: world.place(0, (3, 3)), lambda world: world.set_velocity(0, (1, 1)), lambda world: world.apply_impulse(0, (1, 1)),
    lambda world: world.apply_force(0, (1, 1), 9, 10), lambda world: world.steer(0, (1, 1), 9), lambda world: world.set_threads(2), lambda world: world.run_until(9),
])
def test_a_force_may_look_at_its_world_and_not_change_it(change):
    def force(ball):
        assert world.positions().shape == (1, 2) and world.ledger().kinetic >= 0
        change(world)

    world = ball_in_a_force()
    world.set_force(force)
    with pytest.raises(RuntimeError, match="this world is (asking its force|running already)"):
        world.run_until(3)
    world.set_force(None)
    world.run_until(3)


def test_parts_outlive_what_they_are_of():
    table = billiards.pool_table()
    player = billiards.ShotPlayer(billiards.pool_table())
    mesh = carom.PreparedMesh(carom.TriangleMesh([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)]))
    kept = [player.table, mesh.mesh, carom.Index2([carom.Circle((0, 0), 1)]).shape((carom.ItemKind.ball, 0)),
            io.parse_scene('{"carom": 1, "dimension": 2, "until": 1, "bodies": [{"ball": {"center": [0, 0], "radius": 1}}]}').bodies[0].body.shape]
    del player, mesh
    gc.collect()
    assert kept[0] == table and kept[1].vertices[1] == (4, 0, 0) and kept[2] == kept[3] == carom.Circle((0, 0), 1)


def test_arrays_may_go_while_they_are_looked_at():
    """In another thread the last names of the arrays go, as the batch works without the interpreter's lock."""
    rng = numpy.random.default_rng(1)
    arrays = [*rng.normal(size=(2, 40_000, 3)), numpy.ones(40_000), *rng.normal(size=(2, 40_000, 3)), numpy.ones(40_000)]
    expected, found = carom.time_of_impact(*arrays), []
    thread = threading.Thread(target=lambda given: found.append(carom.time_of_impact(*given, threads=2)), args=[list(arrays)])
    thread.start()
    arrays.clear()
    gc.collect()
    thread.join()
    assert (found[0] == expected).all()


def test_an_index_that_is_asked_cannot_be_changed():
    random = carom.Random(1)
    index = carom.Index2([carom.Circle((random.uniform(0, 60), random.uniform(0, 60)), 0.5) for _ in range(3000)])
    thread, refused, inserted = threading.Thread(target=lambda: index.all_pairs(6)), 0, 0
    thread.start()
    while thread.is_alive():
        try:
            index.insert(carom.Circle((99, 99), 0.5))
            inserted += 1
        except RuntimeError as error:
            assert "being asked" in str(error)
            refused += 1
    thread.join()
    assert len(index) == 3000 + inserted
    index.insert(carom.Circle((99, 99), 0.5))


@pytest.mark.parametrize("change", [
    lambda index: index.insert(carom.Segment2((-10, -1), (10, -1))),
    lambda index: index.remove((carom.ItemKind.segment, 0)),
    lambda index: index.move((carom.ItemKind.segment, 0), carom.Segment2((-10, -1), (10, -1))),
    lambda index: carom.move_platform(index, (carom.ItemKind.segment, 0), (0, 1), []),
])
def test_a_mover_on_its_way_keeps_its_index(change):
    index = carom.Index2(segments=[carom.Segment2((-10, 0), (10, 0))])
    with pytest.raises(RuntimeError, match="this index is being asked"):
        carom.move_and_slide(index, carom.Circle((0, 2), 1), (2, -3), passage=lambda item: change(index))
    change(index)


def test_threads_share_what_does_not_change():
    index = carom.Index3([carom.Sphere((3 * k, 0, 0), 1) for k in range(50)])
    table = billiards.pool_table()
    player, state = billiards.ShotPlayer(table), billiards.TableState([billiards.resting_ball(table, 0, (-0.5, 0))])
    mesh = carom.PreparedMesh(carom.TriangleMesh([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)]))

    def answers():
        return [index.all_pairs(2).tolist(), player.play(state, billiards.Strike(3)), carom.distance(mesh, carom.Sphere((1, 1, 5), 1)), gas().run_until(2)[5],
                index.first_hits([[-9, 0, 0]], [[1, 0, 0]], [1])[0].tolist()]

    expected, found = answers(), []
    threads = [threading.Thread(target=lambda: found.append(answers())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4
