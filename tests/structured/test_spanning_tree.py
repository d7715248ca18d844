from __future__ import annotations

import inspect
import sys
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from relata.document.dependency_tree import is_tree
from relata.model.heads import Floats
from relata.structured import spanning_tree
from relata.structured.spanning_tree import best_heads, best_tree

_scores = st.integers(1, 5).flatmap(
    lambda size: arrays(np.float32, (size, size), elements=st.integers(-50, 50).map(float))
)


@given(_scores)
def test_no_tree_is_better(scores: Floats) -> None:
    size = len(scores)

    best = max(_total(scores, heads) for heads in product(range(size), repeat=size) if _forms_tree(heads))

    assert _total(scores, best_tree(scores).tolist()) == best


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_long_sentences_have_one_root_and_no_cycles(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size)).astype(np.float32)

    assert _forms_tree(best_tree(scores).tolist())


def test_a_sentence_of_cycles_takes_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = []
    search = spanning_tree._arborescence

    def counted(weights: npt.NDArray[np.float64], root: int) -> spanning_tree.Heads:
        searches.append(len(weights))
        return search(weights, root)

    monkeypatch.setattr(spanning_tree, "_arborescence", counted)
    words = np.arange(100)
    scores = np.zeros((100, 100), dtype=np.float32)
    scores[words, words ^ 1] = 9  # pairs that point at each other, and all words as good as roots

    assert _forms_tree(best_tree(scores).tolist())
    assert len(searches) <= 101  # one for each cycle at most, not for each root as well


def test_heads_by_themselves_may_form_a_cycle() -> None:
    scores = np.array([[0, 9, 0], [9, 0, 0], [0, 0, 1]], dtype=np.float32)

    assert best_heads(scores).tolist() == [1, 0, 2]
    assert _forms_tree(best_tree(scores).tolist())


def _forms_tree(heads: tuple[int, ...] | list[int]) -> bool:
    return is_tree([0 if head == word else head + 1 for word, head in enumerate(heads)])


def _total(scores: Floats, heads: tuple[int, ...] | list[int]) -> float:
    return float(sum(scores[word, head] for word, head in enumerate(heads)))


def test_one_tree_is_built_although_every_word_may_be_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence of 5,000 quotation marks had a tree built for each root, which took a minute."""
    calls = []
    build = spanning_tree._arborescence

    def counted(weights: npt.NDArray[np.float64], root: int) -> spanning_tree.Heads:
        calls.append(root)
        return build(weights, root)

    monkeypatch.setattr(spanning_tree, "_arborescence", counted)
    scores = np.zeros((60, 60), np.float32)
    np.fill_diagonal(scores, 1)

    assert _forms_tree(best_tree(scores).tolist())
    assert len(calls) <= 60  # of ever smaller graphs


def test_cycles_in_cycles_need_no_recursion() -> None:
    size = 300
    scores = -np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float32)
    np.fill_diagonal(scores, 0.5)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    try:
        heads = best_tree(scores).tolist()
    finally:
        sys.setrecursionlimit(before)

    assert _forms_tree(heads)
