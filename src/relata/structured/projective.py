"""The k best projective trees with scores of arcs and of adjacent siblings (Eisner 1996, McDonald 2006).

Node 0 is the root and has one child. Cells of the chart hold the k best analyses of all spans of one width
at once, so that a sentence takes a few array operations a width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]

_RIGHT, _LEFT, _OPEN_RIGHT, _OPEN_LEFT, _BETWEEN = range(5)
"""Spans: complete with the head on the left or right, the same with an arc to the other end, and those
between two siblings."""


@dataclass(frozen=True, slots=True)
class ScoredTree:
    """Heads of the nodes [nodes], -1 for the root, with the score of the tree."""

    heads: list[int]
    score: float


def best_projective_trees(arcs: Floats, siblings: Floats, k: int = 1) -> list[ScoredTree]:
    """Return at most `k` trees, the best first.

    `arcs` [head, word] are scores of arcs; `siblings` [head, sibling, word] those of a word next to a sibling
    nearer to the head, or to the head itself if there is none.

    >>> arcs = np.array([[0, 1, 5], [0, 0, 2], [0, 3, 0]], dtype=np.float32)
    >>> [tree.heads for tree in best_projective_trees(arcs, np.zeros((3, 3, 3), dtype=np.float32), 2)]
    [[-1, 2, 0], [-1, 0, 1]]
    """
    return _Chart(arcs, siblings, k).trees()


class _Chart:
    def __init__(self, arcs: Floats, siblings: Floats, k: int) -> None:
        self._size = size = len(arcs)
        self._k = k
        self._scores = np.full((5, size, size, k), -np.inf, dtype=np.float32)
        self._origins = np.zeros((5, size, size, k), dtype=np.int32)
        nodes = np.arange(size)
        self._scores[:4, nodes, nodes, 0] = 0
        for width in range(1, size):
            self._fill(width, arcs, siblings)

    def _fill(self, width: int, arcs: Floats, siblings: Floats) -> None:
        """Fill the cells of all spans of a width."""
        scores = self._scores
        first = np.arange(self._size - width)
        last = first + width
        steps = np.arange(width)
        start, end = first[:, None], last[:, None]
        rising, falling = start + steps, end - steps
        self._put(_BETWEEN, first, last, scores[_RIGHT, start, rising], scores[_LEFT, rising + 1, end])
        # the first child of a head has no sibling: the whole span between belongs to the child
        inner = scores[_BETWEEN, rising, end]
        inner[:, 0] = scores[_LEFT, first + 1, last]
        bonus = siblings[start, rising, end] + arcs[start, end]
        bonus[0, 1:] = -np.inf  # the root has one child
        self._put(_OPEN_RIGHT, first, last, scores[_OPEN_RIGHT, start, rising], inner, bonus)
        inner = scores[_BETWEEN, start, falling]
        inner[:, 0] = scores[_RIGHT, first, last - 1]
        bonus = siblings[end, falling, start] + arcs[end, start]
        bonus[0] = -np.inf  # the root has no head
        self._put(_OPEN_LEFT, first, last, inner, scores[_OPEN_LEFT, falling, end], bonus)
        self._put(
            _RIGHT, first, last, scores[_OPEN_RIGHT, start, rising + 1], scores[_RIGHT, rising + 1, end]
        )
        self._put(_LEFT, first, last, scores[_LEFT, start, rising], scores[_OPEN_LEFT, rising, end])

    def _put(
        self,
        kind: int,
        first: Indices,
        last: Indices,
        left: Floats,
        right: Floats,
        bonus: Floats | None = None,
    ) -> None:
        """Keep the k best sums of two parts [spans, steps, k]; `bonus` [spans, steps] is added."""
        k = self._k
        spans = np.arange(len(first))
        if k == 1:
            sums = left[..., 0] + right[..., 0]
            if bonus is not None:
                sums += bonus
            steps = sums.argmax(axis=1)
            self._origins[kind, first, last, 0] = steps
            self._scores[kind, first, last, 0] = sums[spans, steps]
            return
        sums = left[..., :, None] + right[..., None, :]
        if bonus is not None:
            sums += bonus[..., None, None]
        sums = sums.reshape(len(first), -1)
        best = np.argpartition(-sums, k - 1, axis=1)[:, :k]
        values = sums[spans[:, None], best]
        order = np.argsort(-values, axis=1, kind="stable")
        self._origins[kind, first, last] = best[spans[:, None], order]
        self._scores[kind, first, last] = values[spans[:, None], order]

    def trees(self) -> list[ScoredTree]:
        """Return the trees of the cell that spans all nodes."""
        if self._size < 2:
            return [ScoredTree([-1], 0.0)]
        scores = self._scores[_RIGHT, 0, self._size - 1]
        return [self._tree(rank, float(score)) for rank, score in enumerate(scores) if score > -np.inf]

    def _tree(self, rank: int, score: float) -> ScoredTree:
        heads = [-1] * self._size
        waiting = [(_RIGHT, 0, self._size - 1, rank)]
        while waiting:
            kind, first, last, rank = waiting.pop()
            if first == last:
                continue
            step, ranks = divmod(int(self._origins[kind, first, last, rank]), self._k * self._k)
            left, right = divmod(ranks, self._k)
            if kind == _OPEN_RIGHT:
                heads[last] = first
                inner = (_BETWEEN, first + step, last) if step else (_LEFT, first + 1, last)
                waiting += [(_OPEN_RIGHT, first, first + step, left), (*inner, right)]
            elif kind == _OPEN_LEFT:
                heads[first] = last
                inner = (_BETWEEN, first, last - step) if step else (_RIGHT, first, last - 1)
                waiting += [(*inner, left), (_OPEN_LEFT, last - step, last, right)]
            elif kind == _RIGHT:
                middle = first + step + 1
                waiting += [(_OPEN_RIGHT, first, middle, left), (_RIGHT, middle, last, right)]
            elif kind == _LEFT:
                waiting += [(_LEFT, first, first + step, left), (_OPEN_LEFT, first + step, last, right)]
            else:
                waiting += [(_RIGHT, first, first + step, left), (_LEFT, first + step + 1, last, right)]
        return ScoredTree(heads, score)
