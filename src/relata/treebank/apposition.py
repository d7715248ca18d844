"""Appositions: noun phrases, adjectives and participles that follow the noun phrase that they describe."""

from __future__ import annotations

from relata.treebank.coordination import is_possessive
from relata.treebank.node import NOMINAL, Node

_DESCRIBING = NOMINAL | {"ADJP", "VP"}


def mark_appositions(phrase: Node) -> None:
    """Gives APPO to what follows the first noun phrase in a noun phrase."""
    described = False
    before = phrase
    for child in phrase.children:
        if described and child.category in _DESCRIBING and not child.function:
            child.function = "DEP" if is_rate(child, before) else "APPO"
        elif child.category in NOMINAL and not child.function and not is_possessive(child):
            described = True
        before = child


def is_rate(node: Node, before: Node) -> bool:
    """Whether this is "a share" in "ten cents a share"."""
    return (
        node.category == "NP"
        and before.category != ","
        and len(node.children) == 2
        and node.children[0].form.lower() == "a"
    )
