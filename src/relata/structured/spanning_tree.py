"""Maximum spanning trees over the words of a sentence, with one root (Chu and Liu, Edmonds)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Heads = npt.NDArray[np.intp]


def best_tree(scores: Floats) -> Heads:
    """Find the heads [words] of the tree with the highest sum of scores; the root is its own head.

    `scores` [word, head] are those of each word's heads, on the diagonal those of the word as the root.

    >>> best_tree(np.array([[0, 9, 0], [8, 1, 0], [0, 5, 0]], dtype=np.float32)).tolist()
    [1, 1, 1]
    """
    greedy = best_heads(scores)
    if _is_tree(greedy):
        return greedy
    return _rooted_tree(scores)


def best_heads(scores: Floats) -> Heads:
    """Choose the best head [words] of each word by itself; they need not form a tree."""
    heads: Heads = scores.argmax(axis=1)
    return heads


def _is_tree(heads: Heads) -> bool:
    if int((heads == np.arange(len(heads))).sum()) != 1:
        return False
    for _ in range(len(heads).bit_length()):  # each step doubles the distance climbed
        heads = heads[heads]
    return bool((heads == heads[0]).all())


def _rooted_tree(scores: Floats) -> Heads:
    """Find the best tree below one more node, whose edges cost so much that only one word hangs on it."""
    size = len(scores)
    weights = np.full((size + 1, size + 1), -np.inf)
    weights[:size, :size] = scores
    cost = (size + 1) * (float(scores.max()) - float(scores.min()) + 1)
    weights[:size, size] = scores.diagonal() - cost
    np.fill_diagonal(weights, -np.inf)
    heads = _arborescence(weights, size)[:size]
    return np.where(heads == size, np.arange(size), heads)


class _Contraction(NamedTuple):
    """Cycle that became one node, the last of a smaller graph, after the nodes outside (`outer`).

    `below` are the places in the cycle of the best heads of the nodes outside, and `entries` those of the
    words that lose least if a node is their head. `heads` are the best heads before the contraction.
    """

    heads: Heads
    cycle: Heads
    outer: Heads
    below: Heads
    entries: Heads


def _arborescence(weights: npt.NDArray[np.float64], root: int) -> Heads:
    """Find the best heads that lead every word to the root; cycles are contracted one by one."""
    contractions: list[_Contraction] = []
    while True:
        heads: Heads = weights.argmax(axis=1)
        heads[root] = root
        cycle = _cycle(heads, root)
        if not cycle:
            break
        inside = np.zeros(len(heads), dtype=bool)
        inside[cycle] = True
        outer = np.flatnonzero(~inside)
        # Loss of score if another head replaces the head of a word in the cycle.
        loss = weights[cycle] - weights[cycle, heads[cycle]][:, None]
        below = weights[outer][:, cycle]
        last = len(outer)  # stands for the cycle
        smaller = np.full((last + 1, last + 1), -np.inf)
        smaller[:last, :last] = weights[outer][:, outer]
        smaller[last, :last] = loss[:, outer].max(axis=0)
        smaller[:last, last] = below.max(axis=1)
        contraction = _Contraction(heads, np.array(cycle), outer, below.argmax(axis=1), loss.argmax(axis=0))
        contractions.append(contraction)
        weights, root = smaller, int(np.searchsorted(outer, root))
    for contraction in reversed(contractions):
        heads = _expanded(contraction, heads)
    return heads


def _expanded(contraction: _Contraction, contracted: Heads) -> Heads:
    """Find the heads before a contraction by those after it."""
    heads, cycle, outer, below, entries = contraction
    last = len(outer)
    entry = int(outer[contracted[last]])
    heads[outer] = np.where(
        contracted[:last] == last, cycle[below], outer[np.minimum(contracted[:last], last - 1)]
    )
    heads[cycle[entries[entry]]] = entry
    return heads


def _cycle(heads: Heads, root: int) -> list[int]:
    """List the words of a cycle, if there is one."""
    state = [0] * len(heads)  # 0, or the number of the last walk through the word
    state[root] = -1
    for start in range(len(heads)):
        word = start
        while state[word] == 0:
            state[word] = start + 1
            word = int(heads[word])
        if state[word] == start + 1:
            cycle = [word]
            while (above := int(heads[cycle[-1]])) != word:
                cycle.append(above)
            return cycle
    return []
