"""Repairs of a reader and features that a format does not support: counted, and reported once."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from relata.document import Document
from relata.errors import DataWarning, UnsupportedWarning

_LAYERS: dict[str, tuple[str, Callable[[Document], int]]] = {
    "discourse relations": ("relations", lambda document: len(document.relations)),
    "propositions": ("propositions", lambda document: len(document.propositions)),
    "forms that differ from the text": ("tokens", lambda document: len(document.tokens.odd_forms)),
    "annotation of tokens": (
        "documents",
        lambda document: bool(document.tokens.columns) or document.tokens.heads is not None,
    ),
    "constituent trees": (
        "sentences",
        lambda document: sum(tree is not None for tree in document.trees),
    ),
    "no tokens": ("sentences", lambda document: sum(not sentence for sentence in document.sentences)),
    "comments": ("documents", lambda document: any(document.comments)),
    "rows that are no words": ("documents", lambda document: any(document.nonwords)),
    "metadata": ("documents", lambda document: bool(document.metadata)),
}
"""Layers of a document that some formats do not support: unit, and count of a document."""


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

    def add_layers(self, document: Document, *layers: str) -> None:
        """Count layers of a document that are left out."""
        for layer in layers:
            unit, count = _LAYERS[layer]
            self.add(layer, unit, count(document))

    def warn(self, stacklevel: int = 3) -> None:
        """Warn of all content that was counted, if any; the warning names the caller's caller."""
        if self.counts.total():
            warnings.warn(str(self), UnsupportedWarning, stacklevel=stacklevel)


class Repairs:
    """Counts of the repaired faults of a file by kind.

    >>> repairs = Repairs("25.pdtb")
    >>> repairs.add("spans set to whole tokens", 3)
    >>> repairs.counts
    Counter({'spans set to whole tokens': 3})
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.counts: Counter[str] = Counter()

    def add(self, kind: str, count: int = 1) -> None:
        """Count faults of a kind."""
        self.counts[kind] += count

    def warn(self) -> None:
        """Warn of each kind of fault that was counted."""
        for kind, count in self.counts.items():
            if count:
                warnings.warn(DataWarning(self.path, kind, count), stacklevel=3)
