"""Arguments of a connective: the words to read, scores of a chain and of tree paths, and two spans."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, argument_labels, decode_arguments, decode_words
from relata.discourse.explicit.tree_paths import CLASSIFIER, Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.document import Document, Span, Tokens
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
        self._language = language(model.package.language)

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
        self,
        scores: ChainScores,
        input: Input,
        connective: Sequence[int],
        trees: Trees | None,
        document: Document,
        signals: Collection[int],
    ) -> Arguments | None:
        """Find the best two arguments; None if the context has no room for two.

        Marks and `signals`, the words of all connectives, make no argument alone. If they would, an adverbial
        relates its sentence to those before it.
        """
        emissions = scores.emissions
        if self._paths and trees:
            emissions = emissions + self._paths(path_rows(trees, connective, input.words))
        taken = [] if self._language.signal_in_arguments else np.flatnonzero(input.marked).tolist()
        arguments = decode_arguments(emissions, scores.transitions, input.words, taken=taken)
        tokens = document.tokens
        if arguments is None or arguments.have_words(tokens, signals):
            return arguments
        if self._language.signal_in_arguments and connective[0] == input.words[0]:
            return None
        relates_back = self._language.relates_back(tokens.span(connective).text)
        if relates_back and (sentences := _whole_sentences(tokens, input.words, connective)):
            return sentences
        empty = [
            position
            for position, word in enumerate(input.words)
            if word in signals or not any(map(str.isalnum, tokens.form(word)))
        ]
        words = input.words
        return decode_words(emissions, scores.transitions, words, taken=taken, empty=empty) or arguments


def _whole_sentences(tokens: Tokens, words: Sequence[int], connective: Sequence[int]) -> Arguments | None:
    """Take the sentence of a connective and the one before as its arguments, if both were read."""
    sentence = tokens.sentence_of(connective[0])
    if not sentence:
        return None
    arg1 = list(tokens.sentence_range(sentence - 1))
    arg2 = [word for word in tokens.sentence_range(sentence) if word not in connective]
    if not (arg1 and arg2 and {*arg1, *arg2} <= {*words}):
        return None
    arguments = Arguments(arg1, arg2, argument_labels(words, tokens.span(arg1), tokens.span(arg2)))
    return arguments if arguments.have_words(tokens) else None


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
