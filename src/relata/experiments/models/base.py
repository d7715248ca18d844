"""What all models have in common: `fit` and `predict`, as estimators of scikit-learn have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin

from relata.experiments.instances import Instance

Labels = tuple[str, ...]


class Answer(NamedTuple):
    """A predicted label, with its probability if the model gives one."""

    label: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Dev:
    """Instances to tune on, with their gold labels."""

    instances: Sequence[Instance]
    gold: Sequence[Labels]


class Classifier(ClassifierMixin, BaseEstimator, ABC):
    """A model that tells the label of instances."""

    @abstractmethod
    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        """Learns from instances with a label each; a model may stop, or choose, by how it does on `dev`."""

    @abstractmethod
    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        """A label for each instance."""

    def predict(self, X: Sequence[Instance]) -> npt.NDArray[Any]:  # noqa: N803
        """The labels alone."""
        return np.array([answer.label for answer in self.answers(X)])


def most_likely(probabilities: npt.NDArray[np.floating[Any]], labels: Sequence[str]) -> list[Answer]:
    """The likeliest label of each row."""
    best = probabilities.argmax(axis=1)
    return [Answer(labels[place], float(row[place])) for row, place in zip(probabilities, best, strict=True)]
