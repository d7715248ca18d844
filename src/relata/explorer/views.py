"""Views of an indexed corpus as records, which become JSON, CSV or a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from relata.errors import RelataError
from relata.explorer.analysis import (
    COLUMN_LABELS,
    contrast,
    document_frequencies,
    frequencies,
    system_results,
)
from relata.explorer.corpus import DOCUMENTS_ON_PAGE, HIT_COLUMNS, PAGE_SIZE, CorpusIndex, Row
from relata.explorer.query import Query

Parameters = Mapping[str, str]


class View(NamedTuple):
    """View of a corpus: `record` for JSON, and `rows` with `columns` for CSV.

    `record` has the title of the corpus, the query, the number of relations that pass, and the facets.
    """

    name: str
    query: Query
    record: dict[str, Any]
    columns: tuple[str, ...]
    rows: Callable[[], Iterable[Row]]


def view(corpus: CorpusIndex, name: str, parameters: Parameters) -> View:
    """Return a view by its name; faults of the parameters are refused."""
    if name not in VIEWS:
        raise RelataError(f"no view {name!r}; expected one of: {', '.join(VIEWS)}")
    query = Query.of(parameters)
    made = VIEWS[name](corpus, query, parameters)
    shared = {
        "corpus": corpus.title,
        "query": query.parameters(),
        "relations": corpus.count(query),
        "facets": corpus.facets(query),
    }
    return made._replace(record=shared | made.record)


def rendered_csv(view: View) -> Iterator[str]:
    """Yield a view as lines of CSV; the first has the names of the columns."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, view.columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in view.rows():
        writer.writerow(row)
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _search(corpus: CorpusIndex, query: Query, parameters: Parameters) -> View:
    page = _positive(parameters, "page", 1)
    count = corpus.count_documents(query)
    record = {
        "documents": count,
        **_pages(page, count, DOCUMENTS_ON_PAGE),
        "results": corpus.search(query, page=page),
    }
    return View("search", query, record, HIT_COLUMNS, lambda: corpus.hits(query, page=None))


def _concordance(corpus: CorpusIndex, query: Query, parameters: Parameters) -> View:
    page, sort = _positive(parameters, "page", 1), parameters.get("sort", "document")
    descending = parameters.get("order") == "descending"
    record = {
        "sort": sort,
        "order": "descending" if descending else "ascending",
        **_pages(page, corpus.count(query), PAGE_SIZE),
        "hits": list(corpus.hits(query, sort=sort, descending=descending, page=page)),
    }

    def rows() -> Iterator[Row]:
        return corpus.hits(query, sort=sort, descending=descending, page=None)

    return View("concordance", query, record, HIT_COLUMNS, rows)


def _frequencies(corpus: CorpusIndex, query: Query, parameters: Parameters) -> View:
    columns, level = parameters.get("columns", "type"), _level(parameters)
    record: dict[str, Any] = {"columns": columns, "level": level}
    if columns == "document":
        page = _positive(parameters, "page", 1)
        table = document_frequencies(corpus, query, level=level, page=page)
        record |= _pages(page, corpus.count_documents(query), DOCUMENTS_ON_PAGE)
        first = "document"
    else:
        table = frequencies(corpus, query, columns=columns, level=level)
        first = "sense"
    labels = sorted({label for counts in table.values() for label in counts})
    rows = [
        {first: name, **{label: counts[label] for label in labels}, "total": counts.total()}
        for name, counts in table.items()
    ]
    record |= {"rows": rows, "labels": labels}
    return View("frequencies", query, record, (first, *labels, "total"), lambda: rows)


def _compare(corpus: CorpusIndex, query: Query, parameters: Parameters) -> View:
    choices = {name: corpus.labels[name] for name in ("corpus", "genre") if len(corpus.labels[name]) > 1}
    record: dict[str, Any] = {"choices": choices, "level": _level(parameters), "rows": []}
    if choices:
        by = parameters.get("by", next(iter(choices)))
        groups = choices.get(by, [])
        one, other = (parameters.get(name, "") for name in ("one", "other"))
        one = one if one in groups else next(iter(groups), "")
        other = other if other in groups else next((group for group in groups if group != one), "")
        rows = contrast(corpus, by, one, other, type=query.type, level=record["level"])
        record |= {"by": by, "one": one, "other": other, "rows": rows}
    columns = ("sense", "one", "other", "share_one", "share_other", "difference", "low", "high", "p")
    return View("compare", query, record, columns, lambda: record["rows"])


def _errors(corpus: CorpusIndex, query: Query, parameters: Parameters) -> View:
    if not corpus.compared:
        raise RelataError("no system to compare with; relata serve GOLD --compare SYSTEM")
    level = _level(parameters)
    results = system_results(corpus, query, level=level)
    tables = {"all": {"all": results.total}, "type": results.types, "sense": results.senses}
    rows = [
        {"part": part, "label": label, **counts.as_dict()}
        for part, table in tables.items()
        for label, counts in sorted(table.items())
    ]
    record = {
        "level": level,
        "scores": rows,
        "kinds": dict(results.kinds),
        "confusions": [
            {"gold": gold or None, "system": system or None, "relations": number}
            for (gold, system), number in results.confusions.most_common()
        ],
    }
    columns = ("part", "label", "tp", "pred", "gold", "precision", "recall", "f1")
    return View("errors", query, record, columns, lambda: rows)


VIEWS: Mapping[str, Callable[[CorpusIndex, Query, Parameters], View]] = {
    "search": _search,
    "concordance": _concordance,
    "frequencies": _frequencies,
    "compare": _compare,
    "errors": _errors,
}
"""Functions that make the views, by name."""

FREQUENCY_COLUMNS = (*COLUMN_LABELS, "document")
"""Labels that frequencies are counted by."""


def _pages(page: int, count: int, size: int) -> dict[str, int]:
    return {"page": page, "pages": max(1, -(-count // size))}


def _level(parameters: Parameters) -> int:
    return min(3, _positive(parameters, "level", 2))


def _positive(parameters: Parameters, name: str, default: int) -> int:
    value = parameters.get(name) or str(default)
    if not value.isdecimal() or not 0 < int(value) < 10**9:
        raise RelataError(f"{name}: expected a number from 1, got {value!r}")
    return int(value)
