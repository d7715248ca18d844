"""Sense of a connective: from its marker, the words of its arguments, and linear features."""

from __future__ import annotations

from collections.abc import Sequence

from relata.discourse.argument_decoding import argument_labels
from relata.discourse.explicit.arguments import connective_context
from relata.discourse.explicit.features import CLASSIFIER, explicit_rows
from relata.discourse.explicit.tree_paths import Trees
from relata.document import Document, Span
from relata.model.hashed_linear import HashedLinear
from relata.model.heads import Floats, SignalHead, softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.pipeline import TREES


class ExplicitSense:
    """Scores the senses of a connective with its arguments."""

    def __init__(self, model: Model) -> None:
        senses = len(model.package.senses)
        self._builder = model.builder
        self._head = SignalHead(model.weights.below("explicit_sense"), senses)
        self._features = HashedLinear.if_trained(model.weights.below(CLASSIFIER), senses)

    @property
    def requires(self) -> frozenset[str]:
        """Layers that the features read."""
        return frozenset({TREES}) if self._features else frozenset()

    def input(
        self,
        document: Document,
        connective: Span,
        arguments: tuple[Span, Span] | None = None,
        reach: int | None = None,
    ) -> Input:
        """Build the encoder's input for a connective, with its arguments if they are given."""
        tokens = connective_context(document, self._builder, connective, reach)
        labels = argument_labels(tokens, *arguments) if arguments else ()
        return self._builder.connective(document.tokens, connective, tokens, labels)

    def scores(self, mark: Floats, words: Floats, labels: Sequence[int]) -> Floats:
        """Score each sense by the marker's state, the words' states and the words' argument labels."""
        return self._head(mark, words, labels)

    def senses(
        self,
        scores: Floats,
        connective: Span,
        arguments: tuple[Sequence[int], Sequence[int]],
        trees: Trees | None,
    ) -> Floats:
        """Compute the probability of each sense from its score and the features of words and tags."""
        if self._features and trees:
            scores = scores + self._features(explicit_rows(trees, connective.indices, *arguments))
        return softmax(scores)
