"""Requests of the service: texts and options out of bodies, and the form of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from python_multipart.multipart import parse_options_header
from starlette.exceptions import HTTPException

from relata.errors import RelataError
from relata.parsing.options import ParserOptions
from relata.pipeline import CONSTITUENTS
from relata.server.work import ParseJob, TextItem

FORMS = {
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "html": "text/html",
}
"""Forms of an answer to a parse, with their media types; the first is the default."""

TEXTS = ("text/plain", "multipart/form-data")
DOCUMENTS = {
    "text/html": ".html",
    "application/pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}
"""Media types of bodies beside JSON: texts and forms, and documents with the suffixes of their files."""

MOST_TEXTS = 1000
"""Texts in one request; more go to the stream."""


class OptionsField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a request, as `relata.load` takes them."""

    only: tuple[str, ...] = ()
    disable: tuple[str, ...] = (CONSTITUENTS,)
    senses: str | None = None
    min_score: float = 0.0
    conventions: str = "model"

    def parser_options(self) -> ParserOptions:
        """Check the options; a fault is refused."""
        if not 0 <= self.min_score <= 1:
            raise RelataError(f"min_score: expected a number from 0 to 1, got {self.min_score}")
        return ParserOptions(
            only=self.only,
            disable=self.disable,
            senses=self.senses,
            min_score=self.min_score,
            conventions=self.conventions,
            threads=1,
        )


class TextField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of a request."""

    text: str
    id: str = "text"
    language: str | None = None

    def item(self) -> TextItem:
        """Return the text to parse."""
        return TextItem(self.text, self.id, self.language)


class ParseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a parse in JSON: one text, or a list of texts."""

    text: str | None = None
    id: str = "text"
    language: str | None = None
    texts: tuple[TextField, ...] = ()
    options: OptionsField = OptionsField()


def accepted_form(accept: str, format: str | None) -> str:
    """Return the form of an answer: the format that a query names, or the best of the Accept header.

    >>> accepted_form("text/html;q=0.5, text/csv", None)
    'csv'
    """
    if format is not None:
        if format not in FORMS:
            raise HTTPException(406, f"no format {format!r}; expected one of {', '.join(FORMS)}")
        return format
    wishes = [parse_options_header(part.strip()) for part in accept.split(",") if part.strip()]
    ranked = sorted(wishes, key=lambda wish: -_quality(wish[1]))
    for media_type, parameters in ranked:
        pattern = media_type.decode("latin-1").lower()
        if _quality(parameters) > 0:
            for form, media in FORMS.items():
                if pattern in {media, "*/*", media.partition("/")[0] + "/*"}:
                    return form
    if ranked:
        raise HTTPException(406, f"expected Accept with one of {', '.join(FORMS.values())}")
    return next(iter(FORMS))


def parse_job(content: bytes, media_type: str, query: Mapping[str, str], form: str) -> ParseJob:
    """Read a parse out of a body: JSON, plain text or a document."""
    kind, parameters = parse_options_header(media_type)
    if kind == b"application/json":
        body = decoded(content, ParseBody)
        texts = (
            body.texts if body.text is None else (TextField(body.text, body.id, body.language), *body.texts)
        )
        options = body.options.parser_options()
        items = tuple(item.item() for item in texts)
    elif kind in (b"text/plain", b""):
        options = query_options(query)
        items = (_plain(content, parameters, query),)
    elif kind.decode("latin-1") in DOCUMENTS:
        return document_job(content, DOCUMENTS[kind.decode("latin-1")], query, form)
    else:
        raise HTTPException(415, f"expected {', '.join(['application/json', *TEXTS, *DOCUMENTS])}")
    if not items:
        raise RelataError("expected a text: the field text, or texts with objects that have one")
    if len(items) > MOST_TEXTS:
        raise HTTPException(413, f"more than {MOST_TEXTS} texts; /v1/parse/stream takes any number")
    return ParseJob(items, options, form)


def document_job(content: bytes, suffix: str, query: Mapping[str, str], form: str) -> ParseJob:
    """Return the parse of a document, such as a PDF file, whose kind is that of the suffix."""
    item = TextItem("", query.get("id", "text"), query.get("language"), content, suffix)
    return ParseJob((item,), query_options(query), form)


def check_texts(job: ParseJob, characters: int) -> None:
    """Refuse texts that are too long together, or that UTF-8 cannot hold."""
    total = sum(len(item.text) for item in job.texts)
    if total > characters:
        message = f"{total} characters, expected at most {characters}; relata parse takes texts of any size"
        raise HTTPException(413, message)
    for item in job.texts:
        try:
            (item.text + item.id).encode()
        except UnicodeEncodeError:
            raise RelataError(f"{item.id!a}: half a surrogate pair, which UTF-8 cannot hold") from None


def decoded(content: bytes, kind: type[Any]) -> Any:
    """Decode JSON into a struct; the error names the field."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RelataError(f"the body: {error}") from None


def _quality(parameters: Mapping[bytes, bytes]) -> float:
    try:
        return float(parameters.get(b"q", b"1"))
    except ValueError:
        return 0.0


def query_options(query: Mapping[str, str]) -> ParserOptions:
    """Read options out of a query: lists are separated by commas."""
    values: dict[str, Any] = {}
    for name in ("only", "disable"):
        if query.get(name):
            values[name] = tuple(query[name].split(","))
    values |= {name: query[name] for name in ("senses", "conventions") if query.get(name)}
    try:
        values["min_score"] = float(query.get("min_score", 0))
    except ValueError:
        raise RelataError(f"min_score: expected a number, got {query['min_score']!r}") from None
    return OptionsField(**values).parser_options()


def _plain(content: bytes, parameters: Mapping[bytes, bytes], query: Mapping[str, str]) -> TextItem:
    charset = parameters.get(b"charset", b"utf-8").decode("latin-1")
    try:
        text = content.decode(charset)
    except (UnicodeDecodeError, LookupError):
        raise RelataError(f"the body is not in {charset}; name another: text/plain; charset=...") from None
    return TextItem(text, query.get("id", "text"), query.get("language"))
