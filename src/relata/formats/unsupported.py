"""Features of documents that a format does not support, counted and reported once."""

from __future__ import annotations

import warnings
from collections import Counter

from relata.errors import UnsupportedWarning


class Unsupported:
    """Counts of the content that a format cannot hold.

    >>> unsupported = Unsupported("brat")
    >>> unsupported.add("score", "relations", 12)
    >>> str(unsupported)
    'brat cannot hold: score (12 relations)'
    """

    def __init__(self, format: str) -> None:
        self.format = format
        self.counts: Counter[tuple[str, str]] = Counter()

    def __str__(self) -> str:
        features = (f"{content} ({count} {unit})" for (content, unit), count in self.counts.items() if count)
        return f"{self.format} cannot hold: {', '.join(features)}"

    def add(self, content: str, unit: str, count: int = 1) -> None:
        """Count units (relations, documents) whose content is left out."""
        self.counts[content, unit] += count

    def warn(self, stacklevel: int = 3) -> None:
        """Warn of all content that was counted, if any; the warning names the caller's caller."""
        if self.counts.total():
            warnings.warn(str(self), UnsupportedWarning, stacklevel=stacklevel)
