"""Inference in linear chains: the best sequence of labels for a sequence of words, and likely ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]


def best_labels(emissions: Floats, changes: Floats) -> list[int]:
    """The labels of the highest sum of scores: of each word's label, and of each change to the next.

    `emissions` is [words, labels], `changes` [words - 1, from, to]; what is forbidden scores minus infinity.
    """
    return _best_path(emissions, changes)[0]


def best_labels_with(emissions: Floats, changes: Floats, required: Sequence[int]) -> list[int] | None:
    """The best labels among those sequences that have every required label; None if there is none.

    Runs in a larger chain, whose labels also say which of the required ones have come by.
    """
    size = emissions.shape[1]
    bit = np.zeros(size, dtype=np.intp)
    bit[list(required)] = 1 << np.arange(len(required))
    masks = 1 << len(required)
    seen, label = (grid.ravel() for grid in np.mgrid[:masks, :size])
    wide = emissions[:, label]
    wide[:1] = np.where(seen == bit[label], wide[:1], -np.inf)
    wide[-1:] = np.where(seen == masks - 1, wide[-1:], -np.inf)
    allowed = seen[None, :] == seen[:, None] | bit[label][None, :]
    moves = np.where(allowed, changes[:, label[:, None], label[None, :]], np.float32(-np.inf))
    path, score = _best_path(wide, moves)
    return [int(label[state]) for state in path] if np.isfinite(score) else None


def path_score(emissions: Floats, changes: Floats, labels: Sequence[int]) -> float:
    """The sum of scores of a sequence of labels."""
    return float(path_scores(emissions, changes, np.array([labels], dtype=np.intp))[0])


def path_scores(emissions: Floats, changes: Floats, sequences: Labels) -> Floats:
    """The sums of scores of sequences of labels, [sequences, words]."""
    words = np.arange(sequences.shape[1])
    own = emissions[words, sequences].sum(1)
    total: Floats = own + changes[words[:-1], sequences[:, :-1], sequences[:, 1:]].sum(1)
    return total


def log_sums(emissions: Floats, changes: Floats) -> Doubles:
    """The logs of the sums over all sequences up to each word, by its label: [words, labels].

    Chains of the same words may be stacked: what stands before these axes stays as it is.
    """
    sums = np.empty(emissions.shape)
    sums[..., 0, :] = emissions[..., 0, :]
    for word in range(changes.shape[-3]):
        steps = sums[..., word, :, None] + changes[..., word, :, :]
        sums[..., word + 1, :] = np.logaddexp.reduce(steps, axis=-2) + emissions[..., word + 1, :]
    return sums


def likely_labels(sums: Doubles, changes: Floats, chances: Floats) -> Labels:
    """Sequences of labels, drawn as likely as a chain with these `log_sums` finds them.

    `chances`, [words, sequences], are uniform numbers from 0 to 1: the same ones draw the same sequences.
    """
    # From the last word backwards: which label each sequence has before each label of the next word.
    last = np.exp(sums[-1] - sums[-1].max()).cumsum()
    before = sums[:-1, :, None] + changes
    before = np.exp(before - before.max(axis=1, keepdims=True)).cumsum(axis=1)
    bounds = before[:, :-1] / before[:, -1:]
    earlier = (chances[:-1, None, None] >= bounds[..., None]).sum(axis=1, dtype=np.int8)
    sequences = np.arange(chances.shape[1])
    drawn = np.empty(chances.shape, dtype=np.intp)
    drawn[-1] = np.searchsorted(last[:-1] / last[-1], chances[-1], side="right")
    for word in range(len(earlier) - 1, -1, -1):
        drawn[word] = earlier[word][drawn[word + 1], sequences]
    return drawn.T


def best_run(scores: Floats) -> range:
    """The contiguous words, one at least, of the highest sum of scores."""
    sums = np.concatenate((np.zeros(1, dtype=scores.dtype), np.cumsum(scores)))
    lowest = np.minimum.accumulate(sums[:-1])
    last = int(np.argmax(sums[1:] - lowest))
    return range(int(np.argmin(sums[: last + 1])), last + 1)


def _best_path(emissions: Floats, changes: Floats) -> tuple[list[int], float]:
    """The best labels and their score; no words have no labels, which cannot fulfil anything."""
    if not len(emissions):
        return [], -np.inf
    total = emissions[0]
    sources = np.empty(changes.shape[:2], dtype=np.intp)
    for word, change in enumerate(changes):
        scores = total[:, None] + change
        scores.argmax(0, out=sources[word])
        total = scores.max(0) + emissions[word + 1]
    path = [int(total.argmax())]
    for source in sources[::-1]:
        path.append(int(source[path[-1]]))
    return path[::-1], float(total.max())
