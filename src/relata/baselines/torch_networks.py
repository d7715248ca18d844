"""Networks over both arguments, in torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

PADDING = 0
_WIDTH = 50
_HIDDEN = 100
_EPOCHS = 12
_BATCH = 32
_PREDICTION_BATCH = 128
_LEARNING_RATE = 1e-3
_POOLED_BATCHES = 16
"""Number of batches whose examples are sorted by length together, so that batches need little padding."""

Numbers = tuple[list[int], list[int]]
"""Numbers of the words of Arg1 and of Arg2."""


class PairNetwork(nn.Module):
    """Embeddings, a reader of each argument, and a hidden layer over both readings."""

    def __init__(self, kind: str, words: int, labels: int, width: int) -> None:
        super().__init__()
        self.embeddings = nn.Embedding(words, width, padding_idx=PADDING)
        self.reader = _READERS[kind](width)
        self.dropout = nn.Dropout(0.3)
        self.hidden = nn.Linear(2 * self.reader.size, _HIDDEN)
        self.output = nn.Linear(_HIDDEN, labels)

    def forward(self, arg1: Tensor, arg2: Tensor) -> Tensor:
        """Return logits of shape (batch, labels)."""
        readings = [
            self.reader(self.dropout(self.embeddings(words)), words != PADDING) for words in (arg1, arg2)
        ]
        states = torch.tanh(self.hidden(self.dropout(torch.cat(readings, dim=1))))
        logits: Tensor = self.output(self.dropout(states))
        return logits


class _SumReader(nn.Module):
    """Sum of the vectors of an argument, through a layer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.size = _HIDDEN
        self.layer = nn.Linear(width, _HIDDEN)

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        pooled = (vectors * mask.unsqueeze(2)).sum(dim=1)
        return torch.tanh(self.layer(pooled))


class _ConvolutionReader(nn.Module):
    """Highest values of filters over two, three and four words."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.filters = nn.ModuleList(
            nn.Conv1d(width, _HIDDEN // 2, size, padding=size - 1) for size in (2, 3, 4)
        )
        self.size = 3 * (_HIDDEN // 2)

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        columns = (vectors * mask.unsqueeze(2)).transpose(1, 2)
        return torch.cat([torch.relu(layer(columns)).amax(dim=2) for layer in self.filters], dim=1)


class _RecurrentReader(nn.Module):
    """Mean state of an LSTM in both directions."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, _WIDTH, batch_first=True, bidirectional=True)
        self.size = 2 * _WIDTH

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        states, _ = self.lstm(vectors)
        return _mean(states, mask)


class _FocusedReader(nn.Module):
    """Mean states of a GRU over words that a focusing GRU weights, once for each of several foci."""

    _FOCI = 4

    def __init__(self, width: int) -> None:
        super().__init__()
        self.focus = nn.GRU(width, _WIDTH, batch_first=True, bidirectional=True)
        self.weights = nn.Linear(2 * _WIDTH, self._FOCI)
        self.reader = nn.GRU(width, _WIDTH, batch_first=True)
        self.size = self._FOCI * _WIDTH

    def forward(self, vectors: Tensor, mask: Tensor) -> Tensor:
        states, _ = self.focus(vectors)
        shares = torch.sigmoid(self.weights(states))
        readings = (self.reader(vectors * shares[:, :, [focus]])[0] for focus in range(self._FOCI))
        return torch.cat([_mean(reading, mask) for reading in readings], dim=1)


_READERS: Mapping[str, Any] = {
    "feedforward": _SumReader,
    "cnn": _ConvolutionReader,
    "lstm": _RecurrentReader,
    "focused-rnn": _FocusedReader,
}


def _mean(states: Tensor, mask: Tensor) -> Tensor:
    """Return the mean state over the words of an argument, of shape (batch, width)."""
    weights = mask.unsqueeze(2)
    total: Tensor = (states * weights).sum(dim=1)
    return total / weights.sum(dim=1)


def make_network(
    kind: str, words: int, labels: int, vectors: Mapping[int, npt.NDArray[np.float32]], width: int = _WIDTH
) -> PairNetwork:
    """Make a network whose embeddings begin with vectors by the number of their word."""
    torch.manual_seed(0)
    if vectors:
        width = len(next(iter(vectors.values())))
    network = PairNetwork(kind, words, labels, width)
    with torch.no_grad():
        for number, vector in vectors.items():
            network.embeddings.weight[number] = torch.from_numpy(vector)
    return network


def with_weights(network: PairNetwork, weights: Mapping[str, npt.NDArray[Any]]) -> PairNetwork:
    """Set the weights of a network; raise ValueError if they do not fit."""
    tensors = {name: torch.from_numpy(array.astype(np.float32)) for name, array in weights.items()}
    try:
        network.load_state_dict(tensors)
    except RuntimeError as error:
        raise ValueError(str(error).splitlines()[0]) from None
    return network


def train_network(network: PairNetwork, inputs: Sequence[Numbers], labels: Sequence[int]) -> None:
    """Train a network for a fixed number of epochs, the same way each time."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    optimiser = torch.optim.Adam(network.parameters(), lr=_LEARNING_RATE)
    targets = torch.tensor(labels)
    lengths = [len(arg1) + len(arg2) for arg1, arg2 in inputs]
    network.train()
    for _ in range(_EPOCHS):
        for batch in batches(lengths, _BATCH, rng):
            optimiser.zero_grad()
            logits = network(*_tensors([inputs[index] for index in batch]))
            nn.functional.cross_entropy(logits, targets[batch]).backward()
            optimiser.step()
    network.eval()


def best_labels(network: PairNetwork, inputs: Sequence[Numbers]) -> list[int]:
    """Return the number of the most probable label of each pair."""
    network.eval()
    order = sorted(range(len(inputs)), key=lambda index: len(inputs[index][0]) + len(inputs[index][1]))
    best = [0] * len(inputs)
    with torch.inference_mode():
        for start in range(0, len(order), _PREDICTION_BATCH):
            batch = order[start : start + _PREDICTION_BATCH]
            logits = network(*_tensors([inputs[index] for index in batch]))
            for index, label in zip(batch, logits.argmax(dim=1).tolist(), strict=True):
                best[index] = label
    return best


def _tensors(inputs: Sequence[Numbers]) -> tuple[Tensor, Tensor]:
    arg1, arg2 = zip(*inputs, strict=True)
    return padded(arg1), padded(arg2)


def batches(lengths: Sequence[int], size: int, rng: np.random.Generator) -> Iterator[list[int]]:
    """Return batches of example indices in random order, with similar lengths in a batch."""
    order = rng.permutation(len(lengths)).tolist()
    pool_size = size * _POOLED_BATCHES
    pools = (order[start : start + pool_size] for start in range(0, len(order), pool_size))
    order = [index for pool in pools for index in sorted(pool, key=lengths.__getitem__)]
    groups = [order[start : start + size] for start in range(0, len(order), size)]
    if any(lengths):
        rng.shuffle(groups)
    return iter(groups)


def padded(rows: Sequence[Sequence[int]], padding: int = PADDING, *, left: bool = False) -> Tensor:
    """Return rows of numbers as a matrix, shorter ones filled up on the right or on the left."""
    width = max(map(len, rows))
    filled = ([padding] * (width - len(row)) for row in rows)
    pairs = zip(filled, map(list, rows), strict=True)
    return torch.tensor([fill + row if left else row + fill for fill, row in pairs])
