"""Discourse relations and propositions."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from relata import Argument, DiscourseRelation, Proposition, RelationType, Tokens

TOKENS = Tokens("It rained so we left", [(0, 2), (3, 9), (10, 12), (13, 15), (16, 20)])


def relation(**fields: object) -> DiscourseRelation:
    return replace(
        DiscourseRelation(
            RelationType.EXPLICIT,
            TOKENS.span([0, 1]),
            TOKENS.span([3, 4]),
            senses=("Contingency.Cause.Result",),
            connective=TOKENS.span([2]),
        ),
        **fields,  # type: ignore[arg-type]
    )


class TestDiscourseRelation:
    def test_its_sense_is_the_first(self) -> None:
        assert relation(senses=("Temporal", "Expansion")).sense == "Temporal"

    def test_it_may_have_no_sense(self) -> None:
        assert relation(senses=()).sense is None

    def test_all_senses_are_those_of_both_connectives(self) -> None:
        assert relation(senses=("Temporal",), second_senses=("Expansion",)).all_senses == (
            "Temporal",
            "Expansion",
        )

    @pytest.mark.parametrize("type", RelationType)
    def test_just_explicit_ones_are_explicit(self, type: RelationType) -> None:
        assert relation(type=type).explicit is (type == "Explicit")

    def test_equal_relations_are_equal_and_hash_alike(self) -> None:
        one, other = relation(extras={"a": "1"}), relation(extras={"a": "1"})

        assert one == other
        assert hash(one) == hash(other)

    def test_extras_make_a_difference(self) -> None:
        assert relation(extras={"a": "1"}) != relation(extras={"a": "2"})

    def test_relations_can_be_in_a_set(self) -> None:
        assert len({relation(), relation(), relation(id=3)}) == 2

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            relation().type = RelationType.IMPLICIT  # type: ignore[misc]

    def test_its_extras_are_its_own(self) -> None:
        given = {"a": "1"}
        own = relation(extras=given)

        given["a"] = "2"

        assert own.extras == {"a": "1"}

    def test_its_extras_cannot_be_changed(self) -> None:
        with pytest.raises(TypeError):
            relation().extras["a"] = "1"  # type: ignore[index]

    def test_pickling_keeps_everything(self) -> None:
        own = relation(
            inserted="so",
            second_inserted="then",
            second_senses=("Temporal",),
            punctuation=TOKENS.span([2]),
            punctuation_type="comma",
            sup1=TOKENS.span([0]),
            sup2=TOKENS.span([4]),
            score=0.5,
            provenance="me",
            id=7,
            extras={"a": "1"},
        )

        assert pickle.loads(pickle.dumps(own)) == own


class TestProposition:
    def test_roles_are_the_arguments_by_name(self) -> None:
        who, when = Argument("A0", TOKENS.span([3]), 3), Argument("AM-TMP", TOKENS.span([2]))

        roles = Proposition(TOKENS.span([4]), "leave.01", (who, when)).roles

        assert roles == {"A0": who.span, "AM-TMP": when.span}

    def test_of_a_role_that_is_filled_twice_the_first_counts(self) -> None:
        first, second = Argument("A0", TOKENS.span([3])), Argument("A0", TOKENS.span([0]))

        assert Proposition(TOKENS.span([4]), None, (first, second)).roles == {"A0": first.span}

    def test_pickling_keeps_everything(self) -> None:
        own = Proposition(TOKENS.span([4]), "leave.01", (Argument("A0", TOKENS.span([3]), 3),), 0.9)

        assert pickle.loads(pickle.dumps(own)) == own
