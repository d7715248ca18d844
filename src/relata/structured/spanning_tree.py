"""The best tree over the words of a sentence: maximum spanning trees (Chu and Liu, Edmonds) with one root."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Heads = npt.NDArray[np.intp]


def best_tree(scores: Floats) -> Heads:
    """The heads of the tree with the highest sum of scores; the root is its own head.

    `scores` [word, head] are of each word's heads, on the diagonal of its being the root. Exactly one word
    is.

    >>> best_tree(np.array([[0, 9, 0], [8, 1, 0], [0, 5, 0]], dtype=np.float32)).tolist()
    [1, 1, 1]
    """
    greedy = best_heads(scores)
    if _is_tree(greedy):
        return greedy
    trees = (_rooted_tree(scores, root) for root in _possible_roots(scores))
    return max(trees, key=lambda heads: float(scores[np.arange(len(heads)), heads].sum(dtype=np.float64)))


def best_heads(scores: Floats) -> Heads:
    """The best head of each word by itself, whether they form a tree or not."""
    heads: Heads = scores.argmax(axis=1)
    return heads


def _is_tree(heads: Heads) -> bool:
    own = np.arange(len(heads))
    if int((heads == own).sum()) != 1:
        return False
    for _ in range(len(heads).bit_length()):  # each step doubles how far up one has gone
        heads = heads[heads]
    return bool((heads == heads[0]).all())


def _possible_roots(scores: Floats) -> list[int]:
    """The words that may be the root of the best tree.

    With the root fixed, no tree scores more than the best heads of all other words: a root for which even
    that is less than a tree that was found is out.
    """
    diagonal = scores.diagonal()
    others = np.where(np.eye(len(scores), dtype=bool), -np.inf, scores).max(axis=1, initial=-np.inf)
    if len(scores) == 1:
        return [0]
    bounds = others.sum(dtype=np.float64) - others + diagonal
    order = np.argsort(-bounds, kind="stable")
    first = _rooted_tree(scores, int(order[0]))
    found = float(scores[np.arange(len(first)), first].sum(dtype=np.float64))
    return [int(root) for root in order if root == order[0] or bounds[root] > found]


def _rooted_tree(scores: Floats, root: int) -> Heads:
    weights = scores.astype(np.float64)
    np.fill_diagonal(weights, -np.inf)
    weights[root] = -np.inf
    heads = _arborescence(weights, root)
    heads[root] = root
    return heads


def _arborescence(weights: npt.NDArray[np.float64], root: int) -> Heads:
    """The best heads that lead every word up to the root; cycles are contracted one by one."""
    heads: Heads = weights.argmax(axis=1)
    heads[root] = root
    cycle = _cycle(heads, root)
    if not cycle:
        return heads
    inside = np.zeros(len(heads), dtype=bool)
    inside[cycle] = True
    outer = np.flatnonzero(~inside)
    # What is lost if another head replaces the one that a word has in the cycle.
    loss = weights[cycle] - weights[cycle, heads[cycle]][:, None]
    below = weights[outer][:, cycle]
    last = len(outer)  # stands for the cycle
    smaller = np.full((last + 1, last + 1), -np.inf)
    smaller[:last, :last] = weights[outer][:, outer]
    smaller[last, :last] = loss[:, outer].max(axis=0)
    smaller[:last, last] = below.max(axis=1)
    found = _arborescence(smaller, int(np.searchsorted(outer, root)))
    entry = int(outer[found[last]])
    heads[outer] = np.where(
        found[:last] == last, np.array(cycle)[below.argmax(axis=1)], outer[np.minimum(found[:last], last - 1)]
    )
    heads[cycle[int(loss[:, entry].argmax())]] = entry
    return heads


def _cycle(heads: Heads, root: int) -> list[int]:
    """The words of a cycle, if there is one."""
    state = [0] * len(heads)  # how often a walk has come by: 0, or the number of the walk
    state[root] = -1
    for start in range(len(heads)):
        at = start
        while state[at] == 0:
            state[at] = start + 1
            at = int(heads[at])
        if state[at] == start + 1:
            cycle = [at]
            while (word := int(heads[cycle[-1]])) != at:
                cycle.append(word)
            return cycle
    return []
