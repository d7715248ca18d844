"""Content of a page: texts in blocks, and relations with their spans, from documents or from dictionaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from msgspec import Struct

from relata.document import Document, Offsets, Span
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, RelataError
from relata.formats.json_lines import convert
from relata.view.blocks import TextBlock, lay_out, with_kinds

PARTS = ("arg1", "arg2", "connective", "sup1", "sup2", "punctuation")
"""Spans of a relation that a page can point at, by the names of `DiscourseRelation`."""

Pieces = tuple[Offsets, ...]


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


class ShownWords(NamedTuple):
    """Words of a document in columns.

    `starts` are the indices of the first words of sentences; heads count from 1 in them, 0 is the root.
    """

    offsets: list[Offsets]
    starts: list[int]
    lemmas: list[str | None]
    tags: list[str | None]
    heads: list[int | None]
    labels: list[str | None]


class ShownRoles(NamedTuple):
    """Predicate with its roleset, and the pieces of each argument behind its role."""

    roleset: str | None
    predicate: Pieces
    roles: tuple[tuple[str, Pieces], ...]


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """Document on a page."""

    id: str
    language: str
    text: str
    blocks: tuple[TextBlock, ...]
    relations: tuple[ShownRelation, ...]
    words: ShownWords | None = None
    propositions: tuple[ShownRoles, ...] = ()
    genre: str = ""


def show_document(document: Document, relations: tuple[ShownRelation, ...] | None = None) -> ShownDocument:
    """Return the content of a page for a document, with its relations unless others are given."""
    if relations is None:
        relations = tuple(map(show_relation, document.relations))
    sentences = (sentence.offsets[0] for sentence in document.sentences)
    blocks = with_kinds(document.text, lay_out(document.text, document.paragraphs, sentences))
    tokens = list(document.tokens)
    words = ShownWords(
        [(token.begin, token.end) for token in tokens],
        list(document.tokens.sentence_starts),
        [token.lemma for token in tokens],
        [token.tag or token.upos for token in tokens],
        [token.head for token in tokens],
        [token.deprel for token in tokens],
    )
    propositions = tuple(
        ShownRoles(
            each.roleset,
            each.predicate.pieces,
            tuple((argument.role, argument.span.pieces) for argument in each.arguments),
        )
        for each in document.propositions
    )
    genre = document.metadata.get("genre", "")
    return ShownDocument(
        document.id, document.language, document.text, blocks, relations, words, propositions, genre
    )


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
        words = _shown_words(record)
        propositions = tuple(
            _shown_roles(proposition, record, f"propositions[{n}]")
            for n, proposition in enumerate(record.propositions)
        )
    except FormatError as error:
        raise RelataError(": ".join(filter(None, (name, error.field, error.message)))) from None
    blocks = with_kinds(record.text, lay_out(record.text, paragraphs, sentences))
    return ShownDocument(
        record.id or name, record.language or "", record.text, blocks, relations, words, propositions
    )


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


class _TokenFields(Struct):
    span: Offsets
    lemma: str | None = None
    upos: str | None = None
    tag: str | None = None
    head: int | None = None
    deprel: str | None = None


class _SentenceFields(Struct):
    span: Offsets | None = None
    tokens: list[_TokenFields] = []


class _RoleFields(_SpanFields):
    role: str


class _PropositionFields(Struct):
    predicate: _SpanFields
    roleset: str | None = None
    roles: list[_RoleFields] = []


class _DocumentFields(Struct):
    text: str
    id: str | None = None
    language: str | None = None
    paragraphs: list[Offsets] = []
    sentences: list[_SentenceFields] = []
    relations: list[_RelationFields] = []
    propositions: list[_PropositionFields] = []


def _shown_relation(relation: _RelationFields, document: _DocumentFields, path: str) -> ShownRelation:
    spans: dict[str, _SpanFields | None] = {part: getattr(relation, part) for part in PARTS}
    pieces = {part: _pieces(span.spans, document, f"{path}.{part}") for part, span in spans.items() if span}
    shown_pieces = {part: offsets for part, offsets in pieces.items() if offsets}
    return _shown(relation, relation.senses + relation.second_senses, shown_pieces)


def _shown_words(document: _DocumentFields) -> ShownWords | None:
    """Return the words of sentences that have words, in one table."""
    sentences = [sentence.tokens for sentence in document.sentences if sentence.tokens]
    tokens = [token for sentence in sentences for token in sentence]
    if not tokens:
        return None
    return ShownWords(
        [_inside(token.span, document, f"tokens[{n}].span") for n, token in enumerate(tokens)],
        list(accumulate(map(len, sentences[:-1]), initial=0)),
        [token.lemma for token in tokens],
        [token.tag or token.upos for token in tokens],
        [token.head for token in tokens],
        [token.deprel for token in tokens],
    )


def _shown_roles(proposition: _PropositionFields, document: _DocumentFields, path: str) -> ShownRoles:
    roles = (
        (role.role, _pieces(role.spans, document, f"{path}.roles[{n}]"))
        for n, role in enumerate(proposition.roles)
    )
    predicate = _pieces(proposition.predicate.spans, document, f"{path}.predicate")
    return ShownRoles(proposition.roleset, predicate, tuple(roles))


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
