"""Labelled brackets of trees compared, as the program evalb does with its parameters for the Treebank."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from relata.errors import ScoringError
from relata.scoring.score import ZeroCounts
from relata.treebank.node import label_parts
from relata.treebank.tree import Tree, parse_trees, without_empty

_PUNCTUATION = frozenset((",", ":", "``", "''", "."))
"""Tags of words that do not count: a constituent may begin or end before or behind them."""

_ROOTS = frozenset(("", "ROOT", "TOP", "S1"))
_SAME = {"PRT": "ADVP"}

LabelledSpans = Counter[tuple[int, int, str]]
"""Numbers of constituents by first word, the word behind the last, and category; punctuation not counted."""


def compare_trees(gold: str, parsed: str) -> ZeroCounts:
    """Count the constituents of a gold tree, of a parsed one over the same words, and those in both.

    Roots, empty categories and functions are ignored, and so is punctuation by the gold tags.

    >>> compare_trees("((S (NP (PRP It)) (VP (VBD rained)) (. .)))", "((S (NP (PRP It)) (VBD rained) (. .)))")
    ZeroCounts(tp=2, pred=2, gold=3)
    """
    trees = _overt(gold), _overt(parsed)
    words = [len(list(tree.leaves())) for tree in trees]
    if words[0] != words[1]:
        raise ScoringError(f"expected a tree over {words[0]} words, found one over {words[1]}")
    counted = [leaf.label not in _PUNCTUATION for leaf in trees[0].leaves()]
    places = list(accumulate(counted, initial=0))
    expected, found = (_labelled_spans(tree, places) for tree in trees)
    return ZeroCounts((expected & found).total(), found.total(), expected.total())


def _overt(brackets: str) -> Tree:
    (tree,) = parse_trees(brackets, "tree")
    overt = without_empty(tree)
    if overt is None:
        raise ScoringError("expected words in the tree, found none")
    return overt


def _labelled_spans(tree: Tree, places: list[int]) -> LabelledSpans:
    spans: LabelledSpans = Counter()

    def count(node: Tree, start: int) -> int:
        """Count a node and all below it; return the word behind it."""
        if node.word is not None:
            return start + 1
        stop = start
        for child in node.children:
            stop = count(child, stop)
        category = label_parts(node.label)[0]
        if category not in _ROOTS and places[start] < places[stop]:
            spans[places[start], places[stop], _SAME.get(category, category)] += 1
        return stop

    count(tree, 0)
    return spans
