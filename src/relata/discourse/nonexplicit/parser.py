"""Relations without a connective: between adjacent sentences, and inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.argument_decoding import Arguments, Border, decode_arguments
from relata.discourse.calibration import Calibration, kind_of
from relata.discourse.context_limits import ContextLimits
from relata.discourse.labels import ARGUMENT_LABELS, SITE_KINDS
from relata.discourse.languages import language
from relata.discourse.margins import Margins
from relata.discourse.nonexplicit.sense import KindAndSense
from relata.discourse.nonexplicit.sites import (
    MOST_WORDS,
    Site,
    between_sentences,
    inside_sentence,
    joined_sentences,
)
from relata.discourse.sense_selection import SenseSelection
from relata.document import Span
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import ChainHead, Floats, Linear
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline import ANCHORS, EXPLICIT, IMPLICIT, TOKENS, ParseState
from relata.structured.linear_chain import best_run

NONE, ALTLEX = map(SITE_KINDS.index, ("none", "AltLex"))
SENSED = (SITE_KINDS.index("Implicit"), ALTLEX)
"""Kinds of relation that have a sense."""

_SMALLEST = np.finfo(np.float32).tiny
"""Replaces a sum of probabilities that are all zero."""


@dataclass(frozen=True, slots=True)
class _SiteCandidate:
    """A site, with the probability of its anchor if it is inside a sentence, and its document's margins."""

    parse: ParseState
    site: Site
    anchor: float | None
    margins: Margins


@dataclass(frozen=True, slots=True)
class _SiteScores:
    """Scores of the kinds, senses and argument labels of a site."""

    kinds: Floats
    senses: Floats
    emissions: Floats
    transitions: Floats
    altlex: range
    words: list[int]


class NonExplicitParser:
    """Finds Implicit, AltLex, EntRel and Hypophora relations where no connective joins the text."""

    name = "implicit"
    requires = frozenset({TOKENS, ANCHORS, EXPLICIT})
    provides = frozenset({IMPLICIT})

    def __init__(self, model: Model, settings: Settings, selection: SenseSelection) -> None:
        self._model = model
        self._selection = selection
        self._threshold = settings.relation_threshold
        self._calibration = Calibration(settings)
        self._heads = KindAndSense(model)
        self._chain = ChainHead(model.weights.below("site_arguments"), len(ARGUMENT_LABELS))
        self._altlex = Linear(model.weights.below("altlex"), 1)
        self._language = language(model.package.language)
        self._only_between = [
            index for index, kind in enumerate(SITE_KINDS) if kind not in self._language.inside
        ]

    def __call__(self, parses: Sequence[ParseState]) -> None:
        """Add the relations without connective to parses."""
        for candidate, scores in self._model.map(self._read, self._inputs(parses)):
            relation = self._relation(candidate, scores)
            if relation is not None:
                candidate.parse.implicit.append(relation)

    def _inputs(self, parses: Iterable[ParseState]) -> Iterator[tuple[_SiteCandidate, Input]]:
        build = self._model.builder.pair
        for parse in parses:
            document = parse.document
            margins = Margins(document, self._language)
            for site in between_sentences(document, joined_sentences(parse.explicit, document)):
                if document.tokens.sentence_of(site.left.start) not in margins.headings:
                    candidate = _SiteCandidate(parse, site, None, margins)
                    yield candidate, build(document.tokens, site.left, site.right)
            limits = ContextLimits(document, (anchor.word for anchor in parse.anchors))
            limits.warn("sites of relations without connective")
            for anchor in parse.anchors:
                site = inside_sentence(document, anchor.word, limits.reach(anchor.word) or MOST_WORDS)
                if site.left:
                    candidate = _SiteCandidate(parse, site, anchor.score, margins)
                    yield candidate, build(document.tokens, site.left, site.right)

    def _read(self, input: Input, states: Floats) -> _SiteScores:
        words = self._chain.words(states, input)
        emissions, transitions = self._chain(words)
        altlex = best_run(self._altlex(words)[:, 0])
        kinds, senses = self._heads.kinds(states), self._heads.sense_scores(states)
        return _SiteScores(kinds, senses, emissions, transitions, altlex, input.words)

    def _relation(self, candidate: _SiteCandidate, scores: _SiteScores) -> DiscourseRelation | None:
        """Build the relation at a site; None if there is none, or it is too unlikely."""
        site, tokens = candidate.site, candidate.parse.document.tokens
        senses = self._heads.senses(scores.senses, tokens, site.left, site.right)
        sense, sense_probability = self._selection.best(senses)
        kind, product = self._likeliest(candidate, scores.kinds, sense_probability)
        if kind == NONE or (kind in SENSED and self._selection.misses(senses)):
            return None
        type = RelationType(SITE_KINDS[kind])
        score = self._calibration(kind_of(type, site.inside), product)
        if score < self._threshold:
            return None
        altlex = scores.altlex if kind == ALTLEX else range(0)
        arguments = self._arguments(site, scores, altlex)
        if arguments is None:
            return None
        outside = candidate.margins.outside(arguments, site.right.start)
        arguments = arguments.without(outside, scores.words)
        if not arguments.have_words(tokens):
            return None
        arg1, arg2 = arguments.spans(tokens)
        if type is not RelationType.HYPOPHORA and self._has_filler(candidate, arg1, arg2):
            return None
        mark, mark_type = self._language.mark_between(arg1, arg2)
        return DiscourseRelation(
            type,
            arg1,
            arg2,
            (sense,) if kind in SENSED else (),
            tokens.span(scores.words[index] for index in altlex) if altlex else None,
            punctuation=mark,
            punctuation_type=None if altlex else mark_type,
            score=round(score, 4),
        )

    def _has_filler(self, candidate: _SiteCandidate, arg1: Span, arg2: Span) -> bool:
        """Test if one of two sentences is a greeting, a word of agreement or hesitation alone."""
        is_filler = candidate.margins.is_filler
        return not candidate.site.inside and (is_filler(arg1, -1) or is_filler(arg2, -1))

    def _arguments(self, site: Site, scores: _SiteScores, altlex: range) -> Arguments | None:
        by_meaning = self._language.by_meaning
        border = None
        if by_meaning or not site.inside:
            border = Border(sum(word < site.right.start for word in scores.words), by_meaning)
        taken = () if self._language.signal_in_arguments else altlex
        return decode_arguments(
            scores.emissions, scores.transitions, scores.words, taken=taken, border=border
        )

    def _likeliest(self, candidate: _SiteCandidate, kinds: Floats, sense: float) -> tuple[int, float]:
        """Find the likeliest kind of relation, and the product of the probabilities of its parts.

        `kinds` has the probability of each kind at the site; `sense` is that of the likeliest sense, for
        kinds that have one. Inside a sentence, the probability that a relation is there is the geometric mean
        of its anchor and of the second reading at the site.
        """
        products = kinds.copy()
        products[NONE] = 0
        if candidate.anchor is not None:
            present = (candidate.anchor * products.sum()) ** 0.5
            products[self._only_between] = 0
            products *= present / max(products.sum(), _SMALLEST)
        products[list(SENSED)] *= sense
        kind = int(np.argmax(products))
        return kind, float(products[kind])
