"""Linear models on features that are named by strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

from relata.errors import ProtocolError
from relata.experiments.features.vectors import Codes, Columns, codes

_LEAST = 2

Probabilities = npt.NDArray[np.floating[Any]]


class LinearModel:
    """Logistic regression, one label against the rest; features that come once are not used.

    If there is one label alone in training, it is always said.
    """

    def fit(self, rows: Iterable[Iterable[str]], labels: Sequence[str]) -> Self:
        """Learns from rows of features, each with a label."""
        coded = [codes(row) for row in rows]
        if not coded:
            raise ProtocolError("the training part lacks what one of the classical classifiers learns from")
        self._columns = Columns(coded, _LEAST)
        self._model = _estimator() if len(set(labels)) > 1 else DummyClassifier(strategy="most_frequent")
        self._model.fit(self._columns.matrix(coded), labels)
        self.labels: list[str] = self._model.classes_.tolist()
        return self

    def probabilities(self, rows: Iterable[Iterable[str]]) -> Probabilities:
        """The probability of each label, row by row."""
        coded: list[Codes] = [codes(row) for row in rows]
        if not coded:  # which the library refuses
            return np.zeros((0, len(self.labels)))
        found: Probabilities = self._model.predict_proba(self._columns.matrix(coded))
        return found

    def predict(self, rows: Iterable[Iterable[str]]) -> list[str]:
        """The likeliest label of each row."""
        return [self.labels[place] for place in self.probabilities(rows).argmax(axis=1)]


def _estimator() -> OneVsRestClassifier:
    return OneVsRestClassifier(LogisticRegression(solver="liblinear", random_state=0), n_jobs=1)
