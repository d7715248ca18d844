"""The confusion of predicted and gold senses, from which the official program reads its parser scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from relata.scoring.counts import Counts

Cell = tuple[str | None, str | None]
"""A predicted and a gold sense; None is the class of what is no relation on that side."""


class ParserCounts(NamedTuple):
    """The counts of the parser measure: over all senses, and for each sense."""

    overall: Counts
    senses: Mapping[str, Counts]


def parser_counts(cells: Iterable[Cell], labels: Iterable[str]) -> ParserCounts:
    """What the cells add up to. The diagonal counts as right with its negative corner, too (B1)."""
    counted = Counter(cells)
    right: Counter[str | None] = Counter()
    rows: Counter[str | None] = Counter()
    columns: Counter[str | None] = Counter()
    for (predicted, gold), count in counted.items():
        rows[predicted] += count
        columns[gold] += count
        if predicted == gold:
            right[gold] += count
    total = counted.total()
    overall = Counts(right.total(), total - rows[None], total - columns[None])
    return ParserCounts(overall, {s: Counts(right[s], rows[s], columns[s]) for s in sorted(labels)})
