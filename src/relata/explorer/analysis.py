"""Tables over an indexed corpus: frequencies of senses, contrasts of groups, results of a system."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from relata.errors import RelataError
from relata.explorer.corpus import CorpusIndex, Row
from relata.explorer.query import Query
from relata.scoring.score import Counts
from relata.scoring.significance import Resampling, compare_groups

COLUMN_LABELS = ("type", "genre", "corpus", "status")
"""Labels that a table of frequencies may have columns for."""

_PLAN = Resampling(trials=2000)

_FEWEST_BLOCKS = 5
"""Blocks of documents that a group needs for a test."""


def cut(sense: str, level: int) -> str:
    """Return the node of a sense at a level, or the sense if it is higher.

    >>> cut("Contingency.Cause.Reason", 2)
    'Contingency.Cause'
    """
    return ".".join(sense.split(".")[:level])


def frequencies(
    corpus: CorpusIndex, query: Query, *, columns: str = "type", level: int = 2
) -> dict[str, Counter[str]]:
    """Count relations by sense, down to a level, and by another label."""
    if columns not in COLUMN_LABELS:
        raise RelataError(f"no columns {columns!r}; expected one of: {', '.join(COLUMN_LABELS)}, document")
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    counted, values = corpus.counted(query)
    conditions, more = query.cell_conditions()
    sql = f"{counted} SELECT sense, {columns}, sum(relations) FROM counted WHERE {conditions} GROUP BY 1, 2"
    for sense, label, number in corpus.rows(sql, [*values, *more]):
        table[cut(sense, level)][label or "none"] += number
    return dict(sorted(table.items()))


def document_frequencies(
    corpus: CorpusIndex, query: Query, *, level: int = 1, page: int = 1
) -> dict[str, Counter[str]]:
    """Count relations by sense in each document of a page."""
    table: dict[str, Counter[str]] = {}
    for document in corpus.search(query, page=page):
        inside = frequencies(corpus, query.having(document=document["id"]), level=level)
        table[document["document"]] = Counter({sense: counts.total() for sense, counts in inside.items()})
    return table


def contrast(
    corpus: CorpusIndex, by: str, one: str, other: str, *, type: str | None = None, level: int = 2
) -> list[Row]:
    """Compare the shares of senses in two groups of documents; blocks of documents are resampled.

    `p` allows for the number of senses (Bonferroni); it is None for groups of few documents, which no
    resampling can tell apart. The most significant rows come first.
    """
    groups = [_blocks(corpus, by, group, type, level) for group in (one, other)]
    senses = sorted({sense for blocks in groups for counts in blocks for sense in counts})
    if not all(groups):
        raise RelataError(f"no such relations in {(other if groups[0] else one)!r}")
    testable = min(map(len, groups)) >= _FEWEST_BLOCKS
    tables = [
        np.array([[*(counts[sense] for sense in senses), counts.total()] for counts in blocks], dtype=float)
        for blocks in groups
    ]
    results = compare_groups(tables[0], tables[1], _shares, _PLAN)
    sums = [table.sum(axis=0) for table in tables]
    rows: list[Row] = [
        {
            "sense": sense,
            "one": int(sums[0][place]),
            "other": int(sums[1][place]),
            "share_one": float(sums[0][place] / sums[0][-1]),
            "share_other": float(sums[1][place] / sums[1][-1]),
            "difference": result.difference,
            "low": result.interval.low,
            "high": result.interval.high,
            "p": min(1.0, result.p * len(senses)) if testable else None,
        }
        for place, (sense, result) in enumerate(zip(senses, results, strict=True))
    ]
    return sorted(rows, key=lambda row: (row["p"] or 0.0, -abs(row["difference"])))


def _shares(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Divide counts by their total, which is the last one."""
    return sums[..., :-1] / np.maximum(sums[..., -1:], 1)


def _blocks(corpus: CorpusIndex, by: str, group: str, type: str | None, level: int) -> list[Counter[str]]:
    """Count senses in each block of the documents of a group."""
    if by not in ("genre", "corpus"):
        raise RelataError(f"no groups {by!r}; expected genre or corpus")
    blocks: defaultdict[int, Counter[str]] = defaultdict(Counter)
    condition, values = ("", [group]) if type is None else ("AND type = ?", [group, type])
    sql = f"SELECT block, sense, sum(relations) FROM blocks WHERE {by} = ? {condition} GROUP BY 1, 2"
    for block, sense, number in corpus.rows(sql, values):
        blocks[block][cut(sense, level)] += number
    return list(blocks.values())


@dataclass(slots=True)
class Outcomes:
    """Results of a system against gold: counts by type and by sense, kinds of results, confusions of senses.

    In `confusions`, an empty sense stands for no relation on that side.
    """

    total: Counts = field(default_factory=Counts)
    types: dict[str, Counts] = field(default_factory=dict)
    senses: dict[str, Counts] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)


def system_results(corpus: CorpusIndex, query: Query, *, level: int = 2) -> Outcomes:
    """Count the results of a system as the strict score of CoNLL-2016 does."""
    counted, values = corpus.counted(query)
    conditions, more = query.cell_conditions()
    rows = corpus.rows(
        f"{counted} SELECT status, type, sense, system_type, system_sense, sum(relations) FROM counted "
        f"WHERE {conditions} GROUP BY 1, 2, 3, 4, 5",
        [*values, *more],
    )
    results = Outcomes()
    for status, type, sense, system_type, system_sense, number in rows:
        labels = (type, cut(sense, level))
        gold = None if status == "spurious" else labels
        if status == "spurious":
            system = labels
        elif status == "missed":
            system = None
        else:  # a right sense may be the second one of the gold, which counts as its first
            right_sense = status in ("correct", "wrong spans")
            system = (system_type, labels[1] if right_sense else cut(system_sense, level))
        correct = number if status == "correct" else 0
        results.total += Counts(correct, number if system else 0, number if gold else 0)
        for part, table in enumerate((results.types, results.senses)):
            if gold:
                same = correct if system and system[part] == gold[part] else 0
                table[gold[part]] = table.get(gold[part], Counts()) + Counts(same, 0, number)
            if system:
                table[system[part]] = table.get(system[part], Counts()) + Counts(0, number, 0)
        results.kinds[status] += number
        results.confusions[gold[1] if gold else "", system[1] if system else ""] += number
    return results


def error_after(corpus: CorpusIndex, document: int) -> tuple[int, int] | None:
    """Return the next document in which a system is wrong, and the number of its first such relation."""
    sql = (
        "SELECT document, number FROM relations JOIN cells ON cells.id = cell WHERE status != 'correct' "
        "AND document = (SELECT min(id) FROM documents WHERE errors > 0 AND id > ?) "
        "ORDER BY relations.id LIMIT 1"
    )
    return next(((int(found), int(number)) for found, number in corpus.rows(sql, [document])), None)
