"""Rolesets and the words that evoke them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.roles.rolesets import (
    NominalRates,
    Roleset,
    Rolesets,
    english,
    is_nominal,
    part_of_speech,
    rolesets,
)

probabilities = st.floats(0.02, 0.98)

TABLE = """# a remark
die.01\t1\tn:death v
pick.01\t01\tn:picking v
pick_up.04\t012\tn:pickup v
take.LV\t\tv
former.01\t1\tj
"""


@pytest.fixture
def table() -> Rolesets:
    """A few rolesets."""
    return Rolesets(TABLE.split("\n"))


def names(found: tuple[Roleset, ...]) -> list[str]:
    return [each.name for each in found]


def test_a_word_evokes_the_rolesets_that_name_it(table: Rolesets) -> None:
    assert len(table) == 5
    assert names(table.candidates("pick", "v")) == ["pick.01", "pick_up.04"]
    assert names(table.candidates("death", "n")) == ["die.01"]


def test_rolesets_of_the_same_name_follow_whatever_the_part_of_speech(table: Rolesets) -> None:
    assert names(table.candidates("die", "n")) == ["die.01"]


def test_a_word_known_as_another_part_of_speech_has_its_rolesets(table: Rolesets) -> None:
    assert names(table.candidates("pickup", "v")) == ["pick_up.04"]
    assert names(table.candidates("pickup", None)) == ["pick_up.04"]


def test_an_unknown_word_has_none(table: Rolesets) -> None:
    assert table.candidates("xyzzy", "v") == ()
    assert table.get("xyzzy.01") is None


def test_a_roleset_has_numbered_roles(table: Rolesets) -> None:
    found = table.get("pick_up.04")
    assert found is not None
    assert found.roles == ("A0", "A1", "A2")
    light = table.get("take.LV")
    assert light is not None
    assert light.roles == ()


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("VBD", "v"), ("NNS", "n"), ("JJR", "j"), ("IN", None), ("", None), (None, None)],
)
def test_tags_tell_the_part_of_speech(tag: str | None, expected: str | None) -> None:
    assert part_of_speech(tag) == expected


def test_the_table_of_english_has_the_rolesets_of_the_frame_files() -> None:
    assert len(english()) > 11_200
    assert "die.01" in names(rolesets("death", "n"))
    assert {"make.01", "make_up.16", "make.LV"} <= set(names(rolesets("make", "v")))
    assert {each.name: each.roles for each in rolesets("give", "v")}["give.01"] == ("A0", "A1", "A2")


@given(probabilities, probabilities)
def test_the_odds_of_head_and_lemma_are_multiplied(chance: float, rate: float) -> None:
    found = NominalRates({"n": {"price": rate}}).weighed(chance, "n", "price")

    assert found / (1 - found) == pytest.approx(chance / (1 - chance) * rate / (1 - rate))


@pytest.mark.parametrize(("part", "lemma"), [("n", "cost"), ("j", "price")])
def test_an_unknown_lemma_says_nothing(part: str, lemma: str) -> None:
    assert NominalRates({"n": {"price": 0.9}}).weighed(0.3, part, lemma) == 0.3


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_no_lemma_decides_alone(rate: float) -> None:
    assert 0 < NominalRates({"n": {"price": rate}}).weighed(0.5, "n", "price") < 1


def test_verbs_and_what_is_no_predicate_are_not_nominal() -> None:
    assert [is_nominal(part) for part in ("n", "j", "v", None)] == [True, True, False, False]
