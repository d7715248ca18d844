"""Logistic regression on surface features."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Self

from sklearn.exceptions import ConvergenceWarning

from relata.baselines.linear import PairVectors, logistic_regression
from relata.baselines.pairs import LayerPair
from relata.experiments.features import chosen_features
from relata.experiments.models.base import Answer, Classifier, DevelopmentPart, Pairs, most_likely

_WITHOUT_DEV = 0.1


class Logistic(Classifier):
    """Multinomial logistic regression, with regularisation chosen on the development part.

    `strengths` are the values of C to choose from; without a development part, C is 0.1.
    """

    def __init__(
        self,
        features: Sequence[str],
        span: str = "both",
        strengths: Sequence[float] = (0.01, 0.1, 1.0),
    ) -> None:
        self.features = features
        self.span = span
        self.strengths = strengths

    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Fit a model for each strength; the most accurate one is used."""
        self.vectors_ = PairVectors(chosen_features(self.features)).fit(self._layers(X))
        rows = self.vectors_.transform(self._layers(X))
        dev_rows = self.vectors_.transform(self._layers(dev.instances)) if dev else None
        best = -1.0
        for strength in self.strengths if dev else (_WITHOUT_DEV,):
            model = logistic_regression(y, strength)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)  # the choice on dev is what counts
                model.fit(rows, y)
            accuracy = dev.accuracy(model.predict(dev_rows)) if dev else 0.0
            if accuracy > best:
                best, self.model_, self.strength_ = accuracy, model, strength
        return self

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Return the most probable label of each instance."""
        probabilities = self.model_.predict_proba(self.vectors_.transform(self._layers(X)))
        return most_likely(probabilities, self.model_.classes_.tolist())

    def _layers(self, instances: Pairs) -> list[LayerPair]:
        return [instance.layers(self.span) for instance in instances]
