"""DiscoGeM: implicit relations with crowd-labelled senses; arguments without their context."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from relata.errors import FormatError, SenseError
from relata.formats.files import read_lines
from relata.senses import normalise

SPLITS = "DiscoGeMcorpus_datasplits.csv"
ANNOTATIONS = "DiscoGeMcorpus_annotations_nonwide.noPDTB.csv"
_FIELDS = ("Itemid", "Datasource", "Genre", "SemClass", "Arg1_RawText", "Arg2_RawText")


@dataclass(frozen=True, slots=True)
class Item:
    """A relation with its arguments as raw text and its PDTB-3 sense, if it has one.

    `part` is its part of the official split, `source` its document.
    """

    id: str
    source: str
    genre: str
    part: str
    sense: str | None
    arg1: str
    arg2: str


def is_discogem(folder: Path) -> bool:
    """Return true if a folder holds DiscoGeM."""
    return (folder / ANNOTATIONS).is_file()


def items(folder: Path) -> Iterator[Item]:
    """Yield the relations with two arguments, in the order of the corpus."""
    parts = {row["itemid"]: row["split"] for row in _rows(folder / SPLITS, "itemid", "split")}
    for row in _rows(folder / ANNOTATIONS, *_FIELDS):
        id, source, genre, label, arg1, arg2 = (row[name].strip() for name in _FIELDS)
        if arg1 and arg2:
            yield Item(id, source, genre, parts.get(id, ""), _sense(label), arg1, arg2)


def _sense(label: str) -> str | None:
    try:
        return normalise(label, "pdtb3")[0]
    except SenseError:  # "differentcon", "norel": no sense of the inventory
        return None


def _rows(path: Path, *fields: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table; refuse one without these columns."""
    rows = csv.DictReader(line for _, line in read_lines(path))
    try:
        for row in rows:
            if any(row.get(name) is None for name in fields):
                message = f"expected a table with the columns {', '.join(fields)}"
                raise FormatError(message, path, line=rows.line_num)
            yield row
    except csv.Error as error:
        raise FormatError(str(error), path, line=rows.line_num) from None
