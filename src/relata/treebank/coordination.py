"""Which constituents have conjuncts as their children, and in which of them the head is."""

from __future__ import annotations

from collections.abc import Sequence

from relata.treebank.node import NOMINAL, Node

CORRELATIVES = frozenset(("either", "neither"))
"""Conjunctions that announce the first conjunct and join nothing themselves."""

_CLAUSES = {"SINV": "S", "SQ": "S", "SBARQ": "S"}
_LOOSE_WORDS = frozenset(("RB", "UH", "IN", "CC"))
_SEPARATORS = frozenset((",", ":"))
_BOUNDARIES = frozenset(("CC", "CONJP", ",", ":"))
_JOINING = frozenset(("CC", "CONJP"))


def is_conjunction(node: Node) -> bool:
    """Whether this joins what stands on its sides."""
    return node.category in _JOINING and node.form.lower() not in CORRELATIVES


def is_possessive(node: Node) -> bool:
    """Whether this is a possessor: "the firm's"."""
    return bool(node.children) and node.children[-1].category == "POS"


def is_coordinated(phrase: Node) -> bool:
    """Whether the children of a constituent are conjuncts, with or without a conjunction."""
    children = phrase.children
    if phrase.category == "UCP" or _has_conjunction(children):
        return True
    if phrase.category in NOMINAL:
        return _lists_noun_phrases(children)
    return _lists_phrases(children)


def head_candidates(phrase: Node) -> Sequence[Node]:
    """The children among which the head of a coordinated constituent is: those of the first conjunct."""
    children = phrase.children
    if not any(child.children for child in children):
        if len(children) == 3:
            return children[:1]
        if phrase.category in NOMINAL:
            return children
    start = 0
    for start, child in enumerate(children):
        if not child.is_punctuation and not _is_adjunct(child, children[start + 1 :]):
            break
    end = start + 1
    while end < len(children) and children[end].category not in _BOUNDARIES:
        end += 1
    return children[start:end]


def _has_conjunction(children: Sequence[Node]) -> bool:
    """Whether a conjunction stands between other children; leading punctuation does not count."""
    started = False
    for child in children[:-1]:
        if started and is_conjunction(child):
            return True
        started = started or not child.is_punctuation
    return False


def _lists_noun_phrases(children: Sequence[Node]) -> bool:
    """Three noun phrases or more and a comma; places, times and ages are no conjuncts."""
    if not any(child.category == "," for child in children):
        return False
    if any(child.function in ("TMP", "LOC") for child in children):
        return False
    return sum(child.category in NOMINAL and not _is_age(child) for child in children) > 2


def _is_age(node: Node) -> bool:
    """Whether this is a lone number, as in "Mr. Lee, 61, ..."."""
    return len(node.children) == 1 and node.children[0].category == "CD"


def _lists_phrases(children: Sequence[Node]) -> bool:
    """Phrases of one kind that are separated by commas and the like, with hardly a word between them."""
    kinds = [
        _CLAUSES.get(child.category, child.category)
        for child in children
        if child.children and child.category != "PRN"
    ]
    if len(kinds) < 2 or len(set(kinds)) > 1:
        return False
    words = [child for child in children if child.is_word and not child.is_punctuation]
    if any(word.category not in _LOOSE_WORDS for word in words):
        return False
    return any(child.last_leaf().category in _SEPARATORS for child in children if child.children) or any(
        child.category in _SEPARATORS for child in children[1:]
    )


def _is_adjunct(node: Node, after: Sequence[Node]) -> bool:
    """Whether this has a function tag and is none of the conjuncts."""
    return bool(node.function) and not any(
        child.category == node.category and not child.function for child in after
    )
