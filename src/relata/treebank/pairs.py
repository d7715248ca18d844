"""Conjuncts in flat noun phrases: "the [cats and dogs]", "[Smith & Jones] Ltd.", "but [not meals]"."""

from __future__ import annotations

from itertools import pairwise

from relata.treebank.coordination import is_conjunction, is_possessive
from relata.treebank.heads import assign_head
from relata.treebank.lexicon import COMPANY_ENDS, PARTNERS
from relata.treebank.node import NOMINAL, Node

_ADVERBS = frozenset(("RB", "ADVP", "PP"))
_NOMINAL_WORDS = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "PRP", "DT"))
_JOINTS = frozenset(("CC", ",", ":"))


def wrap_conjuncts(phrase: Node) -> None:
    """Makes the conjuncts of a noun phrase constituents of their own."""
    children = phrase.children
    if not any(child.category == "CC" for child in children):
        return
    _wrap_last_conjunct(phrase)
    if any(child.category in NOMINAL and not is_possessive(child) for child in children):
        return
    if not any(child.category in _NOMINAL_WORDS for child in children):
        return
    if len(children) == 3:
        if is_conjunction(children[1]):
            _wrap_pair(phrase, 0)
    elif len(children) == 4:
        _wrap_four(phrase)
    else:
        _wrap_many(phrase)


def _wrap_last_conjunct(phrase: Node) -> None:
    """An adverb that stands between the conjunction and the last noun phrase goes into the latter."""
    children = phrase.children
    last = max((place for place, child in enumerate(children) if child.category in NOMINAL), default=0)
    first = last
    while first > 0 and (children[first - 1].category in _ADVERBS or children[first - 1].category == ","):
        first -= 1
    while children[first].category == ",":
        first += 1
    if 0 < first < last and is_conjunction(children[first - 1]):
        assign_head(phrase.wrap(first, last + 1, children[last].category))


def _wrap_four(phrase: Node) -> None:
    first, second, third, last = phrase.children
    if is_conjunction(second):
        if last.lower.removesuffix(".") in COMPANY_ENDS or first.category == third.category:
            _wrap_nested_pair(phrase, 0)
    elif is_conjunction(third):
        if first.lower == "both" or second.category == last.category:
            _wrap_nested_pair(phrase, 1)
        elif last.children or last.lower.removesuffix(".") in PARTNERS:
            assign_head(phrase.wrap(0, 2, "NP"))


def _wrap_many(phrase: Node) -> None:
    children = phrase.children
    joints = [place for place, child in enumerate(children) if child.category in _JOINTS]
    if all(after - before <= 2 for before, after in pairwise([-1, *joints, len(children)])):
        for place in set(range(len(children))) - set(joints):
            assign_head(phrase.wrap(place, place + 1, "NP"))
        return
    for place in range(1, len(children) - 1):
        before, joint, after = children[place - 1 : place + 2]
        if is_conjunction(joint) and before.category == after.category:
            _wrap_nested_pair(phrase, place - 1)
            return


def _wrap_pair(phrase: Node, start: int) -> None:
    """Makes two NPs of the children on the sides of a conjunction, the first of which is at `start`."""
    for place in (start, start + 2):
        assign_head(phrase.wrap(place, place + 1, "NP"))


def _wrap_nested_pair(phrase: Node, start: int) -> None:
    _wrap_pair(phrase, start)
    assign_head(phrase.wrap(start, start + 3, "NX"))
