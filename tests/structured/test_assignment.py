"""The exact alignment against plain enumeration, and on graphs that enumeration cannot do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relata.structured.assignment import Edge, align

Pairs = list[tuple[int, int]]


def matchings(edges: list[Edge]) -> Iterator[list[Edge]]:
    """All sets of edges that share no end."""
    if not edges:
        yield []
        return
    first, *rest = edges
    yield from matchings(rest)
    free = [edge for edge in rest if edge.gold != first.gold and edge.predicted != first.predicted]
    for others in matchings(free):
        yield [first, *others]


def enumerated(edges: list[Edge]) -> Pairs:
    """The best alignment, found by looking at all of them."""

    def rank(chosen: list[Edge]) -> tuple[Fraction, int, int, Pairs]:
        weight = sum((Fraction(edge.numerator, edge.denominator) for edge in chosen), Fraction())
        pairs = sorted((edge.gold, edge.predicted) for edge in chosen)
        return -weight, -len(chosen), -sum(edge.correct for edge in chosen), pairs

    return min(map(rank, matchings(edges)))[3]


def graphs(weights: st.SearchStrategy[tuple[int, int]]) -> st.SearchStrategy[list[Edge]]:
    ends = st.tuples(st.integers(0, 4), st.integers(0, 4))
    details = st.tuples(weights, st.booleans())
    return st.dictionaries(ends, details, max_size=12).map(
        lambda found: [Edge(*pair, *weight, correct) for pair, (weight, correct) in found.items()]
    )


def total(edges: list[Edge], pairs: Pairs) -> Fraction:
    weights = {(edge.gold, edge.predicted): Fraction(edge.numerator, edge.denominator) for edge in edges}
    return sum((weights[pair] for pair in pairs), Fraction())


@given(graphs(st.tuples(st.integers(1, 9), st.integers(1, 9))))
@settings(deadline=None)
def test_the_alignment_is_the_best_of_all(edges: list[Edge]) -> None:
    assert align(edges) == enumerated(edges)


@given(graphs(st.sampled_from([(1, 1), (1, 2), (2, 2), (2, 1)])))
@settings(deadline=None)
def test_ties_are_broken_as_enumeration_breaks_them(edges: list[Edge]) -> None:
    assert align(edges) == enumerated(edges)


@given(graphs(st.just((1, 1))), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_edges_does_not_matter(edges: list[Edge], rng: random.Random) -> None:
    shuffled = rng.sample(edges, len(edges))

    assert align(shuffled) == align(edges)


def test_nothing_to_align_gives_no_pairs() -> None:
    assert align([]) == []


def test_two_middling_pairs_beat_one_perfect_pair() -> None:
    edges = [Edge(0, 0, 7, 10), Edge(0, 1), Edge(1, 1, 7, 10)]

    assert align(edges) == [(0, 0), (1, 1)]


def test_one_perfect_pair_beats_a_lighter_couple() -> None:
    edges = [Edge(0, 0, 2, 5), Edge(0, 1), Edge(1, 1, 2, 5)]

    assert align(edges) == [(0, 1)]


def test_of_equal_weights_more_pairs_win() -> None:
    edges = [Edge(0, 0, 1, 2), Edge(0, 1), Edge(1, 1, 1, 2)]

    assert align(edges) == [(0, 0), (1, 1)]


def test_of_as_many_pairs_more_right_senses_win() -> None:
    edges = [Edge(0, 0), Edge(1, 1), Edge(0, 1, correct=True), Edge(1, 0)]

    assert align(edges) == [(0, 1), (1, 0)]


def test_weights_that_doubles_cannot_tell_apart_are_told_apart() -> None:
    large = 10**20

    assert align([Edge(0, 0, large, large + 1), Edge(0, 1, large + 1, large + 2)]) == [(0, 1)]


def test_equal_relations_are_paired_in_order() -> None:
    edges = [Edge(i, j) for i in range(120) for j in reversed(range(150))]

    assert align(edges) == [(i, i) for i in range(120)]


@pytest.mark.parametrize("highest", [1, 2, 60])
def test_a_dense_graph_has_the_same_worth_from_either_side(highest: int) -> None:
    rng = random.Random(highest)
    ends = [(i, j) for i in range(86) for j in range(103)]
    edges = [Edge(i, j, rng.randint(1, highest), rng.randint(40, 60), rng.random() < 0.2) for i, j in ends]
    turned = [edge._replace(gold=edge.predicted, predicted=edge.gold) for edge in edges]

    assert total(edges, align(edges)) == total(turned, align(turned))


def test_a_dense_graph_with_one_best_alignment_yields_it() -> None:
    rng = random.Random(7)
    partner = rng.sample(range(200), 200)
    edges = [
        Edge(i, j, 100 if j == partner[i] else rng.randint(1, 99), 100)
        for i in range(200)
        for j in range(200)
    ]

    assert align(edges) == list(enumerate(partner))


@pytest.mark.parametrize(
    ("ends", "pairs"),
    [
        ([(0, 0), (0, 2), (1, 0), (2, 2)], [(0, 0), (2, 2)]),
        ([(0, 0), (0, 2), (1, 1), (1, 2), (2, 0), (2, 1)], [(0, 0), (1, 2), (2, 1)]),
    ],
)
def test_golds_exchange_predictions_in_a_circle(ends: Pairs, pairs: Pairs) -> None:
    """Mutants of the first step of an exchange survive without these."""
    assert align([Edge(*pair) for pair in ends]) == pairs
