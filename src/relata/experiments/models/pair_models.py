"""Neural classifiers of argument pairs: what the LSTM and the encoder have in common."""

from __future__ import annotations

import copy
import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from relata.errors import ProtocolError
from relata.experiments.instances import Instance
from relata.experiments.measures import right
from relata.experiments.models.base import Answer, Classifier, Dev, most_likely

_AT_ONCE = 64
"""How many instances are classified at once."""
_POOLED = 16
"""Of how many batches the examples are put in order of length, so that little of a batch is padding."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a network is trained: for at most so many epochs, at what rate, on how many examples at once.

    With a development part, training stops after `patience` epochs without gain.
    """

    epochs: int
    learning_rate: float
    batch_size: int
    patience: int


class PairClassifier(Classifier):
    """A network that is trained in epochs; with a development part, the best epoch is kept."""

    seed: int
    schedule: Schedule

    @abstractmethod
    def _prepare(self, instances: Sequence[Instance], labels: Sequence[str]) -> nn.Module:
        """The network for these labels, with whatever it has to know of the training part."""

    @abstractmethod
    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        """What changes the weights."""

    @abstractmethod
    def _encoded(self, instance: Instance) -> Any:
        """What the network reads of an instance."""

    def _length(self, encoded: Any) -> int:
        """How long an input is, where batches are to be of like length; 0 for all where any may meet."""
        del encoded
        return 0

    @abstractmethod
    def _batch(self, inputs: Sequence[Any]) -> tuple[Tensor, ...]:
        """Inputs side by side."""

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        torch.set_num_threads(1)  # cells are what runs in parallel, and the numbers must not depend on cores
        torch.manual_seed(self.seed)
        self.labels_ = sorted(set(y))
        self.network_ = self._prepare(X, self.labels_)
        self.known_: dict[Instance, Any] = {}
        inputs = [self._input(instance) for instance in X]
        targets = torch.tensor([self.labels_.index(label) for label in y])
        optimiser = self._optimiser(self.network_)
        rng = np.random.default_rng(self.seed)
        best, since, kept = -1.0, 0, None
        for _ in range(self.schedule.epochs):
            self._epoch(inputs, targets, optimiser, rng)
            if dev is None:
                continue
            accuracy = float(right(dev.gold, self.predict(dev.instances).tolist()).mean())
            if accuracy > best:
                best, since, kept = accuracy, 0, copy.deepcopy(self.network_.state_dict())
            else:
                since += 1
                if since == self.schedule.patience:
                    break
        if kept is not None:
            self.network_.load_state_dict(kept)
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        self.network_.eval()
        inputs = [self._input(each) for each in X]
        order = sorted(range(len(X)), key=lambda place: self._length(inputs[place]))
        found: dict[int, Answer] = {}
        with torch.inference_mode():
            for start in range(0, len(X), _AT_ONCE):
                places = order[start : start + _AT_ONCE]
                chances = self.network_(*self._batch([inputs[place] for place in places]))
                own = most_likely(chances.softmax(dim=1).numpy(), self.labels_)
                found |= zip(places, own, strict=True)
        return [found[place] for place in range(len(X))]

    def _input(self, instance: Instance) -> Any:
        """What the network reads of an instance, made once."""
        if instance not in self.known_:
            self.known_[instance] = self._encoded(instance)
        return self.known_[instance]

    def _epoch(
        self,
        inputs: Sequence[Any],
        targets: Tensor,
        optimiser: torch.optim.Optimizer,
        rng: np.random.Generator,
    ) -> None:
        self.network_.train()
        for members in _batches(list(map(self._length, inputs)), self.schedule.batch_size, rng):
            optimiser.zero_grad()
            logits = self.network_(*self._batch([inputs[member] for member in members]))
            loss = nn.functional.cross_entropy(logits, targets[members])
            if not math.isfinite(loss.item()):
                raise ProtocolError("training diverged: the loss is no number; take a lower --learning-rate")
            loss.backward()
            optimiser.step()


def _batches(lengths: Sequence[int], most: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """The examples in any order, in batches of like length."""
    order = rng.permutation(len(lengths)).tolist()
    pools = (order[start : start + most * _POOLED] for start in range(0, len(order), most * _POOLED))
    order = [member for pool in pools for member in sorted(pool, key=lengths.__getitem__)]
    found = [order[start : start + most] for start in range(0, len(order), most)]
    if any(lengths):
        rng.shuffle(found)
    return iter(found)


def padded(rows: Sequence[Sequence[int]]) -> Tensor:
    """Rows of numbers as a matrix, the shorter ones filled up with zeros."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[0] * (width - len(row))] for row in rows])
