"""Linear classifiers of features that are strings: each feature has a row of weights, found by its hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np

from relata.neural.heads import Floats, Weights, log_softmax, pooled

BUCKETS = 1 << 16
"""How many rows of weights there are; features that fall into the same one share it."""


class HashedLinear:
    """A linear classifier; `weight` is how much it counts beside an encoder's heads."""

    def __init__(self, weights: Weights, labels: int, weight: float) -> None:
        self._rows = weights.array("rows", BUCKETS, labels)
        self._bias = weights.array("bias", labels)
        self._weight = weight

    def scores(self, rows: Sequence[Sequence[int]]) -> Floats:
        """The logarithms of the probabilities of labels, as much as they count.

        Cases are given by the rows of their features, equally many for each.
        """
        weighed: Floats = np.float32(self._weight) * self._logarithms(rows)
        return weighed

    def weighed(self, chances: Floats, rows: Sequence[int]) -> Floats:
        """The probabilities that a head gives labels, with what the features of a case say."""
        return pooled(chances, np.exp(self._logarithms(rows)), self._weight)

    def _logarithms(self, rows: Sequence[int] | Sequence[Sequence[int]]) -> Floats:
        return log_softmax(self._rows[np.array(rows)].sum(axis=-2) + self._bias)


def rows_of(features: Iterable[str]) -> list[int]:
    """The rows of features, each once.

    >>> len(rows_of(["rain", "fell", "rain"]))
    2
    """
    return sorted({row_of(feature) for feature in features})


def row_of(feature: str) -> int:
    """The row of a feature."""
    return crc32(feature.encode("utf-8", "replace")) % BUCKETS
