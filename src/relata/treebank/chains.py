"""Conjuncts in a chain: each depends on the one before it, or on the conjunction that stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from relata.treebank.coordination import CORRELATIVES
from relata.treebank.node import Node

_CHAINED = frozenset(("CC", "COORD"))


def chain_conjuncts(words: Sequence[Node], heads: list[int], labels: list[str]) -> None:
    """Hangs the conjunctions (CC) and conjuncts (COORD) of a word one below the other, in text order."""
    if not _CHAINED.intersection(labels):
        return
    families: dict[int, list[int]] = {}
    for place, head in enumerate(heads, start=1):
        families.setdefault(head, []).append(place)
    for head, family in families.items():
        links = [place for place in family if labels[place - 1] in _CHAINED]
        if head and links:
            _release_openers(head, family, words, labels)
            _chain(head, family, links[-1], heads, labels)


def _release_openers(head: int, family: list[int], words: Sequence[Node], labels: list[str]) -> None:
    """Conjunctions that join nothing here depend on the head as they are: "But ...", "either ..."."""
    opener = next((place for place in family if labels[place - 1] != "P"), 0)
    for place in family:
        if labels[place - 1] == "CC" and (
            words[place - 1].form.lower() in CORRELATIVES or place == opener < head
        ):
            labels[place - 1] = "DEP"


def _chain(head: int, family: list[int], last: int, heads: list[int], labels: list[str]) -> None:
    """`joint` is a conjunction that waits for its conjunct; punctuation goes with what is to its left."""
    left, joint = head, 0
    for place in family:
        label = labels[place - 1]
        if place < head:
            labels[place - 1] = "COORD" if label == "CC" else label
        elif label == "CC":
            heads[place - 1], labels[place - 1] = left, "COORD"
            joint = place
        elif label == "COORD":
            heads[place - 1], labels[place - 1] = (joint, "CONJ") if joint else (left, label)
            left, joint = place, 0
        elif label == "P" and place < last:
            heads[place - 1] = joint or left
