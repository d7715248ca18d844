"""Neural classifiers of argument pairs, and the LSTM with surface features (Shi and Demberg 2017)."""

from __future__ import annotations

import copy
import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from torch import Tensor, nn

from relata.baselines.linear import PairVectors
from relata.baselines.pair_features import chosen_features
from relata.baselines.pairs import ArgumentLayers
from relata.baselines.torch_networks import PADDING, batches, padded
from relata.baselines.word_vectors import Vectors
from relata.errors import ProtocolError
from relata.experiments.data import ArgumentPair
from relata.experiments.models.classifiers import Answer, Classifier, DevelopmentPart, Pairs, most_likely
from relata.experiments.systems import LSTM_SCHEDULE, Schedule

_PREDICTION_BATCH = 64
_UNKNOWN = 1
_MINIMUM_COUNT = 2
_LONGEST = 80


class PairClassifier(Classifier):
    """A network trained in steps; with a development part, the best of the evaluated states is used."""

    seed: int
    schedule: Schedule

    @abstractmethod
    def _prepare(self, instances: Pairs, labels: Sequence[str]) -> nn.Module:
        """Return the network for these labels, fitted to the vocabulary of the training part."""

    @abstractmethod
    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        """Return the optimiser of the weights."""

    @abstractmethod
    def _encoded(self, instance: ArgumentPair) -> Any:
        """Return the input of the network for an instance."""

    def _length(self, encoded: Any) -> int:  # noqa: ARG002
        """Return the length of an input for sorting; 0 if batches may mix lengths."""
        return 0

    @abstractmethod
    def _batch(self, inputs: Sequence[Any]) -> tuple[Tensor, ...]:
        """Return inputs as tensors whose first dimension is the batch."""

    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Train step by step; stop early if the development part shows no gain."""
        torch.set_num_threads(1)  # trials run in parallel, and results must not depend on the cores
        torch.manual_seed(self.seed)
        self.labels_ = sorted(set(y))
        self.network_ = self._prepare(X, self.labels_)
        self.known_: dict[ArgumentPair, Any] = {}
        inputs = [self._input(instance) for instance in X]
        targets = torch.tensor([self.labels_.index(label) for label in y])
        optimiser = self._optimiser(self.network_)
        rng = np.random.default_rng(self.seed)
        epochs, size = self.schedule.epochs, self.schedule.batch_size
        steps = -(-len(inputs) // size)
        last, interval = epochs * steps, self.schedule.evaluation_steps or steps
        lengths = list(map(self._length, inputs))
        all_batches = chain.from_iterable(batches(lengths, size, rng) for _ in range(epochs))
        best, without_gain, best_weights = -1.0, 0, None
        for step, batch in enumerate(all_batches, start=1):
            self._step([inputs[index] for index in batch], targets[batch], optimiser)
            if dev is None or (step % interval and step < last):
                continue
            accuracy = dev.accuracy(self.predict(dev.instances))
            without_gain += 1
            if accuracy > best:
                best, without_gain = accuracy, 0
                best_weights = copy.deepcopy(self.network_.state_dict())
            elif without_gain == self.schedule.patience:
                break
        if best_weights is not None:
            self.network_.load_state_dict(best_weights)
        return self

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Return the most probable label of each instance."""
        self.network_.eval()
        inputs = [self._input(pair) for pair in X]
        order = sorted(range(len(X)), key=lambda index: self._length(inputs[index]))
        answers: dict[int, Answer] = {}
        with torch.inference_mode():
            for start in range(0, len(X), _PREDICTION_BATCH):
                batch = order[start : start + _PREDICTION_BATCH]
                logits = self.network_(*self._batch([inputs[index] for index in batch]))
                predictions = most_likely(logits.softmax(dim=1).numpy(), self.labels_)
                answers |= zip(batch, predictions, strict=True)
        return [answers[index] for index in range(len(X))]

    def _input(self, instance: ArgumentPair) -> Any:
        """Return the cached input of the network for an instance."""
        if instance not in self.known_:
            self.known_[instance] = self._encoded(instance)
        return self.known_[instance]

    def _step(self, inputs: Sequence[Any], targets: Tensor, optimiser: torch.optim.Optimizer) -> None:
        """Train on one batch."""
        self.network_.train()
        optimiser.zero_grad()
        loss = nn.functional.cross_entropy(self.network_(*self._batch(inputs)), targets)
        if not math.isfinite(loss.item()):
            raise ProtocolError("training diverged: the loss is no number; take a lower --learning-rate")
        loss.backward()
        optimiser.step()


class _LSTMInput(NamedTuple):
    arg1: list[int]
    arg2: list[int]
    features: list[int]


@dataclass(eq=False, repr=False)
class PairLSTM(PairClassifier):
    """Both arguments through one LSTM, their states and the features through a softmax layer.

    Word embeddings begin with `vectors`, or at random, and are trained with the other weights.
    """

    features: Sequence[str] = ()
    span: str = "both"
    seed: int = 0
    schedule: Schedule = LSTM_SCHEDULE
    vectors: Vectors = field(default_factory=dict)
    width: int = 50

    def _prepare(self, instances: Pairs, labels: Sequence[str]) -> nn.Module:
        counts = Counter(
            word for pair in instances for layers in (pair.arg1, pair.arg2) for word in layers.lower_words
        )
        frequent = {word for word, count in counts.items() if count >= _MINIMUM_COUNT}
        known = sorted(frequent.union(self.vectors))
        self.words_ = {word: number for number, word in enumerate(known, start=_UNKNOWN + 1)}
        self.vectors_ = None
        if self.features:
            pairs = [instance.layers(self.span) for instance in instances]
            self.vectors_ = PairVectors(chosen_features(self.features)).fit(pairs)
        size = self.vectors_.size if self.vectors_ else 0
        width = len(next(iter(self.vectors.values()))) if self.vectors else self.width
        network = _LSTMNetwork(len(self.words_) + 2, width, size, len(labels))
        with torch.no_grad():
            for word, vector in self.vectors.items():
                network.embeddings.weight[self.words_[word]] = torch.tensor(vector)
        return network

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        return torch.optim.Adagrad(network.parameters(), lr=self.schedule.learning_rate)

    def _encoded(self, instance: ArgumentPair) -> _LSTMInput:
        pair = instance.layers(self.span)
        active = self.vectors_.transform([pair]).indices.tolist() if self.vectors_ else []
        return _LSTMInput(self._numbers(pair[0]), self._numbers(pair[1]), active)

    def _numbers(self, layers: ArgumentLayers | None) -> list[int]:
        """Return word numbers of an argument; a withheld argument is one unknown word."""
        words = layers.lower_words[:_LONGEST] if layers else []
        return [self.words_.get(word, _UNKNOWN) for word in words] or [_UNKNOWN]

    def _batch(self, inputs: Sequence[_LSTMInput]) -> tuple[Tensor, ...]:
        arg1, arg2, features = zip(*inputs, strict=True)
        starts = torch.tensor([0, *map(len, features[:-1])]).cumsum(0)
        active = torch.tensor(list(chain.from_iterable(features)), dtype=torch.long)
        return padded(arg1), padded(arg2), active, starts


class _LSTMNetwork(nn.Module):
    def __init__(self, words: int, width: int, features: int, labels: int) -> None:
        super().__init__()
        self.embeddings = nn.Embedding(words, width, padding_idx=PADDING)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.after_embedding, self.before_output = nn.Dropout(0.2), nn.Dropout(0.5)
        self.output = nn.Linear(2 * width, labels)
        # A linear layer over zeros and ones: the sum of the weights of active features.
        self.features = nn.EmbeddingBag(features, labels, mode="sum") if features else None
        for weights in self.parameters():
            nn.init.uniform_(weights, -0.05, 0.05)

    def forward(self, arg1: Tensor, arg2: Tensor, active: Tensor, starts: Tensor) -> Tensor:
        states = torch.cat([self._mean_state(arg1), self._mean_state(arg2)], dim=1)
        logits: Tensor = self.output(self.before_output(states))
        if self.features is None:
            return logits
        weights = self.before_output(torch.ones(active.shape))  # dropout of features, as of states
        return logits + self.features(active, starts, weights)

    def _mean_state(self, words: Tensor) -> Tensor:
        """Return the mean LSTM state over the words of an argument, of shape (batch, width)."""
        mask = (words != PADDING).unsqueeze(2)
        states, _ = self.lstm(self.after_embedding(self.embeddings(words)))
        total: Tensor = (states * mask).sum(dim=1)
        return total / mask.sum(dim=1)
