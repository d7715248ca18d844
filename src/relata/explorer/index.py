"""Index of a corpus on disk: texts of relations for full-text search, counts by cell, and pages of documents.

A cell is a combination of labels (type, sense, connective and so on) that relations share. Counts by label
come from the cells, of which even a large corpus has few.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from relata import __version__
from relata.errors import FormatError
from relata.formats.files import replacing
from relata.view.model import Pieces, ShownDocument, ShownRelation
from relata.view.page import document_data

VERSION = "relata-index/1"
"""Name and version of the tables."""

NO_SENSE = "no sense"
LABELS = ("corpus", "genre", "type", "sense", "connective", "status", "system_type", "system_sense", "tenth")
"""Labels of a cell; `tenth` is the score in steps of 0.1, or `NO_SCORE`."""

NO_SCORE = 11

ORDERS = ("left", "arg1", "connective", "arg2", "right")
"""Columns of a concordance that relations are ranked by."""

BLOCKS = 200
"""Most blocks of documents that significance resamples."""

_CONTEXT = 60
"""Characters of the context on each side of a relation."""

_LONGEST = 400
"""Characters of an argument in a concordance."""

_CJK = re.compile("([\u3400-\u9fff\uf900-\ufaff])")

_TABLES = f"""
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT, corpus TEXT, genre TEXT, words INTEGER,
    relations INTEGER, errors INTEGER);
CREATE TABLE pages (document INTEGER PRIMARY KEY, content BLOB);
CREATE TABLE cells (id INTEGER PRIMARY KEY, {", ".join(LABELS)}, relations INTEGER);
CREATE TABLE relations (id INTEGER PRIMARY KEY, document INTEGER, number INTEGER, cell INTEGER, score REAL);
CREATE TABLE lines (relation INTEGER PRIMARY KEY, "left" TEXT, arg1 TEXT, connective TEXT, arg2 TEXT,
    "right" TEXT, inserted TEXT);
CREATE TABLE blocks (corpus TEXT, genre TEXT, block INTEGER, type TEXT, sense TEXT, relations INTEGER);
CREATE VIRTUAL TABLE words USING fts5(arg1, connective, arg2, lemma, tag, content='',
    tokenize="unicode61 remove_diacritics 0");
"""
_INDEXES = """
CREATE INDEX relations_of_documents ON relations (document);
CREATE INDEX relations_of_cells ON relations (cell, document);
CREATE TABLE orders AS SELECT relation,
    row_number() OVER (ORDER BY last_words("left")) AS "left",
    row_number() OVER (ORDER BY arg1 COLLATE NOCASE) AS arg1,
    row_number() OVER (ORDER BY coalesce(connective, inserted) COLLATE NOCASE) AS connective,
    row_number() OVER (ORDER BY arg2 COLLATE NOCASE) AS arg2,
    row_number() OVER (ORDER BY "right" COLLATE NOCASE) AS "right" FROM lines;
CREATE UNIQUE INDEX orders_of_relations ON orders (relation);
ANALYZE;
"""


class IndexedDocument(NamedTuple):
    """Document to index and the name of the corpus that it is from."""

    corpus: str
    document: ShownDocument


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Paths and settings that an index is made of, and the state of their files."""

    paths: tuple[Path, ...]
    settings: str = ""

    @property
    def place(self) -> Path:
        """File of the index, in the user's cache."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        named = json.dumps([*map(str, map(Path.resolve, self.paths)), self.settings])
        name = f"{self.paths[0].name[:40]}-{hashlib.sha256(named.encode()).hexdigest()[:16]}.sqlite"
        return cache / "relata" / "indexes" / name

    @property
    def state(self) -> str:
        """Digest of the versions of index and program, and of sizes and times of all files."""
        digest = hashlib.sha256(f"{VERSION} {__version__} {self.settings}".encode())
        for path in self.paths:
            try:
                for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                    status = file.stat()
                    digest.update(f"{file}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
            except OSError as error:
                raise FormatError(f"cannot be read: {error.strerror}", path) from None
        return digest.hexdigest()


def is_current(place: Path, state: str) -> bool:
    """Return true if a file is an index of this state."""
    if not place.is_file():
        return False
    try:
        with closing(connected(place)) as connection:
            row = connection.execute("SELECT value FROM facts WHERE name = 'state'").fetchone()
    except sqlite3.Error:
        return False
    return bool(row == (state,))


def connected(place: Path) -> sqlite3.Connection:
    """Open an index to read; each thread needs a connection of its own."""
    return sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)


def build(place: Path, documents: Iterable[IndexedDocument], state: str, title: str) -> None:
    """Write the index of documents to a file, which appears once it is complete."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with replacing(place) as fresh:
        fresh.touch(mode=0o600)  # it holds texts
        with closing(sqlite3.connect(fresh)) as connection:
            connection.create_function("last_words", 1, last_words, deterministic=True)
            connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLES}")
            _Filler(connection).fill(documents)
            facts = {"state": state, "title": title}
            connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
            connection.commit()
            connection.executescript(_INDEXES)


@dataclass(slots=True)
class _Filler:
    """Rows on their way into an index, numbered as they come."""

    connection: sqlite3.Connection
    cells: dict[tuple[object, ...], int] = field(default_factory=dict)
    sizes: Counter[int] = field(default_factory=Counter)
    blocks: Counter[tuple[str, str, int, str, str]] = field(default_factory=Counter)
    relations: int = 0

    def fill(self, documents: Iterable[IndexedDocument]) -> None:
        """Insert all rows in one transaction."""
        insert = self.connection.executemany
        for number, (corpus, document) in enumerate(documents, start=1):
            insert("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?)", [_facts(number, corpus, document)])
            content = zlib.compress(document_data(document).encode(), 1)
            insert("INSERT INTO pages VALUES (?, ?)", [(number, content)])
            first = self.relations + 1
            self.relations += len(document.relations)
            rows = list(enumerate(document.relations, start=first))
            insert(
                "INSERT INTO relations VALUES (?, ?, ?, ?, ?)",
                [
                    (
                        row,
                        number,
                        row - first + 1,
                        self._cell(corpus, document, relation, number),
                        score(relation),
                    )
                    for row, relation in rows
                ],
            )
            insert(
                "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(row, *_line(relation, document.text)) for row, relation in rows],
            )
            search = _SearchText(document)
            insert(
                "INSERT INTO words (rowid, arg1, connective, arg2, lemma, tag) VALUES (?, ?, ?, ?, ?, ?)",
                [(row, *search.columns(relation)) for row, relation in rows],
            )
        cells = ((cell, *labels, self.sizes[cell]) for labels, cell in self.cells.items())
        insert(f"INSERT INTO cells VALUES ({', '.join('?' * (len(LABELS) + 2))})", cells)
        insert("INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)", ((*key, n) for key, n in self.blocks.items()))

    def _cell(self, corpus: str, document: ShownDocument, relation: ShownRelation, number: int) -> int:
        """Count a relation in its cell; return the number of the cell."""
        system = relation.system
        value = score(relation)
        sense = first_sense(relation)
        labels = (
            *(corpus, document.genre, relation.type, sense),
            _joined(_text(relation.spans.get("connective", ()), document.text)).lower(),
            relation.status or "",
            *(("", "") if system is None else (system.type, first_sense(system))),
            NO_SCORE if value is None else min(10, int(value * 10)),
        )
        cell = self.cells.setdefault(labels, len(self.cells) + 1)
        self.sizes[cell] += 1
        self.blocks[corpus, document.genre, number % BLOCKS, relation.type, sense] += 1
        return cell


class _SearchText:
    """Text of the relations of a document as full-text search sees it: words, lemmas and tags."""

    def __init__(self, document: ShownDocument) -> None:
        self._text = document.text
        self._words = document.words
        self._ends = [end for _, end in document.words.offsets] if document.words else []

    def columns(self, relation: ShownRelation) -> Iterator[str]:
        """Yield the text of each part, then the lemmas and the tags of all parts."""
        parts = [relation.spans.get(part, ()) for part in ("arg1", "connective", "arg2")]
        for pieces in parts:
            yield searchable(_text(pieces, self._text))
        words = [word for pieces in parts for word in self._within(pieces)]
        if self._words is None:
            yield from ("", "")
        else:
            yield searchable(" ".join(filter(None, (self._words.lemmas[word] for word in words))))
            yield " ".join(filter(None, (self._words.tags[word] for word in words)))

    def _within(self, pieces: Pieces) -> Iterator[int]:
        """Yield the indices of the words that pieces of the text cover."""
        if self._words is not None:
            for begin, end in pieces:
                word = bisect_left(self._ends, begin + 1)
                while word < len(self._ends) and self._words.offsets[word][0] < end:
                    yield word
                    word += 1


def searchable(text: str) -> str:
    """Part Chinese characters by blanks, so that each is a word of its own for the search."""
    return _CJK.sub(r" \1 ", text)


def first_sense(relation: ShownRelation) -> str:
    """Return the first sense of a relation, which stands for it in counts."""
    return relation.senses[0] if relation.senses else NO_SENSE


def score(relation: ShownRelation) -> float | None:
    """Return the score of a relation; in a comparison, that of the system."""
    return relation.score if relation.system is None else relation.system.score


def last_words(text: str) -> str:
    """Return words in reverse order: what stands next to a relation sorts first.

    >>> last_words("It is late")
    'late is it'
    """
    return " ".join(reversed(text.lower().split()))


def _joined(text: str) -> str:
    """Join the words of a text by blanks."""
    return " ".join(text.split())


def _facts(number: int, corpus: str, document: ShownDocument) -> tuple[object, ...]:
    errors = sum(relation.status not in (None, "correct") for relation in document.relations)
    words = len(document.words.offsets) if document.words else 0
    return number, document.id, corpus, document.genre, words, len(document.relations), errors


def _line(relation: ShownRelation, text: str) -> Iterator[str | None]:
    """Yield a line of a concordance: left context, Arg1, connective, Arg2, right context, insertion."""
    parts = [relation.spans.get(part, ()) for part in ("arg1", "connective", "arg2")]
    edges = [edge for pieces in parts for piece in pieces for edge in piece] or [0]
    begin, end = min(edges), max(edges)
    before = _joined(text[max(0, begin - _CONTEXT) : begin])
    yield before if begin <= _CONTEXT else before.partition(" ")[2] or before
    arg1, connective, arg2 = (_joined(_text(pieces, text)) for pieces in parts)
    yield _shortened(arg1)
    yield connective or None
    yield _shortened(arg2)
    after = _joined(text[end : end + _CONTEXT])
    yield after if end + _CONTEXT >= len(text) else after.rpartition(" ")[0] or after
    yield ", ".join(relation.inserted) or None


def _text(pieces: Pieces, text: str) -> str:
    return " … ".join(text[begin:end] for begin, end in pieces)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
