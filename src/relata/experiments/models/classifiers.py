"""Interface of all models: `fit` and `predict`, as estimators of scikit-learn have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin

from relata.experiments.data import ArgumentPair
from relata.experiments.statistics import right
from relata.experiments.tasks import Labels

Pairs = Sequence[ArgumentPair]


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
