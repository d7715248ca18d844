"""Annotations of DISRPT: rows of a `.rels` file as discourse relations, labels of tokens in MISC.

A column that follows from the relation and its document (texts, sentences, direction) is derived again when
it is written. Other values are extras in `DiscourseRelation.extras` under the column's name.

Labels mark connectives (`Conn=B-conn`) and discourse units (`Seg=B-seg`). Older years write `Seg=B-conn` or
`Seg=B-Conn`, `BeginSeg=Yes`, and `_` for tokens that begin nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError
from relata.formats.files import read_lines

COLUMNS = (
    *("doc", "unit1_toks", "unit2_toks", "unit1_txt", "unit2_txt", "u1_raw", "u2_raw", "s1_toks", "s2_toks"),
    *("unit1_sent", "unit2_sent", "dir", "rel_type", "orig_label", "label"),
)
COLUMNS_BEFORE_2024 = tuple(name for name in COLUMNS if name not in {"u1_raw", "u2_raw", "rel_type"})
_NEEDED = ("doc", "unit1_toks", "unit2_toks", "dir", "label")
_DIRECTIONS = ("1<2", "1>2")
_TYPES = {type.lower(): type for type in RelationType}
_TOKENS = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")
_GAP = "<*>"
_LABEL = re.compile(r"(?:^|\|)(?:(?:Conn|Seg)=([^|]*)|BeginSeg=Yes)")

Row = tuple[int, Mapping[str, str]]
"""The number of a line and its values by column."""


class RelsFile:
    """A `.rels` file, read document by document.

    Rows of later documents wait in memory; there are none if documents are taken in the order of the file.
    """

    def __init__(self, path: Path, on_error: OnError) -> None:
        self.path = path
        self.expected = Counter(row["doc"] for _, row in rows(path, on_error))
        self._remaining = rows(path, lambda _: None)
        self._waiting: defaultdict[str, list[Row]] = defaultdict(list)

    def take(self, document: str) -> list[Row]:
        """Return the rows of a document and remove them from `expected`."""
        while len(self._waiting[document]) < self.expected[document]:
            line, row = next(self._remaining)
            self._waiting[row["doc"]].append((line, row))
        del self.expected[document]
        return self._waiting.pop(document)


def rows(path: Path, on_error: OnError) -> Iterator[Row]:
    """Yield the rows of a `.rels` file."""
    columns: list[str] = []
    for number, line in read_lines(path, on_error=on_error):
        values = line.split("\t")
        if not columns:
            columns = _checked_header(values, path)
        elif len(values) == len(columns):
            yield number, dict(zip(columns, values, strict=True))
        elif line:
            message = f"expected {len(columns)} fields between tabs, found {len(values)}"
            on_error(FormatError(message, path, line=number))
    if not columns:
        raise FormatError("expected a header, found nothing", path)


def _checked_header(columns: list[str], path: Path) -> list[str]:
    if missing := [name for name in _NEEDED if name not in columns]:
        raise FormatError(f"expected a header with {', '.join(missing)}", path, line=1)
    if len(set(columns)) < len(columns):
        raise FormatError("expected a header that names each column once", path, line=1)
    return columns


def parse_relation(row: Row, document: Document, path: Path) -> DiscourseRelation:
    """Return the relation of a row."""
    line, cells = row

    def fault(column: str, expected: str) -> FormatError:
        return FormatError(f"expected {expected}, found {cells[column]!r}", path, line=line, field=column)

    units: list[Span] = []
    for column in ("unit1_toks", "unit2_toks"):
        indices = _indices(cells[column], len(document.tokens))
        if not indices:
            raise fault(column, f"ascending tokens (3-5,8) of 1 to {len(document.tokens)}")
        units.append(document.tokens.span(indices))
    if cells["dir"] not in _DIRECTIONS:
        raise fault("dir", " or ".join(_DIRECTIONS))
    type = _TYPES.get(cells.get("rel_type", "unknown").lower())
    if type is None:
        raise fault("rel_type", f"one of {', '.join(_TYPES)}")
    original = cells.get("orig_label", cells["label"])
    senses = _senses(cells["label"], original)
    if (cells["dir"] == "1>2") is not _is_turned(cells, original):
        units.reverse()
    extras = {} if original == ";".join(senses) else {"orig_label": original}
    bare = DiscourseRelation(type, units[0], units[1], senses, extras=extras)
    derived = values(bare, document, tuple(cells))
    extras |= {name: value for name, value in cells.items() if value != derived.get(name)}
    if type is RelationType.UNKNOWN and "rel_type" in cells:
        extras["rel_type"] = cells["rel_type"]
    return replace(bare, extras=extras)


def values(relation: DiscourseRelation, document: Document, columns: Sequence[str]) -> dict[str, str]:
    """Return the values of the columns for a relation: from its extras, else derived from it."""
    first, second = sorted((relation.arg1, relation.arg2), key=lambda span: span.ranges)
    label = relation.sense or ("" if relation.type is RelationType.UNKNOWN else str(relation.type))
    original = relation.extras.get("orig_label", ";".join(relation.all_senses) or label)
    arg1_first = first is relation.arg1
    cells = {
        "doc": document.id,
        "dir": "1<2" if arg1_first is not _is_turned(columns, original) else "1>2",
        "rel_type": relation.type.lower(),
        "orig_label": original,
        "label": label,
    }
    for number, unit in ((1, first), (2, second)):
        context = _sentences(unit)
        cells |= {
            f"unit{number}_toks": _token_list(unit),
            f"unit{number}_txt": _words(unit),
            f"u{number}_raw": _raw(unit, document.language),
            f"s{number}_toks": _token_list(context),
            f"unit{number}_sent": _words(context),
        }
    return {name: relation.extras.get(name, cells.get(name, "_")) for name in columns}


def columns_for(relation: DiscourseRelation) -> tuple[str, ...]:
    """Return the columns of a file that the relation can come from."""
    untyped = relation.type is RelationType.UNKNOWN and "rel_type" not in relation.extras
    return COLUMNS_BEFORE_2024 if untyped else COLUMNS


def _is_turned(columns: Container[str], sense: str) -> bool:
    """Return true if the arrow points from Arg1 to Arg2; usually it points from Arg2 to Arg1.

    In files with relation types the sense decides: in the result of a cause, and in senses named for Arg1
    (Arg1-as-denier), Arg1 depends on Arg2. Older files do not make this difference.
    """
    last = sense.lower().partition(";")[0].rpartition(".")[2]
    return "rel_type" in columns and last.startswith(("result", "arg1-as-"))


def _senses(label: str, original: str) -> tuple[str, ...]:
    """Return all senses of the original label if the first of them is the label, else the label alone."""
    senses = tuple(original.split(";"))
    return () if not label else senses if senses[0] == label else (label,)


def _indices(tokens: str, size: int) -> list[int]:
    """Return the token indices of a list like 3-5,8; none if it is malformed or outside the document."""
    indices: list[int] = []
    for part in tokens.split(","):
        match = _TOKENS.fullmatch(part)
        if not match:
            return []
        first, last = int(match[1]) - 1, int(match[2] or match[1])
        if not (indices[-1] if indices else -1) < first < last <= size:
            return []
        indices += range(first, last)
    return indices


def _token_list(span: Span) -> str:
    return ",".join(str(last) if last == first + 1 else f"{first + 1}-{last}" for first, last in span.ranges)


def _sentences(span: Span) -> Span:
    """Return the span of all sentences that a span touches."""
    tokens = span.tokens
    first, last = span.ranges[0][0], span.ranges[-1][1] - 1
    start = tokens.sentence_range(tokens.sentence_of(first)).start
    return Span(tokens, ((start, tokens.sentence_range(tokens.sentence_of(last)).stop),))


def _words(span: Span) -> str:
    form = span.tokens.form
    return f" {_GAP} ".join(" ".join(map(form, range(first, last))) for first, last in span.ranges)


def _raw(span: Span, language: str) -> str:
    gap = _GAP if language == "zh" else f" {_GAP} "
    return gap.join(" ".join(span.tokens.text[begin:end].split()) for begin, end in span.pieces)


def label(misc: str | None) -> str:
    """Return the label of a token in small letters ("b-conn", "o"), empty if it has none."""
    match = _LABEL.search(misc or "")
    return (match[1] or "B-seg").lower() if match else ""


def connective_ranges(labels: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the connectives in the labels of a document, as half-open ranges of tokens.

    A connective begins at b-conn and continues over i-conn, even to the last token. An i-conn that follows
    neither is no connective, as in the task's scorer.

    >>> list(connective_ranges(["i-conn", "o", "b-conn", "b-conn", "i-conn"]))
    [(2, 3), (3, 5)]
    """
    first: int | None = None
    last = 0
    for index, value in enumerate(labels):
        if first is not None and value != "i-conn":
            yield first, index
            first = None
        if value == "b-conn":
            first = index
        last = index + 1
    if first is not None:
        yield first, last


def connectives(document: Document) -> list[Span]:
    """Return the connectives marked at the tokens of a document; each is one piece."""
    misc = document.tokens.columns.get("misc", ())
    return [Span(document.tokens, (piece,)) for piece in connective_ranges(map(label, misc))]


def is_marked(document: Document) -> bool:
    """Return true if any token has a label."""
    return any(_LABEL.search(misc or "") for misc in document.tokens.columns.get("misc", ()))


def only_label(misc: str | None) -> str | None:
    """Return the label item of MISC without the other items."""
    match = _LABEL.search(misc or "")
    return match[0].removeprefix("|") if match else None


def with_connectives(document: Document, misc: Iterable[str | None]) -> list[str]:
    """Return a MISC column with the connectives of the explicit relations; each piece begins anew."""
    marks = ["O"] * len(document.tokens)
    for relation in document.relations:
        if relation.explicit and relation.connective:
            for first, last in relation.connective.ranges:
                marks[first:last] = ["B-conn", *["I-conn"] * (last - first - 1)]
    return [_with_label(value, f"Conn={mark}") for value, mark in zip(misc, marks, strict=True)]


def _with_label(misc: str | None, new: str) -> str:
    """Replace the label of MISC by a new one, in its alphabetical place."""
    others = [] if misc in (None, "_") else _LABEL.sub("", misc).strip("|").split("|")
    items = [item for item in others if item]
    index = sum(item.lower() < new.lower() for item in items)
    return "|".join([*items[:index], new, *items[index:]])
