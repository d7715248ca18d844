"""Linear classifiers of features that are strings: each feature has a row of weights, found by its hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np

from relata.model.heads import Floats, Weights, log_softmax

BUCKETS = 1 << 16
"""How many rows of weights there are; features that fall into the same one share it."""


class HashedLinear:
    """A linear classifier; `weight` is how much it counts beside an encoder's heads."""

    def __init__(self, weights: Weights, labels: int, weight: float) -> None:
        self._rows = weights.array("rows", BUCKETS, labels)
        self._bias = weights.array("bias", labels)
        self.weight = weight

    def __call__(self, rows: Sequence[int] | Sequence[Sequence[int]]) -> Floats:
        """The logarithms of the probabilities of labels, of one case or of several.

        Cases are given by the rows of their features; several of them have equally many.
        """
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
