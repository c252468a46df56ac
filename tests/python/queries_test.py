"""Shapes, motions and questions through the binding. Expected numbers are worked out by hand, from exact fractions."""
import copy
import math
import pickle

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import carom

numbers = st.floats(-100, 100, allow_subnormal=False)
points2 = st.tuples(numbers, numbers)
radii = st.floats(0, 10, allow_subnormal=False)


def test_two_balls_meet_when_their_gap_is_closed():
    hit = carom.time_of_impact(carom.Ball((0, 0), 1), carom.Linear((2, 0)), carom.Ball((10, 0), 1))
    assert (hit.time, hit.point, hit.normal, hit.start) == (4, (9, 0), (1, 0), carom.Proximity.apart)


def test_what_is_out_of_reach_is_not_met():
    a, b = carom.Sphere((0, 0, 0), 1), carom.Sphere((10, 0, 0), 1)
    assert carom.time_of_impact(a, carom.Linear((2, 0, 0)), b, horizon=3.999) is None
    assert carom.verdict(a, carom.Linear((2, 0, 0)), b, horizon=3.999) == "miss"
    assert carom.impact_time(a, carom.Linear((-2, 0, 0)), b) == math.inf


@pytest.mark.parametrize("law, time", [
    (carom.Linear2((2, 0)), 4),
    (carom.Accelerating2((0, 0), (4, 0)), 2),  # 8 = ½ 4 t²
    (carom.Stopping2((4, 0), 1), 4),  # 8 = 4 t − ½ t²: at its very stop
    (carom.Motion2((2, 0)), 4),
])
def test_every_law_of_motion_is_taken(law, time):
    assert carom.time_of_impact(carom.Circle((0, 0), 1), law, carom.Circle((10, 0), 1)).time == time


def test_damped_motion_ends_before_it_would_arrive():
    ball, target = carom.Circle((0, 0), 1), carom.Circle((10, 0), 1)
    assert carom.time_of_impact(ball, carom.Damped((7.9, 0), 1), target) is None
    hit = carom.time_of_impact(ball, carom.Damped((16, 0), 1), target)
    assert hit.time == pytest.approx(math.log(2), rel=1e-12)  # 8 = 16 (1 − exp(−t))


SHAPES2 = [carom.Ball2((5, 0), 1), carom.HalfSpace2((-1, 0), 0, (4, 0)), carom.Segment2((4, -1), (4, 1)), carom.Aabb2((4, -1), (6, 1)),
           carom.Capsule2((5, -1), (5, 1), 1), carom.Polygon([(4, -1), (6, -1), (6, 1), (4, 1)]), carom.ConvexPolygon([(4, -1), (6, -1), (4, 1)]),
           carom.Arc((5, 0), 1)]
SHAPES3 = [carom.Ball3((5, 0, 0), 1), carom.HalfSpace3((-1, 0, 0), 0, (4, 0, 0)), carom.Segment3((4, -1, 0), (4, 1, 0)),
           carom.Aabb3((4, -1, -1), (6, 1, 1)), carom.Capsule3((5, -1, 0), (5, 1, 0), 1), carom.UprightCylinder((5, 0, 0), 1, 1),
           carom.Triangle((4, -1, -1), (4, 1, -1), (4, 0, 1)), carom.TriangleMesh([(4, -1, -1), (4, 1, -1), (4, 0, 1)], [(0, 1, 2)])]


@pytest.mark.parametrize("shape", SHAPES2 + SHAPES3, ids=lambda shape: type(shape).__name__)
def test_every_shape_answers_every_question_about_a_ball(shape):
    zero = (0,) * (2 if shape in SHAPES2 else 3)
    ball, towards = carom.Ball(zero, 1), carom.Linear((2, *zero[1:]))
    assert carom.time_of_impact(ball, towards, shape).time == 1.5
    assert carom.time_of_impact(shape, None, ball, towards).time == 1.5
    assert carom.distance(ball, shape).distance == 3
    assert carom.proximity(ball, shape) == "apart" and not carom.overlap(ball, shape) and carom.contact(ball, shape) is None
    clipped = carom.clip_motion(ball, towards, shape, None, 3)
    assert clipped.fraction == 0.5 and clipped.displacement_a[0] == 3


def test_pairs_that_no_query_takes_are_a_type_error_with_both_names():
    with pytest.raises(TypeError, match="Arc.*Polygon"):
        carom.overlap(SHAPES2[7], SHAPES2[5])
    with pytest.raises(TypeError, match="Ball2.*Ball3"):
        carom.distance(SHAPES2[0], SHAPES3[0])
    with pytest.raises(ValueError, match="axis"):
        carom.overlap(carom.UprightCylinder((0, 0, 0), 1, 1), carom.UprightCylinder((0, 0, 0), 1, 1, "x"))


@pytest.mark.parametrize("wrong, error, message", [
    (lambda: carom.Ball((0, 0), -1), ValueError, r"Ball2.*radius.*-1"),
    (lambda: carom.Ball((0, math.nan), 1), ValueError, r"Ball2\.center\[1\]: expected a finite number, got nan"),
    (lambda: carom.Ball2((0, 0, 0), 1), ValueError, r"Ball2\.center: expected 2 numbers"),
    (lambda: carom.Ball2((0, "x"), 1), TypeError, r"Ball2\.center\[1\]: expected a number, got 'x'"),
    (lambda: carom.Ball2((0, 0), 1, 2), TypeError, "Ball2.*3 arguments"),
    (lambda: carom.Ball2(middle=(0, 0)), TypeError, "no 'middle'"),
    (lambda: carom.Segment2((0, 0), (0, 0)), ValueError, "Segment2"),
    (lambda: carom.Stopping2((1, 0), -1), ValueError, "deceleration"),
    (lambda: carom.Ball(), TypeError, "Ball2 or Ball3"),
    (lambda: carom.overlap(carom.Circle((0, 0), 1), 3), TypeError, "b: expected a shape, got 3"),
    (lambda: carom.time_of_impact(carom.Circle((0, 0), 1), None, carom.Circle((0, 0), 1), horizon=-1), ValueError, "horizon"),
    (lambda: carom.time_of_impact(carom.Circle((0, 0), 1)), TypeError, "time_of_impact"),
    (lambda: carom.Segment2((0, 0), (1, 0), "back"), ValueError, "Segment2.sides: expected Sides: one of two, front, got 'back'"),
])
def test_errors_name_the_argument_its_place_and_its_value(wrong, error, message):
    with pytest.raises(error, match=message):
        wrong()


def test_what_was_never_made_is_an_error_and_no_crash():
    with pytest.raises((RuntimeError, TypeError)):
        carom.Ball2.__new__(carom.Ball2).radius


@pytest.mark.parametrize("value", SHAPES2 + SHAPES3 + [carom.Linear2((1, 2)), carom.Motion3((1, 2, 3), (0, 0, -9.81), 5)], ids=repr)
def test_values_are_compared_copied_and_pickled_field_by_field(value):
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert eval(repr(value), vars(carom) | {"inf": math.inf}) == value if "<" not in repr(value) else True


def test_values_do_not_change_but_others_are_made_of_them():
    ball = carom.Circle((0, 0), 1)
    with pytest.raises(AttributeError):
        ball.radius = 2
    assert ball.replace(radius=2) == carom.Circle((0, 0), 2) and ball.radius == 1
    assert len({ball, carom.Circle((0, 0), 1), carom.Circle((0, 0), 2)}) == 2


def test_bounds_hold_their_points():
    assert carom.smallest_ball([(0, 0), (2, 0)]) == carom.Circle((1, 0), 1)
    assert carom.smallest_box(numpy.array([[0, 0, 0], [1, 2, 3]])) == carom.Aabb3((0, 0, 0), (1, 2, 3))
    assert carom.smallest_cylinder([(1, 0, 0), (-1, 0, 4)]) == carom.UprightCylinder((0, 0, 2), 1, 2)


def test_responses_keep_momentum():
    bounced = carom.bounce((1, 0), 1, (0, 0), 1, (1, 0), 1)
    assert (bounced.velocity1, bounced.velocity2, bounced.dissipated) == ((0, 0), (1, 0), 0)
    with pytest.raises(ValueError, match="mass1"):
        carom.bounce((1, 0), 0, (0, 0), 1, (1, 0), 1)
    assert carom.combine("minimum", 0.2, 1, 0.5, 1) == 0.2
    assert carom.slide((1, -1), [carom.SlideLimit2((0, 1))]) == (1, 0)


@given(points2, points2, radii, points2, points2, radii)
def test_impacts_are_symmetric(p1, v1, r1, p2, v2, r2):
    there = carom.time_of_impact(carom.Circle(p1, r1), carom.Linear(v1), carom.Circle(p2, r2), carom.Linear(v2))
    back = carom.time_of_impact(carom.Circle(p2, r2), carom.Linear(v2), carom.Circle(p1, r1), carom.Linear(v1))
    assert (there is None) == (back is None)
    assert there is None or there.time == back.time


@given(points2, points2, points2, st.tuples(st.integers(-8, 8), st.integers(-8, 8)))
@settings(max_examples=50)
def test_only_relative_motion_counts(p, v, w, shift):
    """Velocities are cut so that sums with the shift are exact."""
    v, w = (tuple(math.ldexp(round(math.ldexp(x, 20)), -20) for x in u) for u in (v, w))
    a, b = carom.Circle((0, 0), 1), carom.Circle(p, 2)
    add = [tuple(x + y for x, y in zip(u, shift)) for u in (v, w)]
    here = carom.impact_time(a, carom.Linear(v), b, carom.Linear(w))
    assert here == carom.impact_time(a, carom.Linear(add[0]), b, carom.Linear(add[1]))


def test_a_prepared_mesh_answers_as_the_mesh_does():
    mesh = carom.TriangleMesh([(0, 0, 0), (4, 0, 0), (0, 4, 0), (4, 4, 1)], [(0, 1, 2), (1, 3, 2)])
    ready = carom.PreparedMesh(mesh)
    assert ready.mesh == mesh
    ball, motion = carom.Ball3((1, 1, 5), 1), carom.Linear3((0.25, 0.125, -2))
    assert carom.time_of_impact(ball, motion, ready) == carom.time_of_impact(ball, motion, mesh)
    assert carom.distance(ready, ball) == carom.distance(mesh, ball)


def test_hulls_are_asked_about_among_themselves():
    # A unit box falls 2 at speed 1 onto a segment that crosses below it.
    box, rail = carom.Aabb3((0, 0, 2), (1, 1, 3)), carom.Segment3((-1, 0.5, 0), (2, 0.5, 0))
    assert carom.time_of_impact(box, carom.Linear3((0, 0, -1)), rail).time == 2
    assert carom.distance(box, rail).distance == 2
