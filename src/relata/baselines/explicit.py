"""Explicit relations: where Arg1 is, both arguments, and the sense of a connective."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from relata.baselines.arguments import ARG1, ARG2, ArgumentLabeller, Conventions, in_sentence
from relata.baselines.candidates import Words
from relata.baselines.features import Surroundings, connective_features
from relata.baselines.linear import LinearModel
from relata.document.relations import DiscourseRelation, RelationType

_SAME, _PREVIOUS = "same sentence", "previous sentence"


class ExplicitParser:
    """Finds the arguments and the senses of connectives."""

    def fit(self, documents: Sequence[Surroundings], conventions: Conventions) -> Self:
        """Learns from the explicit relations of documents."""
        self._conventions = conventions
        examples = list(_examples(documents))
        rows = [list(connective_features(words, around)) for words, _, around in examples]
        inside = [in_sentence(relation, around.sentence(words[0])) for words, relation, around in examples]
        self._positions = LinearModel().fit(rows, [_SAME if same else _PREVIOUS for same in inside])
        self._labeller = ArgumentLabeller().fit(
            example for example, same in zip(examples, inside, strict=True) if same
        )
        self._senses = LinearModel().fit(rows, [relation.senses[0] for _, relation, _ in examples])
        return self

    def __call__(self, connectives: Sequence[Words], around: Surroundings) -> Iterator[DiscourseRelation]:
        """The relations of connectives; one that leaves no room for two arguments has none."""
        rows = [list(connective_features(words, around)) for words in connectives]
        positions, senses = self._positions.predict(rows), self.senses(connectives, around)
        tokens = around.document.tokens
        for words, position, sense in zip(connectives, positions, senses, strict=True):
            arg1, arg2 = self._arguments(words, position, around)
            if arg1 and arg2:
                yield DiscourseRelation(
                    RelationType.EXPLICIT, tokens.span(arg1), tokens.span(arg2), (sense,), tokens.span(words)
                )

    def senses(self, connectives: Sequence[Words], around: Surroundings) -> list[str]:
        """The senses of connectives."""
        return self._senses.predict(connective_features(words, around) for words in connectives)

    def _arguments(self, words: Words, position: str, around: Surroundings) -> tuple[list[int], list[int]]:
        document = around.document
        sentence = around.sentence(words[0])
        if position == _PREVIOUS and sentence.start > 0:
            own = [word for word in sentence if word not in words]
            before = around.sentence(sentence.start - 1)
            return self._conventions(document, before), self._conventions(document, own)
        found = self._labeller(words, around, (ARG1, ARG2))
        return found[ARG1], found[ARG2]


def _examples(
    documents: Sequence[Surroundings],
) -> Iterator[tuple[Words, DiscourseRelation, Surroundings]]:
    for around in documents:
        for relation in around.document.relations:
            if (
                relation.explicit
                and relation.connective
                and relation.senses
                and relation.arg1
                and relation.arg2
            ):
                yield relation.connective.indices, relation, around
