"""Pairs of discourse units with relations of other frameworks: a table (.tsv), for training only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from relata.errors import FormatError
from relata.formats.files import read_lines

_COLUMNS = ("split", "arg_a", "arg_b", "direction", "label")
_DIRECTIONS = ("1>2", "1<2")


@dataclass(frozen=True, slots=True)
class RelationPair:
    """Two units in the order of the text, words separated by blanks, and the label of their relation.

    `direction` is "1>2" or "1<2": from satellite to nucleus; `part` is the part of the corpus.
    """

    part: str
    first: str
    second: str
    direction: str
    label: str


def read(path: Path) -> Iterator[RelationPair]:
    """Yield the pairs of a table whose first line names its columns."""
    places: list[int] = []
    for number, line in read_lines(path):
        fields = line.split("\t")
        if not places:
            if missing := [column for column in _COLUMNS if column not in fields]:
                raise FormatError(f"expected a table with the column {missing[0]!r}", path, line=number)
            places = [fields.index(column) for column in _COLUMNS]
            continue
        if len(fields) <= max(places):
            raise FormatError(f"expected {max(places) + 1} columns, found {len(fields)}", path, line=number)
        pair = RelationPair(*(fields[place].strip() for place in places))
        if pair.direction not in _DIRECTIONS:
            raise FormatError(f"direction: expected 1>2 or 1<2, found {pair.direction!r}", path, line=number)
        if pair.first and pair.second:
            yield pair
