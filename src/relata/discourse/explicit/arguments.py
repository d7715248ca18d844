"""Arguments of a connective: the words to read, scores of a chain and of tree paths, and two spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, decode_arguments
from relata.discourse.explicit.tree_paths import CLASSIFIER, Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.document import Document, Span
from relata.model.hashed_linear import HashedLinear
from relata.model.heads import ChainHead, Floats
from relata.model.inputs import Input, InputBuilder, context, near
from relata.model.model import Model
from relata.pipeline import TREES

_SENTENCES_BEFORE = 2
_NEAR_BEGIN = 3
"""A conjunction at least this many words from the begin of its sentence has both arguments in it, in 24 of 25
cases."""


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
        """Find the best two arguments, neither of the connective alone; None if there is no room for two."""
        emissions = scores.emissions
        if self._paths and trees:
            emissions = emissions + self._paths(path_rows(trees, connective, input.words))
        if self._signal_in_arguments:
            arguments = decode_arguments(emissions, scores.transitions, input.words)
            if arguments is None or not arguments.has_only(connective):
                return arguments
            if connective[0] == input.words[0]:
                return None
        marked = np.flatnonzero(input.marked).tolist()
        return decode_arguments(emissions, scores.transitions, input.words, taken=marked)


def connective_context(
    document: Document, builder: InputBuilder, connective: Span, reach: int | None = None
) -> list[int]:
    """List the tokens to read around a connective: its sentence, and up to two sentences before it.

    Earlier sentences are read only for adverbials and for connectives near the begin of a sentence; that
    halves the work. With a `reach`, only that many words of its sentence on either side are read.
    """
    tokens = document.tokens
    first = connective.ranges[0][0]
    sentence = tokens.sentence_range(tokens.sentence_of(first))
    if reach is not None:
        return near(tokens, sentence, builder, connective, reach)
    profile = language(document.language)
    reads_back = first - sentence.start < _NEAR_BEGIN or profile.relates_back(connective.text)
    return context(document, builder, connective, before=_SENTENCES_BEFORE if reads_back else 0)
