"""The result of scoring a run: its tables, its measures, and a signature that says what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import relata
from relata.scoring.conll2016 import rendering
from relata.scoring.conll2016.result import PARTIAL, Table, rounded


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Short digests of what was scored: equal data, equal digests."""

    gold: str
    predicted: str


@dataclass(frozen=True, slots=True)
class Score:
    """A run's scores: strict and partial tables by name, and all that is needed to tell what they say.

    `partial` is None where partial scores were not asked for, or do not exist (sense-only task).
    """

    mode: str
    language: str
    senses: str
    cutoff: str
    strict: Mapping[str, Table]
    partial: Mapping[str, Table] | None
    fingerprints: Fingerprints
    supplementary: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by the names that the keys of measures begin with."""
        return dict(self.strict) | {name + PARTIAL: table for name, table in (self.partial or {}).items()}

    @property
    def measures(self) -> dict[str, float]:
        """The values of all measures by the shared task's keys, in its order, rounded to four decimals."""
        return dict(self._measures())

    @property
    def signature(self) -> str:
        """What was computed, on what, by which version: state it with the numbers."""
        parts = {
            "mode": self.mode,
            "task": "sense-only" if self.supplementary else None,
            "lang": self.language,
            "senses": self.senses,
            "cutoff": self.cutoff if self.partial is not None else None,
            "gold": self.fingerprints.gold,
            "pred": self.fingerprints.predicted,
            "relata": relata.__version__,
        }
        return "|".join(["conll2016", *(f"{name}:{value}" for name, value in parts.items() if value)])

    def prototext(self) -> str:
        """The measures as the blind evaluation wants them."""
        return rendering.prototext(self)

    def text(self) -> str:
        """The tables in the shared task's layout."""
        return rendering.text(self)

    def as_dict(self) -> dict[str, Any]:
        """The scores with the counts behind them, ready for JSON."""
        return rendering.as_dict(self)

    def _measures(self) -> Iterator[tuple[str, float]]:
        for table_name, table in self.tables.items():
            for measure, counts in table.measures.items():
                for name in ("precision", "recall", "f1"):
                    yield f"{table_name} {measure} {name}", rounded(getattr(counts, name))
