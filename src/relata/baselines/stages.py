"""Stages of a system: a learner and kinds of features, and the models that both make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from relata.baselines.learners import LEARNERS, Floats, Learner, State
from relata.baselines.linear import Codes, FeatureColumns, codes
from relata.errors import ProtocolError


@dataclass(frozen=True, slots=True)
class Stage:
    """A learner with its strength, the kinds of features that it sees, and the method of the stage.

    Features that occur in fewer than `minimum` training rows are not used.
    """

    learner: str
    features: tuple[str, ...] = ()
    method: str = ""
    strength: float = 1.0
    minimum: int = 2

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.learner)))


class FeatureModel:
    """Classifier of rows of named features by the learner of a stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._columns = FeatureColumns((), 1)
        self._learner: Learner | None = None
        self.labels: list[str] = []

    def fit(self, rows: Iterable[Iterable[str]], labels: Sequence[str]) -> Self:
        """Learn from rows of features with a label each."""
        return self.fit_codes([codes(row) for row in rows], labels)

    def fit_codes(self, rows: Sequence[Codes], labels: Sequence[str]) -> Self:
        """Learn from coded features with a label each."""
        if not rows:
            raise ProtocolError("the training part lacks what one of the classical classifiers learns from")
        self.labels = sorted(set(labels))
        self._columns = FeatureColumns(rows, self._stage.minimum)
        if len(self.labels) > 1:
            numbers = {label: number for number, label in enumerate(self.labels)}
            gold = np.array([numbers[label] for label in labels], dtype=np.intp)
            self._learner = self._new_learner().fit(self._columns.matrix(rows), gold, len(self.labels))
        return self

    def probabilities(self, rows: Iterable[Iterable[str]]) -> Floats:
        """Return probabilities of shape (rows, labels)."""
        return self.code_probabilities([codes(row) for row in rows])

    def code_probabilities(self, rows: Sequence[Codes]) -> Floats:
        """Return probabilities of shape (rows, labels) for coded features."""
        if self._learner is None or not rows:
            return np.ones((len(rows), len(self.labels)))
        return self._learner.probabilities(self._columns.matrix(rows))

    def predict(self, rows: Iterable[Iterable[str]]) -> list[str]:
        """Return the most probable label of each row."""
        return [self.labels[column] for column in self.probabilities(rows).argmax(axis=1)]

    def state(self) -> State:
        """Return what `restored` needs."""
        learner = self._learner.state() if self._learner else {}
        return {"labels": self.labels, "columns": self._columns.codes, "learner": learner}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted model."""
        self.labels = list(state["labels"])
        self._columns = FeatureColumns.of(state["columns"])
        if len(self.labels) > 1:
            self._learner = self._new_learner().restored(state["learner"])
        return self

    def _new_learner(self) -> Learner:
        return LEARNERS[self._stage.learner][1](self._stage.strength)


Sequences = Sequence[Sequence[Iterable[str]]]
"""Features of each word of each sequence."""


class SequenceModel:
    """Conditional random field over sequences of words; crfsuite fits it, our own decoder applies it."""

    _ITERATIONS = 80

    def __init__(self) -> None:
        self.labels: list[str] = []
        self._columns = FeatureColumns((), 1)
        self._weights: npt.NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._changes: npt.NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)

    def fit(self, sequences: Iterable[Sequence[Iterable[str]]], labels: Iterable[Sequence[str]]) -> Self:
        """Learn from sequences with a label for each word."""
        from tempfile import TemporaryDirectory

        try:
            from pycrfsuite import Tagger, Trainer
        except ImportError:
            raise ProtocolError(
                'conditional random fields need python-crfsuite: pip install "relata-nlp[experiments]"'
            ) from None
        trainer = Trainer(algorithm="lbfgs", verbose=False)
        trainer.set_params({"c1": 0.0, "c2": 0.5, "max_iterations": self._ITERATIONS, "feature.minfreq": 2})
        empty = True
        for words, gold in zip(sequences, labels, strict=True):
            trainer.append([[f"{code:x}" for code in codes(word).tolist()] for word in words], list(gold))
            empty = False
        if empty:
            raise ProtocolError("the training part lacks what one of the classical classifiers learns from")
        with TemporaryDirectory() as folder:
            path = f"{folder}/model"
            trainer.train(path)
            tagger = Tagger()
            tagger.open(path)
            info = tagger.info()
            tagger.close()
        self._take(info.labels, info.state_features, info.transitions)
        return self

    def _take(self, labels: Any, weights: Any, changes: Any) -> None:
        """Copy the weights out of a model of crfsuite."""
        self.labels = sorted(labels)
        number = {label: position for position, label in enumerate(self.labels)}
        known = np.array(sorted({int(code, 16) for code, _ in weights}), dtype=np.uint64)
        self._columns = FeatureColumns.of(known)
        self._weights = np.zeros((len(known), len(self.labels)), dtype=np.float32)
        row = {code: position for position, code in enumerate(known.tolist())}
        for (code, label), weight in weights.items():
            self._weights[row[int(code, 16)], number[label]] = weight
        self._changes = np.zeros((len(self.labels), len(self.labels)), dtype=np.float32)
        for (before, after), weight in changes.items():
            self._changes[number[before], number[after]] = weight

    def predict(self, sequences: Sequences, required: Sequence[str] = ()) -> list[list[str]]:
        """Return the best labels of each sequence, with the required ones if any sequence has these."""
        from relata.structured.linear_chain import best_labels, best_labels_with

        wanted = [self.labels.index(label) for label in required if label in self.labels]
        predicted = []
        for words in sequences:
            rows = self._columns.matrix([codes(word) for word in words])
            emissions = (rows @ self._weights).astype(np.float32)
            changes = np.broadcast_to(self._changes, (max(len(words) - 1, 0), *self._changes.shape))
            best = best_labels_with(emissions, changes, wanted) if wanted else None
            predicted.append([self.labels[label] for label in best or best_labels(emissions, changes)])
        return predicted

    def state(self) -> State:
        """Return what `restored` needs."""
        weights = self._weights.astype(np.float16)
        return {
            "labels": self.labels,
            "columns": self._columns.codes,
            "weights": weights,
            "changes": self._changes,
        }

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted model."""
        self.labels = list(state["labels"])
        self._columns = FeatureColumns.of(state["columns"])
        self._weights = state["weights"].astype(np.float32)
        self._changes = state["changes"]
        return self
