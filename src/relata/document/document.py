"""The document: a text, its tokens and sentences, and their annotation.

The values here are immutable views of the columns of `relata.document.tokens`. All character offsets index
the text, end exclusive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, overload

from relata.document.propositions import Propositions
from relata.document.relations import DiscourseRelation, Proposition
from relata.document.tokens import COLUMNS, NO_HEAD, Offsets, Span, Token, Tokens
from relata.errors import SpanError

__all__ = ["COLUMNS", "NO_HEAD", "Document", "Offsets", "Sentence", "Sentences", "Span", "Token", "Tokens"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document; iterate it for its tokens."""

    document: Document = field(repr=False)
    index: int

    def __len__(self) -> int:
        return len(self.range)

    def __iter__(self) -> Iterator[Token]:
        indices = self.range
        return self.document.tokens.between(indices.start, indices.stop)

    @property
    def range(self) -> range:
        """Token indices of the sentence in the document."""
        return self.document.tokens.sentence_range(self.index)

    @property
    def offsets(self) -> Offsets:
        """Character offsets from the first token to the last; an empty sentence has none."""
        tokens, indices = self.document.tokens, self.range
        if not indices:
            end = tokens.ends[indices.start - 1] if indices.start else 0
            return end, end
        return tokens.begins[indices.start], tokens.ends[indices.stop - 1]

    @property
    def text(self) -> str:
        """Text from the first token to the last."""
        begin, end = self.offsets
        return self.document.text[begin:end]

    @property
    def tree(self) -> str | None:
        """Constituent tree in brackets, or None."""
        return self.document.trees[self.index] if self.document.trees else None

    @property
    def comments(self) -> tuple[str, ...]:
        """Comments of the corpus, one a line (CoNLL-U comments without the "#")."""
        return self.document.comments[self.index] if self.document.comments else ()

    @property
    def nonwords(self) -> tuple[str, ...]:
        """CoNLL-U rows that are no words: multiword tokens ("3-4") and empty nodes ("5.1")."""
        return self.document.nonwords[self.index] if self.document.nonwords else ()


class Sentences(Sequence[Sentence]):
    """Sentences of a document, created on access."""

    __slots__ = ("_document", "_size")

    def __init__(self, document: Document) -> None:
        self._document = document
        self._size = len(document.tokens.sentence_starts)

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> list[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | list[Sentence]:
        numbers = range(self._size)[index]
        if isinstance(numbers, range):
            return [Sentence(self._document, number) for number in numbers]
        return Sentence(self._document, numbers)


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its annotation. Immutable: `with_relations` and `with_propositions` return a new document.

    >>> text = "It rained , so we left ."
    >>> words = Tokens(text, [(0, 2), (3, 9), (10, 11), (12, 14), (15, 17), (18, 22), (23, 24)])
    >>> Document("weather", "en", words).sentences[0].text
    'It rained , so we left .'
    """

    id: str
    language: str
    tokens: Tokens
    paragraphs: tuple[Offsets, ...] = ()
    relations: tuple[DiscourseRelation, ...] = ()
    propositions: Sequence[Proposition] = ()
    trees: tuple[str | None, ...] = ()
    comments: tuple[tuple[str, ...], ...] = ()
    nonwords: tuple[tuple[str, ...], ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        object.__setattr__(self, "propositions", Propositions.of(self.tokens, self.propositions))
        sentences = len(self.tokens.sentence_starts)
        for name, layer in (("trees", self.trees), ("comments", self.comments), ("nonwords", self.nonwords)):
            if layer and len(layer) != sentences:
                raise SpanError(f"{self.id}: {len(layer)} {name} for {sentences} sentences")
        for begin, end in self.paragraphs:
            if not 0 <= begin <= end <= len(self.text):
                raise SpanError(f"{self.id}: paragraph {begin}..{end} is outside the text")

    def __hash__(self) -> int:
        return hash((self.id, self.tokens))

    def __reduce__(self) -> tuple[Any, ...]:
        return Document, (*(getattr(self, item.name) for item in fields(self)[:-1]), dict(self.metadata))

    def __repr__(self) -> str:
        return (
            f"<Document {self.id!r} ({self.language}): {len(self.tokens)} tokens, "
            f"{len(self.sentences)} sentences, {len(self.relations)} relations>"
        )

    @property
    def text(self) -> str:
        """Text that all offsets point into."""
        return self.tokens.text

    @property
    def sentences(self) -> Sentences:
        """Sentences in order."""
        return Sentences(self)

    def with_relations(self, relations: Iterable[DiscourseRelation]) -> Document:
        """Return the document with these discourse relations."""
        return replace(self, relations=tuple(relations))

    def with_propositions(self, propositions: Iterable[Proposition]) -> Document:
        """Return the document with these propositions."""
        return replace(self, propositions=Propositions.of(self.tokens, propositions))

    def to_dict(self) -> dict[str, Any]:
        """Return the document as a dictionary of Relata's own format, as JSON Lines hold it."""
        from relata.formats.jsonl import to_dict

        return to_dict(self)

    def _repr_html_(self) -> str:
        from relata.view import notebook_html

        return notebook_html(self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dictionary for each relation, with the columns of `relata.formats.tables.COLUMNS`."""
        from relata.formats.tables import records

        return list(records(self))
