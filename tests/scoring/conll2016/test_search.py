"""The alignment search: the same as the official recursion, whatever the candidates."""

from __future__ import annotations

import time
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from relata.scoring.conll2016 import search
from relata.scoring.conll2016.records import CrashError
from relata.scoring.conll2016.search import Alignment, _insert, align, hash_order

Edges = list[dict[int, float]]


class Found(NamedTuple):
    """What a call of the official recursion returns: a score, and pairs with None for "nobody"."""

    score: float
    pairs: list[tuple[int | None, int | None]]


def official_recursion(edges: Edges, predictions: int) -> Alignment:
    """The search as the shared task's program does it, word by word."""
    calls = 0

    def call(gold: int, used: frozenset[int]) -> Found:
        nonlocal calls
        calls += 1
        if gold == len(edges):
            return Found(0, [(None, j) for j in range(predictions) if j not in used])
        best = Found(0.0, [])
        for j in hash_order(sorted(edges[gold])):
            score = edges[gold][j]
            alone = len(edges[gold]) == 1 and sum(j in candidates for candidates in edges) == 1
            if j not in used:
                rest = call(gold + 1, used | {j})
                if score + rest.score >= best.score:
                    best = Found(score + rest.score, [*rest.pairs, (gold, j)])
            if score == 1 or alone:
                break
        else:
            rest = call(gold + 1, used)
            if rest.score >= best.score:
                best = Found(rest.score, [*rest.pairs, (gold, None)])
        return best

    pairs = call(0, frozenset()).pairs
    return Alignment(
        pairs=tuple(sorted((i, j) for i, j in pairs if i is not None and j is not None)),
        lone_golds=tuple(sorted(i for i, j in pairs if i is not None and j is None)),
        lone_predictions=tuple(sorted(j for i, j in pairs if i is None and j is not None)),
        calls=calls,
    )


scores = st.sampled_from([0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0])
graphs = st.lists(st.dictionaries(st.integers(0, 9), scores, max_size=4), max_size=6)


@given(graphs)
@example([{0: 1.0}, {0: 1.0}, {1: 0.8}])
@example([{0: 0.8, 1: 0.9}, {0: 0.9, 1: 0.8}])
@example([{2: 1.0}, {1: 0.9}, {2: 1.0, 1: 0.7}, {0: 1.0}])
def test_alignment_is_that_of_the_official_recursion(edges: Edges) -> None:
    assert align(edges, 10) == official_recursion(edges, 10)


def test_a_perfect_candidate_that_is_taken_swallows_the_rest_of_the_document() -> None:
    found = align([{0: 1.0}, {0: 1.0}, {1: 0.9}], 3)

    assert (found.pairs, found.lone_golds, found.lone_predictions) == (((0, 0),), (), ())


def test_golds_give_way_where_the_document_gains_more_than_they_lose() -> None:
    # The second gold would score 0.9, but leave the third one in a dead end, and the fourth one unreached.
    found = align([{2: 1.0}, {1: 0.9}, {2: 1.0, 1: 0.7}, {0: 1.0}], 3)

    assert found.pairs == ((0, 2), (2, 1), (3, 0))


def test_golds_without_common_candidates_do_not_multiply_the_effort() -> None:
    size = 60
    first = [{2 * i: 0.9, 2 * i + 1: 0.8} for i in range(size)]
    second = [{2 * i: 0.7, 2 * i + 1: 0.8} for i in range(size)]

    found = align(first + second, 2 * size)

    assert len(found.pairs) == 2 * size


def test_golds_after_a_certain_dead_end_do_not_multiply_the_effort() -> None:
    size = 60
    competing = [{2 * i: 0.8, 2 * i + 1: 0.8} for i in range(size)]
    stuck = {2 * size: 1.0}

    found = align([*competing, stuck, stuck, *competing], 2 * size + 1)

    assert len(found.pairs) == size + 1


def test_the_later_of_equal_candidates_wins() -> None:
    assert align([{0: 0.8, 1: 0.8}], 2).pairs == ((0, 1),)


def test_a_lone_pair_is_taken_without_a_try_to_do_without() -> None:
    assert align([{4: 0.7}], 5).calls == 2


def test_thousands_of_golds_need_no_recursion() -> None:
    size = 5000

    found = align([{i: 0.9, i + 1: 0.8} for i in range(size)], size + 1)

    assert len(found.pairs) == size


def test_a_search_that_would_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STATES", 1000)
    everyone = dict.fromkeys(range(40), 0.8)

    with pytest.raises(CrashError, match="B16"):
        align([everyone] * 40, 40)


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ([3, 9], [9, 3]),
        ([7, 8], [8, 7]),
        ([1, 2, 3], [1, 2, 3]),
        ([0, 8, 16], [0, 8, 16]),
        ([5, 13, 21, 29, 37], [29, 37, 21, 5, 13]),
        ([5, 6, 7, 8, 20, 40], [5, 6, 7, 8, 40, 20]),
        ([2, 34, 66, 98, 130, 162], [2, 34, 66, 130, 162, 98]),
    ],
)
def test_keys_come_in_the_order_of_their_slots(keys: list[int], order: list[int]) -> None:
    assert hash_order(keys) == order


@given(st.sets(st.integers(0, 5000), max_size=200))
def test_hash_order_keeps_every_key(keys: set[int]) -> None:
    assert sorted(hash_order(sorted(keys))) == sorted(keys)


def test_golds_with_the_same_many_candidates_are_given_up_at_once() -> None:
    same = dict.fromkeys(range(1000), 0.8)  # the bound holds with coverage measured, too
    begin = time.process_time()

    with pytest.raises(CrashError, match="too many ways"):
        align([same] * 1000, 1000)

    assert time.process_time() - begin < 3


def test_golds_with_the_same_perfect_candidates_are_aligned_at_once() -> None:
    same = dict.fromkeys(range(2000), 1.0)
    begin = time.process_time()

    alignment = align([same] * 2000, 2000)

    assert time.process_time() - begin < 3
    assert alignment.pairs == ((0, 0),)


@given(st.sets(st.integers(0, 5000), max_size=60))
def test_the_order_of_a_set_is_that_of_its_insertions(keys: set[int]) -> None:
    ordered = sorted(keys)

    assert hash_order(ordered) == _by_insertion(ordered)


def _by_insertion(keys: list[int]) -> list[int]:
    """The same without the short way for small keys."""
    slots: list[int | None] = [None] * 8
    for count, key in enumerate(keys, start=1):
        _insert(slots, key)
        if 3 * count >= 2 * len(slots):
            size = 8
            while size <= 4 * count:
                size *= 2
            previous, slots = slots, [None] * size
            for occupant in previous:
                if occupant is not None:
                    _insert(slots, occupant)
    return [key for key in slots if key is not None]
