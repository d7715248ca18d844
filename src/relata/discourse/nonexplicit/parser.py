"""Relations without connective: between adjacent sentences, and inside one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, Border, Sampling, decode_arguments
from relata.discourse.calibration import Confidence, Score
from relata.discourse.context_limits import Crowds
from relata.discourse.labels import ARGUMENT_LABELS, SITE_KINDS
from relata.discourse.languages import language
from relata.discourse.lexicon import Usual
from relata.discourse.nonexplicit.sites import (
    MOST_WORDS,
    Site,
    between_sentences,
    inside_sentence,
    joined_sentences,
)
from relata.discourse.nonexplicit.word_features import WEIGHTS, Surface
from relata.discourse.sense_pooling import Opinion
from relata.discourse.sense_selection import SenseChoice
from relata.document import Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import ChainHead, Linear, softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline.state import ANCHORS, EXPLICIT, IMPLICIT, TOKENS, ParseState
from relata.structured.linear_chain import Floats, best_run

NONE, ALTLEX = map(SITE_KINDS.index, ("none", "AltLex"))
SENSED = frozenset((SITE_KINDS.index("Implicit"), ALTLEX))
"""The kinds that have a sense."""

_TINY = np.finfo(np.float32).tiny
"""In place of a sum of probabilities that are all zero."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A site of a parse, with the probability that a relation is there, if that is known."""

    parse: ParseState
    site: Site
    score: float | None


@dataclass(frozen=True, slots=True)
class _Reading:
    kinds: Floats
    senses: Floats
    emissions: Floats
    changes: Floats
    altlex: range
    words: list[int]


class KindAndSense:
    """What relation stands between two stretches of words, and of which sense."""

    def __init__(self, model: Model, settings: Settings) -> None:
        self._settings = settings
        self._kind = Linear(model.weights.below("site_kind.out"), len(SITE_KINDS))
        self._sense = Linear(model.weights.below("sense.out"), len(model.package.senses))
        self._usual = Usual(model.package.connectives, model.package.senses)
        self._surface = None
        if settings.surface_weight:
            words = model.weights.below(WEIGHTS)
            self._surface = Surface(words, len(model.package.senses), settings.surface_weight)

    def kinds(self, states: Floats) -> Floats:
        """The probabilities of the kinds."""
        return softmax(self._kind(states[0]), self._settings.kind_temperature)

    def senses(self, states: Floats) -> Floats:
        """The probabilities of the senses, should there be one."""
        return softmax(self._sense(states[0]), self._settings.sense_temperature)

    def weighed(self, senses: Floats, tokens: Tokens, left: Iterable[int], right: Iterable[int]) -> Opinion:
        """The same with how usual senses are, and what the words on both sides say by themselves."""
        found = self._usual.weighed(Opinion.of(senses))
        return self._surface.weighed(found, tokens, left, right) if self._surface else found


class NonExplicitParser:
    """Finds Implicit, AltLex, EntRel and Hypophora relations where no explicit one joins the text."""

    name = "implicit"
    requires = frozenset({TOKENS, ANCHORS, EXPLICIT})
    provides = frozenset({IMPLICIT})

    def __init__(self, model: Model, settings: Settings, choice: SenseChoice) -> None:
        self._model = model
        self._choice = choice
        self._threshold = settings.relation_threshold
        self._share = settings.site_share
        self._confidence = Confidence(settings.confidence)
        self._sampling = Sampling.of_sites(settings)
        self._heads = KindAndSense(model, settings)
        self._chain = ChainHead(model.weights.below("site_arguments"), len(ARGUMENT_LABELS))
        self._altlex = Linear(model.weights.below("altlex"), 1)
        self._language = language(model.package.language)
        inside = [place for place, kind in enumerate(SITE_KINDS) if kind in self._language.inside]
        self._not_inside = sorted({*range(len(SITE_KINDS))} - {*inside})

    def __call__(self, parses: Sequence[ParseState]) -> None:
        for place, reading in self._model.map(self._read, self._work(parses)):
            relation = self._relation(place, reading)
            if relation is not None:
                place.parse.implicit.append(relation)

    def _work(self, parses: Iterable[ParseState]) -> Iterator[tuple[_Place, Input]]:
        build = self._model.builder.pair
        for parse in parses:
            document = parse.document
            for site in between_sentences(document, joined_sentences(parse.explicit, document)):
                yield _Place(parse, site, None), build(document.tokens, site.left, site.right)
            crowds = Crowds(document, (anchor.word for anchor in parse.anchors))
            crowds.warn("sites of relations without connective")
            for anchor in parse.anchors:
                site = inside_sentence(document, anchor.word, crowds.reach(anchor.word) or MOST_WORDS)
                if site.left:
                    place = _Place(parse, site, anchor.score)
                    yield place, build(document.tokens, site.left, site.right)

    def _read(self, input: Input, states: Floats) -> _Reading:
        words = self._chain.words(states, input)
        emissions, changes = self._chain(words)
        altlex = best_run(self._altlex(words)[:, 0])
        kinds, senses = self._heads.kinds(states), self._heads.senses(states)
        return _Reading(kinds, senses, emissions, changes, altlex, input.words)

    def _relation(self, place: _Place, reading: _Reading) -> DiscourseRelation | None:
        tokens = place.parse.document.tokens
        senses = self._heads.weighed(reading.senses, tokens, place.site.left, place.site.right)
        chosen = self._choice.best(senses)
        kind, product = self._likeliest(place, reading.kinds, chosen.chance)
        if kind == NONE or (kind in SENSED and self._choice.misses(senses)):
            return None
        of_sense = chosen.shown / chosen.chance if kind in SENSED else 1.0
        if self._score(place, kind, product, of_sense).deciding < self._threshold:
            return None
        altlex = reading.altlex if kind == ALTLEX else range(0)
        arguments = self._arguments(place.site, reading, altlex)
        if arguments is None:
            return None
        score = self._score(place, kind, product * arguments.chance, of_sense)
        if score.deciding < self._threshold:
            return None
        arg1, arg2 = arguments.spans(tokens)
        mark, mark_type = self._language.mark_between(arg1, arg2)
        return DiscourseRelation(
            RelationType(SITE_KINDS[kind]),
            arg1,
            arg2,
            (chosen.sense,) if kind in SENSED else (),
            tokens.span(reading.words[place] for place in altlex) if altlex else None,
            punctuation=mark,
            punctuation_type=None if altlex else mark_type,
            score=round(score.shown, 4),
        )

    def _score(self, place: _Place, kind: int, product: float, of_sense: float) -> Score:
        """The score of a relation; `of_sense` is what its sense is shown with, by what decides."""
        type = RelationType(SITE_KINDS[kind])
        return self._confidence(type, place.site.inside, Score(product, product * of_sense))

    def _arguments(self, site: Site, reading: _Reading, altlex: range) -> Arguments | None:
        by_meaning = self._language.by_meaning
        border = None
        if by_meaning or not site.inside:
            border = Border(sum(word < site.right.start for word in reading.words), by_meaning)
        taken = () if self._language.signal_in_arguments else altlex
        return decode_arguments(
            reading.emissions,
            reading.changes,
            reading.words,
            taken=taken,
            border=border,
            sampling=self._sampling,
        )

    def _likeliest(self, place: _Place, kinds: Floats, sense: float) -> tuple[int, float]:
        """The kind of relation that is most likely right, its sense included, and how likely that is.

        `sense` is the probability of the likeliest sense, for kinds that have one. Where an anchor says that
        there is a relation, it is one of those that stand inside sentences; what both sides say on whether
        there is one counts beside the anchor.
        """
        found = kinds.copy()
        found[NONE] = 0
        if place.score is not None:
            there = place.score ** (1 - self._share) * found.sum() ** self._share
            found[self._not_inside] = 0
            found *= there / max(found.sum(), _TINY)
        found[list(SENSED)] *= sense
        kind = int(np.argmax(found))
        return kind, float(found[kind])
