"""PropBank in columns (`.gold_conll`, `.gold_skel`): words, tags, trees, rolesets and a column a predicate.

    nw/wsj/00/wsj_0001  0  8  join  VB  (VP*  join  join.01  (V*)

In a skeleton, words are masked: the treebank that it goes with has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines
from relata.formats.propbank.frames import Filler, Frame
from relata.formats.propbank.role_names import role_name
from relata.treebank import Tree, parse_trees
from relata.treebank.tree import decoded_word

SUFFIXES = (".gold_conll", ".gold_skel")
MASK = "[WORD]"

_FIELDS = ("DOCUMENT", "SENTENCE", "TOKEN", "WORD", "TAG", "PARSE", "LEMMA", "ROLESET")
_NONE = "-"
_CELL = re.compile(r"((?:\([^\s()*]+)*)\*(\)*)")
_TREE_SUFFIX = re.compile(r"\.(?:mrg|parse|ptb|tree)$")


@dataclass(frozen=True, slots=True)
class Columns:
    """A sentence in columns."""

    document: str
    number: int
    line: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    tree: Tree
    frames: tuple[Frame, ...]


def read_columns(path: str | Path, *, on_error: OnError = strict) -> Iterator[Columns]:
    """The sentences of a file; one with a fault is left out if `on_error` returns."""
    block: list[tuple[int, list[str]]] = []
    for number, line in read_lines(path, on_error=on_error):
        if line.strip():
            block.append((number, line.split()))
        elif block:
            yield from _sentence(block, path, on_error)
            block = []
    if block:
        yield from _sentence(block, path, on_error)


def _sentence(block: list[tuple[int, list[str]]], path: str | Path, on_error: OnError) -> Iterator[Columns]:
    line = block[0][0]
    try:
        for number, row in block:
            _check_row(row, number, block, path)
        rows = [row for _, row in block]
        words = tuple(decoded_word(row[3]) for row in rows)
        tags = tuple(row[4] for row in rows)
        tree = _tree(rows, line, path)
        frames = tuple(_frames(rows, line, path))
    except FormatError as error:
        on_error(error)
        return
    document = _TREE_SUFFIX.sub("", PurePosixPath(rows[0][0]).name)
    yield Columns(document, int(rows[0][1]), line, words, tags, tree, frames)


def _check_row(row: list[str], line: int, block: list[tuple[int, list[str]]], path: str | Path) -> None:
    first = block[0][1]
    if len(row) < len(_FIELDS):
        raise FormatError(f"expected at least {len(_FIELDS)} fields, found {len(row)}", path, line=line)
    if len(row) != len(first):
        raise FormatError(
            f"expected {len(first)} fields, as in the row before, found {len(row)}", path, line=line
        )
    for place, wanted in ((0, first[0]), (1, first[1]), (2, str(line - block[0][0]))):
        if row[place] != wanted or (place and not wanted.isdecimal()):
            raise FormatError(
                f"expected {wanted}, found {row[place]!r}", path, line=line, field=_FIELDS[place]
            )


def _tree(rows: list[list[str]], line: int, path: str | Path) -> Tree:
    """The tree of a sentence: the star in the PARSE column is the word."""
    for number, row in enumerate(rows, start=line):
        if row[5].count("*") != 1:
            raise FormatError(
                f"expected one * among brackets, found {row[5]!r}", path, line=number, field="PARSE"
            )
    text = "".join(row[5].replace("*", f" ({_bracketed(row[4])} {_bracketed(row[3])})") for row in rows)
    try:
        trees = list(parse_trees(text, path))
    except FormatError as error:
        raise FormatError(error.message, path, line=line, field="PARSE") from None
    if len(trees) != 1:
        raise FormatError(f"expected one tree, found {len(trees)}", path, line=line, field="PARSE")
    return trees[0]


def _bracketed(text: str) -> str:
    return text.replace("(", "-LRB-").replace(")", "-RRB-")


def _frames(rows: list[list[str]], line: int, path: str | Path) -> Iterator[Frame]:
    predicates = [place for place, row in enumerate(rows) if row[7] != _NONE]
    columns = len(rows[0]) - len(_FIELDS)
    if columns != len(predicates):
        raise FormatError(
            f"expected a column for each of {len(predicates)} predicates, found {columns}", path, line=line
        )
    for column, place in enumerate(predicates, start=len(_FIELDS)):
        cells = [row[column] for row in rows]
        yield Frame(place, rows[place][7], _fillers(cells, line, path))


def _fillers(cells: list[str], line: int, path: str | Path) -> tuple[Filler, ...]:
    """The arguments of a column; a continuation (C-ARG1) joins what it continues."""
    pieces: dict[str, list[tuple[int, ...]]] = {}
    for label, first, last in _spans(cells, line, path):
        role = role_name(label)
        if role is None:
            continue
        base = role.removeprefix("C-")
        if base != role and base in pieces:
            pieces[base].append(tuple(range(first, last)))
        else:
            name = base if base not in pieces else f"{base}\0{first}"
            pieces[name] = [tuple(range(first, last))]
    return tuple(Filler(name.partition("\0")[0], tuple(parts)) for name, parts in pieces.items())


def _spans(cells: list[str], line: int, path: str | Path) -> Iterator[tuple[str, int, int]]:
    """The labelled spans of a column, end exclusive, from left to right."""
    opened: list[tuple[str, int]] = []
    found: list[tuple[str, int, int]] = []
    for place, cell in enumerate(cells):
        match = _CELL.fullmatch(cell)
        if match is None:
            raise FormatError(f"expected * with labels in brackets, found {cell!r}", path, line=line + place)
        opened += ((label, place) for label in match[1].split("(")[1:])
        for _ in match[2]:
            if not opened:
                raise FormatError("a bracket is closed that was not opened", path, line=line + place)
            label, first = opened.pop()
            found.append((label, first, place + 1))
    if opened:
        raise FormatError(f"the argument {opened[-1][0]} is not closed", path, line=line + opened[-1][1])
    yield from sorted(found, key=lambda span: span[1:])
