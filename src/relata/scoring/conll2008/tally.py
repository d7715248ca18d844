"""Counting what gold and system have under a key, and what is right of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from relata.scoring import counts


@dataclass(frozen=True, slots=True)
class Counts(counts.Counts):
    """Counts of which an empty denominator scores 0."""

    EMPTY: ClassVar[float] = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The counts, and what they score in per cent."""
        scores = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {"correct": self.tp, "system": self.pred, "gold": self.gold} | {
            name: per_cent(score) for name, score in scores.items()
        }


def per_cent(share: float) -> float:
    """A share in per cent, to four decimals."""
    return round(100 * share, 4)


class Tally:
    """Counts by key; what is right counts under the key of the gold."""

    def __init__(self) -> None:
        self._gold: Counter[str] = Counter()
        self._system: Counter[str] = Counter()
        self._correct: Counter[str] = Counter()

    def add(self, gold: str | None, system: str | None, *, correct: bool) -> None:
        """Counts an item that has these keys in the gold and in the system, None where it is not there."""
        if gold is not None:
            self._gold[gold] += 1
            self._correct[gold] += correct
        if system is not None:
            self._system[system] += 1

    def counts(self) -> dict[str, Counts]:
        """The counts of every key that came up, the keys in the order of their characters."""
        return {
            key: Counts(self._correct[key], self._system[key], self._gold[key])
            for key in sorted(self._gold.keys() | self._system.keys())
        }
