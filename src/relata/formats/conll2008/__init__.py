"""CoNLL-2008: tokens with tags, dependencies, predicates and their roles, in columns.

The tokens of a document are the split ones (`York`, `-`, `based`), its text is their forms. The columns of
the unsplit word are kept in MISC, so that a file that is read and written comes back byte for byte.
"""

from __future__ import annotations

import re
import warnings
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from relata.document import NO_HEAD, Document, Tokens
from relata.document.dependency_tree import is_tree
from relata.document.relations import Argument, Proposition
from relata.errors import DataWarning, FormatError, OnError, map_usable, strict
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import (
    DEPREL,
    EMPTY,
    FORM,
    OPEN,
    PPOSS,
    PRED,
    SPLIT_FORM,
    SPLIT_LEMMA,
    SUPPORT,
    Row,
    encode,
    sense,
)
from relata.formats.conll2008.writing import lines, write
from relata.formats.files import files_in
from relata.formats.warnings import Repairs
from relata.segmentation import detect_language

__all__ = ["lines", "read", "strip_su", "write"]

SUFFIXES = (".conll08", ".conll")
CLOSED = re.compile(r"(.+)\.closed(?:\.GOLD)?")
"""Names of the closed track's files in the LDC's release, such as test.wsj.closed.GOLD."""


def read(
    path: str | Path, *, open_track: str | Path | None = None, on_error: OnError = strict
) -> Iterator[Document]:
    """Read the document of a file, or those of a directory: its `.conll08` and `.conll` files, or a release.

    A release (LDC2009T12) has its `train.closed`, `devel.closed` ... in folders. A file is one document,
    named after it. `open_track` is the file with the open track's columns for the same rows, or for a
    release the directory with such files (`train.open`). A sentence with a fault is left out if `on_error`
    returns; missing cells become "_".
    """
    source = Path(path)
    released = release_files(source) if source.is_dir() else []
    if source.is_dir() and open_track is not None and not released:
        raise FormatError("expected a file: the open track goes with one", path)
    files = released or files_in(path, *SUFFIXES)
    if open_track is None or not source.is_dir():
        pairs: Iterable[tuple[Path, str | Path | None]] = ((file, open_track) for file in files)
    else:
        pairs = _with_open_files(files, Path(open_track))
    yield from map_usable(lambda pair: _document(*pair, on_error), pairs, on_error)


def release_files(folder: Path) -> list[Path]:
    """List the files of the closed track below a folder; of a test set, the one with gold columns."""
    paths = (path for path in folder.rglob("*.closed*") if CLOSED.fullmatch(path.name))
    by_place = {(path.parent, document_name(path)): path for path in sorted(paths)}  # .closed.GOLD comes last
    return list(by_place.values())


def document_name(path: Path) -> str:
    """Return the name of the document in a file."""
    match = CLOSED.fullmatch(path.name)
    return match[1] if match else path.stem


def _with_open_files(files: Iterable[Path], folder: Path) -> Iterator[tuple[Path, Path]]:
    """Pair files of the closed track with those of the open track, which are somewhere below a folder."""
    places = {path.name: path for path in sorted(folder.rglob("*.open"))}
    for file in files:
        name = f"{document_name(file)}.open"
        if name not in places:
            raise FormatError(f"expected {name}, the open track of {file}", folder)
        yield file, places[name]


def strip_su(document: Document) -> Document:
    """Return the document without support chains: neither pseudo-predicates nor arguments `SU`."""
    return document.with_propositions(
        replace(
            proposition,
            arguments=tuple(argument for argument in proposition.arguments if argument.role != SUPPORT),
        )
        for proposition in document.propositions
        if sense(proposition.roleset or "") != SUPPORT
    )


def _document(path: Path, open_track: str | Path | None, on_error: OnError) -> Document:
    builder = ColumnsBuilder(path, document_name(path))
    repairs = Repairs(path)

    def note_missing_cells(error: FormatError) -> None:
        on_error(error)
        repairs.add("sentences with missing cells, read as _")

    for block, open_rows in _aligned(path, open_track, on_error):
        if not (block.rows or block.fault):
            repairs.add("blank lines too many")
            continue
        try:
            rows = table.checked(block, path, note_missing_cells)
            spaced = _spaced(rows)
            misc = [
                encode(row, open_rows[n] if open_rows else (), spaced=spaced[n]) for n, row in enumerate(rows)
            ]
            builder.add(rows, spaced, {"misc": misc}, block.line)
        except FormatError as error:
            on_error(error)
        if not block.closed:
            repairs.add("no blank line at the end")
    repairs.warn()
    return builder.document()


def _aligned(
    path: Path, open_track: str | Path | None, on_error: OnError
) -> Iterator[tuple[table.Block, Sequence[Row]]]:
    """Yield the blocks of a file, each with its rows of the open track."""
    if open_track is None:
        yield from ((block, ()) for block in table.blocks(path))
        return
    for block, other in zip_longest(table.blocks(path), table.blocks(open_track)):
        if block is None or other is None:
            longer = block or other
            line = longer.line if longer else None
            raise FormatError(f"expected as many lines as {path} has", open_track, line=line)
        try:
            _check_open(block, other, open_track)
        except FormatError as error:
            on_error(error)
        else:
            yield block, other.rows


def _check_open(block: table.Block, other: table.Block, path: str | Path) -> None:
    if other.fault:
        raise other.fault
    if len(other.rows) != len(block.rows):
        message = f"expected {len(block.rows)} rows, as the sentence has, found {len(other.rows)}"
        raise FormatError(message, path, line=other.line)
    for line, row in enumerate(other.rows, start=other.line):
        if len(row) != len(OPEN):
            raise FormatError(f"expected {len(OPEN)} fields, found {len(row)}", path, line=line)


class ColumnsBuilder:
    """Collector of the columns, the text and the propositions of one document."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.words: list[str] = []
        self.gaps: list[str] = []
        self.starts, self.heads = array("i"), array("i")
        self.columns: defaultdict[str, list[str | None]] = defaultdict(list)
        self.frames: list[tuple[int, str, list[tuple[int, str]]]] = []
        self.untreelike: list[int] = []

    def add(
        self, rows: list[Row], spaced: Sequence[bool], others: Mapping[str, Sequence[str | None]], line: int
    ) -> None:
        """Add the rows of a sentence, blanks where `spaced` is true, and other columns of tokens."""
        heads = self._heads(rows, line)
        if None not in heads and not is_tree(heads):
            self.untreelike.append(line)
        first = len(self.words)
        self.starts.append(first)
        self.words += (row[SPLIT_FORM] for row in rows)
        self.gaps += (" " if blank else "" for blank in spaced)
        self.heads.extend(NO_HEAD if head is None else head for head in heads)
        self.columns["lemma"] += (_known(row[SPLIT_LEMMA]) for row in rows)
        self.columns["tag"] += (_known(row[PPOSS]) for row in rows)
        self.columns["deprel"] += (_known(row[DEPREL]) if len(row) > DEPREL else None for row in rows)
        for name, values in others.items():
            self.columns[name] += values
        for column, predicate in enumerate(table.predicates(rows), start=table.ARGS):
            roles = [(first + n, row[column]) for n, row in enumerate(rows) if row[column] != EMPTY]
            self.frames.append((first + predicate, rows[predicate][PRED], roles))

    def document(self) -> Document:
        """Build the document of the added sentences."""
        if not self.starts:
            raise FormatError("expected sentences, found none", self.path)
        if 2 * sum(not word.strip(EMPTY) for word in self.words) > len(self.words):
            raise FormatError("the text is masked (_): restore it first", self.path)
        if self.untreelike:
            kind = "sentences whose heads form no tree, of which this is the first"
            place = f"{self.path}:{self.untreelike[0]}"
            warnings.warn(DataWarning(place, kind, len(self.untreelike)), stacklevel=2)
        tokens = Tokens.of_words(
            self.words,
            self.gaps[:-1],
            sentence_starts=self.starts,
            heads=self.heads if any(head != NO_HEAD for head in self.heads) else None,
            **{name: column if any(column) else None for name, column in self.columns.items()},
        )
        return Document(
            self.name,
            detect_language(tokens.text),
            tokens,
            propositions=tuple(self._propositions(tokens)),
        )

    def _propositions(self, tokens: Tokens) -> Iterator[Proposition]:
        for predicate, roleset, roles in self.frames:
            arguments = tuple(Argument(role, tokens.span((token,)), token) for token, role in roles)
            yield Proposition(tokens.span((predicate,)), roleset, arguments)

    def _heads(self, rows: list[Row], line: int) -> list[int | None]:
        heads = [table.head(row, self.path, line + n) for n, row in enumerate(rows)]
        for number, head in enumerate(heads):
            if head is not None and not 0 <= head <= len(rows):
                message = f"expected 0 to {len(rows)}, found {head}"
                raise FormatError(message, self.path, line=line + number, field="HEAD")
        return heads


def _spaced(rows: list[Row]) -> list[bool]:
    """Return for each token whether a blank follows: not inside a word that its parts spell."""
    spaced = [True] * len(rows)
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and rows[end][FORM] == EMPTY != rows[end][SPLIT_FORM]:
            continue
        parts = "".join(row[SPLIT_FORM] for row in rows[start:end])
        if rows[start][FORM] == parts:
            spaced[start : end - 1] = [False] * (end - 1 - start)
        start = end
    return spaced


def _known(value: str) -> str | None:
    return None if value == EMPTY else value
