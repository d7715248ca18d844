"""Sentences of gold and system side by side, from files or from documents: checked, and counted in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import Row
from relata.formats.conll2008.writing import sentence_rows
from relata.formats.unsupported import Unsupported
from relata.scoring.conll2008.analysis import Analysis, analysis
from relata.scoring.conll2008.official_reading import official_pairs
from relata.scoring.conll2008.options import Options

Pair = tuple[Analysis, Analysis]


def read_pairs(
    gold: str | Path, system: str | Path, options: Options, *, on_error: OnError = strict
) -> Iterator[Pair]:
    """The sentences of two files, pair by pair; memory holds one pair.

    A pair with a fault on either side is left out if `on_error` returns.
    """
    if options.official:
        yield from official_pairs(gold, system, options)
    else:
        yield from _pairs(_file(gold, on_error), _file(system, on_error), options, on_error)


def document_pairs(gold: Iterable[Document], system: Iterable[Document], options: Options) -> Iterator[Pair]:
    """The sentences of documents, pair by pair."""
    return _pairs(_documents(gold, "gold"), _documents(system, "system"), options, strict)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The rows of a sentence, None if they are faulty, and where they stand."""

    rows: list[Row] | None
    path: str
    line: int | None = None

    def __str__(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


def _file(path: str | Path, on_error: OnError) -> Iterator[_Sentence]:
    for block in table.blocks(path):
        if block.rows or block.fault:
            rows: list[Row] | None = None
            try:
                rows = table.checked(block, path, on_error)
            except FormatError as error:
                on_error(error)
            yield _Sentence(rows, str(path), block.line)


def _documents(documents: Iterable[Document], side: str) -> Iterator[_Sentence]:
    for document in documents:
        for rows in sentence_rows(document, Unsupported("CoNLL-2008")):
            yield _Sentence(rows, f"{side} document {document.id}")


def _pairs(
    gold: Iterator[_Sentence], system: Iterator[_Sentence], options: Options, on_error: OnError
) -> Iterator[Pair]:
    for ours, theirs in zip_longest(gold, system):
        if ours is None or theirs is None:
            raise _unpaired(ours or theirs)
        if ours.rows is None or theirs.rows is None:
            continue
        try:
            pair = _pair(ours, ours.rows, theirs, theirs.rows, options)
        except FormatError as error:
            on_error(error)
        else:
            yield pair


def _pair(ours: _Sentence, gold: list[Row], theirs: _Sentence, system: list[Row], options: Options) -> Pair:
    if len(gold) != len(system):
        message = f"expected {len(gold)} tokens, as at {ours}, found {len(system)}"
        raise FormatError(message, theirs.path, line=theirs.line)
    expected = analysis(gold, options, ours.path, ours.line)
    if None in expected.heads:
        line = None if ours.line is None else ours.line + expected.heads.index(None)
        raise FormatError("expected a head: this is the gold", ours.path, line=line, field="HEAD")
    return expected, analysis(system, options, theirs.path, theirs.line)


def _unpaired(longer: _Sentence | None) -> FormatError:
    place = longer or _Sentence(None, "")
    return FormatError("a sentence that the other side does not have", place.path, line=place.line)
