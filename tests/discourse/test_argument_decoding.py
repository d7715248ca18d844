from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from hypothesis.strategies import DrawFn

from relata.discourse.argument_decoding import Border, Sampling, decode_arguments
from relata.structured.linear_chain import Floats, path_score

_scores = st.floats(-20, 20, width=32)


@st.composite
def chains(draw: DrawFn) -> tuple[Floats, Floats, list[int]]:
    """Scores of words, and places that are taken."""
    size = draw(st.integers(1, 9))
    emissions = draw(arrays(np.float32, (size, 3), elements=_scores))
    changes = draw(arrays(np.float32, (size - 1, 3, 3), elements=_scores))
    return emissions, changes, sorted(draw(st.sets(st.integers(0, size - 1))))


_samplings = st.none() | st.builds(Sampling, st.sampled_from((1.0, 1.5)), st.sampled_from((0.0, 0.5)))


@given(chains(), _samplings)
def test_arguments_are_disjoint_and_neither_is_empty(
    chain: tuple[Floats, Floats, list[int]], sampling: Sampling | None
) -> None:
    emissions, changes, taken = chain
    words = range(50, 50 + len(emissions))

    found = decode_arguments(emissions, changes, words, taken=taken, sampling=sampling)

    if found is None:
        assert len(words) - len(taken) < 2
    else:
        assert found.arg1
        assert found.arg2
        assert not set(found.arg1) & set(found.arg2)
        assert not {words[place] for place in taken} & {*found.arg1, *found.arg2}
        assert {*found.arg1, *found.arg2} <= set(words)


@given(chains(), st.integers(1, 8), _samplings)
def test_arguments_do_not_cross_a_border(
    chain: tuple[Floats, Floats, list[int]], left: int, sampling: Sampling | None
) -> None:
    emissions, changes, _ = chain
    assume(left < len(emissions))
    words, border = range(len(emissions)), Border(left, by_meaning=False)

    found = decode_arguments(emissions, changes, words, border=border, sampling=sampling)

    assert found is not None
    assert max(found.arg1) < left <= min(found.arg2)


@given(chains(), st.integers(1, 8), _samplings)
def test_arguments_told_by_meaning_stand_on_either_side(
    chain: tuple[Floats, Floats, list[int]], left: int, sampling: Sampling | None
) -> None:
    emissions, changes, _ = chain
    assume(left < len(emissions))
    words, border = range(len(emissions)), Border(left, by_meaning=True)

    found = decode_arguments(emissions, changes, words, border=border, sampling=sampling)

    assert found is not None
    earlier, later = sorted((found.arg1, found.arg2))
    assert max(earlier) < left <= min(later)


@pytest.mark.parametrize(("by_meaning", "arg1"), [(True, [2]), (False, [0])])
def test_arg2_may_stand_before_arg1_where_they_are_told_by_meaning(by_meaning: bool, arg1: list[int]) -> None:
    emissions = np.array([[0, 0, 5], [5, 0, 0], [0, 5, 0]], dtype=np.float32)

    found = decode_arguments(
        emissions, np.zeros((2, 3, 3), dtype=np.float32), range(3), border=Border(1, by_meaning=by_meaning)
    )

    assert found is not None
    assert found.arg1 == arg1


def test_the_best_labels_win_where_they_have_both_arguments() -> None:
    emissions = np.array([[0, 9, 0], [9, 0, 0], [0, 0, 9], [0, 9, 0]], dtype=np.float32)

    found = decode_arguments(emissions, np.zeros((3, 3, 3), dtype=np.float32), [3, 4, 5, 6])

    assert found is not None
    assert (found.arg1, found.arg2) == ([3, 6], [5])


def test_an_argument_that_would_be_empty_gets_its_next_best_words() -> None:
    emissions = np.array([[9, 0, 0], [9, 8, 0], [0, 0, 9]], dtype=np.float32)

    found = decode_arguments(emissions, np.zeros((2, 3, 3), dtype=np.float32), range(3))

    assert found is not None
    assert (found.arg1, found.arg2) == ([1], [2])


@given(chains())
def test_arguments_are_drawn_the_same_each_time(chain: tuple[Floats, Floats, list[int]]) -> None:
    emissions, changes, taken = chain
    words = range(len(emissions))

    first, second = (
        decode_arguments(emissions, changes, words, taken=taken, sampling=Sampling(1.0, 0.5))
        for _ in range(2)
    )

    assert first == second
    assert first is None or 0 <= first.chance <= 1


@given(chains())
def test_almost_without_temperature_the_likeliest_labels_win(
    chain: tuple[Floats, Floats, list[int]],
) -> None:
    emissions, changes, taken = chain
    words = range(len(emissions))

    best = decode_arguments(emissions, changes, words, taken=taken)
    found = decode_arguments(emissions, changes, words, taken=taken, sampling=Sampling(1e-3, 0.5))

    assert (best is None) == (found is None)
    if best is not None and found is not None:
        scores = [path_score(emissions, changes, each.labels) for each in (best, found)]
        assert scores[1] == pytest.approx(scores[0], abs=0.1)


def unsure_begin() -> tuple[Floats, Floats]:
    """A chain of eight words: Arg1 ends at the sixth and may begin at any but the first, best early."""
    emissions = np.full((8, 3), -50, dtype=np.float32)
    emissions[:6, :2] = 0
    emissions[[0, 5, 6, 7], [0, 1, 0, 2]] = 50
    changes = np.zeros((7, 3, 3), dtype=np.float32)
    changes[:5, 1, 0] = -50
    changes[0, 0, 1] = 0.1
    return emissions, changes


def test_an_argument_that_begins_early_or_late_begins_in_between() -> None:
    best = decode_arguments(*unsure_begin(), range(8))
    found = decode_arguments(*unsure_begin(), range(8), sampling=Sampling(1.0, 0.5))

    assert best is not None
    assert found is not None
    assert best.arg1 == [1, 2, 3, 4, 5]
    assert found.arg1 in ([2, 3, 4, 5], [3, 4, 5])
    assert found.arg2 == [7]
    assert 0.4 < found.chance < 0.9


@pytest.mark.parametrize(("exactness", "begin"), [(0.0, 3), (50.0, 1)])
def test_exactness_keeps_the_likeliest_begin(exactness: float, begin: int) -> None:
    found = decode_arguments(*unsure_begin(), range(8), sampling=Sampling(1.0, exactness))

    assert found is not None
    assert found.arg1 == list(range(begin, 6))
