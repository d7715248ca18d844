"""What the CoNLL-2016 scorer found: counts by measure, table and sense, with the scores they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from relata.scoring.counts import Counts

TABLES = ("All", "Explicit only", "Non-explicit only")

PARTIAL = " (partial match)"
"""What the names of partial tables end with in the keys of measures."""

_MEASURES = {
    "Parser": "parser",
    "Explicit connective": "connective",
    "Arg1 extraction": "arg1",
    "Arg2 extraction": "arg2",
    "Arg 1 Arg2 extraction": "both",
}


@dataclass(frozen=True, slots=True)
class Table:
    """The measures of one table (all relations, explicit only, non-explicit only).

    `both` is Arg1 and Arg2 together; `connective` is absent from partial tables.
    """

    parser: Counts
    arg1: Counts
    arg2: Counts
    both: Counts
    connective: Counts | None = None
    senses: Mapping[str, Counts] = field(default_factory=dict)

    @property
    def measures(self) -> dict[str, Counts]:
        """The counts by the shared task's names of its measures, in its order."""
        counts = {name: getattr(self, attribute) for name, attribute in _MEASURES.items()}
        return {name: value for name, value in counts.items() if value is not None}


@dataclass(frozen=True, slots=True)
class RunTables:
    """The tables of a run by name, `partial` if asked for, and what a user should know of them."""

    strict: Mapping[str, Table]
    partial: Mapping[str, Table] | None
    warnings: tuple[str, ...]


def rounded(value: float) -> float:
    """A value to four decimals, half away from zero on the exact value of the double.

    >>> rounded(0.03125)
    0.0313
    """
    return float(Decimal(value).quantize(Decimal("0.0001"), ROUND_HALF_UP))
