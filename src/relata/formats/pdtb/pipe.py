"""Rows of pipe files as relations; raw texts, and directories of both."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from relata.document import Document, Offsets, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, FormatError, OnError, SenseError, SpanError, map_usable
from relata.formats.files import UTF16_MARKS, decode, file_name, opened, read_text, replacing
from relata.formats.pdtb.rows import (
    FIXED,
    SENSES,
    SPANS,
    TYPED,
    Dialect,
    derived,
    format_spans,
    parse_spans,
)
from relata.formats.warnings import Repairs, Unsupported
from relata.senses import normalise


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a pipe file: its fields by name, and its span fields as offsets."""

    line: int
    values: Mapping[str, str]
    spans: Mapping[str, tuple[Offsets, ...]]


@dataclass(frozen=True, slots=True)
class RowReader:
    """Converter of the rows of one document to relations.

    `raw` are its tokens with offsets into the raw file, `tokens` the same tokens in the document's own text.
    """

    path: Path
    doc_id: str
    dialect: Dialect
    raw: Tokens
    tokens: Tokens
    repairs: Repairs

    def relations(self, rows: Sequence[Row], on_error: OnError) -> Iterator[DiscourseRelation]:
        """Yield the relations of the rows; a row with a fault goes to `on_error`."""
        return map_usable(self._relation, rows, on_error)

    def _relation(self, row: Row) -> DiscourseRelation:
        type, senses, second_senses = self._senses(row)
        connective, arg1, arg2, sup1, sup2 = (self._span(row, name) for name in SPANS)
        relation = DiscourseRelation(
            type=type,
            arg1=arg1 or self._no_argument("Arg1"),
            arg2=arg2 or self._no_argument("Arg2"),
            senses=senses,
            connective=connective,
            inserted=self._inserted(row, type),
            second_inserted=row.values.get("second_connective") or row.values.get("second_inserted") or None,
            second_senses=second_senses,
            sup1=sup1,
            sup2=sup2,
            provenance=row.values.get("provenance") or None,
        )
        return replace(relation, extras=self._extras(row, relation))

    def _senses(self, row: Row) -> tuple[RelationType, tuple[str, ...], tuple[str, ...]]:
        type = self._type(row)
        if row.values[SENSES[0]] == RelationType.NOREL and type is RelationType.IMPLICIT:
            self.repairs.add("Implicit rows with the sense NoRel, read as NoRel")
            type = RelationType.NOREL
        labels = [self._sense(row, name, type) for name in SENSES]
        if type in TYPED:
            return type, (str(type),) if type is RelationType.ENTREL else (), ()
        return type, tuple(filter(None, labels[:2])), tuple(filter(None, labels[2:]))

    def _type(self, row: Row) -> RelationType:
        value = row.values["type"]
        if value not in self.dialect.types:
            types = ", ".join(self.dialect.types)
            raise self._fault(f"expected one of {types}, got {value!r}", row, "type")
        return RelationType(value)

    def _sense(self, row: Row, name: str, type: RelationType) -> str:
        label = row.values[name]
        if not label:
            return label
        if type in TYPED:
            if label == type and name == SENSES[0]:
                return label
            raise self._fault(f"expected no sense in {type} row, got {label!r}", row, name)
        try:
            sense, changed = normalise(label, self.dialect.senses)
        except SenseError as error:
            raise self._fault(str(error), row, name) from None
        self.repairs.add("senses in another spelling", changed)
        return sense

    def _span(self, row: Row, name: str) -> Span | None:
        pieces = row.spans[name]
        if not pieces:
            return None
        try:
            raw = self.raw.span_at(pieces, snap=self.dialect.rough)
        except SpanError as error:
            raise self._fault(str(error), row, name) from None
        if raw.pieces != pieces and self.dialect.rough:
            self.repairs.add("spans set to whole tokens" if raw else "spans of blanks left out")
        return self.tokens.span(raw.indices) or None

    def _no_argument(self, name: str) -> Span:
        self.repairs.add(f"rows without {name}")
        return self.tokens.span(())

    def _inserted(self, row: Row, type: RelationType) -> str | None:
        if type is not RelationType.IMPLICIT:
            return None
        value = row.values.get("inserted", row.values.get("connective", ""))
        return None if value == self.dialect.uninserted else value or None

    def _extras(self, row: Row, relation: DiscourseRelation) -> dict[str, str]:
        """Return the fields that do not follow from the relation; spans refer to the document's own text."""
        expected = derived(relation, self.doc_id, self.raw, self.dialect)
        extras: dict[str, str] = {}
        for name, value in row.values.items():
            follows = value == expected.get(name, "") or (name == "anchor" and value == _anchor(row))
            if name not in FIXED and not follows:
                span = self._span(row, name) if name in row.spans else None
                extras[name] = format_spans(span.pieces) if span else value
        return extras

    def _fault(self, message: str, row: Row, field: str) -> FormatError:
        return FormatError(message, self.path, line=row.line, field=field)


def parse_rows(
    path: Path, lines: Iterable[tuple[int, str]], dialect: Dialect, size: int, on_error: OnError
) -> list[Row]:
    """Parse the numbered lines of a file; their offsets point into a raw text of `size` characters."""

    def row(numbered_line: tuple[int, str]) -> Row:
        number, line = numbered_line
        fields = line.split("|")
        if len(fields) != len(dialect.fields):
            message = f"expected {len(dialect.fields)} fields between |, found {len(fields)}"
            raise FormatError(message, path, line=number)
        values = dict(zip(dialect.fields, fields, strict=True))
        return parse_row(path, {"type": number}, values, dialect, size)

    return list(map_usable(row, (line for line in lines if line[1].strip()), on_error))


def edges(rows: Sequence[Row]) -> Iterator[int]:
    """Yield the offsets where a span of some row begins or ends."""
    return (edge for row in rows for pieces in row.spans.values() for piece in pieces for edge in piece)


def western_encoding(path: Path) -> str | None:
    """Return Latin-1 for an English file that is not in UTF-8, with a warning; else None."""
    with opened(path) as file:
        data = file.read()
    try:
        decode(data, path)
    except FormatError:
        if data.startswith(UTF16_MARKS):
            raise
        warnings.warn(DataWarning(path, "bytes of Latin-1, not of UTF-8", 1), stacklevel=2)
        return "latin-1"
    return None


def read_raw(raw: Path, pipe: Path, detect_encoding: Callable[[Path], str | None] | None = None) -> str:
    """Read the raw text of a pipe file, in the encoding detected; refuse an empty or masked text."""
    if not raw.is_file():
        raise FormatError(f"expected the raw text of {pipe}, found no such file", raw)
    text = read_text(raw, detect_encoding(raw) if detect_encoding else None)
    words = "".join(text.split())
    if not words:
        raise FormatError("expected a text, found none", raw)
    if "\0" in words:
        raise FormatError("expected a text in UTF-8, found NUL characters as in UTF-16", raw)
    if 2 * words.count("_") > len(words):
        raise FormatError("the text is masked (_): restore it first", raw)
    return text


def write_folder(
    documents: Iterable[Document],
    path: str | Path,
    format: str,
    contents: Callable[[Document, Unsupported], dict[str, str]],
) -> None:
    """Write the files of documents to a directory; `contents` gives their texts by name, pipe file first."""
    unsupported = Unsupported(format)
    with replacing(path) as folder:
        folder.mkdir()
        for document in documents:
            file_name(document.id, path)
            if not document.tokens:
                unsupported.add("documents without tokens", "in all")
                continue
            for number, (name, text) in enumerate(contents(document, unsupported).items()):
                if number == 0 and (folder / name).exists():
                    raise FormatError(f"a second document {document.id!r}", path)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8", newline="")
    unsupported.warn(stacklevel=4)


def join_lines(lines: Iterable[str]) -> str:
    """Join lines to the text of a file."""
    return "".join(f"{line}\n" for line in lines)


def parse_row(
    path: Path, lines: Mapping[str, int], values: Mapping[str, str], dialect: Dialect, size: int
) -> Row:
    """Parse the span fields of a row; `lines` are the line numbers of its fields, at least of the type."""
    spans: dict[str, tuple[Offsets, ...]] = {}
    for name in dialect.fields:
        if name.endswith("_spans"):
            try:
                spans[name] = _checked(parse_spans(values[name]), size, rough=dialect.rough)
            except SpanError as error:
                line = lines.get(name, lines["type"])
                raise FormatError(str(error), path, line=line, field=name) from None
    return Row(lines["type"], values, spans)


def _checked(pieces: tuple[Offsets, ...], size: int, *, rough: bool) -> tuple[Offsets, ...]:
    if pieces and max(end for _, end in pieces) > size:
        raise SpanError(f"{format_spans(pieces)} goes beyond the raw text of {size} characters")
    pieces = tuple(sorted(pieces))
    if not rough and any(before[1] > after[0] for before, after in pairwise(pieces)):
        raise SpanError(f"the pieces of {format_spans(pieces)} overlap")
    return pieces


def _anchor(row: Row) -> str:
    """Return the anchor that goes with the spans of a row before they are set to whole tokens."""
    connective, arg2 = row.spans["connective_spans"], row.spans["arg2_spans"]
    return format_spans(connective[:1]) or "".join(str(begin) for begin, _ in arg2[:1])
