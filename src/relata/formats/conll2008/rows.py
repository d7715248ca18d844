"""Rows of CoNLL-2008 files: checked and repaired sentence by sentence; their columns in MISC.

MISC keeps the columns that a document has no place for: the unsplit word that a token is a part of
(`FORM=York-based|LEMMA=...|PPOS=JJ`, and `FORM=_` on the parts after the first), the gold tag of that word
(`GPOS=JJ`), and the columns of the open track. Columns of the word that equal the token's own are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.conllu import parse_items
from relata.formats.conllu.writing import escaped
from relata.formats.files import read_lines

FORM, LEMMA, GPOS, PPOS, SPLIT_FORM, SPLIT_LEMMA, PPOSS, HEAD, DEPREL, PRED, ARGS = range(1, 12)
"""Columns after the ID; each predicate has one for its arguments, from `ARGS`."""

GIVEN = HEAD
"""Number of columns of a test file: systems predict the rest."""

EMPTY = "_"
Row = list[str]

SUPPORT = "SU"
"""Sense of pseudo-predicates (`take.SU`), which join a nominal predicate to its support; also a role."""

OPEN = ("CONLL2003", "BBN", "WNSS", "MALT_HEAD", "MALT_DEPREL")
"""The columns of the open track's file."""

_WORD = {"FORM": FORM, "LEMMA": LEMMA, "GPOS": GPOS, "PPOS": PPOS}
_UNSPACED = "SpaceAfter=No"
MISC_NAMES = {*_WORD, *OPEN, "SpaceAfter", "SpacesAfter"}
"""Names of the items of MISC that CoNLL-2008 supports."""


@dataclass(slots=True)
class Block:
    """The rows between two blank lines: a sentence, or nothing.

    `line` is the number of its first row; `closed` is true if a blank line follows; `fault` is the first
    decoding error.
    """

    line: int
    rows: list[Row] = field(default_factory=list)
    closed: bool = False
    fault: FormatError | None = None


def blocks(path: str | Path) -> Iterator[Block]:
    """Yield the blocks of a file, unchecked; memory holds one."""
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
    """Split a line at blanks and tabs."""
    return [value for value in line.replace("\t", " ").split(" ") if value]


def checked(block: Block, path: str | Path, on_error: OnError) -> list[Row]:
    """Check the rows of a sentence: ids from 1, and a column for each predicate.

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
    """Return the indices of the predicates' rows."""
    return [index for index, row in enumerate(rows) if len(row) > PRED and row[PRED] != EMPTY]


def head(row: Row, path: str | Path, line: int | None) -> int | None:
    """Return the head of a row, None for "_"; it may be outside the sentence."""
    value = row[HEAD] if len(row) > HEAD else EMPTY
    if value == EMPTY:
        return None
    if (head_id := number(value)) is None:
        raise FormatError(f"expected the ID of a token, or 0, found {value!r}", path, line=line, field="HEAD")
    return head_id


def number(value: str) -> int | None:
    """Return the integer that a value holds, or None."""
    digits = value.removeprefix("-")
    return int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _even(block: Block, path: str | Path, on_error: OnError) -> list[Row]:
    """Return the rows filled up to the same number of fields."""
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


def sense(pred: str) -> str:
    """Return the sense that PRED names, as the task reads it: between its first and second dot.

    >>> sense("take.01"), sense("take.01.99"), sense("take")
    ('01', '01', '')
    """
    return pred.split(".", 2)[1] if "." in pred else ""


def encode(row: Row, open_row: Sequence[str], *, spaced: bool) -> str | None:
    """Return the MISC of a token; `spaced` is true if a blank follows."""
    usual = _usual(row[FORM], row[SPLIT_FORM], row[SPLIT_LEMMA], row[PPOSS])
    items = [f"{name}={escaped(row[column])}" for name, column in _WORD.items() if row[column] != usual[name]]
    items += [
        f"{name}={escaped(value)}" for name, value in zip(OPEN, open_row, strict=False) if value != EMPTY
    ]
    if not spaced:
        items.append(_UNSPACED)
    return "|".join(items) or None


def word_columns(misc: str | None, form: str, lemma: str, tag: str) -> Row:
    """Return the columns from FORM to PPOS of a token."""
    known = parse_items(misc)
    word = known.get("FORM", form)
    usual = _usual(word, form, lemma, tag)
    return [word, *(known.get(name, usual[name]) for name in ("LEMMA", "GPOS", "PPOS"))]


def _usual(word: str, form: str, lemma: str, tag: str) -> dict[str, str]:
    """Return the default columns: a word is its only part, a part after the first has no columns of it."""
    if word == EMPTY != form:
        return {"FORM": form, "LEMMA": EMPTY, "GPOS": EMPTY, "PPOS": EMPTY}
    return {"FORM": form, "LEMMA": lemma, "GPOS": EMPTY, "PPOS": tag}
