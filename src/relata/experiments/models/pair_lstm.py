"""The LSTM of two arguments with surface features (Shi and Demberg 2017)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from relata.experiments.features import view
from relata.experiments.features.vectors import FeatureVectors
from relata.experiments.instances import Instance, Side
from relata.experiments.models.pair_models import PairClassifier, Schedule, padded

SCHEDULE = Schedule(epochs=20, learning_rate=0.05, batch_size=32, patience=4)

_PADDING, _UNKNOWN = 0, 1
_LEAST = 2
_LONGEST = 80


class _Input(NamedTuple):
    arg1: list[int]
    arg2: list[int]
    features: list[int]


class PairLSTM(PairClassifier):
    """Both arguments through one LSTM, their states and the features through a softmax layer.

    Words have embeddings that are learned with the rest; those of the paper were trained on its corpus.
    """

    def __init__(
        self,
        features: Sequence[str] = (),
        span: str = "both",
        seed: int = 0,
        schedule: Schedule = SCHEDULE,
        width: int = 50,
    ) -> None:
        self.features = features
        self.span = span
        self.seed = seed
        self.schedule = schedule
        self.width = width

    def _prepare(self, instances: Sequence[Instance], labels: Sequence[str]) -> nn.Module:
        counts = Counter(
            word for each in instances for side in (each.arg1, each.arg2) for word in _lower(side.words)
        )
        known = sorted(word for word, count in counts.items() if count >= _LEAST)
        self.words_ = {word: number for number, word in enumerate(known, start=_UNKNOWN + 1)}
        self.vectors_ = FeatureVectors(self.features, self.span).fit(instances) if self.features else None
        size = self.vectors_.size if self.vectors_ else 0
        return _Network(len(self.words_) + 2, self.width, size, len(labels))

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        return torch.optim.Adagrad(network.parameters(), lr=self.schedule.learning_rate)

    def _encoded(self, instance: Instance) -> _Input:
        first, second = view(instance, self.span)
        active = self.vectors_.transform([instance]).indices.tolist() if self.vectors_ else []
        return _Input(self._numbers(first), self._numbers(second), active)

    def _numbers(self, side: Side | None) -> list[int]:
        """The words of an argument by number; one that is withheld is an unknown word."""
        words = _lower(side.words[:_LONGEST]) if side else []
        return [self.words_.get(word, _UNKNOWN) for word in words] or [_UNKNOWN]

    def _batch(self, inputs: Sequence[_Input]) -> tuple[Tensor, ...]:
        counts = [len(each.features) for each in inputs]
        starts = torch.tensor([0, *counts[:-1]]).cumsum(0)
        active = torch.tensor([number for each in inputs for number in each.features], dtype=torch.long)
        return padded([each.arg1 for each in inputs]), padded([each.arg2 for each in inputs]), active, starts


class _Network(nn.Module):
    def __init__(self, words: int, width: int, features: int, labels: int) -> None:
        super().__init__()
        self.embeddings = nn.Embedding(words, width, padding_idx=_PADDING)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.after_embedding, self.before_output = nn.Dropout(0.2), nn.Dropout(0.5)
        self.output = nn.Linear(2 * width, labels)
        # A linear layer over zeros and ones: the sum of the weights of the features that are there.
        self.features = nn.EmbeddingBag(features, labels, mode="sum") if features else None
        for weights in self.parameters():
            nn.init.uniform_(weights, -0.05, 0.05)

    def forward(self, arg1: Tensor, arg2: Tensor, active: Tensor, starts: Tensor) -> Tensor:
        states = torch.cat([self._read(arg1), self._read(arg2)], dim=1)
        logits: Tensor = self.output(self.before_output(states))
        if self.features is None:
            return logits
        there = self.before_output(torch.ones(active.shape))  # features are dropped out as states are
        return logits + self.features(active, starts, there)

    def _read(self, words: Tensor) -> Tensor:
        """The mean of the states of an argument's words."""
        there = (words != _PADDING).unsqueeze(2)
        states, _ = self.lstm(self.after_embedding(self.embeddings(words)))
        total: Tensor = (states * there).sum(dim=1)
        return total / there.sum(dim=1)


def _lower(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words]
