"""What the CoNLL-2016 scorer found: counts by measure, table and sense, with the scores they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, predictions and golds; an empty denominator scores 1, as the task has it.

    >>> Counts(1, 2, 4).f1
    0.3333333333333333
    """

    tp: int = 0
    pred: int = 0
    gold: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.pred + other.pred, self.gold + other.gold)

    @property
    def precision(self) -> float:
        return self.tp / self.pred if self.pred else 1.0

    @property
    def recall(self) -> float:
        return self.tp / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        precision, recall = self.precision, self.recall
        return 2.0 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(frozen=True, slots=True)
class Table:
    """The measures of one table (all relations, explicit only, non-explicit only).

    `both` is Arg1 and Arg2 together; `connective` is absent from partial tables.
    """

    parser: Counts
    arg1: Counts
    arg2: Counts
    both: Counts
    connective: Counts | None = None
    senses: Mapping[str, Counts] = field(default_factory=dict)


TABLES = ("All", "Explicit only", "Non-explicit only")
