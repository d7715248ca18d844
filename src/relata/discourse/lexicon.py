"""The lexicon: what a connective, or that there is none, says of a sense, by how often annotators gave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from relata.discourse.languages import language
from relata.discourse.sense_pooling import Opinion
from relata.document import Document, Span
from relata.document.relations import SENSED

_WEIGHT, _UNMARKED_WEIGHT = 0.2, 0.4
_SMOOTHING = 3.0
"""How much the lexicon counts, and with how many relations of any connective it is filled up."""

UNMARKED = ""
"""The entry of relations without connective."""

Counts = Mapping[str, Mapping[str, int]]
"""How often connectives, by the entries that their language has for them, have senses."""


def sense_counts(documents: Iterable[Document]) -> dict[str, dict[str, int]]:
    """How often each connective of annotated documents, and none of them, has each sense."""
    found: dict[str, Counter[str]] = {}
    for document in documents:
        entry = language(document.language).entry
        for relation in document.relations:
            if relation.explicit and relation.connective and relation.senses:
                found.setdefault(entry(relation.connective), Counter())[relation.senses[0]] += 1
            elif relation.type in SENSED and relation.senses:
                found.setdefault(UNMARKED, Counter())[relation.senses[0]] += 1
    return {name: dict(sorted(counts.items())) for name, counts in sorted(found.items())}


class Lexicon:
    """Weighs the senses that a model finds likely by those that the connective has had before."""

    def __init__(self, counts: Counts, senses: Sequence[str], entry: Callable[[Span], str]) -> None:
        self._entry = entry
        rows = {
            name: np.array([own.get(sense, 0) for sense in senses], dtype=np.float32)
            for name, own in counts.items()
            if name != UNMARKED
        }
        total = sum(rows.values(), np.full(len(senses), 0.5, dtype=np.float32))
        filler = _SMOOTHING * total / total.sum()
        self._known = {name: np.log((row + filler) / (row.sum() + _SMOOTHING)) for name, row in rows.items()}

    def weighed(self, senses: Opinion, connective: Span) -> Opinion:
        """The opinion on a connective's senses; it stays as it is for one that is unknown."""
        known = self._known.get(self._entry(connective))
        return senses if known is None else senses.joined(known, _WEIGHT)


class Usual:
    """Weighs the senses of relations without connective by how usual they are.

    A model that has learned its training data by heart takes rare senses for likelier than they are.
    """

    def __init__(self, counts: Counts, senses: Sequence[str]) -> None:
        own = counts.get(UNMARKED, {})
        known = np.array([own.get(sense, 0) + 0.5 for sense in senses], dtype=np.float32)
        self._known = np.log(known / known.sum()) if own else None

    def weighed(self, senses: Opinion) -> Opinion:
        """The opinion on senses; it stays as it is for a model that knows no counts."""
        return senses if self._known is None else senses.joined(self._known, _UNMARKED_WEIGHT)
