"""PropBank in columns (`.gold_conll`, `.gold_skel`): words, tags, trees, rolesets and a column a predicate.

    nw/wsj/00/wsj_0001  0  8  join  VB  (VP*  join  join.01  (V*)

Dependencies come from the trees, as in the CoNLL-2008 task; arguments are the words that head them. In a
skeleton, words are masked: the treebank itself has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path, PurePosixPath

from relata.document import Document
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.files import files_in, inner_suffix, read_lines
from relata.formats.propbank.frames import Filler, Frame, TreeDocument, role_name
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
    sentence: int
    line: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    tree: Tree
    frames: tuple[Frame, ...]


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a file, or of all `.gold_conll` files of a directory."""
    for file in files_in(path, SUFFIXES[0], accepts=lambda file: inner_suffix(file) == SUFFIXES[0]):
        try:
            for name, sentences in groupby(read_columns(file, on_error=on_error), attrgetter("document")):
                yield _document(name, list(sentences), file)
        except FormatError as error:
            on_error(error)


def _document(name: str, sentences: list[Columns], path: Path) -> Document:
    builder = TreeDocument(name)
    for sentence in sentences:
        if MASK in sentence.words:
            message = "the words are masked: read the treebank, with this file as --propbank"
            raise FormatError(message, path, line=sentence.line)
        builder.add(sentence.tree, sentence.frames)
    return builder.document()


def read_columns(path: str | Path, *, on_error: OnError = strict) -> Iterator[Columns]:
    """Read the sentences of a file; a faulty sentence is left out if `on_error` returns."""
    lines = read_lines(path, on_error=on_error)
    blocks = groupby(lines, lambda numbered: not numbered[1].strip())
    sentences = ([(number, line.split()) for number, line in block] for blank, block in blocks if not blank)
    return map_usable(partial(_sentence, path=path), sentences, on_error)


def _sentence(block: list[tuple[int, list[str]]], path: str | Path) -> Columns:
    line, first = block[0]
    for number, row in block:
        _check_row(row, number, first, number - line, path)
    rows = [row for _, row in block]
    return Columns(
        document=_TREE_SUFFIX.sub("", PurePosixPath(first[0]).name),
        sentence=int(first[1]),
        line=line,
        words=tuple(decoded_word(row[3]) for row in rows),
        tags=tuple(row[4] for row in rows),
        tree=_tree(rows, line, path),
        frames=tuple(_frames(rows, line, path)),
    )


def _check_row(row: list[str], line: int, first: list[str], token: int, path: str | Path) -> None:
    if len(row) < len(_FIELDS):
        raise FormatError(f"expected at least {len(_FIELDS)} fields, found {len(row)}", path, line=line)
    if len(row) != len(first):
        message = f"expected {len(first)} fields, as in the row before, found {len(row)}"
        raise FormatError(message, path, line=line)
    for column, wanted in enumerate((first[0], first[1], str(token))):
        if row[column] != wanted or (column and not wanted.isdecimal()):
            message = f"expected {wanted}, found {row[column]!r}"
            raise FormatError(message, path, line=line, field=_FIELDS[column])


def _tree(rows: list[list[str]], line: int, path: str | Path) -> Tree:
    """Parse the tree of a sentence; the star in the PARSE column is the word."""
    for number, row in enumerate(rows, start=line):
        if row[5].count("*") != 1:
            message = f"expected one * among brackets, found {row[5]!r}"
            raise FormatError(message, path, line=number, field="PARSE")
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
    predicates = [token for token, row in enumerate(rows) if row[7] != _NONE]
    columns = len(rows[0]) - len(_FIELDS)
    if columns != len(predicates):
        message = f"expected a column for each of {len(predicates)} predicates, found {columns}"
        raise FormatError(message, path, line=line)
    for column, token in enumerate(predicates, start=len(_FIELDS)):
        cells = [row[column] for row in rows]
        yield Frame(token, rows[token][7], _fillers(cells, line, path))


def _fillers(cells: list[str], line: int, path: str | Path) -> tuple[Filler, ...]:
    """List the arguments of a column; a continuation (C-ARG1) is a further piece of its argument."""
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


def _spans(cells: list[str], line: int, path: str | Path) -> list[tuple[str, int, int]]:
    """List the labelled spans of a column, end exclusive, from left to right."""
    opened: list[tuple[str, int]] = []
    spans: list[tuple[str, int, int]] = []
    for token, cell in enumerate(cells):
        match = _CELL.fullmatch(cell)
        if match is None:
            raise FormatError(f"expected * with labels in brackets, found {cell!r}", path, line=line + token)
        opened += ((label, token) for label in match[1].split("(")[1:])
        for _ in match[2]:
            if not opened:
                raise FormatError("a bracket is closed that was not opened", path, line=line + token)
            label, first = opened.pop()
            spans.append((label, first, token + 1))
    if opened:
        raise FormatError(f"the argument {opened[-1][0]} is not closed", path, line=line + opened[-1][1])
    return sorted(spans, key=lambda span: span[1:])
