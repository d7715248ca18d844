"""Calibration: the probability that a relation is right as a whole.

A relation is right if both arguments share at least 0.7 of their words with the annotated ones and its sense
is the annotated one. The product of the probabilities of its parts (signal, kind, sense) is overconfident
for some kinds of relation and too low for others. A logistic curve for each kind turns the product into a
calibrated probability, so that one threshold serves all kinds and both languages.
"""

from __future__ import annotations

import math

from relata.document.relations import RelationType
from relata.errors import ModelError
from relata.model.settings import Settings

_SMALLEST = 1e-6
"""Bound of the product on both sides, so that its log-odds are finite."""


class Calibration:
    """Turns products of probabilities into probabilities of whole relations, by kind of relation.

    A kind without a curve keeps its product.
    """

    def __init__(self, settings: Settings) -> None:
        for kind in settings.calibration:
            if kind not in KINDS:
                raise ModelError(f"settings.calibration: no kind of relation {kind!r}")
        self._curves = settings.calibration

    def __call__(self, kind: str, product: float) -> float:
        """Calibrate the product of a relation's parts."""
        curve = self._curves.get(kind)
        if curve is None:
            return product
        return 1 / (1 + math.exp(-curve.slope * log_odds(product) - curve.offset))


def kind_of(type: RelationType, inside: bool) -> str:
    """Name the kind of a relation: its type, and whether both arguments stand in one sentence.

    >>> kind_of(RelationType.IMPLICIT, True)
    'Implicit inside'
    """
    return f"{type} {'inside' if inside else 'between'}"


def given_kind_of(*, marked: bool) -> str:
    """Name the kind of a relation whose arguments are given, with or without a connective.

    >>> given_kind_of(marked=True)
    'Explicit given'
    """
    return f"{RelationType.EXPLICIT if marked else RelationType.IMPLICIT} given"


KINDS = frozenset(
    (
        *(kind_of(type, inside) for type in RelationType for inside in (True, False)),
        *(given_kind_of(marked=marked) for marked in (True, False)),
    )
)
"""Kinds that may have a curve."""


def log_odds(probability: float) -> float:
    """Compute the log-odds of a probability, finite for 0 and 1 as well.

    >>> log_odds(0.5)
    0.0
    """
    bounded = min(max(probability, _SMALLEST), 1 - _SMALLEST)
    return math.log(bounded / (1 - bounded))
