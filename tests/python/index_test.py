"""Indices and movers: answers are those of asking each item, by brute force here."""
import math

import numpy
import pytest

import carom


def balls(count=200, seed=5):
    random = carom.Random(seed)
    return [carom.Sphere([random.uniform(-20, 20) for _ in range(3)], random.uniform(0.1, 1)) for _ in range(count)]


def test_the_first_hit_is_the_earliest_of_all():
    items, cast = balls(), carom.Sphere((-30, 0, 0), 2)
    index = carom.Index3(items)
    times = [carom.time_of_impact(cast, carom.Linear((1, 0.1, 0)), item) for item in items]
    best = min((hit.time, k) for k, hit in enumerate(times) if hit)
    hit = index.first_hit(cast, carom.Linear((1, 0.1, 0)))
    assert (hit.impact.time, hit.item) == (best[0], (carom.ItemKind.ball, best[1]))
    assert len(index.all_hits(cast, carom.Linear((1, 0.1, 0)))) == sum(hit is not None for hit in times)
    many = index.first_hits([[-30, 0, 0], [100, 0, 0]], [[1, 0.1, 0], [1, 0, 0]], [2, 1])
    assert [column.tolist() for column in many] == [[best[0], math.inf], [0, -1], [best[1], -1]]


def test_pairs_regions_and_neighbours_are_those_of_brute_force():
    items = balls()
    index = carom.Index3(items)
    near = {(a, b) for a in range(200) for b in range(a + 1, 200) if carom.distance(items[a], items[b]).distance <= 0.5}
    assert {tuple(pair) for pair in index.all_pairs(0.5).tolist()} == near
    region = carom.Aabb3((0, 0, 0), (10, 10, 10))
    assert [number for _, number in index.within(region)] == [k for k in range(200) if carom.proximity(items[k], region) != "apart"]
    order = sorted(range(200), key=lambda k: carom.distance(carom.Sphere((0, 0, 0), 0), items[k]).distance)
    assert [found.item[1] for found in index.nearest((0, 0, 0), 5)] == order[:5]


def test_items_come_move_and_go():
    index = carom.Index2()
    item = index.insert(carom.Circle((0, 0), 1))
    index.move(item, carom.Circle((5, 0), 1))
    assert index.shape(item) == carom.Circle((5, 0), 1) and item in index and len(index) == 1
    with pytest.raises(TypeError, match="kind"):
        index.move(item, carom.Aabb2((0, 0), (1, 1)))
    index.remove(item)
    with pytest.raises(IndexError, match="item"):
        index.shape(item)


def test_a_mover_slides_along_a_wall():
    index = carom.Index2(segments=[carom.Segment2((-10, 0), (10, 0))])
    moved = carom.move_and_slide(index, carom.Circle((0, 1), 1), (2, -3))
    assert moved.end == "done" and moved.mover.center[0] == pytest.approx(2) and moved.mover.center[1] >= 1
    through = carom.move_and_slide(index, carom.Circle((0, 1), 1), (2, -3), passage=lambda item: "trigger")
    assert through.mover.center == (2, -2) and through.triggers[0].item == ("segment", 0)
    log = carom.ContactLog()
    assert log.update(moved.contacts) == ([("segment", 0)], []) and log.update([]) == ([], [("segment", 0)])


def test_a_character_stands_and_climbs_a_step():
    index = carom.Index3(boxes=[carom.Aabb3((-10, -10, -1), (10, 10, 0)), carom.Aabb3((2, -10, 0), (10, 10, 0.3))])
    character = carom.UprightCylinder((0, 0, 1), 0.5, 1)
    walked = carom.walk(index, character, (3, 0, 0), step_up=0.5, snap=0.5)
    assert walked.mover.center[2] == pytest.approx(1.3, abs=1e-6) and walked.ground.normal == (0, 0, 1)
    blocked = carom.walk(index, character, (3, 0, 0))
    assert blocked.mover.center[0] == pytest.approx(1.5, abs=1e-6)


def test_a_platform_carries_who_stands_on_it():
    index = carom.Index3(boxes=[carom.Aabb3((-1, -1, -1), (1, 1, 0))])
    rider, = carom.move_platform(index, ("box", 0), (0.5, 0, 0), [carom.UprightCylinder((0, 0, 1), 0.4, 1)], snap=0.1)
    assert rider.ride == "carried" and rider.mover.center[0] == pytest.approx(0.5)


@pytest.mark.parametrize("wrong, error, message", [
    (lambda index: carom.walk(index, carom.Circle((0, 0), 0), (1, 0)), ValueError, "radius above 0"),
    (lambda index: carom.walk(index, carom.Aabb2((0, 0), (1, 1)), (1, 0)), TypeError, "mover"),
    (lambda index: carom.walk(index, carom.Sphere((0, 0, 0), 1), (1, 0)), TypeError, "index"),
    (lambda index: carom.walk(index, carom.Circle((0, 0), 1), (1, 0), iterations=0), ValueError, "iterations"),
    (lambda index: carom.move_and_slide(index, carom.Circle((0, 0.5), 1), (0, -1), passage=lambda item: 3), TypeError, "passage"),
    (lambda index: index.first_hits([[0, 0]], [[0, math.nan]], [1]), ValueError, "cast 0"),
    (lambda index: index.first_hits(numpy.zeros((1, 3)), [[0, 0]], [1]), ValueError, "centers"),
])
def test_misuse_is_an_error(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong(carom.Index2(segments=[carom.Segment2((-10, 0), (10, 0))]))


def test_capsules_and_boxes_are_cast_as_balls_are():
    index = carom.Index2(boxes=[carom.Aabb2((5, -1), (6, 1)), carom.Aabb2((8, -1), (9, 1))])
    capsule, box = carom.Capsule2((0, 0), (1, 0), 0.5), carom.Aabb2((0, 0), (1, 1))
    right = carom.Linear2((1, 0))
    assert index.first_hit(capsule, right).impact.time == 3.5  # from 1.5 to 5
    assert [hit.impact.time for hit in index.all_hits(box, right)] == [4, 7]  # from 1 to 5 and to 8
