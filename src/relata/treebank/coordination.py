"""Coordination: constituents whose children are conjuncts, their heads, and chains of conjuncts.

A conjunct depends on the conjunct before it, or on the conjunction between the two.
"""

from __future__ import annotations

from collections.abc import Sequence

from relata.treebank.node import NOMINAL, Node

CORRELATIVES = frozenset(("either", "neither"))
"""Conjunctions before the first conjunct, which join nothing."""

_CLAUSES = {"SINV": "S", "SQ": "S", "SBARQ": "S"}
_LOOSE_WORDS = frozenset(("RB", "UH", "IN", "CC"))
_SEPARATORS = frozenset((",", ":"))
_BOUNDARIES = frozenset(("CC", "CONJP", ",", ":"))
_JOINING = frozenset(("CC", "CONJP"))
_CHAINED = frozenset(("CC", "COORD"))


def is_conjunction(node: Node) -> bool:
    """Check for a conjunction between conjuncts."""
    return node.category in _JOINING and node.form.lower() not in CORRELATIVES


def is_possessive(node: Node) -> bool:
    """Check for a possessor: "the firm's"."""
    return bool(node.children) and node.children[-1].category == "POS"


def is_coordinated(phrase: Node) -> bool:
    """Check that the children of a constituent are conjuncts, with or without a conjunction."""
    children = phrase.children
    if phrase.category == "UCP" or _has_conjunction(children):
        return True
    if phrase.category in NOMINAL:
        return _lists_noun_phrases(children)
    return _lists_phrases(children)


def head_candidates(phrase: Node) -> Sequence[Node]:
    """Return the children of a coordinated constituent that form its first conjunct, which has the head."""
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
    """Check for a conjunction between other children; leading punctuation does not count."""
    started = False
    for child in children[:-1]:
        if started and is_conjunction(child):
            return True
        started = started or not child.is_punctuation
    return False


def _lists_noun_phrases(children: Sequence[Node]) -> bool:
    """Check for three noun phrases or more and a comma, among them no places and times.

    A lone number, as in "Mr. Lee, 61, ...", is an age and no conjunct.
    """
    if not any(child.category == "," for child in children):
        return False
    if any(child.function in ("TMP", "LOC") for child in children):
        return False
    phrases = (child.children for child in children if child.category in NOMINAL)
    return sum(len(parts) != 1 or parts[0].category != "CD" for parts in phrases) > 2


def _lists_phrases(children: Sequence[Node]) -> bool:
    """Check for phrases of one kind, separated by commas or colons, with few words between them."""
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
    """Check for a function tag that none of the conjuncts behind has."""
    return bool(node.function) and not any(
        child.category == node.category and not child.function for child in after
    )


def chain_conjuncts(words: Sequence[Node], heads: list[int], labels: list[str]) -> None:
    """Chain the conjunctions (CC) and conjuncts (COORD) of each head, in text order.

    `heads` and `labels` [words] are changed in place.
    """
    if not _CHAINED.intersection(labels):
        return
    families: dict[int, list[int]] = {}
    for word, head in enumerate(heads, start=1):
        families.setdefault(head, []).append(word)
    for head, family in families.items():
        links = [word for word in family if labels[word - 1] in _CHAINED]
        if head and links:
            _release_openers(head, family, words, labels)
            _chain(head, family, links[-1], heads, labels)


def _release_openers(head: int, family: list[int], words: Sequence[Node], labels: list[str]) -> None:
    """Label conjunctions that join nothing as DEP: "But ...", "either ..."."""
    opener = next((word for word in family if labels[word - 1] != "P"), 0)
    for word in family:
        if labels[word - 1] == "CC" and (
            words[word - 1].form.lower() in CORRELATIVES or word == opener < head
        ):
            labels[word - 1] = "DEP"


def _chain(head: int, family: list[int], last: int, heads: list[int], labels: list[str]) -> None:
    """Chain one head's family; `joint` is a conjunction without its conjunct yet.

    Punctuation depends on the link to its left.
    """
    left, joint = head, 0
    for word in family:
        label = labels[word - 1]
        if word < head:
            labels[word - 1] = "COORD" if label == "CC" else label
        elif label == "CC":
            heads[word - 1], labels[word - 1] = left, "COORD"
            joint = word
        elif label == "COORD":
            heads[word - 1], labels[word - 1] = (joint, "CONJ") if joint else (left, label)
            left, joint = word, 0
        elif label == "P" and word < last:
            heads[word - 1] = joint or left
