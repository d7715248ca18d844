"""Documents from JSON: typed records checked by msgspec, then checked against the text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Literal, TypeVar

from msgspec import UNSET, DecodeError, Struct, UnsetType
from msgspec.json import Decoder

from relata.document import COLUMNS, Document, Span, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
from relata.errors import FormatError, OnError, SpanError, map_usable
from relata.formats.json_lines import convert, parse_object

FORMAT = "relata/1"

R = TypeVar("R")
T = TypeVar("T")
Pair = tuple[int, int]
Fault = Callable[..., FormatError]
"""Factory of errors with a message and a `field` of the current line."""


class SpanRecord(Struct, forbid_unknown_fields=True, kw_only=True):
    """Character offsets of the pieces of a span; token ranges where offsets are ambiguous."""

    spans: list[Pair]
    text: str | None = None
    tokens: list[Pair] | None = None


class RoleRecord(SpanRecord, kw_only=True):
    """An argument of a predicate; `head` counts from 1 in the sentence of the predicate."""

    role: str
    head: int | None = None


class PropositionRecord(Struct, forbid_unknown_fields=True):
    """A predicate with its roles."""

    predicate: SpanRecord
    roleset: str | None = None
    score: float | None = None
    roles: list[RoleRecord] | None = None


class RelationRecord(Struct, forbid_unknown_fields=True):
    """A discourse relation."""

    type: RelationType
    arg1: SpanRecord
    arg2: SpanRecord
    senses: tuple[str, ...] | None = None
    connective: SpanRecord | None = None
    inserted: str | None = None
    second_inserted: str | None = None
    second_senses: tuple[str, ...] | None = None
    punctuation: SpanRecord | None = None
    punctuation_type: str | None = None
    sup1: SpanRecord | None = None
    sup2: SpanRecord | None = None
    score: float | None = None
    provenance: str | None = None
    id: int | None = None
    extras: dict[str, str] | None = None


class TokenRecord(Struct, forbid_unknown_fields=True, gc=False):
    """A token; a column that no token sets is absent from the document."""

    span: Pair
    form: str | None = None
    lemma: str | UnsetType | None = UNSET
    upos: str | UnsetType | None = UNSET
    tag: str | UnsetType | None = UNSET
    feats: str | UnsetType | None = UNSET
    head: int | UnsetType | None = UNSET
    deprel: str | UnsetType | None = UNSET
    deps: str | UnsetType | None = UNSET
    misc: str | UnsetType | None = UNSET


class SentenceRecord(Struct, forbid_unknown_fields=True):
    """A sentence; a layer that no sentence sets is absent from the document."""

    tokens: list[TokenRecord]
    span: Pair | None = None
    tree: str | UnsetType | None = UNSET
    comments: tuple[str, ...] | UnsetType | None = UNSET
    nonwords: tuple[str, ...] | UnsetType | None = UNSET


class DocumentRecord(Struct, forbid_unknown_fields=True):
    """A document of format `relata/1`."""

    format: Literal["relata/1"]
    id: str
    language: str
    text: str
    metadata: dict[str, str] | None = None
    paragraphs: tuple[Pair, ...] | None = None
    sentences: list[SentenceRecord] | None = None
    relations: list[RelationRecord] | None = None
    propositions: list[PropositionRecord] | None = None


_DECODER = Decoder(DocumentRecord)


def decode_line(line: str, path: str | Path, number: int, on_error: OnError) -> Document:
    """Decode a document from a line of JSON; an unusable relation or proposition goes to `on_error`."""
    try:
        record = _DECODER.decode(line)
    except (DecodeError, UnicodeError, RecursionError):  # read again, to name the fault or to pass over it
        return decode_document(parse_object(line, path, number), path, number, on_error)
    layers = enumerate(record.relations or ()), enumerate(record.propositions or ())
    return _document(record, *layers, path, number, on_error)


def decode_document(value: dict[str, Any], path: str | Path, line: int, on_error: OnError) -> Document:
    """Decode a document from a parsed JSON object; messages name `path` and `line`."""
    if value.get("format") != FORMAT:
        message = f"expected {FORMAT!r}, the version that can be read here"
        raise FormatError(message, path, line=line, field="format")

    def layer(name: str, record_type: type[R]) -> Iterator[tuple[int, R]]:
        def record(numbered: tuple[int, Any]) -> tuple[int, R]:
            index, member = numbered
            return index, convert(member, record_type, path, line, f"{name}[{index}]")

        members = convert(value.get(name) or [], list[Any], path, line, name)
        yield from map_usable(record, enumerate(members), on_error)

    others = {name: member for name, member in value.items() if name not in {"relations", "propositions"}}
    record = convert(others, DocumentRecord, path, line)
    layers = layer("relations", RelationRecord), layer("propositions", PropositionRecord)
    return _document(record, *layers, path, line, on_error)


def sentence_start(predicate: Span) -> int:
    """Return the first token of the sentence of a predicate; heads of arguments are counted from it."""
    if not predicate:
        return 0
    tokens = predicate.tokens
    return tokens.sentence_starts[tokens.sentence_of(predicate.ranges[0][0])]


def _document(
    record: DocumentRecord,
    relations: Iterable[tuple[int, RelationRecord]],
    propositions: Iterable[tuple[int, PropositionRecord]],
    path: str | Path,
    line: int,
    on_error: OnError,
) -> Document:
    sentences = record.sentences or []
    fault = partial(FormatError, path=path, line=line)
    tokens = _tokens(record.text, sentences, fault)
    decoder = _SpanDecoder(tokens, fault)
    try:
        document = Document(
            record.id,
            record.language,
            tokens,
            record.paragraphs or (),
            tuple(map_usable(decoder.relation, relations, on_error)),
            tuple(map_usable(decoder.proposition, propositions, on_error)),
            _layer(sentences, "tree", None),
            _layer(sentences, "comments", ()),
            _layer(sentences, "nonwords", ()),
            record.metadata or {},
        )
    except SpanError as error:
        raise fault(str(error), field="paragraphs") from None
    for number, (item, sentence) in enumerate(zip(sentences, document.sentences, strict=True)):
        if item.span is not None and item.span != sentence.offsets:
            message = f"expected {list(sentence.offsets)}, where its tokens stand"
            raise fault(message, field=f"sentences[{number}].span")
    return document


def _tokens(text: str, sentences: list[SentenceRecord], fault: Fault) -> Tokens:
    """Build the tokens of all sentences, column by column: there can be millions."""
    records = [token for sentence in sentences for token in sentence.tokens]
    columns = {name: _column(records, name) for name in ("head", *COLUMNS)}
    heads = columns.pop("head")
    if heads is not None:
        _check_heads(sentences, fault)
    sizes = (len(sentence.tokens) for sentence in sentences)
    try:
        return Tokens(
            text,
            (token.span for token in records),
            sentence_starts=list(accumulate(sizes, initial=0))[:-1],
            forms=[text[slice(*token.span)] if token.form is None else token.form for token in records],
            heads=heads,
            **columns,
        )
    except SpanError as error:
        raise fault(str(error), field="sentences") from None
    except OverflowError:
        message = f"expected offsets within the text of {len(text)} characters"
        raise fault(message, field="sentences") from None


def _column(records: Sequence[Struct], name: str) -> list[Any] | None:
    """Return a field of all records with None where it is not set; None if no record sets it."""
    values = [getattr(record, name) for record in records]
    if all(value is UNSET for value in values):
        return None
    return [None if value is UNSET else value for value in values] if UNSET in values else values


def _layer(sentences: list[SentenceRecord], name: str, default: Any) -> tuple[Any, ...]:
    return tuple(default if value is None else value for value in _column(sentences, name) or ())


def _check_heads(sentences: list[SentenceRecord], fault: Fault) -> None:
    for number, sentence in enumerate(sentences):
        size = len(sentence.tokens)
        for index, token in enumerate(sentence.tokens):
            if token.head and not 0 <= token.head <= size:
                field = f"sentences[{number}].tokens[{index}].head"
                raise fault(f"expected 0 to {size}, got {token.head}", field=field)


@dataclass(frozen=True, slots=True)
class _SpanDecoder:
    """Converter of the records of one document to relations and propositions on its tokens."""

    tokens: Tokens
    fault: Fault

    def relation(self, numbered: tuple[int, RelationRecord]) -> DiscourseRelation:
        index, record = numbered
        field = f"relations[{index}]"
        self._check_score(record.score, field)
        values: dict[str, Any] = {}
        for name in record.__struct_fields__:
            value = getattr(record, name)
            if value is not None:
                values[name] = (
                    self._span(value, f"{field}.{name}") if isinstance(value, SpanRecord) else value
                )
        return DiscourseRelation(**values)

    def proposition(self, numbered: tuple[int, PropositionRecord]) -> Proposition:
        index, record = numbered
        field = f"propositions[{index}]"
        predicate = self._span(record.predicate, f"{field}.predicate")
        arguments = tuple(
            self._argument(role, predicate, f"{field}.roles[{index}]")
            for index, role in enumerate(record.roles or ())
        )
        self._check_score(record.score, field)
        return Proposition(predicate, record.roleset, arguments, record.score)

    def _argument(self, record: RoleRecord, predicate: Span, field: str) -> Argument:
        span = self._span(record, field)
        head = None if record.head is None else record.head - 1 + sentence_start(predicate)
        if head is not None and not 0 <= head < len(self.tokens):
            message = f"token {record.head} of the sentence is outside the document"
            raise self.fault(message, field=f"{field}.head")
        return Argument(record.role, span, head)

    def _span(self, record: SpanRecord, field: str) -> Span:
        """Return the tokens under the pieces, or those that `tokens` names if it is set."""
        pieces, ranges = tuple(record.spans), record.tokens
        try:
            span = self.tokens.span_at(pieces) if ranges is None else Span(self.tokens, tuple(ranges))
        except SpanError as error:
            name = "spans" if ranges is None else "tokens"
            raise self.fault(str(error), field=f"{field}.{name}") from None
        if ranges is not None and span.pieces != pieces:
            raise self.fault(f"expected the tokens at {list(map(list, pieces))}", field=f"{field}.tokens")
        if ranges is None and any(before[1] > after[0] for before, after in pairwise(pieces)):
            raise self.fault("expected ascending pieces that do not overlap", field=f"{field}.spans")
        if record.text is not None and record.text != span.text:
            message = f"expected {span.text!r}, which stands at the offsets, got {record.text!r}"
            raise self.fault(message, field=f"{field}.text")
        return span

    def _check_score(self, score: float | None, field: str) -> None:
        if score is not None and not math.isfinite(score):
            raise self.fault("expected a finite number", field=f"{field}.score")
