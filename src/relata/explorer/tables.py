"""Tables of a corpus in HTML: frequencies, contrasts of groups, results of a system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from relata.explorer.corpus import CorpusIndex
from relata.explorer.markup import (
    STATUS_SIGNS,
    bar,
    broken,
    cell,
    escaped,
    heading,
    link,
    number,
    pager,
    sense_heading,
    status_sign,
    switch,
    table,
    width,
)
from relata.explorer.query import Query
from relata.explorer.views import FREQUENCY_COLUMNS, View

_LEVELS = (1, 2, 3)

_MOST_LEVEL_HEADS = 8
"""Columns above which their heads stand upright."""

_MOST_CONFUSED = 12
"""Senses of a confusion matrix, the most frequent ones."""


def frequencies_page(corpus: CorpusIndex, view: View) -> str:
    """Return the table of senses by another label, with shares of each column."""
    record, query, first = view.record, view.query, view.columns[0]
    rows, columns, level = record["rows"], record["columns"], record["level"]
    labels = [*record["labels"], "total"]
    names = [
        name for name in FREQUENCY_COLUMNS if name in ("type", "document") or len(corpus.labels[name]) > 1
    ]
    switches = (
        switch(query, "/frequencies", "columns", names, columns, level=level),
        switch(query, "/frequencies", "level", _LEVELS, level, columns=columns),
    )
    totals = {label: sum(row[label] for row in rows) for label in labels}
    body = [list(_frequency_row(query, row, first, columns, totals)) for row in rows]
    if first == "sense":
        body.append(
            [
                heading("all", "sum", scope="row"),
                *(cell(number(totals[label]), "number sum") for label in labels),
            ]
        )
    if len(labels) > _MOST_LEVEL_HEADS:
        head = [heading(first), *(heading(f"<span>{escaped(label)}</span>", "upright") for label in labels)]
    else:
        head = [heading(first), *(heading(escaped(label), "number") for label in labels)]
    note = f"Numbers of relations; the shade is the share of the {'column' if first == 'sense' else 'row'}."
    page, pages = record.get("page", 1), record.get("pages", 1)
    return (
        f'<p class="switches">{"".join(switches)}</p>{table(head, body, "counts", note)}'
        f"{pager(query, '/frequencies', page, pages, columns=columns, level=level)}"
    )


def _frequency_row(
    query: Query, row: dict[str, Any], first: str, columns: str, totals: dict[str, int]
) -> Iterator[str]:
    name = row[first]
    if first == "sense":
        yield sense_heading(name)
    else:
        yield heading(broken(name), scope="row")
    for label, total in totals.items():
        count = row[label]
        shown = number(count) if count else "·"
        if first == "sense" and count and label != "none":
            conditions = {"sense": name} | ({} if label == "total" else {columns: label})
            shown = link(query.having(**conditions).address("/concordance"), shown)
        yield cell(shown, f"number shade {width(count, total if first == 'sense' else row['total'])}")


def compare_page(_: CorpusIndex, view: View) -> str:
    """Return the shares of senses in two groups, with their difference, its interval and its significance."""
    record = view.record
    if not record["choices"]:
        return (
            '<p class="empty">There is one group only. Groups are corpora '
            "(<code>relata serve one.jsonl other.jsonl</code>) or genres of documents.</p>"
        )
    groups = record["choices"][record["by"]]
    names = [escaped(record[name]) for name in ("one", "other")]
    fields = (
        _select("by", "By", record["choices"], record["by"]),
        _select("one", "compare", groups, record["one"]),
        _select("other", "with", groups, record["other"]),
        _select("level", "level of senses", _LEVELS, record["level"]),
    )
    kept = view.query.type
    hidden = f'<input type="hidden" name="type" value="{escaped(kept)}">' if kept else ""
    head = [
        heading("sense"),
        *(heading(name, "number") for name in names),
        heading(f'<span class="dot one"></span>{names[0]} <span class="dot other"></span>{names[1]}'),
        *(heading(name, "number") for name in ("difference", "95 % interval", "p")),
    ]
    rows = record["rows"]
    most = max((max(row["share_one"], row["share_other"]) for row in rows), default=0.0)
    note = "Shares of the relations, in per cent. Documents are resampled; p allows for the number of senses."
    if any(row["p"] is None for row in rows):
        note += " A group has too few documents for a test."
    return (
        f'<form class="choices" action="/compare">{"".join(fields)}{hidden}'
        f'<button type="submit">Compare</button></form>'
        f"{table(head, (_contrast_row(row, most) for row in rows), 'contrast', note)}"
    )


def _contrast_row(row: dict[str, Any], most: float) -> Iterator[str]:
    yield sense_heading(row["sense"])
    for name in ("share_one", "share_other"):
        yield cell(f"{100 * row[name]:.1f}", "number")
    yield cell(_dumbbell(row["share_one"] / most, row["share_other"] / most), "chart")
    yield cell(_signed(row["difference"]), "number")
    yield cell(f"{_signed(row['low'])} to {_signed(row['high'])}", "number")
    p = row["p"]
    shown = "" if p is None else "&lt; 0.01" if p < 0.01 else f"{p:.2f}"
    yield cell(shown, "number significant" if p is not None and p < 0.05 else "number")


def _dumbbell(one: float, other: float) -> str:
    """Draw two shares on a line: a disc and a square."""
    x, y = 200 * one, 200 * other
    return (
        '<svg class="dumbbell" width="212" height="12" viewBox="-6 0 212 12" aria-hidden="true">'
        f'<line x1="{x:.1f}" x2="{y:.1f}" y1="6" y2="6"/><circle class="one" cx="{x:.1f}" cy="6" r="4"/>'
        f'<rect class="other" x="{y - 3.5:.1f}" y="2.5" width="7" height="7" rx="1"/></svg>'
    )


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def _select(name: str, label: str, values: Iterable[object], chosen: object) -> str:
    options = "".join(
        f'<option value="{escaped(value)}"{" selected" * (value == chosen)}>{escaped(value)}</option>'
        for value in values
    )
    return f'<label>{label} <select name="{name}">{options}</select></label>'


def errors_page(_: CorpusIndex, view: View) -> str:
    """Return the scores of a system, its errors by kind, and the confusion of senses."""
    record, query = view.record, view.query
    overall, *scores = record["scores"]
    names = {"f1": "F1", "precision": "precision", "recall": "recall"}
    cards = (
        f'<p class="card"><strong>{100 * overall[name]:.1f}</strong> {shown}</p>'
        for name, shown in names.items()
    )
    following = link("/errors/next?document=0", "Next error <kbd>e</kbd>", "button")
    switches = switch(query, "/errors", "level", _LEVELS, record["level"])
    parts = {part: [row for row in scores if row["part"] == part] for part in ("type", "sense")}
    return (
        f'<div class="cards">{"".join(cards)}{following}</div>'
        f"<h2>Results and their signs</h2>{_kinds(query, record['kinds'])}"
        f'<h2>Confusion of senses</h2><p class="switches">{switches}</p>'
        f"{_matrix(query, record['confusions'])}"
        f"<h2>Scores by type</h2>{_scores(parts['type'])}<h2>Scores by sense</h2>{_scores(parts['sense'])}"
    )


def _kinds(query: Query, kinds: dict[str, int]) -> str:
    """Return the legend of signs with the number of relations of each kind."""
    most = max(kinds.values(), default=0)
    rows = (
        (
            cell(status_sign(status)),
            heading(link(query.having(status=status).address("/concordance"), status), scope="row"),
            cell(number(kinds.get(status, 0)), "number"),
            cell(bar(kinds.get(status, 0), most)),
            cell(meaning, "soft"),
        )
        for status, (_, meaning) in STATUS_SIGNS.items()
    )
    head = ("sign", "result", "relations", "", "meaning")
    return table((heading(name, "number" if name == "relations" else "") for name in head), rows, "kinds")


def _matrix(query: Query, confusions: list[dict[str, Any]]) -> str:
    """Return the matrix of gold senses (rows) and senses of the system (columns)."""
    cells = {(row["gold"], row["system"]): row["relations"] for row in confusions}
    sums: dict[str, int] = {}
    for pair, count in cells.items():
        for sense in {*pair} - {None}:
            sums[sense] = sums.get(sense, 0) + count
    keys: list[str | None] = [*sorted(sorted(sums, key=lambda sense: -sums[sense])[:_MOST_CONFUSED]), None]
    rows = []
    for gold in keys:
        total = sum(cells.get((gold, system), 0) for system in keys)
        shown = [sense_heading(gold)]
        for system in keys:
            count = cells.get((gold, system), 0)
            text = number(count) if count else "·"
            if count and gold and system and gold != system:
                text = link(query.having(sense=gold, system_sense=system).address("/concordance"), text)
            shown.append(
                cell(text, f"number shade {'right' if gold == system else 'wrong'} {width(count, total)}")
            )
        rows.append(shown)
    head = [heading("gold"), *(heading(f"<span>{escaped(key or 'none')}</span>", "upright") for key in keys)]
    note = "Rows: senses of the gold. Columns: those of the system. The shade is the share of the row."
    return table(head, rows, "matrix", note)


def _scores(rows: Iterable[dict[str, Any]]) -> str:
    names = {
        "gold": "gold",
        "pred": "system",
        "tp": "right",
        "precision": "precision",
        "recall": "recall",
        "f1": "F1",
    }
    head = [heading(""), *(heading(name, "number") for name in names.values()), heading("")]
    return table(head, (_score_row(row) for row in rows), "counts")


def _score_row(row: dict[str, Any]) -> Iterator[str]:
    yield (
        sense_heading(row["label"]) if row["part"] == "sense" else heading(escaped(row["label"]), scope="row")
    )
    yield from (cell(number(row[name]), "number") for name in ("gold", "pred", "tp"))
    for name, divisor in (("precision", "pred"), ("recall", "gold")):
        yield cell(f"{100 * row[name]:.1f}" if row[divisor] else "–", "number")
    yield cell(f"{100 * row['f1']:.1f}", "number")
    yield cell(bar(row["f1"], 1))
