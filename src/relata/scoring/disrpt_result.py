"""What the DISRPT scorers found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import relata
from relata.scoring import counts


@dataclass(frozen=True, slots=True)
class Counts(counts.Counts):
    """Counts of which an empty denominator scores 0, as DISRPT has it."""

    EMPTY: ClassVar[float] = 0.0

    def as_dict(self) -> dict[str, float]:
        """The counts and what they score."""
        scores = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {"tp": self.tp, "pred": self.pred, "gold": self.gold} | {
            name: round(score, 4) for name, score in scores.items()
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a task: its counts by document and by label.

    Relations have as many predictions as golds, so that precision, recall and F1 are all the accuracy.
    `confusion` counts pairs of gold and predicted labels.
    """

    task: str
    gold: str
    predicted: str
    documents: Mapping[str, Counts]
    labels: Mapping[str, Counts] = field(default_factory=dict)
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def counts(self) -> Counts:
        """The counts of all documents together."""
        return sum(self.documents.values(), Counts())

    @property
    def measures(self) -> dict[str, float]:
        """The scores of the task by name, rounded to four decimals."""
        counts = self.counts
        if self.task == "relations":
            return {"accuracy": round(counts.precision, 4)}
        return {name: round(getattr(counts, name), 4) for name in ("precision", "recall", "f1")}

    @property
    def signature(self) -> str:
        """What was computed, on what, by which version: state it with the numbers."""
        return f"disrpt|task:{self.task}|gold:{self.gold}|pred:{self.predicted}|relata:{relata.__version__}"

    def as_dict(self) -> dict[str, Any]:
        """The scores with the counts behind them, ready for JSON."""
        return {
            "scorer": "disrpt",
            "signature": self.signature,
            "version": relata.__version__,
            "task": self.task,
            "measures": self.measures,
            "counts": self.counts.as_dict(),
            "labels": {label: counts.as_dict() for label, counts in self.labels.items()},
            "confusion": [
                {"gold": gold, "pred": pred, "count": count}
                for (gold, pred), count in sorted(self.confusion.items())
            ],
            "documents": {name: counts.as_dict() for name, counts in self.documents.items()},
        }

    def text(self) -> str:
        """A table, and the signature under it."""
        return "\n".join([*self._lines(), self.signature])

    def _lines(self) -> Iterator[str]:
        rows = dict(self.labels)
        if self.task == "relations":
            counts = self.counts
            yield f"accuracy {counts.precision:.4f} ({counts.tp} of {counts.gold} relations)"
        else:
            rows = {self.task: self.counts}
        width = max(map(len, rows), default=0)
        yield f"{'':{width}} precision  recall      f1    gold    pred  correct"
        for label, counts in rows.items():
            scores = f"{counts.precision:9.4f} {counts.recall:7.4f} {counts.f1:7.4f}"
            yield f"{label:{width}} {scores} {counts.gold:7} {counts.pred:7} {counts.tp:8}"
