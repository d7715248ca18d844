from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from relata.discourse.deduplication import without_doubles
from relata.document.relations import DiscourseRelation, RelationType
from tests.documents import blank_document

TOKENS = blank_document(" ".join("abcdefghijklmnopqrst")).tokens


def relation(arg1: range, arg2: range, score: float) -> DiscourseRelation:
    return DiscourseRelation(RelationType.IMPLICIT, TOKENS.span(arg1), TOKENS.span(arg2), score=score)


@st.composite
def stretches(draw: DrawFn) -> DiscourseRelation:
    """A relation between two stretches of words, either of them first."""
    edges = sorted(draw(st.sets(st.integers(0, len(TOKENS)), min_size=4, max_size=4)))
    sides = draw(st.permutations((range(*edges[:2]), range(*edges[2:]))))
    return relation(*sides, draw(st.integers(1, 99)) / 100)


def shared(one: DiscourseRelation, other: DiscourseRelation) -> float:
    """The smaller F1 of both arguments' words, whichever is Arg1."""

    def f1(first: set[int], second: set[int]) -> float:
        return 2 * len(first & second) / (len(first) + len(second))

    own, others = ([{*each.arg1.indices}, {*each.arg2.indices}] for each in (one, other))
    return max(min(map(f1, own, others)), min(map(f1, own, others[::-1])))


def test_the_likeliest_of_relations_between_the_same_arguments_is_kept() -> None:
    likely, double, turned, other = (
        relation(range(4), range(5, 9), 0.6),
        relation(range(4), range(5, 10), 0.2),
        relation(range(5, 9), range(3), 0.4),
        relation(range(4), range(10, 14), 0.1),
    )

    assert without_doubles([double, likely, turned, other]) == [likely, other]


def test_connectives_of_which_nothing_is_known_are_no_doubles() -> None:
    bare = [relation(range(0), range(0), score) for score in (0.5, 0.4)]

    assert without_doubles(bare) == bare


@given(st.lists(stretches(), max_size=12))
def test_no_two_relations_have_the_same_arguments(relations: list[DiscourseRelation]) -> None:
    kept = without_doubles(relations)

    assert all(shared(one, other) < 0.7 for one, other in combinations(kept, 2))
    for each in relations:
        assert each in kept or any(shared(each, other) >= 0.7 and other.score >= each.score for other in kept)
