"""Indexed corpus, read only: counts by label, hits by document, lines of a concordance."""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import local
from typing import Any

from relata.errors import RelataError
from relata.explorer.index import LABELS, NO_SCORE, ORDERS, connected
from relata.explorer.query import FACETS, Query
from relata.senses.inventories import sense_path

Row = dict[str, Any]

PAGE_SIZE = 50
"""Hits on a page."""

DOCUMENTS_ON_PAGE = 20
"""Documents on a page."""

_LINES_OF_A_DOCUMENT = 3
"""Hits of a document that the search shows."""

_MOST_CONNECTIVES = 40
"""Connectives that are counted in the facets, the most frequent ones."""

_BROAD = 0.05
"""Share of all relations above which hits are read in order, not by the index of cells."""

HIT_COLUMNS = (
    *("document", "relation", "type", "sense", "score", "status", "system_sense"),
    *("left", "arg1", "connective", "inserted", "arg2", "right"),
)
"""Columns of a hit; `relation` counts from 1 in its document."""

_HIT = """
relations.id AS id, relations.document AS document_id, documents.name AS document, number AS relation, type,
sense, score, status, system_sense, "left", arg1, lines.connective AS connective, inserted, arg2, "right"
"""
_SORTS = {
    "document": "relations.id",
    **{name: f'orders."{name}"' for name in ORDERS},
    "sense": "sense",
    "type": "type",
    "score": "score",
}
SORTS = tuple(_SORTS)
"""Columns that hits are sorted by."""


class CorpusIndex:
    """Index of a corpus; threads may share it."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._threads = local()
        self.title: str = dict(self.rows("SELECT name, value FROM facts"))["title"]
        [(self.documents, self.words)] = self.rows("SELECT count(*), coalesce(sum(words), 0) FROM documents")
        [(self.relations,)] = self.rows("SELECT coalesce(sum(relations), 0) FROM cells")
        self.labels: dict[str, list[str]] = {
            name: [label for (label,) in self.rows(f"SELECT DISTINCT {name} FROM cells ORDER BY 1") if label]
            for name in ("corpus", "genre", "status")
        }

    def rows(self, sql: str, values: Sequence[object] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a statement; each thread has a connection of its own."""
        return self._cursor(sql, values)

    def _cursor(self, sql: str, values: Sequence[object]) -> sqlite3.Cursor:
        if not hasattr(self._threads, "connection"):
            self._threads.connection = connected(self._place)
        cursor: sqlite3.Cursor = self._threads.connection.execute(sql, values)
        return cursor

    @property
    def has_scores(self) -> bool:
        """True if a relation has a score."""
        return any(True for _ in self.rows("SELECT 1 FROM cells WHERE tenth != ? LIMIT 1", [NO_SCORE]))

    @property
    def compared(self) -> bool:
        """True if the relations are those of a gold with the results of a system."""
        return bool(self.labels["status"])

    def counted(self, query: Query) -> tuple[str, list[object]]:
        """Return a table expression in SQL with its values: cells, and the relations that the text leaves."""
        if query.by_cells:
            return "WITH counted AS (SELECT * FROM cells)", []
        conditions, values = query.conditions(by_cell=False)
        labels = ", ".join(LABELS)
        return (
            "WITH hits AS MATERIALIZED (SELECT cell, count(*) AS relations FROM relations "
            f"WHERE {conditions} GROUP BY cell), "
            f"counted AS MATERIALIZED (SELECT {labels}, hits.relations AS relations "
            "FROM hits JOIN cells ON id = cell)"
        ), values

    def count(self, query: Query) -> int:
        """Count the relations that pass."""
        table, values = self.counted(query)
        conditions, more = query.cell_conditions()
        sql = f"{table} SELECT coalesce(sum(relations), 0) FROM counted WHERE {conditions}"
        [(count,)] = self.rows(sql, [*values, *more])
        return int(count)

    def facets(self, query: Query) -> dict[str, dict[str, int]]:
        """Count the relations by label of each facet, under all conditions but those of the facet itself.

        Senses are counted at each level. Facets with one label are left out.
        """
        table, values = self.counted(query)
        parts = []
        for facet in FACETS:
            conditions, more = query.cell_conditions(without=facet)
            parts.append(
                f"SELECT '{facet}', {facet}, sum(relations) FROM counted WHERE {conditions} GROUP BY 2"
            )
            values = [*values, *more]
        counts: dict[str, Counter[str]] = {facet: Counter() for facet in FACETS}
        for facet, label, number in self.rows(f"{table} {' UNION ALL '.join(parts)}", values):
            for node in sense_path(label) if facet == "sense" else filter(None, [label]):
                counts[facet][node] += number
        return {
            facet: dict(
                numbers.most_common(_MOST_CONNECTIVES) if facet == "connective" else sorted(numbers.items())
            )
            for facet, numbers in counts.items()
            if len(numbers) > 1 or getattr(query, facet) is not None
        }

    def count_documents(self, query: Query) -> int:
        """Count the documents with hits."""
        if not query.narrowed:
            return int(self.documents)
        conditions, values = query.conditions()
        [(count,)] = self.rows(f"SELECT count(DISTINCT document) FROM relations WHERE {conditions}", values)
        return int(count)

    def search(self, query: Query, *, page: int = 1) -> list[Row]:
        """Return documents with their numbers of hits, most hits first, each with its first hits.

        Without conditions all documents come in their order, without lines.
        """
        names = ("id", "document", "words", "errors", "hits")
        limits = [DOCUMENTS_ON_PAGE, (page - 1) * DOCUMENTS_ON_PAGE]
        if not query.narrowed:
            sql = "SELECT id, name, words, errors, relations FROM documents ORDER BY id LIMIT ? OFFSET ?"
            return [dict(zip(names, row, strict=True)) for row in self.rows(sql, limits)]
        conditions, values = query.conditions()
        rows = self.rows(
            "SELECT id, name, words, errors, hits FROM (SELECT document, count(*) AS hits FROM relations "
            f"WHERE {conditions} GROUP BY document ORDER BY hits DESC, document LIMIT ? OFFSET ?) "
            "JOIN documents ON id = document ORDER BY hits DESC, document",
            [*values, *limits],
        )
        found = [dict(zip(names, row, strict=True)) for row in rows]
        for document in found:
            inside = query.having(document=document["id"])
            document["lines"] = list(self.hits(inside, size=_LINES_OF_A_DOCUMENT))
        return found

    def hits(
        self,
        query: Query,
        *,
        sort: str = "document",
        descending: bool = False,
        page: int | None = 1,
        size: int = PAGE_SIZE,
    ) -> Iterator[Row]:
        """Yield the hits of a page in order; without a page all of them."""
        if sort not in SORTS:
            raise RelataError(f"no column {sort!r} to sort by; expected one of: {', '.join(SORTS)}")
        conditions, values = query.conditions()
        broad = query.by_cells and self.count(query) > _BROAD * self.relations
        source = "relations NOT INDEXED" if broad else "relations"
        if sort in ORDERS:
            source += " JOIN orders ON orders.relation = relations.id"
        elif sort in ("sense", "type"):
            source += " JOIN cells ON cells.id = cell"
        order = f"{_SORTS[sort]} {'DESC' if descending else 'ASC'}, relations.id"
        limit = "" if page is None else f"LIMIT {size} OFFSET {(page - 1) * size}"
        cursor = self._cursor(
            "WITH chosen AS MATERIALIZED (SELECT relations.id AS hit "
            f"FROM {source} WHERE {conditions} ORDER BY {order} {limit}) SELECT {_HIT} FROM chosen "
            "CROSS JOIN relations ON relations.id = hit JOIN cells ON cells.id = cell "
            "JOIN lines ON lines.relation = hit JOIN documents ON documents.id = relations.document",
            values,
        )
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))

    def page_data(self, document: int) -> tuple[str, str]:
        """Return the name of a document and its content as its page holds it."""
        sql = "SELECT name, content FROM documents JOIN pages ON document = id WHERE id = ?"
        for name, content in self.rows(sql, [document]):
            return name, zlib.decompress(content).decode()
        raise RelataError(f"no document {document}; expected a number from 1 to {self.documents}")
