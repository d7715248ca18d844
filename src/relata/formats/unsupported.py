"""What a writer has to leave out, counted and said once."""

from __future__ import annotations

import warnings
from collections import Counter

from relata.errors import DroppedWarning


class Dropped:
    """Counts content that a format cannot hold.

    >>> dropped = Dropped("brat")
    >>> dropped.add("score", "relations", 12)
    >>> str(dropped)
    'brat cannot hold: score (12 relations)'
    """

    def __init__(self, format: str) -> None:
        self.format = format
        self.counts: Counter[tuple[str, str]] = Counter()

    def __str__(self) -> str:
        said = (f"{content} ({count} {unit})" for (content, unit), count in self.counts.items() if count)
        return f"{self.format} cannot hold: {', '.join(said)}"

    def add(self, content: str, unit: str, count: int = 1) -> None:
        """Notes so many units (relations, documents) whose content is left out."""
        self.counts[content, unit] += count

    def warn(self, stacklevel: int = 3) -> None:
        """Warns of all that was noted, if anything was; the caller's caller is named as the place."""
        if self.counts.total():
            warnings.warn(str(self), DroppedWarning, stacklevel=stacklevel)
