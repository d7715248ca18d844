"""Brackets of a tree, as a parser learns and finds them: spans of words with the labels around each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from relata.treebank.node import label_parts
from relata.treebank.tree import DEEPEST, Tree, encoded_word, without_empty

UNKNOWN_TAG = "X"
"""Tag of a word without one."""

_ROOTS = frozenset(("", "ROOT", "TOP", "S1"))
_UNMARKED = frozenset(("NML",))
"""Constituents that the Treebank of the CoNLL tasks doesn't mark: parts of noun phrases."""

_JOINT = "+"
_MOST_NESTED = DEEPEST - 2
"""Most constituents around a word: the root and the word have brackets of their own."""


class Bracket(NamedTuple):
    """Words from `start` to before `stop`, and the categories of the constituents over just these: "S+VP"."""

    start: int
    stop: int
    label: str


def brackets(tree: Tree) -> list[Bracket]:
    """List the brackets of a tree, each before those inside.

    Roots, functions, empty categories and parts of noun phrases are left out.

    >>> leaves = Tree("WP", word="who"), Tree("VBD", word="ate")
    >>> tree = Tree("SBAR", (Tree("WHNP-1", leaves[:1]), Tree("S", (Tree("VP", leaves[1:]),))))
    >>> [tuple(bracket) for bracket in brackets(tree)]
    [(0, 2, 'SBAR'), (0, 1, 'WHNP'), (1, 2, 'S+VP')]
    """
    chains: dict[tuple[int, int], list[str]] = {}

    def collect(node: Tree, start: int) -> int:
        """Collect the categories of a node and of all below it; return the word behind it."""
        if node.word is not None:
            return start + 1
        stop = start + sum(1 for _ in node.leaves())
        category = label_parts(node.label)[0]
        chain = chains.setdefault((start, stop), [])
        if category not in (_ROOTS | _UNMARKED) and chain[-1:] != [category]:
            chain.append(category)
        for child in node.children:
            start = collect(child, start)
        return stop

    overt = without_empty(tree)
    if overt is not None:
        collect(overt, 0)
    return [Bracket(*span, _JOINT.join(chain)) for span, chain in chains.items() if chain]


def tree_of(brackets: Iterable[Bracket], words: Sequence[str], tags: Sequence[str | None]) -> Tree:
    """Build the tree of brackets, each listed before those inside, over the words of a sentence.

    Brackets deeper than trees may be nested are left out.

    >>> str(tree_of([Bracket(0, 2, "S+VP")], ["Be", "quiet"], ["VB", None]))
    '( (S (VP (VB Be) (X quiet))))'
    """
    inner = iter([*brackets, None])
    following = next(inner)

    def children(start: int, stop: int, room: int) -> tuple[Tree, ...]:
        """Build the constituents and words between two bounds."""
        nonlocal following
        nodes: list[Tree] = []
        while start < stop:
            if following is not None and following.start == start and following.stop <= stop:
                bracket = following
                following = next(inner)
                categories = bracket.label.split(_JOINT)[:room]
                inside = children(start, bracket.stop, room - len(categories))
                nodes += _nested(categories, inside)
                start = bracket.stop
            else:
                tag = encoded_word(tags[start] or UNKNOWN_TAG)
                nodes.append(Tree(tag, word=encoded_word(words[start])))
                start += 1
        return tuple(nodes)

    return Tree("", children(0, len(words), _MOST_NESTED))


def _nested(categories: Sequence[str], children: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Nest constituents over the same children, the first category outermost."""
    for category in reversed(categories):
        children = (Tree(category, children),)
    return children
