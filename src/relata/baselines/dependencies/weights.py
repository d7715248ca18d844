"""Averaged weights of hashed features, and hashes of combinations of codes, whole arrays at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from relata.baselines.learners import State

Codes = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.int64]
"""Numbers of rows of weights."""
Floats = npt.NDArray[np.float32]

_PRIME = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_SEED = 2008


def combined(template: int, *columns: Codes) -> Codes:
    """Combine codes element by element to those of one feature; `template` tells features apart."""
    mixed = columns[0] ^ np.uint64(template * 0x2545F4914F6CDD1D & (2**64 - 1))
    for column in columns[1:]:
        mixed = (mixed ^ (mixed >> _SHIFT)) * _PRIME + column
    return (mixed ^ (mixed >> _SHIFT)) * _PRIME


class HashedWeights:
    """Weights [rows, labels], with the sums of their history while they are trained.

    An update is a step; `average` replaces the weights by their mean over all steps.
    """

    def __init__(self, bits: int, labels: int = 1) -> None:
        self.bits = bits
        self.weights: Floats = np.zeros((1 << bits, labels), dtype=np.float32)
        self._history: npt.NDArray[np.float64] | None = None
        self._step = 1

    def rows(self, features: Codes) -> Rows:
        """Return the rows of features."""
        return (features >> np.uint64(64 - self.bits)).astype(np.int64)

    def update(self, rows: Rows, amount: float, labels: Rows | None = None) -> None:
        """Add an amount to rows, or to one label of each."""
        if self._history is None:
            self._history = np.zeros(self.weights.shape)
        width = self.weights.shape[1]
        cells = rows * width + (0 if labels is None else labels)
        np.add.at(self.weights.reshape(-1), cells, amount)
        np.add.at(self._history.reshape(-1), cells, amount * self._step)

    def step(self) -> None:
        """Begin the next step."""
        self._step += 1

    def average(self) -> None:
        """Replace the weights by their mean, and forget their history."""
        if self._history is not None:
            self.weights -= (self._history / self._step).astype(np.float32)
        self._history = None

    def state(self) -> State:
        """Return what `restored` needs: the rows that are not zero, in half precision."""
        weights = self.weights.astype(np.float16)
        used = np.flatnonzero(weights.any(axis=1))
        return {
            "bits": self.bits,
            "rows": np.diff(used, prepend=0).astype(np.uint32),
            "weights": weights[used],
        }

    def restored(self, state: State) -> Self:
        """Take over trained weights."""
        self.bits = int(state["bits"])
        self.weights = np.zeros((1 << self.bits, state["weights"].shape[1]), dtype=np.float32)
        self.weights[np.cumsum(state["rows"], dtype=np.int64)] = state["weights"]
        return self


class HashedClassifier:
    """Averaged perceptron of rows of features [cases, features], trained on some cases at a time."""

    _AT_ONCE = 16

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self.labels: list[str] = []
        self._weights = HashedWeights(bits)

    def fit(self, features: Codes, gold: Sequence[str], epochs: int) -> Self:
        """Learn from cases with a label each."""
        self.labels = sorted(set(gold))
        self._weights = HashedWeights(self._bits, len(self.labels))
        number = {label: position for position, label in enumerate(self.labels)}
        targets = np.array([number[label] for label in gold])
        rows = self._weights.rows(features)
        generator = np.random.default_rng(_SEED)
        for _ in range(epochs):
            order = generator.permutation(len(rows))
            for start in range(0, len(order), self._AT_ONCE):
                self._learn(rows[chosen := order[start : start + self._AT_ONCE]], targets[chosen])
        self._weights.average()
        return self

    def _learn(self, rows: Rows, targets: Rows) -> None:
        guess = self._weights.weights[rows].sum(axis=1).argmax(axis=1)
        wrong = guess != targets
        self._weights.step()
        if wrong.any():
            taught = rows[wrong]
            for labels, amount in ((targets, 1.0), (guess, -1.0)):
                self._weights.update(taught, amount, np.broadcast_to(labels[wrong, None], taught.shape))

    def scores(self, features: Codes) -> Floats:
        """Return scores [cases, labels]."""
        scores: Floats = self._weights.weights[self._weights.rows(features)].sum(axis=1)
        return scores

    def predict(self, features: Codes) -> list[str]:
        """Return the best label of each case."""
        return [self.labels[number] for number in self.scores(features).argmax(axis=1)]

    def state(self) -> State:
        """Return what `restored` needs."""
        return {"labels": self.labels, **self._weights.state()}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted classifier."""
        self.labels = list(state["labels"])
        self._weights.restored(state)
        return self
