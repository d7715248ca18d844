"""Explicit relations: finds the arguments and the sense of each connective."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from relata.discourse.argument_decoding import Arguments
from relata.discourse.calibration import Calibration, kind_of
from relata.discourse.context_limits import ContextLimits
from relata.discourse.explicit.arguments import ChainScores, ExplicitArguments
from relata.discourse.explicit.sense import ExplicitSense
from relata.discourse.explicit.tree_paths import Trees
from relata.discourse.languages import language
from relata.discourse.margins import Margins
from relata.discourse.nonexplicit.sites import is_inside
from relata.discourse.sense_selection import SenseSelection
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning
from relata.model.heads import Floats
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline import CONNECTIVES, EXPLICIT, TOKENS, Connective, ParseState


@dataclass(frozen=True, slots=True)
class _Signal:
    """A connective, and its document's margins, connectives, and trees if the model uses them."""

    parse: ParseState
    connective: Connective
    trees: Trees | None
    margins: Margins
    signals: frozenset[int]


@dataclass(frozen=True, slots=True)
class _ContextStates:
    """States of the marker before a connective and of the words around it, and the scores of their labels."""

    input: Input
    mark: Floats
    words: Floats
    scores: ChainScores


class ExplicitParser:
    """Finds the arguments and senses of connectives; `given` connectives are kept at any probability."""

    name = "explicit"
    provides = frozenset({EXPLICIT})

    def __init__(
        self, model: Model, settings: Settings, selection: SenseSelection, *, given: bool = False
    ) -> None:
        self._model = model
        self._selection = selection
        self._given = given
        self._threshold = settings.relation_threshold
        self._calibration = Calibration(settings)
        self._arguments = ExplicitArguments(model)
        self._sense = ExplicitSense(model)
        self._language = language(model.package.language)

    @property
    def requires(self) -> frozenset[str]:
        """Tokens and connectives, and the layers that arguments and senses read."""
        return frozenset({TOKENS, CONNECTIVES}) | self._arguments.requires | self._sense.requires

    def __call__(self, parses: Sequence[ParseState]) -> None:
        """Add the explicit relations to parses."""
        for signal, states in self._model.map(self._read, self._inputs(parses)):
            arguments = self._decoded(signal, states)
            if arguments and arguments.have_words(signal.parse.document.tokens):
                if relation := self._relation(signal, states, arguments):
                    signal.parse.explicit.append(relation)
            elif self._given:
                message = "connectives without words around them, left out"
                warnings.warn(DataWarning(signal.parse.document.id, message), stacklevel=2)

    def _inputs(self, parses: Iterable[ParseState]) -> Iterator[tuple[_Signal, Input]]:
        for parse in parses:
            trees = Trees(parse.trees) if parse.trees else None
            margins = Margins(parse.document, self._language)
            signals = frozenset(word for item in parse.connectives for word in item.span.indices)
            limits = ContextLimits(parse.document, (item.span.ranges[0][0] for item in parse.connectives))
            limits.warn("connectives")
            for connective in parse.connectives:
                reach = limits.reach(connective.span.ranges[0][0])
                yield (
                    _Signal(parse, connective, trees, margins, signals),
                    self._sense.input(parse.document, connective.span, reach=reach),
                )

    def _read(self, input: Input, states: Floats) -> _ContextStates:
        words = self._arguments.words(states, input)
        return _ContextStates(input, states[input.mark], words, self._arguments.scores(words))

    def _decoded(self, signal: _Signal, states: _ContextStates) -> Arguments | None:
        """Find the arguments of a connective, without what stands in the margins; None if there are none."""
        document, connective = signal.parse.document, signal.connective.span.indices
        arguments = self._arguments.decode(
            states.scores, states.input, connective, signal.trees, document, signal.signals
        )
        if arguments is None:
            return None
        outside = signal.margins.outside(arguments, connective[0])
        return arguments.without(outside, states.input.words)

    def _relation(
        self, signal: _Signal, states: _ContextStates, arguments: Arguments
    ) -> DiscourseRelation | None:
        """Build the relation of a connective; None if it is too unlikely or has no sense asked for."""
        connective = signal.connective
        scores = self._sense.scores(states.mark, states.words, arguments.labels)
        senses = self._sense.senses(scores, connective.span, (arguments.arg1, arguments.arg2), signal.trees)
        arg1, arg2 = arguments.spans(signal.parse.document.tokens)
        firm = self._language.firm_sense(connective.span.text, arg2.text)
        sense, probability = self._selection.best(senses, firm)
        sentence = arg1.tokens.sentence_of(connective.span.ranges[0][0])
        if not self._given and any(signal.margins.is_filler(argument, sentence) for argument in (arg1, arg2)):
            return None
        kind = kind_of(RelationType.EXPLICIT, is_inside(arg1, arg2))
        score = self._calibration(kind, connective.score * probability)
        missed = sense != firm and self._selection.misses(senses)
        if not self._given and (score < self._threshold or missed):
            return None
        return DiscourseRelation(
            RelationType.EXPLICIT,
            arg1,
            arg2,
            (sense,),
            connective.span,
            punctuation=self._language.mark_between(arg1, arg2)[0],
            score=round(score, 4),
        )
