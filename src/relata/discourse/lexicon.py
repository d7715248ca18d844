"""The lexicon: what a connective alone says of its sense, by how often annotators gave it each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from relata.document import Document, Span
from relata.neural.heads import Floats

_WEIGHT = 0.2
_SMOOTHING = 3.0
"""How much the lexicon counts, and with how many relations of any connective it is filled up."""

Counts = Mapping[str, Mapping[str, int]]
"""How often connectives, in small letters, have senses."""


def sense_counts(documents: Iterable[Document]) -> dict[str, dict[str, int]]:
    """How often each connective of annotated documents has each sense."""
    found: dict[str, Counter[str]] = {}
    for document in documents:
        for relation in document.relations:
            if relation.explicit and relation.connective and relation.senses:
                found.setdefault(_entry(relation.connective), Counter())[relation.senses[0]] += 1
    return {entry: dict(sorted(counts.items())) for entry, counts in sorted(found.items())}


class Lexicon:
    """Weighs the senses that a model finds likely by those that the connective has had before."""

    def __init__(self, counts: Counts, senses: Sequence[str]) -> None:
        rows = {
            entry: np.array([own.get(sense, 0) for sense in senses], dtype=np.float32)
            for entry, own in counts.items()
        }
        total = sum(rows.values(), np.full(len(senses), 0.5, dtype=np.float32))
        filler = _SMOOTHING * total / total.sum()
        self._chances = {entry: (row + filler) / (row.sum() + _SMOOTHING) for entry, row in rows.items()}

    def weighed(self, connective: Span, senses: Floats) -> Floats:
        """The probabilities of a connective's senses; they stay as they are for one that is unknown."""
        known = self._chances.get(_entry(connective))
        if known is None:
            return senses
        found = senses * known**_WEIGHT
        shares: Floats = found / found.sum()
        return shares


def _entry(connective: Span) -> str:
    return connective.text.lower()
