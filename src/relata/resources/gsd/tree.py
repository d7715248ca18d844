"""A dependency tree that can be rebuilt, word by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

NOUN_TAGS = frozenset({"NN", "NNP", "NNB", "SFN", "PRP", "PRD", "WP", "CD", "FW", "ADD"})
"""Tags of words that head noun phrases; a suffix (SFN) has the part of speech PART."""


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
        return self.xpos in NOUN_TAGS

    @property
    def is_predicate(self) -> bool:
        """Whether it is a verb or an adjective."""
        return self.upos in {"VERB", "ADJ"}

    def ancestors(self) -> Iterator[Word]:
        """Its head, the head of that, and so on up to the root."""
        head = self.head
        while head is not None:
            yield head
            head = head.head

    def attach(self, head: Word | None, deprel: str) -> None:
        self.head, self.deprel = head, deprel

    def replace(self, other: Word) -> None:
        """Takes the place of another word in the tree, whose head it becomes by what is done next."""
        self.attach(other.head, other.deprel)


Tree = list[Word]


def children(tree: Iterable[Word], head: Word | None) -> list[Word]:
    """The words whose head a word is, in their order; for None, the root."""
    return [word for word in tree if word.head is head]


def is_tree(words: Tree) -> bool:
    """Whether there is one root, and every word hangs on it."""
    if len(children(words, None)) != 1:
        return False
    for word in words:
        head = word.head
        for _ in words:
            if head is None:
                break
            head = head.head
        if head is not None:
            return False
    return True
