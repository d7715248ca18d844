from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from hypothesis.strategies import DrawFn

from relata.discourse.argument_decoding import Arguments, Border, decode_arguments, decode_words
from relata.document import Tokens
from relata.structured.linear_chain import Floats

_scores = st.floats(-20, 20, width=32)


@st.composite
def chains(draw: DrawFn) -> tuple[Floats, Floats, list[int]]:
    """Scores of words, and places that are taken."""
    size = draw(st.integers(1, 9))
    emissions = draw(arrays(np.float32, (size, 3), elements=_scores))
    changes = draw(arrays(np.float32, (size - 1, 3, 3), elements=_scores))
    return emissions, changes, sorted(draw(st.sets(st.integers(0, size - 1))))


@given(chains())
def test_arguments_are_disjoint_and_neither_is_empty(chain: tuple[Floats, Floats, list[int]]) -> None:
    emissions, changes, taken = chain
    words = range(50, 50 + len(emissions))

    found = decode_arguments(emissions, changes, words, taken=taken)

    if found is None:
        assert len(words) - len(taken) < 2
    else:
        assert found.arg1
        assert found.arg2
        assert not set(found.arg1) & set(found.arg2)
        assert not {words[place] for place in taken} & {*found.arg1, *found.arg2}
        assert {*found.arg1, *found.arg2} <= set(words)


@given(chains(), st.integers(1, 8))
def test_arguments_do_not_cross_a_border(chain: tuple[Floats, Floats, list[int]], left: int) -> None:
    emissions, changes, _ = chain
    assume(left < len(emissions))
    words, border = range(len(emissions)), Border(left, by_meaning=False)

    found = decode_arguments(emissions, changes, words, border=border)

    assert found is not None
    assert max(found.arg1) < left <= min(found.arg2)


@given(chains(), st.integers(1, 8))
def test_arguments_told_by_meaning_stand_on_either_side(
    chain: tuple[Floats, Floats, list[int]], left: int
) -> None:
    emissions, changes, _ = chain
    assume(left < len(emissions))
    words, border = range(len(emissions)), Border(left, by_meaning=True)

    found = decode_arguments(emissions, changes, words, border=border)

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


def test_arguments_of_marks_alone_have_no_words() -> None:
    tokens = Tokens.of_words(["However", ",", "he", "left", "."], sentence_starts=[0])
    assert Arguments([2, 3], [1], []).have_words(tokens) is False
    assert Arguments([2, 3], [1, 0], []).have_words(tokens) is True


def test_a_signal_of_another_relation_makes_no_argument() -> None:
    tokens = Tokens.of_words(["and", "left"], [" "])

    assert Arguments([0], [1], []).have_words(tokens) is True
    assert Arguments([0], [1], []).have_words(tokens, signals={0}) is False


def test_words_that_are_left_out_lose_their_labels() -> None:
    arguments = Arguments([4, 5], [6], [0, 1, 1, 2])

    assert arguments.without({5}, [3, 4, 5, 6]) == Arguments([4], [6], [0, 1, 0, 2])


def test_marks_join_arguments_of_words() -> None:
    # The mark at 0 would be Arg1 alone; it joins the word behind it.
    emissions = np.array([[0, 5, 0], [1, 0, 0], [0, 0, 5]], dtype=np.float32)
    changes = np.zeros((2, 3, 3), dtype=np.float32)

    assert decode_arguments(emissions, changes, range(3)) == Arguments([0], [2], [1, 0, 2])
    assert decode_words(emissions, changes, range(3), taken=[], empty=[0]) == Arguments(
        [0, 1], [2], [1, 1, 2]
    )
