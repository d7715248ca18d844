"""Best brackets over the words of a sentence: a chart of all spans (Cocke, Younger and Kasami)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
WordSpan = tuple[int, int]
"""First word of a bracket, and the word behind its last."""


def best_brackets(scores: Floats) -> list[WordSpan]:
    """Find the brackets, each before those inside, that form a tree with the highest sum of scores.

    `scores` [words, words] are those of a bracket from the first word to the last one, against none at all
    (0). The whole sentence always has one.

    >>> scores = np.full((3, 3), -1, dtype=np.float32)
    >>> scores[0, 1], scores[1, 2] = 5, 4  # they cross
    >>> best_brackets(scores)
    [(0, 3), (0, 2)]
    """
    size = len(scores)
    if not size:
        return []
    splits = _splits(np.maximum(scores, 0))
    brackets: list[WordSpan] = []
    waiting = [(0, size)]
    while waiting:
        start, stop = waiting.pop()
        if scores[start, stop - 1] > 0 or stop - start == size:
            brackets.append((start, stop))
        if stop - start > 1:
            middle = int(splits[start, stop - start])
            waiting += [(middle, stop), (start, middle)]
    return brackets


def _splits(gains: Floats) -> npt.NDArray[np.intp]:
    """Find where the best tree over a span is split in two: [first words, lengths]."""
    size = len(gains)
    # The best sum over a span, by its first word and length, and by the word behind it and length.
    begun = np.zeros((size, size + 1))
    ended = np.zeros((size + 1, size + 1))
    splits = np.zeros((size, size + 1), dtype=np.intp)
    rows = np.arange(size)
    begun[:, 1] = ended[1:, 1] = gains.diagonal()
    for length in range(2, size + 1):
        starts = rows[: size - length + 1]
        sums = begun[: len(starts), 1:length] + ended[length:, length - 1 : 0 : -1]
        shares = sums.argmax(axis=1)
        splits[: len(starts), length] = starts + shares + 1
        best = sums[starts, shares] + gains.diagonal(length - 1)
        begun[: len(starts), length] = ended[length:, length] = best
    return splits
