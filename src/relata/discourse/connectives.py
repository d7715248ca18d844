"""Connectives and anchors: which words signal a relation, and where one stands without a signal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from relata.discourse.draft import ANCHORS, CONNECTIVES, TOKENS, Anchor, Connective, Draft
from relata.discourse.english import belongs_together
from relata.discourse.labels import CONNECTIVE_TAGS
from relata.discourse.settings import Settings
from relata.document import Tokens
from relata.neural.chains import Floats, best_labels
from relata.neural.heads import Linear, WordStates, log_softmax, sigmoid
from relata.neural.inputs import Input, windows
from relata.neural.model import Model

_OUTSIDE = CONNECTIVE_TAGS.index("O")
_BEGINS = {CONNECTIVE_TAGS.index("B"): False, CONNECTIVE_TAGS.index("B2"): True}
"""The tags that begin a part of a connective, and whether it is a second one."""
_FARTHEST = 12
"""How many connectives back a first part may be; prose has hardly more than six in a sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """A contiguous part of a connective; `second` if an earlier part belongs to it."""

    words: range
    second: bool
    score: float


@dataclass(frozen=True, slots=True)
class _Reading:
    parts: list[Part]
    anchors: list[Anchor]


class ConnectiveTagger:
    """Finds connectives, discontinuous ones included, and the anchors of relations inside sentences."""

    name = "connectives"
    requires = frozenset({TOKENS})
    provides = frozenset({CONNECTIVES, ANCHORS})

    def __init__(self, model: Model, settings: Settings) -> None:
        self._model = model
        self._settings = settings
        self._words = WordStates(model.weights.below("tag_words"))
        self._tags = Linear(model.weights.below("tags"), len(CONNECTIVE_TAGS))
        self._anchors = Linear(model.weights.below("anchors"), 1)

    def __call__(self, drafts: Sequence[Draft]) -> None:
        readings = self._model.map(self._read, self._work(drafts))
        for draft, own in groupby(readings, key=lambda reading: reading[0]):
            parts: list[Part] = []
            for _, reading in own:
                parts += reading.parts
                draft.anchors += reading.anchors
            draft.connectives += link(parts, draft.document.tokens)

    def _work(self, drafts: Iterable[Draft]) -> Iterator[tuple[Draft, Input]]:
        for draft in drafts:
            for words in windows(draft.document, self._model.builder):
                yield draft, self._model.builder.window(draft.document.tokens, words)

    def _read(self, input: Input, states: Floats) -> _Reading:
        words = self._words(states, input)
        tags = log_softmax(self._tags(words), self._settings.tag_temperature)
        chances = sigmoid(self._anchors(words)[:, 0], self._settings.anchor_temperature)
        anchors = np.flatnonzero(chances >= self._settings.anchor_threshold)
        return _Reading(
            list(decode_parts(tags, input.words, self._settings.connective_threshold)),
            [Anchor(input.words[place], float(chances[place])) for place in anchors],
        )


def decode_parts(tags: Floats, words: Sequence[int], threshold: float) -> Iterator[Part]:
    """The parts of connectives in words, by the logarithms of the probabilities of their tags.

    Of all sequences in which an inside tag follows a tag of its own kind, the likeliest is taken; outside has
    to be less likely than 1 - `threshold`.
    """
    biased = tags.copy()
    biased[:, _OUTSIDE] += math.log(threshold / (1 - threshold))
    labels = _legal_labels(biased)
    inside = 1 - np.exp(tags[:, _OUTSIDE])
    place = 0
    while place < len(labels):
        first, label = place, labels[place]
        place += 1
        if label in _BEGINS:
            while place < len(labels) and labels[place] == label + 1:
                place += 1
            yield Part(
                range(words[first], words[place - 1] + 1), _BEGINS[label], float(inside[first:place].min())
            )


def _legal_labels(scores: Floats) -> list[int]:
    """The best tags of words among those sequences in which inside tags follow a tag of their own kind."""
    labels = scores.argmax(axis=1)
    # What is best for each word is best for all, if it is legal; it mostly is, and found far sooner.
    if np.isfinite(_CHANGES[np.concatenate(([_OUTSIDE], labels[:-1])), labels]).all():
        return [int(label) for label in labels]
    legal = scores.copy()
    legal[0] += _CHANGES[_OUTSIDE]
    return best_labels(legal, np.broadcast_to(_CHANGES, (len(scores) - 1, *_CHANGES.shape)))


def link(parts: Iterable[Part], tokens: Tokens) -> Iterator[Connective]:
    """The connectives that parts make; a second part joins one before it in its sentence.

    Where several could be meant, a first part that is known to go with the second is preferred, then the
    nearest; one that is far off is not looked at. A second part that finds none is a connective of its own.
    """
    for _, sentence in groupby(parts, key=lambda part: tokens.sentence_of(part.words.start)):
        found: list[list[Part]] = []
        for part in sentence:
            if part.second and found:
                found[_partner(part, found, tokens)].append(part)
            else:
                found.append([part])
        for own in found:
            span = tokens.span(word for part in own for word in part.words)
            yield Connective(span, min(part.score for part in own))


def _partner(second: Part, found: list[list[Part]], tokens: Tokens) -> int:
    text = tokens.span(second.words).text
    places = range(len(found) - 1, max(-1, len(found) - 1 - _FARTHEST), -1)
    fitting = (place for place in places if belongs_together(tokens.span(found[place][0].words).text, text))
    return next(fitting, places[0])


def _changes() -> Floats:
    """Scores of changes from tag to tag: an inside tag follows only its own kind."""
    size = len(CONNECTIVE_TAGS)
    changes = np.zeros((size, size), dtype=np.float32)
    for begin in _BEGINS:
        changes[:, begin + 1] = -np.inf
        changes[[begin, begin + 1], begin + 1] = 0
    return changes


_CHANGES = _changes()
