"""Sentences of gold and system side by side, from files or from documents.

The official program reads files with defects. It takes the end of a file, and each superfluous blank line,
for a sentence without words; loses the predicate and the roles on the last line of a file that does not end
with a blank line; compares heads as text; and takes missing cells for a predicate without a sense, or an
argument without a role.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, HEAD, Block, Row
from relata.formats.conll2008.writing import sentence_rows
from relata.formats.warnings import Unsupported
from relata.scoring.conll2008.analysis import Analysis, Options, analysis, content, framed, words

Pair = tuple[Analysis, Analysis]


def read_pairs(
    gold: str | Path, system: str | Path, options: Options, *, on_error: OnError = strict
) -> Iterator[Pair]:
    """Read the sentences of two files, pair by pair; memory holds one pair.

    A pair with a fault on either side is left out if `on_error` returns.
    """
    if options.official:
        yield from _official_pairs(gold, system, options)
    else:
        yield from _pairs(_file(gold, on_error), _file(system, on_error), options, on_error)


def document_pairs(gold: Iterable[Document], system: Iterable[Document], options: Options) -> Iterator[Pair]:
    """Pair the sentences of documents."""
    return _pairs(_documents(gold, "gold"), _documents(system, "system"), options, strict)


@dataclass(frozen=True, slots=True)
class _SentenceRows:
    """Rows of a sentence, None if they are faulty, with their place."""

    rows: list[Row] | None
    path: str
    line: int | None = None

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


def _file(path: str | Path, on_error: OnError) -> Iterator[_SentenceRows]:
    for block in table.blocks(path):
        if block.rows or block.fault:
            rows: list[Row] | None = None
            try:
                rows = table.checked(block, path, on_error)
            except FormatError as error:
                on_error(error)
            yield _SentenceRows(rows, str(path), block.line)


def _documents(documents: Iterable[Document], side: str) -> Iterator[_SentenceRows]:
    for document in documents:
        for rows in sentence_rows(document, Unsupported("CoNLL-2008")):
            yield _SentenceRows(rows, f"{side} document {document.id}")


def _pairs(
    gold: Iterator[_SentenceRows], system: Iterator[_SentenceRows], options: Options, on_error: OnError
) -> Iterator[Pair]:
    for expected, actual in zip_longest(gold, system):
        if expected is None or actual is None:
            longer = expected or actual
            raise FormatError("a sentence that the other side does not have", longer.path, line=longer.line)
        if expected.rows is None or actual.rows is None:
            continue
        try:
            yield _pair(expected, expected.rows, actual, actual.rows, options)
        except FormatError as error:
            on_error(error)


def _pair(
    expected: _SentenceRows, gold: list[Row], actual: _SentenceRows, system: list[Row], options: Options
) -> Pair:
    if len(gold) != len(system):
        message = f"expected {len(gold)} tokens, as at {expected}, found {len(system)}"
        raise FormatError(message, actual.path, line=actual.line)
    annotated = analysis(gold, options, expected.path, expected.line)
    if None in annotated.heads:
        line = None if expected.line is None else expected.line + annotated.heads.index(None)
        raise FormatError("expected a head: this is the gold", expected.path, line=line, field="HEAD")
    return annotated, analysis(system, options, actual.path, actual.line)


def _official_pairs(gold: str | Path, system: str | Path, options: Options) -> Iterator[Pair]:
    """Read the pairs of two files as the official program does; both sides may be empty."""
    ended = True
    for expected, actual in zip_longest(table.blocks(gold), table.blocks(system)):
        if expected is None or actual is None:
            block, path = (actual, system) if expected is None else (expected, gold)
            if block.rows or block.fault:  # more than a blank line at the end
                raise FormatError("a sentence that the other file does not have", path, line=block.line)
            continue
        if fault := expected.fault or actual.fault:
            raise fault
        if len(expected.rows) != len(actual.rows):
            place = f"{gold}:{expected.line}"
            message = f"expected {len(expected.rows)} tokens, as at {place}, found {len(actual.rows)}"
            raise FormatError(message, system, line=actual.line)
        yield _official_analysis(expected, options), _official_analysis(actual, options)
        ended = expected.closed and actual.closed
    if ended:
        yield Analysis(), Analysis()


def _official_analysis(block: Block, options: Options) -> Analysis:
    if not block.rows:
        return Analysis()
    rows = [row + [""] * (table.ARGS - len(row)) for row in block.rows]
    frames, skipped = framed(rows if block.closed else rows[:-1], options)
    keys = tuple(row[HEAD] for row in rows)
    return Analysis(
        *words(rows),
        heads=tuple(map(table.number, keys)),
        head_keys=keys,
        deprels=tuple(row[DEPREL] for row in rows),
        frames=frames,
        skipped=skipped,
        content=content(block.rows),
        line=block.line,
    )
