"""Confidence: how likely it is that a relation is right as a whole.

What its connective, its arguments and its sense are likely to be right by, multiplied, is too high for some
kinds of relations and too low for others. A curve for each kind makes a probability of the product, so that
one threshold serves all kinds and scores can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from relata.document.relations import RelationType

_LEAST = 1e-6
"""How near to 0 or 1 a product is taken to be at most."""


class Curve(NamedTuple):
    """A logistic function of a product's log-odds."""

    slope: float
    offset: float

    def __call__(self, product: float) -> float:
        return 1 / (1 + math.exp(-self.slope * log_odds(product) - self.offset))


class Score(NamedTuple):
    """What decides whether a relation is kept, and the score it is shown with."""

    deciding: float
    shown: float


class Confidence:
    """Judges relations by the curves of their kinds; where there is none, the product stays what it is."""

    def __init__(self, curves: Mapping[str, Curve]) -> None:
        self._curves = curves

    def __call__(self, type: RelationType, inside: bool, product: Score) -> Score:
        """The score of a relation, by the product for its parts; `inside` a sentence, or between two."""
        curve = self._curves.get(kind_of(type, inside))
        if curve is None:
            return product
        chance = curve(product.shown)
        return Score(chance, chance)


def kind_of(type: RelationType, inside: bool) -> str:
    """The name of a kind of relation, as settings have it.

    >>> kind_of(RelationType.IMPLICIT, True)
    'Implicit inside'
    """
    return f"{type} {'inside' if inside else 'between'}"


KINDS = frozenset(kind_of(type, inside) for type in RelationType for inside in (True, False))


def log_odds(chance: float) -> float:
    """The logarithm of the odds, finite also for what is certain.

    >>> log_odds(0.5)
    0.0
    """
    bounded = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(bounded / (1 - bounded))
