"""Neural classifiers of argument pairs: what the LSTM and the encoder have in common."""

from __future__ import annotations

import copy
import math
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor, nn

from relata.errors import ProtocolError
from relata.protocols.instances import Instance
from relata.protocols.measures import right
from relata.protocols.models.base import Answer, Classifier, Dev, most_likely

_AT_ONCE = 64
"""How many instances are classified at once."""


class PairClassifier(Classifier):
    """A network that is trained in epochs; with a development part, the best epoch is kept.

    Training stops after `patience` epochs without gain.
    """

    seed: int
    epochs: int
    batch_size: int
    patience: int

    @abstractmethod
    def _prepare(self, instances: Sequence[Instance], labels: Sequence[str]) -> nn.Module:
        """The network for these labels, with whatever it has to know of the training part."""

    @abstractmethod
    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        """What changes the weights."""

    @abstractmethod
    def _encoded(self, instance: Instance) -> Any:
        """What the network reads of an instance."""

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
        for _ in range(self.epochs):
            self._epoch(inputs, targets, optimiser, rng)
            if dev is None:
                continue
            accuracy = float(right(dev.gold, self.predict(dev.instances).tolist()).mean())
            if accuracy > best:
                best, since, kept = accuracy, 0, copy.deepcopy(self.network_.state_dict())
            else:
                since += 1
                if since == self.patience:
                    break
        if kept is not None:
            self.network_.load_state_dict(kept)
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        self.network_.eval()
        found: list[Answer] = []
        with torch.inference_mode():
            for start in range(0, len(X), _AT_ONCE):
                batch = self._batch([self._input(each) for each in X[start : start + _AT_ONCE]])
                chances = self.network_(*batch).softmax(dim=1).numpy()
                found += most_likely(chances, self.labels_)
        return found

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
        for members in _batches(len(inputs), self.batch_size, rng):
            optimiser.zero_grad()
            logits = self.network_(*self._batch([inputs[member] for member in members]))
            loss = nn.functional.cross_entropy(logits, targets[members])
            if not math.isfinite(loss.item()):
                raise ProtocolError("training diverged: the loss is no number; take a lower --learning-rate")
            loss.backward()
            optimiser.step()


def _batches(size: int, most: int, rng: np.random.Generator) -> Iterator[list[int]]:
    order = rng.permutation(size).tolist()
    return (order[start : start + most] for start in range(0, size, most))


def padded(rows: Sequence[Sequence[int]], filler: int = 0) -> Tensor:
    """Rows of numbers as a matrix, the shorter ones filled up."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows])
