"""The prepositions and subordinators that head a PP or an SBAR; some have several words ("because of")."""

from __future__ import annotations

from relata.treebank.heads import MARKER, assign_head
from relata.treebank.node import Node

_PREPOSITIONS = (("IN", "TO", "FW"), ("RP", "VBG", "VBN"))
_SUBORDINATORS = (("IN", "TO"), ("RB",), ("DT",))


def add_marker(phrase: Node) -> None:
    """Puts the words of a marker, with all words that touch it, into a constituent of their own."""
    children = phrase.children
    for tags in _SUBORDINATORS if phrase.category == "SBAR" else _PREPOSITIONS:
        for place, child in enumerate(children):
            if child.category in tags and child.is_word:
                first, last = place, place + 1
                while first > 0 and _joins(children[first - 1]):
                    first -= 1
                while last < len(children) and _joins(children[last]):
                    last += 1
                assign_head(phrase.wrap(first, last, MARKER))
                return


def _joins(node: Node) -> bool:
    return node.is_word and not node.is_punctuation


def wrap_rather_than(phrase: Node) -> None:
    """In a VP, "than" after "rather" becomes a preposition of the verb phrase behind it."""
    children = phrase.children
    for place in range(1, len(children) - 1):
        before, than, verb = children[place - 1 : place + 2]
        if than.form == "than" and verb.category == "VP" and before.last_leaf().form.lower() == "rather":
            comparison = phrase.wrap(place, place + 2, "PP")
            add_marker(comparison)
            assign_head(comparison)
            return
