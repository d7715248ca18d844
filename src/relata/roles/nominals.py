"""Nominal predicates by lemma: which nouns and adjectives annotators take for predicates differs by word."""

from __future__ import annotations

import math
from collections.abc import Mapping

from relata.roles.rolesets import ADJECTIVE, NOUN

Rates = Mapping[str, Mapping[str, float]]
"""How often lemmas are predicates, by part of speech: {"n": {"price": 0.8}, "j": {"former": 0.9}}."""

LEAST_LIKELY = 0.1
"""A word that is less likely a predicate than this is none, whatever its lemma says."""

_NEVER = 0.01


class Nominals:
    """Weighs how likely a noun or adjective is a predicate by how often its lemma has been one."""

    def __init__(self, rates: Rates) -> None:
        self._odds = {
            part: {lemma: _odds(rate) for lemma, rate in own.items()} for part, own in rates.items()
        }

    def weighed(self, chance: float, part: str, lemma: str) -> float:
        """The probability of a predicate; it stays as it is for a lemma that is unknown.

        >>> round(Nominals({"n": {"price": 0.8}}).weighed(0.5, "n", "price"), 2)
        0.8
        """
        odds = self._odds.get(part, {}).get(lemma)
        return chance if odds is None else 1 / (1 + math.exp(-_odds(chance) - odds))


def is_nominal(part: str | None) -> bool:
    """Whether a part of speech is that of nouns or adjectives."""
    return part in (NOUN, ADJECTIVE)


def _odds(chance: float) -> float:
    """The logarithm of odds, which no lemma and no head is quite sure of."""
    kept = min(max(chance, _NEVER), 1 - _NEVER)
    return math.log(kept / (1 - kept))
