"""Counts behind precision, recall and F1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, predictions and golds; an empty denominator scores 1, as CoNLL-2016 has it.

    >>> Counts(1, 2, 4).f1
    0.3333333333333333
    """

    EMPTY: ClassVar[float] = 1.0

    tp: int = 0
    pred: int = 0
    gold: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.tp + other.tp, self.pred + other.pred, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.tp / self.pred if self.pred else self.EMPTY

    @property
    def recall(self) -> float:
        return self.tp / self.gold if self.gold else self.EMPTY

    @property
    def f1(self) -> float:
        precision, recall = self.precision, self.recall
        return 2.0 * precision * recall / (precision + recall) if precision + recall else 0.0
