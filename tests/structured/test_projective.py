"""The k best projective trees, against all trees of short sentences."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from relata.document.dependency_tree import Dominance, is_tree
from relata.structured.projective import Floats, best_projective_trees


def all_trees(words: int) -> list[list[int]]:
    trees = (list(heads) for heads in product(range(words + 1), repeat=words))
    return [[-1, *heads] for heads in trees if is_tree(heads) and not Dominance(heads).nonprojective()]


def score_of(heads: list[int], arcs: Floats, siblings: Floats) -> float:
    total = 0.0
    for head in range(len(heads)):
        for side in (range(head - 1, 0, -1), range(head + 1, len(heads))):
            before = head
            for word in side:
                if heads[word] == head:
                    total += float(arcs[head, word] + siblings[head, before, word])
                    before = word
    return total


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("k", [1, 3, 6])
def test_the_best_trees_are_those_of_the_highest_scores(words: int, k: int) -> None:
    generator = np.random.default_rng(words)
    arcs = generator.normal(size=(words + 1, words + 1)).astype(np.float32)
    siblings = generator.normal(size=(words + 1,) * 3).astype(np.float32)
    expected = sorted(all_trees(words), key=lambda heads: -score_of(heads, arcs, siblings))[:k]
    found = best_projective_trees(arcs, siblings, k)
    assert [tree.heads for tree in found] == expected
    assert [tree.score for tree in found] == pytest.approx(
        [score_of(heads, arcs, siblings) for heads in expected], abs=1e-4
    )


def test_a_sentence_without_words_is_a_root() -> None:
    (tree,) = best_projective_trees(np.zeros((1, 1), np.float32), np.zeros((1, 1, 1), np.float32))
    assert tree.heads == [-1]
