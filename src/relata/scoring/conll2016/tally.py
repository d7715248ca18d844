"""Counting relations found, missed and made up, by sense."""

from __future__ import annotations

from collections import Counter

from relata.scoring.conll2016.confusion import ParserCounts
from relata.scoring.conll2016.paired import Relation
from relata.scoring.counts import Counts


class SenseTally:
    """Counts what the corrected parser scores are made of.

    A hit counts for the predicted sense, which may be any sense of the gold; a miss for the gold's first one.
    """

    def __init__(self) -> None:
        self._hits: Counter[str] = Counter()
        self._predictions: Counter[str] = Counter()
        self._golds: Counter[str] = Counter()

    def hit(self, prediction: Relation) -> None:
        self._hits[prediction.sense] += 1
        self._predictions[prediction.sense] += 1
        self._golds[prediction.sense] += 1

    def missed(self, gold: Relation) -> None:
        self._golds[gold.sense] += 1

    def false_alarm(self, prediction: Relation) -> None:
        self._predictions[prediction.sense] += 1

    def counts(self) -> ParserCounts:
        """The counts over all senses and for each sense that came up."""
        overall = Counts(self._hits.total(), self._predictions.total(), self._golds.total())
        senses = self._predictions.keys() | self._golds.keys()
        return ParserCounts(
            overall, {s: Counts(self._hits[s], self._predictions[s], self._golds[s]) for s in senses}
        )
