"""The heads in numpy: from the states of word pieces to scores of labels.

The arrays are those of `relata.training.network.model.DiscourseModel`, by its names.
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


class Weights:
    """The arrays of a heads file below a name."""

    def __init__(self, arrays: Mapping[str, Floats], source: str, prefix: str = "") -> None:
        self.arrays = arrays
        self._source = source
        self._prefix = prefix

    @classmethod
    def of(cls, package: ModelPackage) -> Weights:
        """All arrays of a package."""
        from relata.model.package import HEADS

        return cls(package.heads(), str(package.path / HEADS))

    def below(self, name: str) -> Weights:
        """The arrays of a part."""
        return Weights(self.arrays, self._source, f"{self._prefix}{name}.")

    def has(self, name: str) -> bool:
        """Whether there is an array of this name."""
        return self._prefix + name in self.arrays

    def array(self, name: str, *shape: int | None) -> Floats:
        """An array of this shape; None fits any size."""
        whole = self._prefix + name
        found = self.arrays.get(whole)
        if found is None:
            raise ModelError(f"{self._source}: {whole}: missing")
        if len(found.shape) != len(shape) or any(
            size not in (None, own) for size, own in zip(shape, found.shape, strict=True)
        ):
            expected = "x".join("n" if size is None else str(size) for size in shape)
            raise ModelError(f"{self._source}: {whole}: expected {expected} numbers, got {found.shape}")
        return found


class Linear:
    """A linear layer."""

    def __init__(self, weights: Weights, size: int | None) -> None:
        self._weight = np.ascontiguousarray(weights.array("weight", size, None).T)
        self._bias = weights.array("bias", self._weight.shape[1])

    def __call__(self, states: Floats) -> Floats:
        scores: Floats = states @ self._weight + self._bias
        return scores


class WordStates:
    """A state for each word: of its first and last piece, with its shape and whether it is marked."""

    def __init__(self, weights: Weights) -> None:
        mix = weights.below("mix")
        matrix, bias = mix.array("weight", None, None).T, mix.array("bias", None)
        shapes = weights.below("shapes").array("weight", SHAPES, None)
        marked = weights.below("marked").array("weight", 2, None)
        features = shapes.shape[1] + marked.shape[1]
        self.hidden = (matrix.shape[0] - features) // 2
        edges = np.split(matrix, (2 * self.hidden, 2 * self.hidden + shapes.shape[1]))
        self._pieces = np.ascontiguousarray(edges[0])
        # What shape and mark add is the same for all words that share them.
        self._looks = (shapes @ edges[1])[:, None] + (marked @ edges[2])[None] + bias

    def __call__(self, states: Floats, input: Input) -> Floats:
        edges = np.concatenate((states[input.first], states[input.last]), axis=1)
        return gelu(edges @ self._pieces + self._looks[input.shapes, input.marked])


class ChainHead:
    """A linear chain over words: scores of labels, and of each change of label between neighbours."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self.words = WordStates(weights.below("words"))
        self._labels = labels
        self._emit = Linear(weights.below("emit"), labels)
        self._leave = Linear(weights.below("leave"), labels * labels)
        self._enter = Linear(weights.below("enter"), labels * labels)

    def __call__(self, words: Floats) -> tuple[Floats, Floats]:
        """The scores [words, labels] and [words - 1, labels, labels] of words' states."""
        changes = self._leave(words[:-1]) + self._enter(words[1:])
        return self._emit(words), changes.reshape(-1, self._labels, self._labels)


class SignalHead:
    """A label for a connective: from the state of its marker, and the means of its arguments' words."""

    def __init__(self, weights: Weights, labels: int) -> None:
        self._mix = Linear(weights.below("mix"), None)
        self._out = Linear(weights.below("out"), labels)

    def __call__(self, mark: Floats, words: Floats, arguments: Sequence[int]) -> Floats:
        """The scores of labels; `arguments` says which words are in Arg1 (1), in Arg2 (2), and in neither."""
        own = (np.array(arguments) == [[1], [2]]).astype(np.float32)
        means = own @ words / np.maximum(own.sum(axis=1, keepdims=True), 1)
        return self._out(gelu(self._mix(np.concatenate((mark, *means)))))


def gelu(values: Floats) -> Floats:
    """The Gaussian error linear unit, as exact as float32."""
    result: Floats = np.float32(0.5) * values * (1 + erf(values * np.float32(0.5**0.5)))
    return result


def erf(values: Floats) -> Floats:
    """The error function to within 2e-7 (Abramowitz and Stegun, 7.1.26); numpy has none."""
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
    """The logarithms of the probabilities of labels, the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def softmax(scores: Floats) -> Floats:
    """The probabilities of labels, the last axis."""
    result: Floats = np.exp(log_softmax(scores))
    return result


def sigmoid(scores: Floats) -> Floats:
    """The probabilities of yes against no."""
    bounded: Floats = np.clip(scores, -60, 60)
    result: Floats = np.reciprocal(1 + np.exp(-bounded))
    return result
