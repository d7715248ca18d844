"""Senses of relations whose arguments a document brings along: the sense-only task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from relata.discourse.explicit.parser import ExplicitSense
from relata.discourse.explicit.tree_paths import Trees
from relata.discourse.labels import SITE_KINDS
from relata.discourse.nonexplicit.parser import KindAndSense
from relata.discourse.nonexplicit.sites import words_next_to_border
from relata.discourse.sense_selection import SenseChoice
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import WordStates
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline.state import ARGUMENTS, SENSES, TOKENS, ParseState
from relata.structured.linear_chain import Floats

_SENSELESS = (RelationType.ENTREL, RelationType.NOREL, RelationType.HYPOPHORA)
_Asked = tuple[ParseState, Trees | None, DiscourseRelation]
_IMPLICIT, _ENTREL = SITE_KINDS.index("Implicit"), SITE_KINDS.index("EntRel")


@dataclass(frozen=True, slots=True)
class _Reading:
    senses: Floats
    entrel: float
    """How likely there is no sense, only an entity that both arguments are about."""


class SenseClassifier:
    """Gives the relations of a document their senses."""

    name = "senses"
    provides = frozenset({SENSES})

    def __init__(self, model: Model, settings: Settings, choice: SenseChoice) -> None:
        self._model = model
        self._choice = choice
        self._explicit = ExplicitSense(model, settings)
        self._words = WordStates(model.weights.below("explicit_arguments.words"))
        self._other = KindAndSense(model, settings)

    @property
    def requires(self) -> frozenset[str]:
        """Words and arguments, and what tells senses of connectives."""
        return self._explicit.requires | {TOKENS, ARGUMENTS}

    def __call__(self, parses: Sequence[ParseState]) -> None:
        for (parse, trees, relation), reading in self._model.map(self._read, self._work(parses)):
            parse.sensed.append(self._sensed(relation, trees, reading))

    def _work(self, parses: Iterable[ParseState]) -> Iterator[tuple[_Asked, Input]]:
        for parse in parses:
            trees = Trees(parse.trees) if parse.trees else None
            for relation in parse.document.relations:
                yield (parse, trees, relation), self._input(parse, relation)

    def _input(self, parse: ParseState, relation: DiscourseRelation) -> Input:
        if _is_marked(relation) and relation.connective:
            arguments = relation.arg1, relation.arg2
            return self._explicit.input(parse.document, relation.connective, arguments)
        return self._model.builder.pair(parse.document.tokens, *words_next_to_border(relation))

    def _read(self, input: Input, states: Floats) -> _Reading:
        if input.mark:
            words = self._words(states, input)
            return _Reading(self._explicit(states[input.mark], words, input.arguments), 0.0)
        kinds = self._other.kinds(states)
        entrel = float(kinds[_ENTREL] / (kinds[_ENTREL] + kinds[_IMPLICIT]))
        return _Reading(self._other.senses(states), entrel)

    def _sensed(
        self, relation: DiscourseRelation, trees: Trees | None, reading: _Reading
    ) -> DiscourseRelation:
        if relation.type in _SENSELESS:
            return replace(relation, senses=(), second_senses=())
        # Data for the sense-only task withholds the type: without connective and sense it may be EntRel.
        untyped = relation.type is RelationType.IMPLICIT and not relation.senses
        if untyped and reading.entrel > 0.5:
            return replace(relation, type=RelationType.ENTREL, score=round(reading.entrel, 4))
        if _is_marked(relation) and relation.connective:
            arguments = relation.arg1.indices, relation.arg2.indices
            senses = self._explicit.weighed(reading.senses, relation.connective, arguments, trees)
        else:
            tokens = relation.arg1.tokens
            senses = self._other.weighed(reading.senses, tokens, *words_next_to_border(relation))
        sense, _, shown = self._choice.best(senses)
        if untyped:
            shown *= 1 - reading.entrel
        return replace(relation, senses=(sense,), second_senses=(), score=round(shown, 4))


def _is_marked(relation: DiscourseRelation) -> bool:
    """Whether a connective marks a relation: AltLex expressions are none to the heads."""
    return relation.explicit or (relation.type is RelationType.UNKNOWN and relation.connective is not None)
