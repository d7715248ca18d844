"""Queries on an index: words to search for, and labels that narrow the relations down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar
from urllib.parse import urlencode

from relata.errors import RelataError
from relata.explorer.index import searchable

Number = TypeVar("Number", int, float)

FACETS = ("status", "type", "sense", "connective", "genre", "corpus")
"""Labels that a reader narrows relations down by."""

NARROWING = (*FACETS, "system_type", "system_sense")

_FIELDS = {"arg1": "arg1", "arg2": "arg2", "connective": "connective", "lemma": "lemma", "tag": "tag"}
_TERM = re.compile(r'(?:(\w+):)?(?:"([^"]*)"|(\S+))')
_EVERYWHERE = "{arg1 connective arg2}"
_END = "SELECT {}(own.id) FROM relations AS own WHERE own.document = ?"


@dataclass(frozen=True, slots=True)
class Query:
    """Relations to find; a label that is None, and an empty text, let all pass.

    A sense stands for all senses below it as well. `text` are words, phrases in quotes, beginnings of words
    (`rain*`), each of them in a part if it is named: `arg2:because`, `lemma:go`, `tag:VBD`.
    """

    text: str = ""
    corpus: str | None = None
    genre: str | None = None
    type: str | None = None
    sense: str | None = None
    connective: str | None = None
    status: str | None = None
    system_type: str | None = None
    system_sense: str | None = None
    least: float = 0.0
    document: int | None = None

    @classmethod
    def of(cls, parameters: Mapping[str, str]) -> Query:
        """Read a query out of the parameters of an address; faults are refused."""
        query = cls(
            text=parameters.get("q", "").strip(),
            least=_number(parameters, "least", float) or 0.0,
            document=_number(parameters, "document", int),
            **{name: parameters[name] for name in NARROWING if name in parameters},
        )
        if not 0 <= query.least <= 1:
            raise RelataError(f"least: expected a score from 0 to 1, got {query.least}")
        if query.text:
            query.match()
        return query

    @property
    def narrowed(self) -> bool:
        """True unless all relations pass."""
        return self != Query()

    @property
    def by_cells(self) -> bool:
        """True if the cells of an index are enough to count what passes."""
        return not self.text and self.document is None

    def parameters(self) -> dict[str, str]:
        """Return the parameters of an address that stand for the query."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        shown = {name: str(value) for name, value in values.items() if value not in (None, "", 0.0)}
        text = shown.pop("text", None)
        return ({"q": text} if text else {}) | shown

    def address(self, path: str, **more: object) -> str:
        """Return the address of a view of the query."""
        others = {name: str(value) for name, value in more.items() if value not in (None, "")}
        encoded = urlencode({**self.parameters(), **others})
        return f"{path}?{encoded}" if encoded else path

    def having(self, **conditions: Any) -> Query:
        """Return the query with other conditions."""
        return replace(self, **conditions)

    def without(self, name: str) -> Query:
        """Return the query without one of its conditions."""
        return self.having(**{name: getattr(Query(), name)})

    def match(self) -> str:
        """Return the text as an expression of SQLite's full-text search; refuse an unknown part."""
        terms = []
        for part, phrase, word in _TERM.findall(self.text):
            if part and part not in _FIELDS:
                raise RelataError(f"no part {part!r}; expected one of: {', '.join(_FIELDS)}")
            begins = word.endswith("*")
            content = searchable(phrase or word.rstrip("*")).replace('"', " ").strip()
            if content:
                terms.append(f'{_FIELDS.get(part, _EVERYWHERE)} : "{content}"{" *" if begins else ""}')
        if not terms:
            raise RelataError("expected words to search for")
        return " AND ".join(terms)

    def patterns(self) -> Iterator[str]:
        """Yield regular expressions of the words and phrases to mark in a text."""
        for part, phrase, word in _TERM.findall(self.text):
            words = phrase or word.rstrip("*")
            if part in ("lemma", "tag") or not words:
                continue
            if searchable(words) != words:  # Chinese: a word begins and ends anywhere
                yield re.escape(words)
            else:
                yield rf"(?<!\w){re.escape(words)}" + ("" if word.endswith("*") else r"(?!\w)")

    def cell_conditions(self, *, without: str | None = None) -> tuple[str, list[object]]:
        """Return the conditions on cells, in SQL, and their values; one facet may be left out."""
        conditions, values = ["1"], list[object]()
        for name in NARROWING:
            label = getattr(self, name)
            if label is None or name == without:
                continue
            if name in ("sense", "system_sense"):
                conditions.append(f"({name} = ? OR {name} >= ? AND {name} < ?)")
                values += (label, f"{label}.", f"{label}/")  # "/" follows "." in ASCII
            else:
                conditions.append(f"{name} = ?")
                values.append(label)
        if self.least:
            conditions.append("tenth >= ?")
            values.append(round(self.least * 10))
        return " AND ".join(conditions), values

    def conditions(self, *, by_cell: bool = True) -> tuple[str, list[object]]:
        """Return the conditions on relations, in SQL, and their values; `by_cell` includes those on cells."""
        cells, values = self.cell_conditions() if by_cell else ("1", [])
        conditions = [] if cells == "1" else [f"cell IN (SELECT id FROM cells WHERE {cells})"]
        if self.document is not None:
            conditions.append("document = ?")
            values.append(self.document)
        if self.text:
            found = "SELECT rowid FROM words WHERE words MATCH ?"
            values.append(self.match())
            if self.document is not None:  # the relations of a document have numbers in a row
                found += f" AND rowid BETWEEN ({_END.format('min')}) AND ({_END.format('max')})"
                values += [self.document, self.document]
            conditions.append(f"relations.id IN ({found})")
        return " AND ".join(conditions) or "1", values


def _number(parameters: Mapping[str, str], name: str, kind: Callable[[str], Number]) -> Number | None:
    try:
        return kind(parameters[name]) if parameters.get(name) else None
    except ValueError:
        raise RelataError(f"{name}: expected a number, got {parameters[name]!r}") from None
