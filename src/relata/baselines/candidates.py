"""Candidates: stretches of words that may be connectives, and constituents that may be in arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from relata.document import Document, Span
from relata.treebank.constituents import Constituent, covering

Words = tuple[int, ...]
"""Token indices, ascending."""

_Piece = tuple[str, ...]


class Lexicon:
    """The connectives of training documents, contiguous and not."""

    def __init__(self, connectives: Iterable[Span]) -> None:
        entries = {_pieces(connective) for connective in connectives}
        self._whole: dict[str, list[_Piece]] = {}
        for (piece,) in (entry for entry in entries if len(entry) == 1):
            self._whole.setdefault(piece[0], []).append(piece)
        for pieces in self._whole.values():
            pieces.sort(key=len, reverse=True)
        self._split = sorted(entry for entry in entries if len(entry) > 1)

    def find(self, document: Document, sentence: range) -> Iterator[Words]:
        """The candidates of a sentence: those of several pieces first, then the longest at each place."""
        forms = [document.tokens.form(index).lower() for index in sentence]
        for entry in self._split:
            if places := _in_order(forms, entry):
                yield tuple(sentence.start + place for place in places)
        at = 0
        while at < len(forms):
            longest = next(
                (p for p in self._whole.get(forms[at], ()) if tuple(forms[at : at + len(p)]) == p), None
            )
            if longest:
                yield tuple(range(sentence.start + at, sentence.start + at + len(longest)))
            at += len(longest) if longest else 1


def around(tree: Constituent, words: Collection[int]) -> Iterator[Constituent]:
    """The constituents beside the way from some words up to the root, none of which holds any of the words.

    Together they are all the other words of the sentence (Kong et al. 2014).
    """
    node = covering(tree, first_piece(sorted(words)))
    yield from _apart(node, words)
    while (parent := node.parent) is not None:
        for sibling in parent.children:
            if sibling is not node:
                yield from _apart(sibling, words)
        node = parent


def first_piece(words: Sequence[int]) -> range:
    """The contiguous words from the first on.

    >>> first_piece([3, 4, 9])
    range(3, 5)
    """
    end = next((before + 1 for before, after in pairwise(words) if after > before + 1), words[-1] + 1)
    return range(words[0], end)


def _apart(node: Constituent, words: Collection[int]) -> Iterator[Constituent]:
    """A node, or what is below it, without the words."""
    if not any(word in node.words for word in words):
        yield node
        return
    for child in node.children:
        yield from _apart(child, words)


def _pieces(connective: Span) -> tuple[_Piece, ...]:
    form = connective.tokens.form
    return tuple(
        tuple(form(index).lower() for index in range(first, last)) for first, last in connective.ranges
    )


def _in_order(forms: Sequence[str], entry: Iterable[_Piece]) -> list[int] | None:
    """Where the pieces stand, each behind the one before."""
    places: list[int] = []
    at = 0
    for piece in entry:
        found = next((n for n in range(at, len(forms)) if tuple(forms[n : n + len(piece)]) == piece), None)
        if found is None:
            return None
        places += range(found, found + len(piece))
        at = found + len(piece)
    return places
