"""Enumerations are equal to the strings that name their members; a misspelt one is an error wherever two are compared."""
import copy
import enum
import pickle
import warnings

import numpy
import pytest

import carom
from carom import billiards, io

IMPACT = carom.EventKind.impact
ALL = [kind for module in (carom, billiards, io) for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, enum.Enum)]


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_members_are_equal_to_their_words_alone(kind):
    words = [member.value for member in kind]
    for member in kind:
        assert [word for word in words if member == word] == [word for word in words if not member != word] == [member.value]
        assert [word for word in words if word == member] == [member.value] and member == member
        with pytest.raises(ValueError, match=f"{kind.__name__} is compared with 'imapct': expected one of {', '.join(words)}$"):
            member == "imapct"
    assert "compared with a word that is none of these: ValueError" in kind.__doc__


@pytest.mark.parametrize("compare", [
    lambda: IMPACT == "Impact", lambda: IMPACT != "imapct", lambda: "imapct" == IMPACT, lambda: "imapct" != IMPACT, lambda: IMPACT == "",
    lambda: IMPACT in ("merge", "imapct"), lambda: "imapct" in [IMPACT], lambda: IMPACT == carom.Proximity.apart,
])
def test_a_misspelt_word_is_an_error(compare):
    with pytest.raises(ValueError, match="EventKind.*expected one of impact, merge|Proximity is compared with .*EventKind.impact"):
        compare()


def test_match_takes_words_and_members():
    def found(kind):
        match kind:
            case "merge":
                return "word"
            case carom.EventKind.impact:
                return "member"
            case "imapct":
                return "misspelt"

    assert found(carom.EventKind.merge) == "word" and found(IMPACT) == "member"
    with pytest.raises(ValueError, match="imapct"):
        found(carom.EventKind.stick)


def test_what_is_no_string_differs():
    assert IMPACT not in (None, 0, 1.5, b"impact", ("impact",)) and None != IMPACT and not IMPACT == []


def test_hashes_are_those_of_the_words():
    assert hash(IMPACT) == hash("impact") and IMPACT in {"impact", "imapct"} and "impact" in {IMPACT} and {IMPACT: 1}["impact"] == 1
    assert {"imapct": 1}.get(IMPACT) is None and len({IMPACT, "impact", carom.Proximity.apart}) == 2
    assert copy.deepcopy(IMPACT) is pickle.loads(pickle.dumps(IMPACT)) is carom.EventKind("impact") is IMPACT


def test_arrays_and_tables_take_members():
    kinds = numpy.array([IMPACT, carom.EventKind.merge, IMPACT], dtype=object)
    assert (kinds == "impact").tolist() == (kinds == IMPACT).tolist() == [True, False, True]
    assert (numpy.array(["impact", "merge"]) == IMPACT).tolist() == [True, False]
    with warnings.catch_warnings(), pytest.raises((ValueError, FutureWarning), match="imapct|elementwise comparison failed"):
        warnings.simplefilter("error")  # NumPy before 1.25 only warns that the comparison failed
        kinds == "imapct"
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"kind": kinds, "n": [1, 2, 3]})
    assert (frame["kind"] == "impact").tolist() == frame["kind"].isin(["impact", "imapct"]).tolist() == [True, False, True]
    assert frame.groupby("kind")["n"].sum().to_dict() == {"impact": 4, "merge": 2} and frame["kind"].nunique() == 2
    assert frame.merge(pandas.DataFrame({"kind": ["impact", "other"], "m": [5, 6]}), on="kind")["m"].tolist() == [5, 5]
    with pytest.raises(ValueError, match="imapct"):
        frame["kind"] == "imapct"
