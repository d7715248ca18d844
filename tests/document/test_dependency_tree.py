"""Heads as trees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.document.dependency_tree import Dominance, is_tree, path_to_root


@pytest.mark.parametrize("heads", [[0], [2, 0], [2, 0, 2], [0, 1, 2, 3], [3, 4, 0, 3]])
def test_one_root_over_all_is_a_tree(heads: list[int]) -> None:
    assert is_tree(heads)


@pytest.mark.parametrize(
    "heads",
    [[], [1], [0, 0], [2, 1], [0, 3, 2], [0, 3], [-1, 0], [None, 0]],
    ids=["no word", "own head", "two roots", "no root", "cycle", "outside", "negative", "no head"],
)
def test_anything_else_is_none(heads: list[int | None]) -> None:
    assert not is_tree(heads)


@given(st.lists(st.integers(-1, 8), min_size=1, max_size=7))
def test_a_tree_is_where_every_path_ends_at_the_one_root(heads: list[int]) -> None:
    size = len(heads)
    ends = [list(path_to_root(heads, word))[-1] for word in range(1, size + 1)]
    reached = all(heads[end - 1] == 0 for end in ends)
    assert is_tree(heads) == (reached and heads.count(0) == 1)


def test_a_path_goes_round_a_cycle_once() -> None:
    assert list(path_to_root([2, 3, 2], 1)) == [1, 2, 3]


def test_a_link_over_a_word_that_its_head_does_not_dominate_is_nonprojective() -> None:
    # 1 depends on 4 over 2, the root
    assert Dominance([4, 0, 2, 3]).nonprojective() == [1]


def test_links_of_a_projective_tree_are_projective() -> None:
    assert Dominance([2, 4, 2, 0, 4]).nonprojective() == []


@given(st.lists(st.integers(0, 8), max_size=7))
def test_nonprojective_links_are_those_with_a_word_between_that_does_not_lead_to_the_head(
    heads: list[int],
) -> None:
    expected = [
        word
        for word, head in enumerate(heads, start=1)
        if 1 <= head <= len(heads)
        and any(
            head not in path_to_root(heads, between)
            for between in range(min(word, head) + 1, max(word, head))
        )
    ]
    assert Dominance(heads).nonprojective() == expected
