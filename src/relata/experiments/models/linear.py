"""Logistic regression on surface features."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Self

from sklearn.base import ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from relata.experiments.features.vectors import FeatureVectors
from relata.experiments.instances import Instance
from relata.experiments.measures import right
from relata.experiments.models.base import Answer, Classifier, Dev, most_likely

DEFAULT_STRENGTHS = (0.01, 0.1, 1.0)
_WITHOUT_DEV = 0.1
_MOST_ITERATIONS = 300


class Logistic(Classifier):
    """Multinomial logistic regression; how much it is regularised is chosen on the development part.

    `strengths` are the values of C to choose from; without a development part, 0.1 is taken.
    """

    def __init__(
        self,
        features: Sequence[str],
        span: str = "both",
        strengths: Sequence[float] = DEFAULT_STRENGTHS,
    ) -> None:
        self.features = features
        self.span = span
        self.strengths = strengths

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        self.vectors_ = FeatureVectors(self.features, self.span).fit(X)
        rows = self.vectors_.transform(X)
        best = -1.0
        for strength in self.strengths if dev else (_WITHOUT_DEV,):
            model = _estimator(strength, y)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # dev tells which model is good enough
                model.fit(rows, y)
            accuracy = self._accuracy(model, dev) if dev else 0.0
            if accuracy > best:
                best, self.model_, self.strength_ = accuracy, model, strength
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        probabilities = self.model_.predict_proba(self.vectors_.transform(X))
        return most_likely(probabilities, self.model_.classes_.tolist())

    def _accuracy(self, model: ClassifierMixin, dev: Dev) -> float:
        predicted = model.predict(self.vectors_.transform(dev.instances)).tolist()
        return float(right(dev.gold, predicted).mean())


def _estimator(strength: float, labels: Sequence[str]) -> ClassifierMixin:
    """An estimator; where there is one label alone, there is nothing to regress."""
    if len(set(labels)) == 1:
        return DummyClassifier(strategy="most_frequent")
    return LogisticRegression(C=strength, max_iter=_MOST_ITERATIONS)
