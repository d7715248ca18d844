"""Faults that a reader repairs in a file, counted and reported once for each kind."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path

from relata.errors import DataWarning


class Repairs:
    """Counts of the repaired faults of a file by kind.

    >>> repairs = Repairs("25.pdtb")
    >>> repairs.add("spans set to whole tokens", 3)
    >>> [str(warning) for warning in repairs.warnings()]
    ['25.pdtb: spans set to whole tokens: 3']
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.counts: Counter[str] = Counter()

    def add(self, kind: str, count: int = 1) -> None:
        """Count faults of a kind."""
        self.counts[kind] += count

    def warnings(self) -> list[DataWarning]:
        """Return one warning for each kind of fault."""
        return [DataWarning(self.path, kind, count) for kind, count in self.counts.items() if count]

    def warn(self) -> None:
        """Warn of all faults that were counted."""
        for warning in self.warnings():
            warnings.warn(warning, stacklevel=3)
