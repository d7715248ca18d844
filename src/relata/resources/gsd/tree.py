"""Mutable dependency trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

NOUN_TAGS = frozenset({"NN", "NNP", "NNB", "SFN", "PRP", "PRD", "WP", "CD", "FW", "ADD"})
"""Tags of heads of noun phrases; a suffix (SFN) has the part of speech PART."""


@dataclass(slots=True, eq=False)
class Word:
    """A word; `head` is None for the root."""

    id: int
    form: str
    upos: str
    xpos: str
    feats: str
    deprel: str
    head: Word | None = field(default=None, repr=False)

    @property
    def is_noun(self) -> bool:
        """True of the head of a noun phrase."""
        return self.xpos in NOUN_TAGS

    @property
    def is_predicate(self) -> bool:
        """True of a verb or an adjective."""
        return self.upos in {"VERB", "ADJ"}

    def ancestors(self) -> Iterator[Word]:
        """Iterate over the heads above, up to the root."""
        head = self.head
        while head is not None:
            yield head
            head = head.head

    def attach(self, head: Word | None, deprel: str) -> None:
        """Set the head and the label."""
        self.head, self.deprel = head, deprel

    def replace(self, other: Word) -> None:
        """Take the head and the label of another word, which the caller attaches elsewhere."""
        self.attach(other.head, other.deprel)


Tree = list[Word]


def children(tree: Iterable[Word], head: Word | None) -> list[Word]:
    """List the dependents of a word in their order; for None, the roots."""
    return [word for word in tree if word.head is head]
