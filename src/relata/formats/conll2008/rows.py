"""The rows of CoNLL-2008 files: sentence by sentence, checked, and repaired where that may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.files import read_lines

COLUMNS = (
    "ID",
    "FORM",
    "LEMMA",
    "GPOS",
    "PPOS",
    "SPLIT_FORM",
    "SPLIT_LEMMA",
    "PPOSS",
    "HEAD",
    "DEPREL",
    "PRED",
)
"""The columns before those of the arguments, of which each predicate has one."""

FORM, LEMMA, GPOS, PPOS, SPLIT_FORM, SPLIT_LEMMA, PPOSS, HEAD, DEPREL, PRED, ARGS = range(1, 12)
GIVEN = HEAD
"""How many columns a test file has: the rest is for systems to predict."""

EMPTY = "_"
Row = list[str]


@dataclass(slots=True)
class Block:
    """What stands between blank lines: a sentence, or nothing where one blank line follows another.

    `line` is the number of its first row; `closed` says that a blank line follows; `fault` is the first of
    its lines that could not be read.
    """

    line: int
    rows: list[Row] = field(default_factory=list)
    closed: bool = False
    fault: FormatError | None = None


def blocks(path: str | Path) -> Iterator[Block]:
    """The blocks of a file, as they stand; memory holds one."""
    block = Block(1)

    def note(error: FormatError) -> None:
        block.fault = block.fault or error

    for number, line in read_lines(path, on_error=note):
        if "\0" in line:
            note(FormatError("expected text, found NUL", path, line=number))
        if row := fields(line):
            block.rows.append(row)
        else:
            block.closed = True
            yield block
            block = Block(number + 1)
    if block.rows or block.fault:
        yield block


def fields(line: str) -> Row:
    """The fields of a line, between blanks and tabs."""
    return [value for value in line.replace("\t", " ").split(" ") if value]


def checked(block: Block, path: str | Path, on_error: OnError) -> list[Row]:
    """The rows of a sentence: ids from 1, and all as long as its predicates ask for.

    Missing cells go to `on_error` and become "_" if it returns. All other faults are raised.
    """
    if block.fault:
        raise block.fault
    for number, row in enumerate(block.rows, start=1):
        line = block.line + number - 1
        if len(row) < GIVEN:
            raise FormatError(f"expected at least {GIVEN} fields, found {len(row)}", path, line=line)
        if row[0] != str(number):
            raise FormatError(f"expected {number}, found {row[0]!r}", path, line=line, field="ID")
    if all(len(row) == GIVEN for row in block.rows):
        return block.rows
    return _even(block, path, on_error)


def predicates(rows: list[Row]) -> list[int]:
    """The rows, from 0, of the predicates."""
    return [index for index, row in enumerate(rows) if len(row) > PRED and row[PRED] != EMPTY]


def head(row: Row, path: str | Path, line: int | None) -> int | None:
    """The head of a row, None for "_"; whether it is in the sentence is not looked at."""
    value = row[HEAD] if len(row) > HEAD else EMPTY
    if value == EMPTY:
        return None
    if (found := number(value)) is None:
        raise FormatError(f"expected the ID of a token, or 0, found {value!r}", path, line=line, field="HEAD")
    return found


def number(value: str) -> int | None:
    """An integer, None for what is none."""
    digits = value.removeprefix("-")
    return int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _even(block: Block, path: str | Path, on_error: OnError) -> list[Row]:
    """The rows with as many fields as there must be."""
    arguments = len(predicates(block.rows))
    width = ARGS + arguments
    short: FormatError | None = None
    for line, row in enumerate(block.rows, start=block.line):
        if len(row) == width:
            continue
        expected = f"{width} fields ({ARGS}, and {arguments} for predicates)"
        fault = FormatError(f"expected {expected}, found {len(row)}", path, line=line)
        if len(row) > width:
            raise fault
        short = short or fault
    if short is None:
        return block.rows
    on_error(short)
    return [row + [EMPTY] * (width - len(row)) for row in block.rows]
