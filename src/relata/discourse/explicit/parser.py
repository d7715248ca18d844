"""Explicit relations: the arguments and the sense of a connective."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, Sampling, argument_labels, decode_arguments
from relata.discourse.calibration import Confidence, Score
from relata.discourse.context_limits import Crowds
from relata.discourse.explicit.connective_features import WEIGHTS as SURFACE
from relata.discourse.explicit.connective_features import ExplicitSurface
from relata.discourse.explicit.tree_paths import WEIGHTS as PATHS
from relata.discourse.explicit.tree_paths import ArgumentPaths, Trees
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.discourse.lexicon import Lexicon
from relata.discourse.nonexplicit.sites import is_inside
from relata.discourse.sense_pooling import Opinion
from relata.discourse.sense_selection import SenseChoice
from relata.document import Document, Span
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning
from relata.model.heads import ChainHead, SignalHead, softmax
from relata.model.inputs import Input, InputBuilder, context, near
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline.state import CONNECTIVES, EXPLICIT, TOKENS, TREES, Connective, ParseState
from relata.structured.linear_chain import Floats

_AT_BEGIN = 3
"""A conjunction further from the begin of its sentence has its arguments there, 24 times of 25."""


def words_around(
    document: Document, builder: InputBuilder, connective: Span, before: int, reach: int | None = None
) -> list[int]:
    """What is read to find a connective's arguments: its sentence, and up to `before` sentences before it.

    Earlier sentences are read only for connectives at the begin of a sentence and for adverbials: that
    halves the work. With a `reach`, only so many words of its sentence on either side are read.
    """
    tokens = document.tokens
    first = connective.ranges[0][0]
    own = tokens.sentence_range(tokens.sentence_of(first))
    if reach is not None:
        return near(tokens, own, builder, connective, reach)
    back = first - own.start < _AT_BEGIN or language(document.language).relates_back(connective.text)
    return context(document, builder, connective, before=before if back else 0)


@dataclass(frozen=True, slots=True)
class _Signal:
    """A connective of a parse, which has these trees, if trees are asked."""

    parse: ParseState
    connective: Connective
    trees: Trees | None


@dataclass(frozen=True, slots=True)
class _Reading:
    """The state of the marker before a connective, those of the words around it, and their chain."""

    input: Input
    mark: Floats
    words: Floats
    emissions: Floats
    changes: Floats


class ExplicitSense:
    """The sense of a connective, told from the marker before it and the means of both arguments' words."""

    def __init__(self, model: Model, settings: Settings) -> None:
        self._builder = model.builder
        self._settings = settings
        own = language(model.package.language)
        self._lexicon = Lexicon(model.package.connectives, model.package.senses, own.entry)
        self._head = SignalHead(model.weights.below("explicit_sense"), len(model.package.senses))
        self._surface = None
        if settings.explicit_surface_weight:
            weights, count = model.weights.below(SURFACE), len(model.package.senses)
            self._surface = ExplicitSurface(weights, count, settings.explicit_surface_weight)

    @property
    def requires(self) -> frozenset[str]:
        """The layers it reads beside those of who asks."""
        return frozenset({TREES}) if self._surface else frozenset()

    def input(
        self,
        document: Document,
        connective: Span,
        arguments: tuple[Span, Span] | None = None,
        reach: int | None = None,
    ) -> Input:
        """What the encoder reads of a connective, with its arguments if they are given."""
        words = words_around(document, self._builder, connective, self._settings.sentences_before, reach)
        labels = argument_labels(words, *arguments) if arguments else ()
        return self._builder.connective(document.tokens, connective, words, labels)

    def __call__(self, mark: Floats, words: Floats, labels: Sequence[int]) -> Floats:
        """The probabilities of the senses, by the marker's state, the words' states and argument labels."""
        return softmax(self._head(mark, words, labels), self._settings.explicit_sense_temperature)

    def weighed(
        self,
        senses: Floats,
        connective: Span,
        arguments: tuple[Sequence[int], Sequence[int]],
        trees: Trees | None,
    ) -> Opinion:
        """The opinion on the senses, with what the connective alone says, and words and tags."""
        found = self._lexicon.weighed(Opinion.of(senses), connective)
        if self._surface is None or trees is None:
            return found
        return self._surface.weighed(found, trees, connective.indices, *arguments)


class ExplicitParser:
    """Finds the arguments and senses of connectives; `given` ones are relations whatever speaks against."""

    name = "explicit"
    provides = frozenset({EXPLICIT})

    def __init__(self, model: Model, settings: Settings, choice: SenseChoice, *, given: bool = False) -> None:
        self._model = model
        self._choice = choice
        self._given = given
        self._threshold = settings.explicit_threshold
        self._confidence = Confidence({} if given else settings.confidence)
        self._sampling = Sampling.of_connectives(settings)
        self._sense = ExplicitSense(model, settings)
        self._chain = ChainHead(model.weights.below("explicit_arguments"), len(ARGUMENT_LABELS))
        self._language = language(model.package.language)
        self._paths = None
        if settings.paths_weight:
            self._paths = ArgumentPaths(model.weights.below(PATHS), settings.paths_weight)

    @property
    def requires(self) -> frozenset[str]:
        """Words and connectives; trees, if there is something to tell by them."""
        own = {TOKENS, CONNECTIVES} | ({TREES} if self._paths else set())
        return self._sense.requires | own

    def __call__(self, parses: Sequence[ParseState]) -> None:
        for signal, reading in self._model.map(self._read, self._work(parses)):
            parse, span = signal.parse, signal.connective.span
            arguments = self._arguments(signal, reading)
            if arguments is None:
                if self._given:
                    kind = "connectives without words around them, left out"
                    warnings.warn(DataWarning(parse.document.id, kind), stacklevel=2)
                continue
            chances = self._sense(reading.mark, reading.words, arguments.labels)
            senses = self._sense.weighed(chances, span, (arguments.arg1, arguments.arg2), signal.trees)
            chosen = self._choice.best(senses)
            arg1, arg2 = arguments.spans(parse.document.tokens)
            product = signal.connective.score * chosen.shown * arguments.chance
            inside = is_inside(arg1, arg2)
            score = self._confidence(RelationType.EXPLICIT, inside, Score(product, product)).shown
            if self._given or not (score < self._threshold or self._choice.misses(senses)):
                parse.explicit.append(
                    DiscourseRelation(
                        RelationType.EXPLICIT,
                        arg1,
                        arg2,
                        (chosen.sense,),
                        span,
                        punctuation=self._language.mark_between(arg1, arg2)[0],
                        score=round(score, 4),
                    )
                )

    def _work(self, parses: Iterable[ParseState]) -> Iterator[tuple[_Signal, Input]]:
        for parse in parses:
            trees = Trees(parse.trees) if parse.trees else None
            crowds = Crowds(parse.document, (each.span.ranges[0][0] for each in parse.connectives))
            crowds.warn("connectives")
            for connective in parse.connectives:
                reach = crowds.reach(connective.span.ranges[0][0])
                input = self._sense.input(parse.document, connective.span, reach=reach)
                yield _Signal(parse, connective, trees), input

    def _read(self, input: Input, states: Floats) -> _Reading:
        words = self._chain.words(states, input)
        return _Reading(input, states[input.mark], words, *self._chain(words))

    def _arguments(self, signal: _Signal, reading: _Reading) -> Arguments | None:
        input, scores = reading.input, reading.emissions
        if self._paths and signal.trees:
            scores = scores + self._paths(signal.trees, signal.connective.span.indices, input.words)
        own = () if self._language.signal_in_arguments else np.flatnonzero(input.marked).tolist()
        return decode_arguments(scores, reading.changes, input.words, taken=own, sampling=self._sampling)
