"""Rolesets and the words that evoke them."""

from __future__ import annotations

import pytest

from relata.roles.rolesets import Roleset, Rolesets, english, part_of_speech, rolesets

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


def test_a_roleset_tells_its_word_particles_sense_and_roles(table: Rolesets) -> None:
    found = table.get("pick_up.04")
    assert found is not None
    assert (found.lemma, found.words, found.sense) == ("pick", ["pick", "up"], "04")
    assert found.roles == ("A0", "A1", "A2")
    light = table.get("take.LV")
    assert light is not None
    assert (light.sense, light.roles) == ("LV", ())


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
