"""Explicit relations: the arguments and the sense of a connective."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.arguments import Arguments, decode_arguments
from relata.discourse.choice import SenseChoice
from relata.discourse.draft import CONNECTIVES, EXPLICIT, TOKENS, Connective, Draft
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.settings import Settings
from relata.document import Document, Span
from relata.errors import DataWarning
from relata.neural.chains import Floats
from relata.neural.heads import ChainHead, Linear, softmax
from relata.neural.inputs import Input, context
from relata.neural.model import Model
from relata.relations import DiscourseRelation, RelationType


@dataclass(frozen=True, slots=True)
class _Reading:
    arguments: Arguments | None
    senses: Floats


class ExplicitSense:
    """The sense of a connective, told from the state of the marker before it."""

    def __init__(self, model: Model, settings: Settings) -> None:
        self._builder = model.builder
        self._settings = settings
        self._head = Linear(model.weights.below("explicit_sense.out"), len(model.package.senses))

    def input(self, document: Document, connective: Span) -> Input:
        """What the encoder reads of a connective: its sentence and those before it."""
        before = self._settings.sentences_before
        words = context(document, self._builder, connective, before=before)
        return self._builder.connective(document.tokens, connective, words)

    def __call__(self, input: Input, states: Floats) -> Floats:
        """The probabilities of the senses."""
        return softmax(self._head(states[input.mark]), self._settings.explicit_sense_temperature)


class ExplicitParser:
    """Finds the arguments and senses of connectives; `given` ones are relations whatever speaks against."""

    name = "explicit"
    requires = frozenset({TOKENS, CONNECTIVES})
    provides = frozenset({EXPLICIT})

    def __init__(self, model: Model, settings: Settings, choice: SenseChoice, *, given: bool = False) -> None:
        self._model = model
        self._choice = choice
        self._given = given
        self._sense = ExplicitSense(model, settings)
        self._chain = ChainHead(model.weights.below("explicit_arguments"), len(ARGUMENT_LABELS))

    def __call__(self, drafts: Sequence[Draft]) -> None:
        for (draft, connective), reading in self._model.map(self._read, self._work(drafts)):
            if reading.arguments is None:
                if self._given:
                    kind = "connectives without words around them, left out"
                    warnings.warn(DataWarning(draft.document.id, kind), stacklevel=2)
            elif self._given or not self._choice.misses(reading.senses):
                sense, chance = self._choice.best(reading.senses)
                tokens = draft.document.tokens
                draft.explicit.append(
                    DiscourseRelation(
                        RelationType.EXPLICIT,
                        tokens.span(reading.arguments.arg1),
                        tokens.span(reading.arguments.arg2),
                        (sense,),
                        connective.span,
                        score=round(connective.score * chance, 4),
                    )
                )

    def _work(self, drafts: Iterable[Draft]) -> Iterator[tuple[tuple[Draft, Connective], Input]]:
        for draft in drafts:
            for connective in draft.connectives:
                yield (draft, connective), self._sense.input(draft.document, connective.span)

    def _read(self, input: Input, states: Floats) -> _Reading:
        emissions, changes = self._chain(self._chain.words(states, input))
        own = np.flatnonzero(input.marked).tolist()
        arguments = decode_arguments(emissions, changes, input.words, taken=own)
        return _Reading(arguments, self._sense(input, states))
