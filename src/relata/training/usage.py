"""Usage: words that are connectives in some places and not in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from relata.document import Document

_OFTEN = 2
_SHARE = 0.1
"""How often, and in what part of its places, a word must begin a connective: where it does not then, that is
worth showing."""


def signal_words(documents: Iterable[Document]) -> frozenset[str]:
    """The words that begin a connective in a good part of the places where they stand."""
    places: Counter[str] = Counter()
    begins: Counter[str] = Counter()
    for document in documents:
        tokens = document.tokens
        places.update(map(_form, (tokens.form(word) for word in range(len(tokens)))))
        first = {spans[0][0] for spans in _connectives(document)}
        begins.update(_form(tokens.form(word)) for word in first)
    return frozenset(
        form for form, count in begins.items() if count >= _OFTEN and count >= _SHARE * places[form]
    )


def other_usages(document: Document, words: Collection[str]) -> Iterator[int]:
    """The places of these words in a document where they are no part of a connective."""
    tokens = document.tokens
    taken = {word for spans in _connectives(document) for first, last in spans for word in range(first, last)}
    for word in range(len(tokens)):
        if word not in taken and _form(tokens.form(word)) in words:
            yield word


def _connectives(document: Document) -> Iterator[tuple[tuple[int, int], ...]]:
    """The words of each annotated connective, as ranges."""
    for relation in document.relations:
        if relation.explicit and relation.connective:
            yield tuple(relation.connective.ranges)


def _form(word: str) -> str:
    return word.lower()
