"""The best brackets over a sentence, compared with all trees of short ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from relata.model.heads import Floats
from relata.structured.chart import WordSpan, best_brackets

_scores = st.integers(1, 5).flatmap(
    lambda size: arrays(np.float32, (size, size), elements=st.integers(-50, 50).map(float))
)


@given(_scores)
def test_no_tree_is_better(scores: Floats) -> None:
    best = max(_sum(scores, tree) for tree in _binary_trees(0, len(scores)))

    assert _total(scores, best_brackets(scores)) == best


@given(st.integers(1, 80), st.integers(0, 2**32 - 1))
def test_brackets_never_cross_and_stand_before_those_inside(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size)).astype(np.float32)

    brackets = best_brackets(scores)

    assert brackets[0] == (0, size)
    assert brackets == sorted(set(brackets), key=lambda span: (span[0], -span[1]))
    for start, stop in brackets:
        assert not any(start < other_start < stop < other_stop for other_start, other_stop in brackets)


def test_the_whole_sentence_has_a_bracket_even_if_none_is_likelier() -> None:
    assert best_brackets(np.full((2, 2), -9, dtype=np.float32)) == [(0, 2)]


def test_no_words_have_no_brackets() -> None:
    assert best_brackets(np.zeros((0, 0), dtype=np.float32)) == []


def _binary_trees(start: int, stop: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the spans of every binary tree over some words."""
    if stop - start == 1:
        yield [(start, stop)]
    for middle in range(start + 1, stop):
        for left in _binary_trees(start, middle):
            for right in _binary_trees(middle, stop):
                yield [(start, stop), *left, *right]


def _sum(scores: Floats, spans: list[tuple[int, int]]) -> float:
    """Sum the scores of spans; inner spans may go without a bracket."""
    of_span = {(start, stop): float(scores[start, stop - 1]) for start, stop in spans}
    whole = of_span.pop((0, len(scores)))
    return whole + sum(max(score, 0) for score in of_span.values())


def _total(scores: Floats, brackets: list[WordSpan]) -> float:
    return sum(float(scores[start, stop - 1]) for start, stop in brackets)
