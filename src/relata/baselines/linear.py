"""Linear models on sparse features that are named by strings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from relata.baselines.pairs import LayerPair, PairFeature

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.base import ClassifierMixin

Codes = npt.NDArray[np.uint64]
"""Ascending 64-bit hashes of feature names: millions of names would fill the memory."""
_MAX_ITERATIONS = 300


def codes(names: Iterable[str]) -> Codes:
    """Return the sorted hashes of distinct feature names."""
    distinct = set(map(feature_code, names))
    return np.sort(np.fromiter(distinct, dtype=np.uint64, count=len(distinct)))


@lru_cache(maxsize=1 << 19)
def feature_code(name: str) -> int:
    """Return the hash of a feature name."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class FeatureColumns:
    """Features that occur in at least `minimum` training rows, as columns of a binary matrix."""

    def __init__(self, rows: Sequence[Codes], minimum: int) -> None:
        all_codes = np.concatenate(rows) if rows else np.empty(0, dtype=np.uint64)
        distinct, counts = np.unique(all_codes, return_counts=True)
        self.codes: Codes = distinct[counts >= minimum]

    @classmethod
    def of(cls, chosen: Codes) -> Self:
        """Make columns of features that were chosen before, in ascending order."""
        columns = cls((), 1)
        columns.codes = chosen
        return columns

    def __len__(self) -> int:
        return len(self.codes)

    def matrix(self, rows: Sequence[Codes]) -> csr_matrix:
        """Return a matrix of shape (rows, columns) that leaves out unknown features."""
        from scipy.sparse import csr_matrix

        row_indices = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        features = np.concatenate(rows) if rows else np.empty(0, dtype=np.uint64)
        columns = np.searchsorted(self.codes, features)
        columns[columns == len(self)] = 0
        known = self.codes[columns] == features if len(self) else np.zeros(len(features), dtype=bool)
        ones = np.ones(int(known.sum()), dtype=np.float64)
        return csr_matrix((ones, (row_indices[known], columns[known])), shape=(len(rows), len(self)))


class PairVectors:
    """Binary vectors of argument pairs, with a block of columns for each kind of feature."""

    def __init__(self, features: Sequence[PairFeature]) -> None:
        self._features = features
        self._columns: list[FeatureColumns] = []

    @property
    def size(self) -> int:
        """Number of columns."""
        return sum(map(len, self._columns))

    def fit(self, pairs: Sequence[LayerPair]) -> Self:
        """Choose the features that are frequent enough in training pairs."""
        self._columns = [
            FeatureColumns(_pair_codes(feature, pairs), feature.minimum) for feature in self._features
        ]
        return self

    def transform(self, pairs: Sequence[LayerPair]) -> csr_matrix:
        """Return a matrix of shape (pairs, size)."""
        from scipy.sparse import csr_matrix, hstack

        blocks = [
            columns.matrix(_pair_codes(feature, pairs))
            for feature, columns in zip(self._features, self._columns, strict=True)
        ]
        return csr_matrix(hstack(blocks, format="csr"))


def _pair_codes(feature: PairFeature, pairs: Iterable[LayerPair]) -> list[Codes]:
    return [_codes_of(feature.extract, pair) for pair in pairs]


@cache
def _codes_of(extract: Callable[[LayerPair], Iterable[str]], pair: LayerPair) -> Codes:
    """Return the codes of a feature of a pair, which all models of a process share."""
    return codes(extract(pair))


def fit_logistic(rows: csr_matrix, labels: Sequence[str], strength: float = 0.1) -> ClassifierMixin:
    """Fit multinomial logistic regression with C = `strength`, or a constant to a single label."""
    from sklearn.dummy import DummyClassifier
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=strength, max_iter=_MAX_ITERATIONS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return (model if len(set(labels)) > 1 else DummyClassifier(strategy="most_frequent")).fit(
            rows, labels
        )
