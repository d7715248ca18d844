"""A document as one line of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import le, lt
from pathlib import Path
from typing import Any

from relata.document import NO_HEAD, Document, Span, Tokens
from relata.document.relations import DiscourseRelation, Proposition
from relata.errors import FormatError

FORMAT = "relata/1"

_BEFORE_HEAD = ("lemma", "upos", "tag", "feats")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def encode_document(document: Document, path: str | Path) -> Iterator[str]:
    """The line of a document, piece by piece; layers that it has not are absent.

    In pieces, because the line of a million tokens is ten times as long as their text.
    """
    try:
        for piece in _pieces(document):
            yield _writable(piece, document, path)
    except ValueError:
        raise FormatError(f"a score of document {document.id!r} is no finite number", path) from None


def _pieces(document: Document) -> Iterator[str]:
    spans = _SpanEncoder(document.tokens)
    value: dict[str, Any] = {"format": FORMAT, "id": document.id, "language": document.language}
    if document.metadata:
        value["metadata"] = dict(document.metadata)
    value["text"] = document.text
    if document.paragraphs:
        value["paragraphs"] = document.paragraphs
    yield _JSON.encode(value)[:-1]
    yield from _layer("sentences", _sentences(document))
    if document.relations:
        yield from _layer("relations", (_relation(each, spans) for each in document.relations))
    if document.propositions:
        yield from _layer("propositions", (_proposition(each, spans) for each in document.propositions))
    yield "}"


def _layer(name: str, values: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield f', "{name}": ['
    mark = ""
    for value in values:
        yield mark + _JSON.encode(value)
        mark = ", "
    yield "]"


def _writable(piece: str, document: Document, path: str | Path) -> str:
    """JSON that UTF-8 can hold: half a surrogate pair becomes an escape."""
    try:
        piece.encode("utf-8")
    except UnicodeEncodeError:
        if _SURROGATE_PAIR.search(piece):  # as escapes they would be read as one character
            raise FormatError(
                f"a surrogate pair in document {document.id!r}, expected one character", path
            ) from None
        return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", piece)
    return piece


def _sentences(document: Document) -> Iterator[dict[str, Any]]:
    tokens = _tokens(document.tokens)
    for sentence in document.sentences:
        value: dict[str, Any] = {"span": sentence.offsets, "tokens": list(islice(tokens, len(sentence)))}
        if document.trees:
            value["tree"] = sentence.tree
        if document.comments:
            value["comments"] = sentence.comments
        if document.nonwords:
            value["nonwords"] = sentence.nonwords
        yield value


def _tokens(tokens: Tokens) -> Iterator[dict[str, Any]]:
    columns: dict[str, Iterable[Any]] = {
        "span": zip(tokens.begins, tokens.ends, strict=True),
        "form": map(tokens.form, range(len(tokens))),
        **{name: column for name, column in tokens.columns.items() if name in _BEFORE_HEAD},
    }
    if tokens.heads is not None:
        columns["head"] = (None if head == NO_HEAD else head for head in tokens.heads)
    columns |= tokens.columns
    names = tuple(columns)
    return (dict(zip(names, row, strict=True)) for row in zip(*columns.values(), strict=True))


class _SpanEncoder:
    """Writes spans as characters; as tokens, too, where characters do not tell which tokens are meant."""

    def __init__(self, tokens: Tokens) -> None:
        begins, ends = tokens.begins, tokens.ends
        self._apart = all(map(lt, begins, ends)) and all(map(le, ends, islice(begins, 1, None)))

    def __call__(self, span: Span) -> dict[str, Any]:
        value: dict[str, Any] = {"spans": span.pieces, "text": span.text}
        if not self._apart:
            value["tokens"] = span.ranges
        return value


def sentence_start(predicate: Span) -> int:
    """The first token of the sentence that a predicate stands in: heads of arguments are counted from it."""
    if not predicate:
        return 0
    tokens = predicate.tokens
    return tokens.sentence_starts[tokens.sentence_of(predicate.ranges[0][0])]


def _relation(relation: DiscourseRelation, spans: _SpanEncoder) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": relation.id,
        "type": relation.type,
        "senses": relation.senses,
        "score": relation.score,
        "connective": relation.connective,
        "inserted": relation.inserted,
        "second_inserted": relation.second_inserted,
        "second_senses": relation.second_senses or None,
        "arg1": relation.arg1,
        "arg2": relation.arg2,
        "punctuation": relation.punctuation,
        "punctuation_type": relation.punctuation_type,
        "sup1": relation.sup1,
        "sup2": relation.sup2,
        "provenance": relation.provenance,
        "extras": dict(relation.extras) or None,
    }
    return {
        name: spans(content) if isinstance(content, Span) else content
        for name, content in value.items()
        if content is not None
    }


def _proposition(proposition: Proposition, spans: _SpanEncoder) -> dict[str, Any]:
    roles = []
    for argument in proposition.arguments:
        role: dict[str, Any] = {"role": argument.role}
        if argument.head is not None:
            role["head"] = argument.head - sentence_start(proposition.predicate) + 1
        roles.append(role | spans(argument.span))
    value = {
        "predicate": spans(proposition.predicate),
        "roleset": proposition.roleset,
        "score": proposition.score,
    }
    return {name: content for name, content in value.items() if content is not None} | {"roles": roles}
