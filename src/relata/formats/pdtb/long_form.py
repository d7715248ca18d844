"""The long form of PDTB-2: a record of many lines for each relation, between two lines of underscores.

    ____Explicit____
    258..262                                    spans
    1,1,0                                       Gorn addresses
    #### Text ####
    once
    ##############
    #### Features ####
    Ot, Comm, Null, Null                        attribution: source, type, polarity, determinacy
    once, Temporal.Asynchronous.Succession      head of the connective, senses
    ____Arg1____                                spans, Gorn addresses, text and features
    ...

Implicit, EntRel and NoRel have a position in the text and the number of a sentence in place of spans. An
attribution can have spans of its own; supplements stand before Arg1 and after Arg2.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from relata.document.relations import RelationType
from relata.errors import FormatError, OnError, map_usable
from relata.formats.pdtb.pipe import Row, parse_row
from relata.formats.pdtb.rows import SENSES, Dialect
from relata.formats.warnings import Repairs

_BETWEEN = re.compile(r"_{10,}")
_PART = re.compile(r"____([A-Z][A-Za-z]*[12]?)____")
_TEXT, _TEXT_END, _FEATURES = "#### Text ####", "##############", "#### Features ####"
_SPANS = re.compile(r"[0-9]+\.\.[0-9]+(;[0-9]+\.\.[0-9]+)*")
_BREAKS = re.compile(r"[|\r\n]")
_NUMBER = re.compile(r"-?[0-9]+")
_CLASS = re.compile(r"(?:Temporal|Contingency|Comparison|Expansion)\b")
_LOCATED = (RelationType.EXPLICIT, RelationType.ALTLEX)
_TEXTS = ("connective", "arg1", "arg2", "sup1", "sup2")
_PARTS = {"Arg1": "arg1", "Arg2": "arg2", "Sup1": "sup1", "Sup2": "sup2"}

Line = tuple[int, str]


def long_rows(
    path: Path, lines: Iterable[Line], text: str, dialect: Dialect, on_error: OnError
) -> Iterator[Row]:
    """Yield the relations of a file as rows; their offsets point into a raw text."""

    repairs = Repairs(path)

    def row(record_lines: list[Line]) -> Row:
        record = _Record(path, record_lines, dialect)
        row = parse_row(path, record.field_lines, record.values, dialect, len(text))
        for part in _TEXTS:
            own = row.values[f"{part}_text"]
            spelled = " ".join(text[begin:end] for begin, end in row.spans[f"{part}_spans"])
            if _letters(own) == _letters(spelled):
                record.values[f"{part}_text"] = _BREAKS.sub(" ", spelled)
            else:
                repairs.add("texts of relations that differ from the raw text")
        return row

    yield from map_usable(row, _records(lines), on_error)
    repairs.warn()


def _letters(text: str) -> str:
    """Return a text without blanks, and without the marks between its pieces."""
    return "".join(text.replace("####", "").split())


def _records(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each relation, without the lines of underscores around it and blank ones."""
    record: list[Line] = []
    for number, line in lines:
        if _BETWEEN.fullmatch(line.strip()):
            if record:
                yield record
            record = []
        elif line.strip():
            record.append((number, line.strip()))
    if record:
        yield record


class _Record:
    """The lines of a relation, read as the fields of the column form.

    `field_lines` has the number of the line of spans by the name of their field.
    """

    def __init__(self, path: Path, lines: list[Line], dialect: Dialect) -> None:
        self._path = path
        self._lines = lines
        self._at = 0
        self.values = dict.fromkeys(dialect.fields, "")
        self.field_lines = {"type": lines[0][0]}
        self._read(dialect.types)

    def _read(self, types: Collection[str]) -> None:
        self.values["type"] = relation_type = self._heading("a relation", types)
        if relation_type in _LOCATED:
            self._selection("connective")
        else:
            self.values["string_position"] = self._matching(_NUMBER, "a position in the text")
            self.values["sentence_number"] = self._matching(_NUMBER, "the number of a sentence")
        self._features("", relation_type)
        while self._at < len(self._lines):
            part = _PARTS[self._heading("a part of the relation", _PARTS)]
            self._selection(part)
            self._features(f"{part}_", "")
        name = re.fullmatch(r"(?i)wsj_([0-9]{2})([0-9]{2})", self._path.stem)
        if name:
            self.values |= {"section": name[1], "file": name[2]}

    def _selection(self, part: str) -> None:
        """Read spans, Gorn addresses and the lines of a text."""
        self.values[f"{part}_spans"] = self._matching(_SPANS, "spans such as 12..15;20..31")
        self.field_lines[f"{part}_spans"] = self._lines[self._at - 1][0]
        if self._line() not in (_TEXT, None):
            self.values[f"{part}_gorn"] = self._next("Gorn addresses")
        if self._line() == _TEXT:
            first = self._lines[self._at][0]
            self._at += 1
            lines = []
            while self._line() != _TEXT_END:
                if self._line() is None:
                    raise FormatError(f"expected {_TEXT_END} after this text", self._path, line=first)
                lines.append(self._next("a text"))
            self._at += 1
            self.values[f"{part}_text"] = _BREAKS.sub(" ", " ".join(lines))

    def _features(self, part: str, relation_type: str) -> None:
        """Read the attribution of a relation or argument, and the connectives and senses of a relation."""
        if self._line() != _FEATURES:
            return
        self._at += 1
        attribution = [value.strip() for value in self._next("an attribution").split(",")]
        if len(attribution) != 4:
            expected = "source, type, polarity and determinacy with commas between"
            raise self._fault(f"expected {expected}", back=1)
        for name, value in zip(("source", "type", "polarity", "determinacy"), attribution, strict=True):
            self.values[f"{part}attribution_{name}"] = value
        if _SPANS.fullmatch(self._line() or ""):
            self._selection(f"{part}attribution")
        first_sense = 0
        while relation_type and (line := self._line()) and not _PART.fullmatch(line):
            if first_sense == len(SENSES):
                raise self._fault(f"expected at most two connectives with senses, found {line!r}")
            self._at += 1
            self._senses(line, relation_type, first_sense)
            first_sense += 2

    def _senses(self, line: str, relation_type: str, first_sense: int) -> None:
        """Read a connective and its senses: "in particular, Expansion.Restatement.Specification"."""
        parts = [part.strip() for part in line.split(",")]
        default = 0 if relation_type == RelationType.ALTLEX else 1
        start = next((n for n, part in enumerate(parts) if _CLASS.match(part)), default)
        senses = parts[start:]
        if not 1 <= len(senses) <= 2:
            raise self._fault(f"expected a connective and one or two senses, found {line!r}", back=1)
        self.values |= dict(zip(SENSES[first_sense:], senses, strict=False))
        names = {RelationType.EXPLICIT: "connective_head", RelationType.ALTLEX: ""}
        name = names.get(RelationType(relation_type), "second_inserted" if first_sense else "inserted")
        if name:
            self.values[name] = ", ".join(parts[:start])

    def _heading(self, what: str, names: Collection[str]) -> str:
        line = self._next(what)
        match = _PART.fullmatch(line)
        if match is None or match[1] not in names:
            known = ", ".join(f"____{name}____" for name in names)
            raise self._fault(f"expected {what} ({known}), found {line!r}", back=1)
        return match[1]

    def _matching(self, pattern: re.Pattern[str], what: str) -> str:
        line = self._next(what)
        if not pattern.fullmatch(line):
            raise self._fault(f"expected {what}, found {line!r}", back=1)
        return line

    def _line(self) -> str | None:
        return self._lines[self._at][1] if self._at < len(self._lines) else None

    def _next(self, what: str) -> str:
        line = self._line()
        if line is None:
            raise self._fault(f"expected {what}, the relation ends here", back=1)
        self._at += 1
        return line

    def _fault(self, message: str, back: int = 0) -> FormatError:
        """Build an error about the line to read next, or one that was read before."""
        number = self._lines[min(self._at, len(self._lines)) - back][0]
        return FormatError(message, self._path, line=number)
