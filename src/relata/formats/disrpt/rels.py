"""The rows of a DISRPT `.rels` file, and the discourse relations they stand for.

A column that follows from the relation and its document (texts, sentences, direction) is made again when it
is written. What stands in a file otherwise is kept in `DiscourseRelation.extras` under the column's name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
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

Row = tuple[int, Mapping[str, str]]
"""The number of a line, and what its columns say."""


class Rels:
    """A `.rels` file whose rows are handed out by document.

    Rows that come before they are asked for wait in memory: none do, if the documents are asked for in the
    order of the file.
    """

    def __init__(self, path: Path, on_error: OnError) -> None:
        self.path = path
        self.expected = Counter(row["doc"] for _, row in rows(path, on_error))
        self._coming = rows(path, lambda _: None)
        self._waiting: defaultdict[str, list[Row]] = defaultdict(list)

    def take(self, document: str) -> list[Row]:
        """The rows of a document, which are then no longer expected."""
        while len(self._waiting[document]) < self.expected[document]:
            line, row = next(self._coming)
            self._waiting[row["doc"]].append((line, row))
        del self.expected[document]
        return self._waiting.pop(document)


def rows(path: Path, on_error: OnError) -> Iterator[Row]:
    """The rows of a `.rels` file."""
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


def relation(row: Row, document: Document, path: Path) -> DiscourseRelation:
    """The relation that a row stands for."""
    line, told = row

    def fault(column: str, expected: str) -> FormatError:
        return FormatError(f"expected {expected}, found {told[column]!r}", path, line=line, field=column)

    units: list[Span] = []
    for column in ("unit1_toks", "unit2_toks"):
        indices = _indices(told[column], len(document.tokens))
        if not indices:
            raise fault(column, f"ascending tokens (3-5,8) of 1 to {len(document.tokens)}")
        units.append(document.tokens.span(indices))
    if told["dir"] not in _DIRECTIONS:
        raise fault("dir", " or ".join(_DIRECTIONS))
    type = _TYPES.get(told.get("rel_type", "unknown").lower())
    if type is None:
        raise fault("rel_type", f"one of {', '.join(_TYPES)}")
    original = told.get("orig_label", told["label"])
    senses = _senses(told["label"], original)
    if (told["dir"] == "1>2") is not _is_turned(told, original):
        units.reverse()
    kept = {} if original == ";".join(senses) else {"orig_label": original}
    bare = DiscourseRelation(type, units[0], units[1], senses, extras=kept)
    derived = values(bare, document, tuple(told))
    kept |= {name: value for name, value in told.items() if value != derived.get(name)}
    if type is RelationType.UNKNOWN and "rel_type" in told:
        kept["rel_type"] = told["rel_type"]
    return replace(bare, extras=kept)


def values(relation: DiscourseRelation, document: Document, columns: Sequence[str]) -> dict[str, str]:
    """What the columns say of a relation: what its extras give, else what follows from it."""
    first, second = sorted((relation.arg1, relation.arg2), key=lambda span: span.ranges)
    label = relation.sense or ("" if relation.type is RelationType.UNKNOWN else str(relation.type))
    original = relation.extras.get("orig_label", ";".join(relation.all_senses) or label)
    arg1_first = first is relation.arg1
    told = {
        "doc": document.id,
        "dir": "1<2" if arg1_first is not _is_turned(columns, original) else "1>2",
        "rel_type": relation.type.lower(),
        "orig_label": original,
        "label": label,
    }
    for number, unit in ((1, first), (2, second)):
        context = _sentences(unit)
        told |= {
            f"unit{number}_toks": _token_list(unit),
            f"unit{number}_txt": _words(unit),
            f"u{number}_raw": _raw(unit, document.language),
            f"s{number}_toks": _token_list(context),
            f"unit{number}_sent": _words(context),
        }
    return {name: relation.extras.get(name, told.get(name, "_")) for name in columns}


def columns_for(relation: DiscourseRelation) -> tuple[str, ...]:
    """The columns of the file that a relation can come from."""
    untyped = relation.type is RelationType.UNKNOWN and "rel_type" not in relation.extras
    return COLUMNS_BEFORE_2024 if untyped else COLUMNS


def _is_turned(columns: Container[str], sense: str) -> bool:
    """Whether the arrow points from Arg1 to Arg2 and not, as it usually does, from Arg2 to Arg1.

    Files that tell the type of a relation draw the arrow by the sense: the result of a cause, or whatever
    is named for its Arg1 (Arg1-as-denier), has its Arg1 depend on its Arg2. Older files do not.
    """
    last = sense.lower().partition(";")[0].rpartition(".")[2]
    return "rel_type" in columns and last.startswith(("result", "arg1-as-"))


def _senses(label: str, original: str) -> tuple[str, ...]:
    """All senses of the original label if the first of them is the label, else the label alone."""
    senses = tuple(original.split(";"))
    return () if not label else senses if senses[0] == label else (label,)


def _indices(tokens: str, size: int) -> list[int]:
    """The token indices of a list like 3-5,8; none if it is not one, or not of this document."""
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
    """From the start of the first sentence that a span touches to the end of the last."""
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
