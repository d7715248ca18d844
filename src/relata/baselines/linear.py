"""Linear models on sparse features that are named by strings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from relata.baselines.pairs import PAIR_FEATURES, LayerPair, PairFeature
from relata.errors import ProtocolError

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.base import ClassifierMixin

Codes = npt.NDArray[np.uint64]
"""Ascending 64-bit hashes of feature names: millions of names would fill the memory."""
_MINIMUM = 2
_MAX_ITERATIONS = 300


def codes(names: Iterable[str]) -> Codes:
    """Return the sorted hashes of distinct feature names."""
    distinct = set(names)
    return np.sort(np.fromiter(map(_code, distinct), dtype=np.uint64, count=len(distinct)))


def _code(name: str) -> int:
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class FeatureColumns:
    """Features that occur in at least `minimum` training rows, as columns of a binary matrix."""

    def __init__(self, rows: Sequence[Codes], minimum: int) -> None:
        distinct, counts = np.unique(np.concatenate(rows), return_counts=True)
        self._codes = distinct[counts >= minimum]

    def __len__(self) -> int:
        return len(self._codes)

    def matrix(self, rows: Sequence[Codes]) -> csr_matrix:
        """Return a matrix of shape (rows, columns) that leaves out unknown features."""
        from scipy.sparse import csr_matrix

        row_indices = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        features = np.concatenate(rows) if rows else np.empty(0, dtype=np.uint64)
        columns = np.searchsorted(self._codes, features)
        columns[columns == len(self)] = 0
        known = self._codes[columns] == features if len(self) else np.zeros(len(features), dtype=bool)
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


class PairModel:
    """Multinomial logistic regression on `PAIR_FEATURES`."""

    def fit(self, pairs: Sequence[LayerPair], labels: Sequence[str]) -> Self:
        """Learn from argument pairs with a label each."""
        self._vectors = PairVectors(PAIR_FEATURES).fit(pairs)
        self._model = fit_logistic(self._vectors.transform(pairs), labels)
        return self

    def predict(self, pairs: Sequence[LayerPair]) -> list[str]:
        """Return the most probable label of each pair."""
        labels: list[str] = self._model.predict(self._vectors.transform(pairs)).tolist() if pairs else []
        return labels


class LinearModel:
    """One-versus-rest logistic regression on named features; those that occur once are not used."""

    def fit(self, rows: Iterable[Iterable[str]], labels: Sequence[str]) -> Self:
        """Learn from rows of features with a label each."""
        from sklearn.dummy import DummyClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.multiclass import OneVsRestClassifier

        coded = [codes(row) for row in rows]
        if not coded:
            raise ProtocolError("the training part lacks what one of the classical classifiers learns from")
        self._columns = FeatureColumns(coded, _MINIMUM)
        self._model = (
            OneVsRestClassifier(LogisticRegression(solver="liblinear", random_state=0), n_jobs=1)
            if len(set(labels)) > 1
            else DummyClassifier(strategy="most_frequent")
        )
        self._model.fit(self._columns.matrix(coded), labels)
        self.labels: list[str] = self._model.classes_.tolist()
        return self

    def probabilities(self, rows: Iterable[Iterable[str]]) -> npt.NDArray[np.float64]:
        """Return probabilities of shape (rows, labels)."""
        coded = [codes(row) for row in rows]
        if not coded:  # scikit-learn refuses an empty matrix
            return np.zeros((0, len(self.labels)))
        probabilities: npt.NDArray[np.float64] = self._model.predict_proba(self._columns.matrix(coded))
        return probabilities

    def predict(self, rows: Iterable[Iterable[str]]) -> list[str]:
        """Return the most probable label of each row."""
        return [self.labels[column] for column in self.probabilities(rows).argmax(axis=1)]
