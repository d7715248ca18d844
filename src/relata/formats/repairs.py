"""What a reader puts right in a document, counted and said once for each kind."""

from __future__ import annotations

import warnings
from collections import Counter
from pathlib import Path

from relata.errors import DataWarning


class Dirt:
    """Counts the faults of a file that were put right.

    >>> dirt = Dirt("25.pdtb")
    >>> dirt.add("spans set to whole tokens", 3)
    >>> [str(warning) for warning in dirt.warnings()]
    ['25.pdtb: spans set to whole tokens: 3']
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.counts: Counter[str] = Counter()

    def add(self, kind: str, count: int = 1) -> None:
        """Notes so many faults of a kind."""
        self.counts[kind] += count

    def warnings(self) -> list[DataWarning]:
        """What there is to say: one warning for each kind."""
        return [DataWarning(self.path, kind, count) for kind, count in self.counts.items() if count]

    def warn(self) -> None:
        """Warns of all that was noted."""
        for warning in self.warnings():
            warnings.warn(warning, stacklevel=3)
