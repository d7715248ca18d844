"""Tables with one row for each discourse relation: records, CSV, TSV, HTML, Parquet and Excel.

The columns are the same everywhere; `SCHEMA` names their version. A column may be added within a version, but
none is renamed, removed or moved. CSV, TSV and HTML need the standard library alone.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, optional_module
from relata.formats.files import distinct, one_line, replacing, write_text
from relata.formats.warnings import Unsupported

SCHEMA = "relata-table/1"
"""Name and version of the columns."""

COLUMNS: dict[str, type] = {
    "document": str,
    "language": str,
    "relation": int,
    "type": str,
    "sense": str,
    "senses": str,
    "score": float,
    "connective": str,
    "arg1": str,
    "arg2": str,
    "inserted": str,
    "connective_offsets": str,
    "arg1_offsets": str,
    "arg2_offsets": str,
    "connective_sentence": int,
    "arg1_sentence": int,
    "arg2_sentence": int,
    "before": str,
    "context": str,
    "after": str,
}
"""Columns in order, with the type of their values; every value may be missing but the first four."""

EXCEL_ROWS = 1_048_576
EXCEL_CHARACTERS = 32_767
"""Rows of a sheet and characters of a cell that Excel can hold."""

Record = dict[str, Any]


def records(document: Document) -> Iterator[Record]:
    """Yield a record for each relation of a document, with the columns of `COLUMNS`.

    Relations and sentences are numbered from 1. Offsets are characters of the text, end exclusive
    ("0-22;31-42"). `context` is the text of all sentences that the relation stands in.
    """
    for number, relation in enumerate(document.relations, start=1):
        parts = {"connective": relation.connective, "arg1": relation.arg1, "arg2": relation.arg2}
        record: Record = {
            "document": document.id,
            "language": document.language,
            "relation": number,
            "type": str(relation.type),
            "sense": relation.sense,
            "senses": "|".join(relation.all_senses) or None,
            "score": relation.score,
            "inserted": relation.inserted,
            **{name: span.text if span else None for name, span in parts.items()},
            **{f"{name}_offsets": _offsets(span) for name, span in parts.items()},
            **{f"{name}_sentence": _sentence(document, span) for name, span in parts.items()},
            **_context(document, relation),
        }
        yield {name: record[name] for name in COLUMNS}


def render_csv(documents: Iterable[Document], *, delimiter: str = ",") -> Iterator[str]:
    """Yield the lines of a CSV table; the first has the names of the columns.

    With tabs as delimiter, tabs and line breaks inside of cells become blanks.
    """
    line = io.StringIO()
    writer = csv.DictWriter(line, COLUMNS, delimiter=delimiter, lineterminator=_BOTH_ENDS)
    writer.writeheader()
    yield _written(line)
    for document in documents:
        for record in records(document):
            if delimiter == "\t":
                record = {name: _in_one_line(value) for name, value in record.items()}
            writer.writerow(record)
            yield _written(line)


_BOTH_ENDS = "\r\n"
"""End of rows while they are written: cells with a character of it are quoted, so neither ends a row."""


def _written(line: io.StringIO) -> str:
    """Take the row that was written, ended by a line feed alone."""
    row = line.getvalue().removesuffix(_BOTH_ENDS)
    line.seek(0)
    line.truncate()
    return f"{row}\n"


def render_html(documents: Iterable[Document]) -> Iterator[str]:
    """Yield the pieces of a page with a plain table, without scripts."""
    yield (
        f'<!doctype html>\n<meta charset="utf-8">\n<meta name="generator" content="{SCHEMA}">\n'
        "<title>Relations</title>\n<style>table{border-collapse:collapse;font:14px sans-serif}"
        "td,th{border:1px solid #bbb;padding:.3em;vertical-align:top;text-align:left}</style>\n<table>\n"
    )
    yield _html_row("th", COLUMNS)
    for document in documents:
        for record in records(document):
            yield _html_row("td", record.values())
    yield "</table>\n"


TABLES = ("csv", "tsv", "html", "xlsx", "parquet")
"""Names of the formats."""

RENDERERS: dict[str, Callable[[Iterable[Document]], Iterator[str]]] = {
    "csv": render_csv,
    "tsv": partial(render_csv, delimiter="\t"),
    "html": render_html,
}
"""Functions that render the formats that are text."""


def write_csv(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations of documents to a CSV file."""
    _write(render_csv(distinct(documents, path)), path)


def write_tsv(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations of documents to a file of columns separated by tabs."""
    _write(render_csv(distinct(documents, path), delimiter="\t"), path)


def write_html(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations of documents to a page with a plain table."""
    _write(render_html(distinct(documents, path)), path)


def write_parquet(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations of documents to a Parquet file, a row group for each thousand documents."""
    arrow, parquet = (
        optional_module("pyarrow", extra="tables"),
        optional_module("pyarrow.parquet", extra="tables"),
    )
    types = {str: arrow.string(), int: arrow.int32(), float: arrow.float64()}
    schema = arrow.schema(
        [(name, types[kind]) for name, kind in COLUMNS.items()], metadata={"relata.schema": SCHEMA}
    )
    with replacing(path) as fresh, parquet.ParquetWriter(fresh, schema) as file:
        for rows in _groups(distinct(documents, path)):
            file.write_table(arrow.Table.from_pylist(rows, schema=schema))


def write_excel(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations of documents to a workbook; warn of texts too long for a cell."""
    openpyxl = optional_module("openpyxl", extra="tables")
    illegal = optional_module("openpyxl.cell.cell", extra="tables").ILLEGAL_CHARACTERS_RE
    unsupported = Unsupported("xlsx")
    book = openpyxl.Workbook(write_only=True)
    book.properties.description = SCHEMA
    sheet = book.create_sheet("relations")
    sheet.freeze_panes = "A2"
    sheet.append(list(COLUMNS))
    rows = count(start=2)

    def cell(value: object) -> object:
        if not isinstance(value, str):
            return value
        if len(value) > EXCEL_CHARACTERS:
            unsupported.add(f"more than {EXCEL_CHARACTERS} characters", "cells")
        content = openpyxl.cell.WriteOnlyCell(sheet, illegal.sub("\ufffd", value[:EXCEL_CHARACTERS]))
        content.data_type = "s"  # a text that begins with "=" is no formula
        return content

    for document in distinct(documents, path):
        for record in records(document):
            if next(rows) > EXCEL_ROWS:
                raise FormatError(f"more than {EXCEL_ROWS} rows, which a sheet cannot hold", path)
            sheet.append([cell(value) for value in record.values()])
    with replacing(path) as fresh:
        book.save(fresh)
    unsupported.warn()


def _write(parts: Iterable[str], path: str | Path) -> None:
    with replacing(path) as fresh:
        write_text(fresh, parts, path)


def _groups(documents: Iterable[Document], size: int = 1000) -> Iterator[list[Record]]:
    rows: list[Record] = []
    for number, document in enumerate(documents, start=1):
        rows += records(document)
        if number % size == 0:
            yield rows
            rows = []
    yield rows


def _offsets(span: Span | None) -> str | None:
    return ";".join(f"{begin}-{end}" for begin, end in span.pieces) if span else None


def _sentence(document: Document, span: Span | None) -> int | None:
    """Return the number of the sentence in which a span begins, from 1."""
    return document.tokens.sentence_of(span.ranges[0][0]) + 1 if span else None


def _context(document: Document, relation: DiscourseRelation) -> Record:
    """Return the text of the sentences of a relation, and of the sentences before and after them."""
    spans = [span for span in (relation.connective, relation.arg1, relation.arg2) if span]
    if not spans:
        return {"before": None, "context": None, "after": None}
    tokens, sentences = document.tokens, document.sentences
    first = min(tokens.sentence_of(span.ranges[0][0]) for span in spans)
    last = max(tokens.sentence_of(span.ranges[-1][1] - 1) for span in spans)
    begin, end = sentences[first].offsets[0], sentences[last].offsets[1]
    return {
        "before": sentences[first - 1].text if first else None,
        "context": document.text[begin:end],
        "after": sentences[last + 1].text if last + 1 < len(sentences) else None,
    }


def _in_one_line(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _html_row(tag: str, values: Iterable[object]) -> str:
    cells = ("" if value is None else html.escape(str(value)) for value in values)
    return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>\n"
