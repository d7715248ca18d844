"""A document from one line of JSON, every field checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from relata.document import Document, Span, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
from relata.errors import FormatError, OnError, SpanError
from relata.formats.jsonl.encoding import FORMAT, sentence_start
from relata.formats.jsonl.fields import Field
from relata.formats.jsonl.tokens import decode_tokens

T = TypeVar("T")
_DOCUMENT = frozenset(
    ("format", "id", "language", "metadata", "text", "paragraphs", "sentences", "relations", "propositions")
)
_SENTENCE = frozenset(("span", "tokens", "tree", "comments", "nonwords"))
_PROPOSITION = frozenset(("predicate", "roleset", "score", "roles"))
_SPAN = frozenset(("spans", "text", "tokens"))
_ROLE = _SPAN | {"role", "head"}


def decode_document(value: dict[str, Any], path: str | Path, line: int, on_error: OnError) -> Document:
    """The document of a JSON object; a relation or proposition that cannot be used goes to `on_error`."""
    root = Field(value, "", path, line)
    if root.at("format").value != FORMAT:
        root.at("format").refuse(f"expected {FORMAT!r}, the version that can be read here")
    root.check_object(_DOCUMENT)
    sentences = root.at("sentences").items()
    for sentence in sentences:
        sentence.check_object(_SENTENCE)
    tokens = decode_tokens(root.at("text").string(), root.at("sentences"), sentences)
    try:
        document = Document(
            root.at("id").string(),
            root.at("language").string(),
            tokens,
            tuple(root.at("paragraphs").pairs()),
            tuple(_usable(root.at("relations"), lambda field: _relation(field, tokens), on_error)),
            tuple(_usable(root.at("propositions"), lambda field: _proposition(field, tokens), on_error)),
            _layer(sentences, "tree", Field.optional_string),
            _layer(sentences, "comments", Field.strings),
            _layer(sentences, "nonwords", Field.strings),
            root.at("metadata").mapping(),
        )
    except SpanError as error:
        root.at("paragraphs").refuse(str(error))
    for given, own in zip(sentences, document.sentences, strict=True):
        if (span := given.at("span")) and span.pair() != own.offsets:
            span.refuse(f"expected {list(own.offsets)}, where its tokens stand")
    return document


def _usable(layer: Field, decode: Callable[[Field], T], on_error: OnError) -> Iterator[T]:
    for item in layer.items():
        try:
            yield decode(item)
        except FormatError as error:
            on_error(error)


def _layer(sentences: list[Field], name: str, decode: Callable[[Field], T]) -> tuple[T, ...]:
    """What each sentence has under a name, if any of them has it."""
    if not any(name in sentence.value for sentence in sentences):
        return ()
    return tuple(decode(sentence.at(name)) for sentence in sentences)


def _relation(field: Field, tokens: Tokens) -> DiscourseRelation:
    field.check_object(_RELATION.keys())
    for name in ("type", "arg1", "arg2"):
        field.at(name).required()
    return DiscourseRelation(**{name: _RELATION[name](field.at(name), tokens) for name in field.value})


def _type(field: Field) -> RelationType:
    if field.value not in list(RelationType):
        field.refuse(f"expected one of {', '.join(RelationType)}, got {field.value!r}")
    return RelationType(field.value)


def _proposition(field: Field, tokens: Tokens) -> Proposition:
    field.check_object(_PROPOSITION)
    predicate = _span(field.at("predicate"), tokens)
    return Proposition(
        predicate,
        field.at("roleset").optional_string(),
        tuple(_argument(role, predicate) for role in field.at("roles").items()),
        field.at("score").optional_number(),
    )


def _argument(field: Field, predicate: Span) -> Argument:
    tokens = predicate.tokens
    span = _span(field, tokens, _ROLE)
    head = number = field.at("head").optional_integer()
    if number is not None:
        head = number - 1 + sentence_start(predicate)
        if not 0 <= head < len(tokens):
            field.at("head").refuse(f"token {number} of the sentence is outside the document")
    return Argument(field.at("role").string(), span, head)


def _optional_span(field: Field, tokens: Tokens) -> Span | None:
    return _span(field, tokens) if field else None


def _span(field: Field, tokens: Tokens, keys: frozenset[str] = _SPAN) -> Span:
    """The tokens under the pieces; those that `tokens` names where it is given."""
    field.check_object(keys)
    places, ranges = field.at("spans").required(), field.at("tokens")
    pieces = tuple(places.pairs())
    try:
        span = Span(tokens, tuple(ranges.pairs())) if ranges else tokens.span_at(pieces)
    except SpanError as error:
        (ranges or places).refuse(str(error))
    if ranges and span.pieces != pieces:
        ranges.refuse(f"expected the tokens at {list(map(list, pieces))}")
    if not ranges and any(before[1] > after[0] for before, after in pairwise(pieces)):
        places.refuse("expected ascending pieces that do not overlap")
    if (text := field.at("text")) and text.string() != span.text:
        text.refuse(f"expected {span.text!r}, which stands at the offsets, got {text.value!r}")
    return span


def _plain(decode: Callable[[Field], T]) -> Callable[[Field, Tokens], T]:
    return lambda field, _: decode(field)


_RELATION: dict[str, Callable[[Field, Tokens], Any]] = {
    "type": _plain(_type),
    "arg1": _span,
    "arg2": _span,
    "senses": _plain(Field.strings),
    "connective": _optional_span,
    "inserted": _plain(Field.optional_string),
    "second_inserted": _plain(Field.optional_string),
    "second_senses": _plain(Field.strings),
    "punctuation": _optional_span,
    "punctuation_type": _plain(Field.optional_string),
    "sup1": _optional_span,
    "sup2": _optional_span,
    "score": _plain(Field.optional_number),
    "provenance": _plain(Field.optional_string),
    "id": _plain(Field.optional_integer),
    "extras": _plain(Field.mapping),
}
"""How each field of a relation is read."""
