"""Arguments of a connective: scores of a linear chain and of tree paths, decoded to two spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, decode_arguments
from relata.discourse.explicit.tree_paths import CLASSIFIER, Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.model.hashed_linear import HashedLinear
from relata.model.heads import ChainHead, Floats
from relata.model.inputs import Input
from relata.model.model import Model
from relata.pipeline.state import TREES


@dataclass(frozen=True, slots=True)
class ChainScores:
    """Scores of argument labels: emissions [words, labels] and transitions [words - 1, labels, labels]."""

    emissions: Floats
    transitions: Floats


class ExplicitArguments:
    """Finds Arg1 and Arg2 of a connective among the words of its context."""

    def __init__(self, model: Model) -> None:
        labels = len(ARGUMENT_LABELS)
        self._chain = ChainHead(model.weights.below("explicit_arguments"), labels)
        self._paths = HashedLinear.if_trained(model.weights.below(CLASSIFIER), labels)
        self._signal_in_arguments = language(model.package.language).signal_in_arguments

    @property
    def requires(self) -> frozenset[str]:
        """Layers that the tree paths read."""
        return frozenset({TREES}) if self._paths else frozenset()

    def words(self, states: Floats, input: Input) -> Floats:
        """Compute the state of each word of the context."""
        return self._chain.words(states, input)

    def scores(self, words: Floats) -> ChainScores:
        """Score the argument labels of the words."""
        return ChainScores(*self._chain(words))

    def decode(
        self, scores: ChainScores, input: Input, connective: Sequence[int], trees: Trees | None
    ) -> Arguments | None:
        """Find the best two arguments; None if the context has no room for two."""
        emissions = scores.emissions
        if self._paths and trees:
            emissions = emissions + self._paths(path_rows(trees, connective, input.words))
        taken = () if self._signal_in_arguments else np.flatnonzero(input.marked).tolist()
        return decode_arguments(emissions, scores.transitions, input.words, taken=taken)
