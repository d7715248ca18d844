"""Linear chains: the best sequence of labels (Viterbi).

A chain over words has `emissions` [words, labels], the score of each label of each word, and `changes`
[words - 1, from, to], the score of each pair of neighbouring labels. The score of a sequence of labels is the
sum of both; minus infinity forbids a label or a change.

>>> emissions = np.array([[0, 1], [0, 1], [3, 0]], dtype=np.float32)
>>> changes = np.array([[[0, -9], [-9, 0]]] * 2, dtype=np.float32)  # labels seldom change
>>> best_labels(emissions, changes)
[0, 0, 0]
>>> best_labels_with(emissions, changes, required=[1])
[1, 1, 1]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
State = TypeVar("State", bound=Hashable)

BEGIN, MIDDLE, END, SINGLE = range(4)
"""Tags of units in segments: of the first, a middle and the last unit, and of a unit alone."""


def best_labels(emissions: Floats, changes: Floats) -> list[int]:
    """Find the labels [words] of the highest score."""
    return _best_path(emissions, changes)[0]


def best_labels_with(emissions: Floats, changes: Floats, required: Sequence[int]) -> list[int] | None:
    """Find the best labels among the sequences with every required label; None if there is none.

    Runs in a larger chain, whose states are pairs of a label and the set of required labels so far.
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
    states, score = _best_path(wide, moves)
    return [int(label[state]) for state in states] if np.isfinite(score) else None


def best_accepted_labels(
    options: Sequence[Mapping[int, float]],
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
    *,
    least: float = -np.inf,
    most_states: int = 256,
) -> list[int] | None:
    """Find the best labels [words] that a finite automaton accepts; None if there are none.

    `options` are the scores of the possible labels of each word. `step` gives the state after a label, None
    if the label is forbidden. Sequences that score less than `least` are dropped, and so are all but the best
    `most_states` states of a word.

    >>> rising = lambda last, label: label if label > last else None
    >>> best_accepted_labels([{1: 0.5, 3: 0.9}, {2: 0.7, 1: 0.8}], 0, rising, lambda last: last > 0)
    [1, 2]
    """
    hope = sum(max(row.values()) for row in options)
    paths: dict[State, tuple[float, _Path | None]] = {start: (0.0, None)}
    for row in options:
        hope -= max(row.values())
        longer: dict[State, tuple[float, _Path | None]] = {}
        for state, (score, path) in paths.items():
            for label, emission in row.items():
                total = score + emission
                if total + hope < least:
                    continue
                after = step(state, label)
                if after is not None and (after not in longer or longer[after][0] < total):
                    longer[after] = total, (label, path)
        paths = longer
        if len(paths) > most_states:
            paths = dict(sorted(paths.items(), key=lambda item: -item[1][0])[:most_states])
    accepted = [scored for state, scored in paths.items() if accepts(state)]
    if not accepted:
        return None
    labels: list[int] = []
    _, last = max(accepted, key=lambda scored: scored[0])
    while last is not None:
        label, last = last
        labels.append(label)
    return labels[::-1]


_Path = tuple[int, "_Path | None"]
"""The last label of a sequence, and the path before."""


def best_segment_tags(emissions: Sequence[Sequence[float]], changes: Sequence[Sequence[float]]) -> list[int]:
    """Find the best tags [units] of units that complete segments cover: begin, middle, end, or single.

    `changes` [from, to] are the same for all units. Plain Python: ten times as fast as `best_labels` on the
    short sequences of segmentation.

    >>> changes = [[0] * 4] * 4
    >>> best_segment_tags([[2, 0, 0, 1], [0, 0, 2, 1], [0, 0, 0, 1]], changes) == [BEGIN, END, SINGLE]
    True
    """
    begin_middle, begin_end = changes[BEGIN][MIDDLE], changes[BEGIN][END]
    middle_middle, middle_end = changes[MIDDLE][MIDDLE], changes[MIDDLE][END]
    end_begin, end_single = changes[END][BEGIN], changes[END][SINGLE]
    single_begin, single_single = changes[SINGLE][BEGIN], changes[SINGLE][SINGLE]
    never = float("-inf")
    begin, _, _, single = emissions[0]
    middle = end = never
    steps: list[tuple[int, int, int, int]] = []
    for on_begin, on_middle, on_end, on_single in emissions[1:]:
        to_begin, to_single = end + end_begin, end + end_single
        to_middle, to_end = begin + begin_middle, begin + begin_end
        from_begin = from_single = END
        from_middle = from_end = BEGIN
        if (other := single + single_begin) > to_begin:
            to_begin, from_begin = other, SINGLE
        if (other := single + single_single) > to_single:
            to_single, from_single = other, SINGLE
        if (other := middle + middle_middle) > to_middle:
            to_middle, from_middle = other, MIDDLE
        if (other := middle + middle_end) > to_end:
            to_end, from_end = other, MIDDLE
        begin, middle = to_begin + on_begin, to_middle + on_middle
        end, single = to_end + on_end, to_single + on_single
        steps.append((from_begin, from_middle, from_end, from_single))
    tag = END if end > single else SINGLE
    tags = [tag]
    for step in reversed(steps):
        tag = step[tag]
        tags.append(tag)
    tags.reverse()
    return tags


def path_score(emissions: Floats, changes: Floats, labels: Sequence[int]) -> float:
    """Sum the scores of one sequence of labels [words]."""
    words = np.arange(len(labels))
    steps = changes[words[:-1], labels[:-1], labels[1:]].sum()
    return float(emissions[words, labels].sum() + steps)


def best_run(scores: Floats) -> range:
    """Find the contiguous words, one at least, of the highest sum of scores [words].

    >>> best_run(np.array([1, 2, -9, 4, 1], dtype=np.float32))
    range(3, 5)
    """
    sums = np.concatenate((np.zeros(1, dtype=scores.dtype), np.cumsum(scores)))
    lowest = np.minimum.accumulate(sums[:-1])
    last = int(np.argmax(sums[1:] - lowest))
    return range(int(np.argmin(sums[: last + 1])), last + 1)


def _best_path(emissions: Floats, changes: Floats) -> tuple[list[int], float]:
    """Find the best labels and their score; minus infinity for no words."""
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
