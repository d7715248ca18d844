"""Heads in numpy: from the states of word pieces to scores of labels.

Their arrays have the names of the modules in `relata.training.network`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from relata.errors import ModelError
from relata.model.inputs import SHAPES, Input

if TYPE_CHECKING:
    from relata.model.package import ModelPackage

Floats = npt.NDArray[np.float32]

ATTENTION_SIZE = 64
"""Number of places of a word's state that a head of attention reads."""


class Weights:
    """Arrays of a heads file, below a prefix of their names."""

    def __init__(self, arrays: Mapping[str, Floats], source: str, prefix: str = "") -> None:
        self.arrays = arrays
        self._source = source
        self._prefix = prefix

    @classmethod
    def of(cls, package: ModelPackage) -> Weights:
        """Read all arrays of a package."""
        from relata.model.package import HEADS

        return cls(package.heads(), str(package.path / HEADS))

    def below(self, name: str) -> Weights:
        """Narrow the arrays to those below a name."""
        return Weights(self.arrays, self._source, f"{self._prefix}{name}.")

    def has(self, name: str) -> bool:
        """Test if there is an array of this name."""
        return self._prefix + name in self.arrays

    def misfit(self, name: str, expected: int, size: int) -> ModelError:
        """Make the error of an array that gets states of another size than it was made for."""
        return ModelError(f"{self._source}: {self._prefix}{name}: made for {expected} numbers, gets {size}")

    def array(self, name: str, *shape: int | None) -> Floats:
        """Look up an array of this shape; None fits any size."""
        full_name = self._prefix + name
        array = self.arrays.get(full_name)
        if array is None:
            raise ModelError(f"{self._source}: {full_name}: missing")
        if len(array.shape) != len(shape) or any(
            size not in (None, actual) for size, actual in zip(shape, array.shape, strict=True)
        ):
            expected = "x".join("n" if size is None else str(size) for size in shape)
            raise ModelError(f"{self._source}: {full_name}: expected {expected} numbers, got {array.shape}")
        return array


class Linear:
    """Linear layer."""

    def __init__(self, weights: Weights, size: int | None) -> None:
        self._weights = weights
        self._weight = np.ascontiguousarray(weights.array("weight", size, None).T)
        self._bias = weights.array("bias", self._weight.shape[1])

    def __call__(self, states: Floats) -> Floats:
        """Score the states, [..., size]."""
        if states.shape[-1] != len(self._weight):
            raise self._weights.misfit("weight", len(self._weight), states.shape[-1])
        scores: Floats = states @ self._weight + self._bias
        return scores

    @property
    def size(self) -> int:
        """Number of scores."""
        return len(self._bias)


class WordStates:
    """States of words, from their first and last pieces, their shapes and their marks."""

    def __init__(self, weights: Weights) -> None:
        self._weights = mix = weights.below("mix")
        matrix, bias = mix.array("weight", None, None).T, mix.array("bias", None)
        shapes = weights.below("shapes").array("weight", SHAPES, None)
        marked = weights.below("marked").array("weight", 2, None)
        features = shapes.shape[1] + marked.shape[1]
        self.hidden = (matrix.shape[0] - features) // 2
        edges = np.split(matrix, (2 * self.hidden, 2 * self.hidden + shapes.shape[1]))
        self._pieces = np.ascontiguousarray(edges[0])
        # Words of the same shape and mark share this summand.
        self._looks = (shapes @ edges[1])[:, None] + (marked @ edges[2])[None] + bias

    def __call__(self, states: Floats, input: Input) -> Floats:
        """Compute the states of an input's words, [words, hidden], from those of its pieces."""
        if states.shape[-1] != self.hidden:
            raise self._weights.misfit("weight", self.hidden, states.shape[-1])
        edges = np.concatenate((states[input.first], states[input.last]), axis=1)
        return gelu(edges @ self._pieces + self._looks[input.shapes, input.marked])


class ChainHead:
    """Linear chain over words: scores of labels, and of transitions between neighbours."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self.words = WordStates(weights.below("words"))
        self._labels = labels
        self._emit = Linear(weights.below("emit"), labels)
        self._leave = Linear(weights.below("leave"), labels * labels)
        self._enter = Linear(weights.below("enter"), labels * labels)

    def __call__(self, words: Floats) -> tuple[Floats, Floats]:
        """Score labels [words, labels] and transitions [words - 1, labels, labels]."""
        transitions = self._leave(words[:-1]) + self._enter(words[1:])
        return self._emit(words), transitions.reshape(-1, self._labels, self._labels)


class SignalHead:
    """Scores labels of a connective by the state of its marker and the means of its arguments' words."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self._mix = Linear(weights.below("mix"), None)
        self._out = Linear(weights.below("out"), labels)

    def __call__(self, mark: Floats, words: Floats, arguments: Sequence[int]) -> Floats:
        """Score the labels; `arguments` has 1 for each word of Arg1, 2 for Arg2 and 0 for the others."""
        members = (np.array(arguments) == [[1], [2]]).astype(np.float32)
        means = members @ words / np.maximum(members.sum(axis=1, keepdims=True), 1)
        return self._out(gelu(self._mix(np.concatenate((mark, *means)))))


class SelfAttention:
    """Adds to the state of each word what it attends to in its sentence."""

    def __init__(self, weights: Weights) -> None:
        self._gains = weights.below("norm").array("weight", None)
        self._offsets = weights.below("norm").array("bias", None)
        self._sides = Linear(weights.below("sides"), 3 * len(self._gains))
        self._out = Linear(weights.below("out"), len(self._gains))

    def __call__(self, words: Floats) -> Floats:
        """Compute the states [words, size] of the words of one sentence."""
        centred = words - words.mean(axis=1, keepdims=True)
        scales = np.sqrt((centred**2).mean(axis=1, keepdims=True) + np.float32(1e-5))
        sides = self._sides(centred / scales * self._gains + self._offsets)
        # [queries, keys and values; heads; words; places of a head]
        heads = sides.reshape(len(words), 3, -1, ATTENTION_SIZE).transpose(1, 2, 0, 3)
        queries, keys, values = heads
        shares = softmax(queries @ keys.transpose(0, 2, 1) * np.float32(ATTENTION_SIZE**-0.5))
        mixed: Floats = (shares @ values).transpose(1, 0, 2).reshape(words.shape)
        return words + self._out(mixed)


class BiaffinePairs:
    """Biaffine scores of pairs of words, by label: each side is read by a layer of its own."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self._first = Linear(weights.below("first"), None)
        self._second = Linear(weights.below("second"), None)
        # [labels, first, second]; the last of each side is a constant 1.
        self._weight = weights.array("weight", labels, self._first.size + 1, self._second.size + 1)
        # By the first word, with all labels in one row, for products of plain matrices.
        self._by_first = np.ascontiguousarray(self._weight.transpose(1, 0, 2)).reshape(
            self._weight.shape[1], -1
        )

    def first(self, words: Floats) -> Floats:
        """Read words as the first of a pair: [words, size]."""
        return _with_one(gelu(self._first(words)))

    def second(self, words: Floats) -> Floats:
        """Read words as the second of a pair: [words, size]."""
        return _with_one(gelu(self._second(words)))

    def all(self, first: Floats, second: Floats) -> Floats:
        """Score all pairs of readings: [firsts, seconds, labels]."""
        labels, _, size = self._weight.shape
        weighed: Floats = (first @ self._by_first).reshape(len(first) * labels, size)
        scores: Floats = weighed @ second.T
        return scores.reshape(len(first), labels, len(second)).transpose(0, 2, 1)

    def each(self, first: Floats, second: Floats) -> Floats:
        """Score each first reading with the second one of the same index: [pairs, labels]."""
        labels, _, size = self._weight.shape
        weighed: Floats = (first @ self._by_first).reshape(len(first), labels, size)
        scores: Floats = weighed @ second[:, :, None]
        return scores[:, :, 0]


def _with_one(readings: Floats) -> Floats:
    return np.concatenate((readings, np.ones((len(readings), 1), dtype=np.float32)), axis=1)


def gelu(values: Floats) -> Floats:
    """Compute the Gaussian error linear unit, exact to float32."""
    result: Floats = np.float32(0.5) * values * (1 + erf(values * np.float32(0.5**0.5)))
    return result


def erf(values: Floats) -> Floats:
    """Compute the error function to within 2e-7 (Abramowitz and Stegun, 7.1.26); numpy has none."""
    size = np.abs(values)
    t = 1 / (1 + np.float32(0.3275911) * size)
    series = _ERF[0] * t
    for factor in _ERF[1:]:  # in place: np.polyval takes twice the time
        series += factor
        series *= t
    size *= -size
    series *= np.exp(size, out=size)
    result: Floats = np.copysign(1 - series, values)
    return result


_ERF = np.array((1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592), dtype=np.float32)


def log_softmax(scores: Floats) -> Floats:
    """Compute the log-probabilities of labels, the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def softmax(scores: Floats) -> Floats:
    """Compute the probabilities of labels, the last axis."""
    result: Floats = np.exp(log_softmax(scores))
    return result


def sigmoid(scores: Floats) -> Floats:
    """Compute the probabilities of binary labels."""
    bounded: Floats = np.clip(scores, -60, 60)
    result: Floats = np.reciprocal(1 + np.exp(-bounded))
    return result
