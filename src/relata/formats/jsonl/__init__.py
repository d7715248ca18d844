"""Relata's own format, versioned and lossless: documents as JSON Lines, or in one JSON array."""

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
from relata.errors import FormatError, OnError, strict
from relata.formats.files import distinct, files_in, inner_suffix, replace_text
from relata.formats.json_lines import filled_lines, is_array_file, read_array
from relata.formats.jsonl.decoding import FORMAT, decode_document, decode_line, sentence_start

__all__ = ["dumps", "loads", "pieces", "read", "to_dict", "write"]

_BEFORE_HEAD = ("lemma", "upos", "tag", "feats")
_RELATION_FIELDS = (
    *("id", "type", "senses", "score", "connective", "inserted", "second_inserted", "second_senses"),
    *("arg1", "arg2", "punctuation", "punctuation_type", "sup1", "sup2", "provenance", "extras"),
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a file, or of a directory of JSON Lines, packed or not, and arrays."""
    seen: set[str] = set()
    for file in files_in(path, ".jsonl", accepts=_is_jsonl):
        try:
            yield from _read_file(file, seen, on_error)
        except FormatError as error:
            on_error(error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a file, one a line."""
    replace_text(path, (part for document in distinct(documents, path) for part in pieces(document, path)))


def pieces(document: Document, path: str | Path = "<string>") -> Iterator[str]:
    """Encode a document as one line of JSON, without layers that it lacks; errors name `path`.

    Pieces, because the line of a million tokens is ten times as long as their text.
    """
    try:
        for piece in _pieces(document):
            yield _writable(piece, document, path)
    except ValueError:
        raise FormatError(f"a score of document {document.id!r} is no finite number", path) from None


def dumps(document: Document) -> str:
    """Encode a document as one line of JSON, without line end."""
    return "".join(pieces(document)).removesuffix("\n")


def to_dict(document: Document) -> dict[str, Any]:
    """Return a document as the dictionary that a line of JSON Lines encodes."""
    value: dict[str, Any] = json.loads(dumps(document))
    return value


def loads(
    line: str, path: str | Path = "<string>", number: int = 1, *, on_error: OnError = strict
) -> Document:
    """Decode the document of one line; errors name `path` and the line number."""
    return decode_line(line, path, number, on_error)


def _is_jsonl(file: Path) -> bool:
    return inner_suffix(file) == ".jsonl" or is_array_file(file)


def _read_file(path: Path, seen: set[str], on_error: OnError) -> Iterator[Document]:
    read_items = read_array if is_array_file(path) else filled_lines
    for number, item in read_items(path, on_error=on_error):
        try:
            if isinstance(item, dict):
                document = decode_document(item, path, number, on_error)
            else:
                document = decode_line(item, path, number, on_error)
            if document.id in seen:
                raise FormatError(f"{document.id!r} comes twice", path, line=number, field="id")
        except FormatError as error:
            on_error(error)
        else:
            seen.add(document.id)
            yield document


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
        yield from _layer("relations", (_relation(relation, spans) for relation in document.relations))
    if document.propositions:
        yield from _layer(
            "propositions", (_proposition(proposition, spans) for proposition in document.propositions)
        )
    yield "}\n"


def _layer(name: str, values: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield f', "{name}": ['
    mark = ""
    for value in values:
        yield mark + _JSON.encode(value)
        mark = ", "
    yield "]"


def _writable(piece: str, document: Document, path: str | Path) -> str:
    """Return JSON that UTF-8 can hold: half a surrogate pair becomes an escape."""
    try:
        piece.encode("utf-8")
    except UnicodeEncodeError:
        if _SURROGATE_PAIR.search(piece):  # as escapes they would be read as one character
            message = f"a surrogate pair in document {document.id!r}, expected one character"
            raise FormatError(message, path) from None
        return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", piece)
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
    """Encoder of spans as characters, and also as tokens where characters are ambiguous."""

    def __init__(self, tokens: Tokens) -> None:
        begins, ends = tokens.begins, tokens.ends
        self._apart = all(map(lt, begins, ends)) and all(map(le, ends, islice(begins, 1, None)))

    def __call__(self, span: Span) -> dict[str, Any]:
        value: dict[str, Any] = {"spans": span.pieces, "text": span.text}
        if not self._apart:
            value["tokens"] = span.ranges
        return value


def _relation(relation: DiscourseRelation, spans: _SpanEncoder) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name in _RELATION_FIELDS:
        content = getattr(relation, name)
        if isinstance(content, Span):
            value[name] = spans(content)
        elif content is not None and (content or name not in {"second_senses", "extras"}):
            value[name] = dict(content) if name == "extras" else content
    return value


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
