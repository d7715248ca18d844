"""Biaffine scores in numpy: how well each word of a sentence goes with each other one, by label.

The arrays are those of `relata.training.network.heads.Pairs`, by its names.
"""

from __future__ import annotations

import numpy as np

from relata.model.heads import Floats, Linear, Weights, gelu


class Pairs:
    """Scores pairs of words: the first by one reading of its state, the second by another."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self._first = Linear(weights.below("first"), None)
        self._second = Linear(weights.below("second"), None)
        # [labels, first, second]; the last of each side stands for a constant 1.
        self._weight = weights.array("weight", labels, None, None)
        # By the first word, all labels side by side, for products of plain matrices.
        self._by_first = np.ascontiguousarray(self._weight.transpose(1, 0, 2)).reshape(
            self._weight.shape[1], -1
        )

    def first(self, words: Floats) -> Floats:
        """The readings of words as the first of a pair."""
        return _with_one(gelu(self._first(words)))

    def second(self, words: Floats) -> Floats:
        """The readings of words as the second of a pair."""
        return _with_one(gelu(self._second(words)))

    def all(self, first: Floats, second: Floats) -> Floats:
        """The scores [firsts, seconds, labels] of all pairs of readings."""
        labels, _, size = self._weight.shape
        weighed: Floats = (first @ self._by_first).reshape(len(first) * labels, size)
        scores: Floats = weighed @ second.T
        return scores.reshape(len(first), labels, len(second)).transpose(0, 2, 1)

    def each(self, first: Floats, second: Floats) -> Floats:
        """The scores [pairs, labels] of pairs of readings: each first one with the second beside it."""
        labels, _, size = self._weight.shape
        weighed: Floats = (first @ self._by_first).reshape(len(first), labels, size)
        scores: Floats = weighed @ second[:, :, None]
        return scores[:, :, 0]


def _with_one(readings: Floats) -> Floats:
    return np.concatenate((readings, np.ones((len(readings), 1), dtype=np.float32)), axis=1)
