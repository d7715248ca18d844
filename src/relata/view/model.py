"""Content of a page: texts in blocks, and relations with their spans, from documents or from dictionaries."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from relata.document import Document, Offsets, Span
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, RelataError
from relata.formats.json_lines import convert

PARTS = ("arg1", "arg2", "connective", "sup1", "sup2", "punctuation")
"""Spans of a relation that a page can point at, by the names of `DiscourseRelation`."""

_LONGEST = 1000
"""Number of characters of a block at which the next sentence begins another block."""

_HARD_LIMIT = 4 * _LONGEST
"""Number of characters at which a sentence is cut."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")

Pieces = tuple[Offsets, ...]


class TextBlock(NamedTuple):
    """Offsets of a block; `continued` if it belongs to the paragraph of the block before it."""

    begin: int
    end: int
    continued: bool


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """Relation on a page.

    `facts` are other properties, by name. In a comparison, `status` is the result of the system for the
    relation, and `system` the relation of the system that is paired with it.
    """

    type: str
    senses: tuple[str, ...]
    spans: Mapping[str, Pieces]
    inserted: tuple[str, ...] = ()
    score: float | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    status: str | None = None
    system: ShownRelation | None = None


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """Document on a page."""

    id: str
    language: str
    text: str
    blocks: tuple[TextBlock, ...]
    relations: tuple[ShownRelation, ...]


def show_document(document: Document, relations: tuple[ShownRelation, ...] | None = None) -> ShownDocument:
    """Return the content of a page for a document, with its relations unless others are given."""
    if relations is None:
        relations = tuple(map(show_relation, document.relations))
    sentences = (sentence.offsets[0] for sentence in document.sentences)
    blocks = lay_out(document.text, document.paragraphs, sentences)
    return ShownDocument(document.id, document.language, document.text, blocks, relations)


def show_relation(relation: DiscourseRelation) -> ShownRelation:
    """Return the content of a page for a relation."""
    spans: dict[str, Span | None] = {part: getattr(relation, part) for part in PARTS}
    return _shown(relation, relation.all_senses, {part: span.pieces for part, span in spans.items() if span})


def _shown(
    relation: DiscourseRelation | _RelationFields, senses: tuple[str, ...], spans: Mapping[str, Pieces]
) -> ShownRelation:
    facts = {
        "id": None if relation.id is None else str(relation.id),
        "provenance": relation.provenance,
        "punctuation": relation.punctuation_type,
        **relation.extras,
    }
    return ShownRelation(
        type=str(relation.type),
        senses=senses,
        spans=spans,
        inserted=tuple(filter(None, (relation.inserted, relation.second_inserted))),
        score=relation.score,
        facts={name: fact for name, fact in facts.items() if fact is not None},
    )


def show_dictionary(value: Mapping[str, Any], name: str) -> ShownDocument:
    """Return the content of a page for the dictionary of a .jsonl line, of which text and relations suffice.

    `name` stands for a missing id, and in errors.
    """
    try:
        record = convert(dict(value), _DocumentFields, name, 1)
        paragraphs = [_inside(span, record, f"paragraphs[{n}]") for n, span in enumerate(record.paragraphs)]
        sentences = [
            _inside(sentence.span, record, f"sentences[{n}].span")[0]
            for n, sentence in enumerate(record.sentences)
            if sentence.span
        ]
        relations = tuple(
            _shown_relation(relation, record, f"relations[{n}]")
            for n, relation in enumerate(record.relations)
        )
    except FormatError as error:
        raise RelataError(": ".join(filter(None, (name, error.field, error.message)))) from None
    blocks = lay_out(record.text, paragraphs, sentences)
    return ShownDocument(record.id or name, record.language or "", record.text, blocks, relations)


class _SpanFields(Struct):
    spans: list[Offsets]


class _RelationFields(Struct):
    type: str
    senses: tuple[str, ...] = ()
    second_senses: tuple[str, ...] = ()
    arg1: _SpanFields | None = None
    arg2: _SpanFields | None = None
    connective: _SpanFields | None = None
    sup1: _SpanFields | None = None
    sup2: _SpanFields | None = None
    punctuation: _SpanFields | None = None
    inserted: str | None = None
    second_inserted: str | None = None
    score: float | None = None
    id: str | int | None = None
    provenance: str | None = None
    punctuation_type: str | None = None
    extras: dict[str, str] = {}


class _SentenceFields(Struct):
    span: Offsets | None = None


class _DocumentFields(Struct):
    text: str
    id: str | None = None
    language: str | None = None
    paragraphs: list[Offsets] = []
    sentences: list[_SentenceFields] = []
    relations: list[_RelationFields] = []


def _shown_relation(relation: _RelationFields, document: _DocumentFields, path: str) -> ShownRelation:
    spans: dict[str, _SpanFields | None] = {part: getattr(relation, part) for part in PARTS}
    pieces = {part: _pieces(span.spans, document, f"{path}.{part}") for part, span in spans.items() if span}
    shown_pieces = {part: offsets for part, offsets in pieces.items() if offsets}
    return _shown(relation, relation.senses + relation.second_senses, shown_pieces)


def _pieces(spans: Iterable[Offsets], document: _DocumentFields, path: str) -> Pieces:
    pieces = tuple(_inside(span, document, f"{path}.spans[{n}]") for n, span in enumerate(spans))
    if any(before[1] > after[0] for before, after in pairwise(pieces)):
        message = "expected ascending pieces that do not overlap"
        raise FormatError(message, document.id or "", field=f"{path}.spans")
    return pieces


def _inside(span: Offsets, document: _DocumentFields, path: str) -> Offsets:
    begin, end = span
    if not 0 <= begin <= end <= (size := len(document.text)):
        message = f"{begin}..{end} is outside the text of {size} characters"
        raise FormatError(message, document.id or "", field=path)
    return span


def lay_out(text: str, paragraphs: Sequence[Offsets], sentences: Iterable[int]) -> tuple[TextBlock, ...]:
    """Return the blocks of a text in order, which together hold all of it except white space at their edges.

    `sentences` are the offsets at which sentences begin. Without `paragraphs`, blank lines separate them.
    """
    if paragraphs:
        edges = {begin for begin, _ in paragraphs}
    else:
        edges = {match.end() for match in _BLANK_LINE.finditer(text)}
    starts = sorted({0, *edges, len(text)})
    breaks = sorted(set(sentences))
    blocks: list[TextBlock] = []
    for begin, end in pairwise(starts):
        in_paragraph = breaks[bisect_left(breaks, begin) : bisect_left(breaks, end)]
        pieces = _cut(text, begin, end, in_paragraph)
        blocks += (TextBlock(*piece, number > 0) for number, piece in enumerate(pieces))
    return tuple(blocks)


def _cut(text: str, begin: int, end: int, sentences: Iterable[int]) -> Iterator[Offsets]:
    """Yield the pieces of a paragraph, without white space around them."""
    for sentence in (*sentences, end):
        while sentence - begin > _HARD_LIMIT:
            blank = text.rfind(" ", begin + 1, begin + _HARD_LIMIT)
            middle = blank if blank > 0 else begin + _HARD_LIMIT
            yield from _trimmed(text, begin, middle)
            begin = middle
        if sentence - begin > _LONGEST or sentence == end:
            yield from _trimmed(text, begin, sentence)
            begin = sentence


def _trimmed(text: str, begin: int, end: int) -> Iterator[Offsets]:
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end
