"""Scores of all shared tasks: the counts behind them, and a signature of what was computed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, ClassVar, Self, TypeVar

import relata

C = TypeVar("C", bound="Counts")


def harmonic_mean(precision: float, recall: float) -> float:
    """Compute F1; 0 if both are 0."""
    return 2.0 * precision * recall / (precision + recall) if precision + recall else 0.0


def rounded(score: float) -> float:
    """Round to four decimals, half away from zero on the exact value of the double.

    >>> rounded(0.03125)
    0.0313
    """
    return float(Decimal(score).quantize(Decimal("0.0001"), ROUND_HALF_UP))


def per_cent(score: float) -> float:
    """Convert a score to per cent with four decimals."""
    return round(100 * score, 4)


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, predictions and golds; an empty denominator scores 1, as in CoNLL-2016.

    >>> Counts(1, 2, 4).f1
    0.3333333333333333
    """

    EMPTY: ClassVar[float] = 1.0
    NAMES: ClassVar = ("tp", "pred", "gold")
    """The names of the counts in JSON."""
    in_json = staticmethod(rounded)

    tp: int = 0
    pred: int = 0
    gold: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(self.tp + other.tp, self.pred + other.pred, self.gold + other.gold)

    @property
    def precision(self) -> float:
        """Share of the predictions that are right."""
        return self.tp / self.pred if self.pred else self.EMPTY

    @property
    def recall(self) -> float:
        """Share of the golds that are found."""
        return self.tp / self.gold if self.gold else self.EMPTY

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return harmonic_mean(self.precision, self.recall)

    @property
    def scores(self) -> dict[str, float]:
        """Precision, recall and F1 by name."""
        return {"precision": self.precision, "recall": self.recall, "f1": self.f1}

    def as_dict(self) -> dict[str, float]:
        """Convert counts and scores for JSON."""
        counts = zip(self.NAMES, (self.tp, self.pred, self.gold), strict=True)
        return dict(counts) | {name: self.in_json(score) for name, score in self.scores.items()}


class ZeroCounts(Counts):
    """Counts whose empty denominators score 0, as in DISRPT."""

    EMPTY = 0.0
    __slots__ = ()

    @staticmethod
    def in_json(score: float) -> float:
        """Round a score for JSON."""
        return round(score, 4)


class PercentCounts(ZeroCounts):
    """Counts whose scores are in per cent, as in CoNLL-2008."""

    NAMES = ("correct", "system", "gold")
    __slots__ = ()
    in_json = staticmethod(per_cent)


class Tally:
    """Counters of golds, predictions and hits by key; a hit counts under the key of the gold."""

    def __init__(self) -> None:
        self._gold: Counter[str] = Counter()
        self._predicted: Counter[str] = Counter()
        self._correct: Counter[str] = Counter()

    def add(self, gold: str | None, predicted: str | None, *, correct: bool = False) -> None:
        """Count an item with its key on either side; None is absence."""
        if gold is not None:
            self._gold[gold] += 1
            self._correct[gold] += correct
        if predicted is not None:
            self._predicted[predicted] += 1

    def total(self, kind: type[C]) -> C:
        """Count all keys together."""
        return kind(self._correct.total(), self._predicted.total(), self._gold.total())

    def counts(self, kind: type[C]) -> dict[str, C]:
        """List the counts of every key, in alphabetical order."""
        return {
            key: kind(self._correct[key], self._predicted[key], self._gold[key])
            for key in sorted(self._gold.keys() | self._predicted.keys())
        }


class Signature(str):
    """Text that identifies a computation: the scorer, its options, digests of the data, and the version.

    >>> Signature("conll2016", {"mode": "official", "cutoff": None}).partition("|relata:")[0]
    'conll2016|mode:official'
    """

    __slots__ = ()

    def __new__(cls, scorer: str, parts: Mapping[str, object]) -> Self:
        """Join the parts that have a value."""
        versioned = {**parts, "relata": relata.__version__}
        named = (f"{name}:{value}" for name, value in versioned.items() if value is not None)
        return super().__new__(cls, "|".join([scorer, *named]))


class Score(ABC):
    """Result of a scorer: measures by name, and the signature to state with them."""

    __slots__ = ()

    scorer: ClassVar[str]

    @property
    @abstractmethod
    def measures(self) -> dict[str, float]:
        """The task's measures by name, rounded to four decimals."""

    @property
    @abstractmethod
    def signed(self) -> dict[str, object]:
        """The parts of the signature; one without a value is None."""

    @property
    def signature(self) -> Signature:
        """The signature: state it with the numbers."""
        return Signature(self.scorer, self.signed)

    @property
    def header(self) -> dict[str, Any]:
        """The first fields of the score as JSON."""
        return {"scorer": self.scorer, "signature": self.signature, "version": relata.__version__}
