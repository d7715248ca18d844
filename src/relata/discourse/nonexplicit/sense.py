"""Kind and sense of the relation between two stretches of text without a connective."""

from __future__ import annotations

from collections.abc import Iterable

from relata.discourse.labels import SITE_KINDS
from relata.discourse.nonexplicit.features import CLASSIFIER, pair_rows
from relata.document import Tokens
from relata.model.hashed_linear import HashedLinear
from relata.model.heads import Floats, Linear, softmax
from relata.model.model import Model


class KindAndSense:
    """Scores the kinds of relation between two stretches of text, and their senses."""

    def __init__(self, model: Model) -> None:
        senses = len(model.package.senses)
        self._kind = Linear(model.weights.below("site_kind.out"), len(SITE_KINDS))
        self._sense = Linear(model.weights.below("sense.out"), senses)
        self._features = HashedLinear.if_trained(model.weights.below(CLASSIFIER), senses)

    def kinds(self, states: Floats) -> Floats:
        """Compute the probability of each kind from the states of the word pieces."""
        return softmax(self._kind(states[0]))

    def sense_scores(self, states: Floats) -> Floats:
        """Score each sense by the states of the word pieces."""
        return self._sense(states[0])

    def senses(self, scores: Floats, tokens: Tokens, left: Iterable[int], right: Iterable[int]) -> Floats:
        """Compute the probability of each sense from its score and the words on both sides."""
        if self._features:
            scores = scores + self._features(pair_rows(tokens, left, right))
        return softmax(scores)
