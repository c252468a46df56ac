"""Many pairs at once: each time is that of the single query, to the bit, whatever the arrays look like."""
import math

import numpy
import pytest

import carom


def pairs(count, dimension, seed=1):
    rng = numpy.random.default_rng(seed)
    p, v = rng.uniform(-10, 10, (2, count, dimension)), rng.normal(size=(2, count, dimension))
    r = rng.uniform(0.1, 2, (2, count))
    return [p[0], v[0], r[0], p[1], v[1], r[1]]


def one_by_one(p1, v1, r1, p2, v2, r2):
    for k in range(len(p1)):
        yield carom.impact_time(carom.Ball(p1[k], r1[k]), carom.Linear(v1[k]), carom.Ball(p2[k], r2[k]), carom.Linear(v2[k]))


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("count", [0, 1, 3, 127, 128, 129, 1000])
def test_a_batch_is_each_pair_by_itself(dimension, count):
    arrays = pairs(count, dimension)
    assert carom.time_of_impact(*arrays).tolist() == list(one_by_one(*arrays))


def test_the_layout_makes_no_difference():
    arrays = pairs(500, 3)
    expected = carom.time_of_impact(*arrays)
    wide = [numpy.repeat(numpy.repeat(x, 2, axis=0), 2, axis=1)[::2, ::2] if x.ndim == 2 else numpy.repeat(x, 3)[::3] for x in arrays]
    backwards = [x[::-1] for x in arrays]
    assert (carom.time_of_impact(*map(numpy.asfortranarray, arrays)) == expected).all()
    assert (carom.time_of_impact(*wide) == expected).all()
    assert (carom.time_of_impact(*backwards)[::-1] == expected).all()
    assert (carom.time_of_impact(*arrays, threads=3) == expected).all()
    assert (carom.time_of_impact(*[x.tolist() for x in arrays]) == expected).all()


def test_the_callers_array_is_filled():
    arrays, out = pairs(10, 2), numpy.empty(10)
    assert carom.time_of_impact(*arrays, out=out) is out and (out == carom.time_of_impact(*arrays)).all()
    for wrong, error in ((numpy.empty(9), ValueError), (numpy.empty(10, "f4"), TypeError), (numpy.empty(20)[::2], TypeError)):
        with pytest.raises(error, match="out"):
            carom.time_of_impact(*arrays, out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        carom.time_of_impact(*arrays, out=out)


def test_fields_of_packed_records_are_taken():
    p1, v1, r1, p2, v2, r2 = pairs(50, 2)
    for others in ([("kind", "u1")], [("weight", "f4")], [("a", "f8")]):
        records = numpy.zeros(50, [*others, ("p", "f8", 2), ("r", "f8")])  # steps of 25, 28 and 32 bytes
        records["p"], records["r"] = p1, r1
        assert (carom.time_of_impact(records["p"], v1, records["r"], p2, v2, r2) == carom.time_of_impact(p1, v1, r1, p2, v2, r2)).all()
    unaligned = numpy.zeros(8 * 50 + 4, "u1")[4:].view("f8")
    with pytest.raises(TypeError, match="out: expected a contiguous, aligned"):
        carom.time_of_impact(p1, v1, r1, p2, v2, r2, out=unaligned)
    unaligned[:] = r1
    assert (carom.overlaps(p1, unaligned, p2, r2) == carom.overlaps(p1, r1, p2, r2)).all()


def test_what_is_filled_may_be_what_is_looked_at():
    arrays = pairs(1000, 2)
    expected = carom.time_of_impact(*arrays)
    for k in range(6):
        copies = [array.copy() for array in arrays]
        out = copies[k].reshape(-1)[-1000:]
        assert carom.time_of_impact(*copies, out=out) is out and (out == expected).all()


def test_one_radius_may_stand_for_all():
    p1, v1, r1, p2, v2, r2 = pairs(10, 2)
    assert (carom.impact_times(p1, v1, 1, p2, v2, 0.5) == carom.impact_times(p1, v1, r1 * 0 + 1, p2, v2, r2 * 0 + 0.5)).all()


def test_overlaps_are_those_of_each_pair():
    p1, _, r1, p2, _, r2 = pairs(300, 2)
    expected = [carom.proximity(carom.Ball(p1[k], r1[k]), carom.Ball(p2[k], r2[k])) != "apart" for k in range(300)]
    assert carom.overlaps(p1, r1, p2, r2).tolist() == expected


@pytest.mark.parametrize("place, value, message", [
    ((0, 5, 1), math.nan, r"the first ball of pair 5: center\[1\] nan"),
    ((4, 200, 0), math.inf, r"the second ball of pair 200: velocity\[0\] inf"),
    ((2, 7), -1, r"the first ball of pair 7: radius"),
    ((5, 49_999), -1, r"the second ball of pair 49999: radius"),
])
def test_bad_numbers_are_errors_that_say_where(place, value, message):
    arrays = pairs(50_000, 2)
    arrays[place[0]][place[1:]] = value
    for threads in (1, 3):
        with pytest.raises(ValueError, match=message + r"\b"):
            carom.time_of_impact(*arrays, threads=threads)


@pytest.mark.parametrize("change, error, message", [
    (lambda a: a.__setitem__(1, a[1][:5]), ValueError, "v1"),
    (lambda a: a.__setitem__(0, a[0][:, :1]), ValueError, r"\(N, 2\) or \(N, 3\)"),
    (lambda a: a.__setitem__(2, a[2][:, None]), ValueError, "r1"),
    (lambda a: a.__setitem__(3, a[3].astype(complex)), TypeError, "p2"),
    (lambda a: a.__setitem__(3, numpy.array(["x"] * 10)), TypeError, "p2"),
])
def test_wrong_shapes_and_types_are_errors(change, error, message):
    arrays = pairs(10, 2)
    change(arrays)
    with pytest.raises(error, match=message):
        carom.time_of_impact(*arrays)
    with pytest.raises(ValueError, match="threads"):
        carom.time_of_impact(*pairs(10, 2), threads=0)
