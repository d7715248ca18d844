"""Linear classifiers of features that are strings: each feature has a row of weights, found by its hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np

from relata.neural.heads import Floats, Weights, log_softmax, softmax

BUCKETS = 1 << 16
"""How many rows of weights there are; features that fall into the same one share it."""

_LEAST = np.float32(1e-9)


class HashedLinear:
    """A linear classifier; `weight` is how much it counts beside an encoder's heads."""

    def __init__(self, weights: Weights, labels: int, weight: float) -> None:
        self._rows = weights.array("rows", BUCKETS, labels)
        self._bias = weights.array("bias", labels)
        self._weight = np.float32(weight)

    def scores(self, rows: Sequence[int] | Sequence[Sequence[int]]) -> Floats:
        """The logarithms of the probabilities of labels, as much as they count, of one case or of several.

        Cases are given by the rows of their features; several of them have equally many.
        """
        logarithms: Floats = self._weight * log_softmax(self._rows[np.array(rows)].sum(axis=-2) + self._bias)
        return logarithms

    def weighed(self, chances: Floats, rows: Sequence[int]) -> Floats:
        """The probabilities that a head gives labels, with what the features of a case say."""
        return softmax(self.scores(rows) + np.log(np.maximum(chances, _LEAST)))


def rows_of(features: Iterable[str]) -> list[int]:
    """The rows of features, each once.

    >>> len(rows_of(["rain", "fell", "rain"]))
    2
    """
    return sorted({row_of(feature) for feature in features})


def row_of(feature: str) -> int:
    """The row of a feature."""
    return crc32(feature.encode("utf-8", "replace")) % BUCKETS
