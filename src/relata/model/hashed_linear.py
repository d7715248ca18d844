"""Linear classifiers of string features: the hash of a feature gives its row of weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np

from relata.model.heads import Floats, Weights

BUCKETS = 1 << 16
"""Number of rows of weights; features with the same hash share a row."""


class HashedLinear:
    """Scores labels by hashed features; its scores are added to those of an encoder's head."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self._rows = weights.array("rows", BUCKETS, labels)
        self._bias = weights.array("bias", labels)

    @classmethod
    def if_trained(cls, weights: Weights, labels: int) -> HashedLinear | None:
        """Load the classifier if the model has one."""
        return cls(weights, labels) if weights.has("rows") else None

    def __call__(self, rows: Sequence[int] | Sequence[Sequence[int]]) -> Floats:
        """Sum the weights of a case's feature rows: [labels]; of several cases: [cases, labels].

        All cases have the same number of rows.
        """
        scores: Floats = self._rows[np.array(rows)].sum(axis=-2) + self._bias
        return scores


def rows_of(features: Iterable[str]) -> list[int]:
    """Look up the rows of features, each row once.

    >>> len(rows_of(["rain", "fell", "rain"]))
    2
    """
    return sorted({row_of(feature) for feature in features})


def row_of(feature: str) -> int:
    """Look up the row of a feature."""
    return crc32(feature.encode("utf-8", "replace")) % BUCKETS
