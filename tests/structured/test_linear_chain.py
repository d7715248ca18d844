from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from hypothesis.strategies import DrawFn

from relata.structured.linear_chain import (
    BEGIN,
    END,
    MIDDLE,
    SINGLE,
    Floats,
    best_accepted_labels,
    best_labels,
    best_labels_with,
    best_run,
    best_segment_tags,
    path_score,
)

# Whole numbers: their sums are the same in every order, so scores can be compared exactly.
_scores = st.integers(-40, 40).map(float)


@st.composite
def chains(draw: DrawFn) -> tuple[Floats, Floats]:
    """Scores of up to five words with three labels, some of them forbidden."""
    size = draw(st.integers(1, 5))
    values = _scores | st.just(-np.inf)
    emissions = draw(arrays(np.float32, (size, 3), elements=values))
    changes = draw(arrays(np.float32, (size - 1, 3, 3), elements=_scores))
    return emissions, changes


def score(labels: tuple[int, ...] | list[int], emissions: Floats, changes: Floats) -> float:
    words = sum(emissions[word, label] for word, label in enumerate(labels))
    return float(
        words + sum(changes[word, labels[word], labels[word + 1]] for word in range(len(labels) - 1))
    )


@given(chains())
def test_no_sequence_of_labels_is_better_than_the_best(chain: tuple[Floats, Floats]) -> None:
    emissions, changes = chain

    best = best_labels(emissions, changes)

    every = product(range(3), repeat=len(emissions))
    assert score(best, emissions, changes) == max(score(labels, emissions, changes) for labels in every)


@given(chains())
def test_required_labels_occur_in_the_best_sequence_that_has_them(chain: tuple[Floats, Floats]) -> None:
    emissions, changes = chain

    best = best_labels_with(emissions, changes, (1, 2))

    fitting = (
        score(labels, emissions, changes)
        for labels in product(range(3), repeat=len(emissions))
        if {1, 2} <= set(labels)
    )
    highest = max(fitting, default=-np.inf)
    if best is None:
        assert highest == -np.inf
    else:
        assert {1, 2} <= set(best)
        assert score(best, emissions, changes) == highest


def total(labels: Sequence[int], options: Sequence[Mapping[int, float]]) -> float:
    return sum(row[label] for row, label in zip(options, labels, strict=True))


@given(chains())
def test_the_best_labels_that_an_automaton_accepts(chain: tuple[Floats, Floats]) -> None:
    emissions, _ = chain
    options = [{label: float(score) for label, score in enumerate(row)} for row in emissions]

    best = best_accepted_labels(  # labels never fall, and the last one is not the first
        options, 0, lambda last, label: label if label >= last else None, lambda last: last > 0
    )

    fitting = (labels for labels in product(range(3), repeat=len(options)) if list(labels) == sorted(labels))
    totals = [total(labels, options) for labels in fitting if labels[-1]]
    assert best is not None
    assert total(best, options) == max(totals)
    assert best == sorted(best)


def test_an_automaton_may_accept_nothing() -> None:
    options = [{1: 0.0}]
    assert best_accepted_labels(options, 0, lambda state, label: label, lambda state: state == 2) is None
    assert best_accepted_labels(options, 0, lambda state, label: label, bool, least=1) is None


_FOLLOWERS = {BEGIN: (MIDDLE, END), MIDDLE: (MIDDLE, END), END: (BEGIN, SINGLE), SINGLE: (BEGIN, SINGLE)}


@given(
    st.integers(1, 8).flatmap(lambda size: arrays(np.float32, (size, 4), elements=_scores)),
    arrays(np.float32, (4, 4), elements=_scores),
)
def test_segment_tags_are_a_chain_with_forbidden_changes(emissions: Floats, changes: Floats) -> None:
    allowed = np.full((4, 4), -np.inf, dtype=np.float32)
    for tag, followers in _FOLLOWERS.items():
        allowed[tag, followers] = changes[tag, followers]
    bounded = emissions.copy()
    bounded[0, [MIDDLE, END]] = bounded[-1, [BEGIN, MIDDLE]] = -np.inf
    each = np.broadcast_to(allowed, (len(emissions) - 1, 4, 4))

    tags = best_segment_tags(emissions.tolist(), changes.tolist())

    assert score(tags, bounded, each) == score(best_labels(bounded, each), bounded, each) > -np.inf


@given(chains())
def test_path_score_sums_emissions_and_changes(chain: tuple[Floats, Floats]) -> None:
    emissions, changes = chain
    labels = best_labels(emissions, changes)

    assert path_score(emissions, changes, labels) == score(labels, emissions, changes)


def test_no_words_have_no_labels() -> None:
    nothing = np.zeros((0, 3), dtype=np.float32)

    assert best_labels(nothing, np.zeros((0, 3, 3), dtype=np.float32)) == []
    assert best_labels_with(nothing, np.zeros((0, 3, 3), dtype=np.float32), (1, 2)) is None


@given(arrays(np.float32, st.integers(1, 8), elements=_scores))
def test_no_run_of_words_is_better_than_the_best(scores: Floats) -> None:
    run = best_run(scores)

    every = [range(first, last) for last in range(1, len(scores) + 1) for first in range(last)]
    assert len(run) >= 1
    assert scores[run.start : run.stop].sum() == max(scores[each.start : each.stop].sum() for each in every)


@pytest.mark.parametrize(("scores", "run"), [([-3, -1, -2], range(1, 2)), ([1, 2, -9, 4, 1], range(3, 5))])
def test_a_run_is_contiguous(scores: list[float], run: range) -> None:
    assert best_run(np.array(scores, dtype=np.float32)) == run
