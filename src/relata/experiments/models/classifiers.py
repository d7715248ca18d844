"""Interface of all models, as estimators of scikit-learn have it; the majority, and logistic regression."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin

from relata.baselines.linear import PairVectors, fit_logistic
from relata.baselines.pair_features import chosen_features
from relata.baselines.pairs import LayerPair
from relata.experiments.data import ArgumentPair
from relata.experiments.statistics import right
from relata.experiments.tasks import Labels

Pairs = Sequence[ArgumentPair]

_WITHOUT_DEV = 0.1


class Answer(NamedTuple):
    """A predicted label, with its probability if the model gives one."""

    label: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class DevelopmentPart:
    """Instances to tune on, with their gold labels."""

    instances: Sequence[ArgumentPair]
    gold: Sequence[Labels]

    def accuracy(self, predicted: npt.NDArray[Any]) -> float:
        """Return the accuracy of predicted labels."""
        return float(right(self.gold, predicted.tolist()).mean())


class Classifier(ClassifierMixin, BaseEstimator, ABC):
    """A model of the labels of argument pairs."""

    @abstractmethod
    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Learn from instances with a label each; a model may choose or stop by its accuracy on `dev`."""

    @abstractmethod
    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Return a label for each instance."""

    def predict(self, X: Pairs) -> npt.NDArray[Any]:  # noqa: N803
        """Return the labels alone."""
        return np.array([answer.label for answer in self.answers(X)])


def most_likely(probabilities: npt.NDArray[np.floating[Any]], labels: Sequence[str]) -> list[Answer]:
    """Return the most probable label of each row of shape (labels,)."""
    best = probabilities.argmax(axis=1)
    return [
        Answer(labels[column], float(row[column])) for row, column in zip(probabilities, best, strict=True)
    ]


class Majority(Classifier):
    """Most frequent label in training, the first by name if there are several."""

    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Count the labels."""
        del X, dev
        counts = Counter(y)
        self.label_ = min(counts, key=lambda label: (-counts[label], label))
        return self

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Return the same label for all instances."""
        return [Answer(self.label_)] * len(X)


@dataclass(eq=False, repr=False)
class Logistic(Classifier):
    """Multinomial logistic regression, with regularisation chosen on the development part.

    `strengths` are the values of C to choose from; without a development part, C is 0.1.
    """

    features: Sequence[str]
    span: str = "both"
    strengths: Sequence[float] = (0.01, 0.1, 1.0)

    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Fit a model for each strength; the most accurate one is used."""
        self.vectors_ = PairVectors(chosen_features(self.features)).fit(self._layers(X))
        rows = self.vectors_.transform(self._layers(X))
        strengths = self.strengths if dev else (_WITHOUT_DEV,)
        models = [fit_logistic(rows, y, strength) for strength in strengths]
        best = 0
        if dev:
            dev_rows = self.vectors_.transform(self._layers(dev.instances))
            best = int(np.argmax([dev.accuracy(model.predict(dev_rows)) for model in models]))
        self.model_, self.strength_ = models[best], strengths[best]
        return self

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Return the most probable label of each instance."""
        probabilities = self.model_.predict_proba(self.vectors_.transform(self._layers(X)))
        return most_likely(probabilities, self.model_.classes_.tolist())

    def _layers(self, instances: Pairs) -> list[LayerPair]:
        return [instance.layers(self.span) for instance in instances]
