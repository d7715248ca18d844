"""Connectives and anchors: which words signal a relation, and where one stands without a signal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from relata.discourse.labels import CONNECTIVE_TAGS
from relata.discourse.languages import language
from relata.discourse.languages.profile import Language
from relata.document import Tokens
from relata.model.heads import Linear, WordStates, log_softmax, sigmoid
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.model.windows import WindowComponent
from relata.pipeline.state import ANCHORS, CONNECTIVES, TOKENS, Anchor, Connective, ParseState
from relata.structured.linear_chain import Floats, best_labels

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


class ConnectiveTagger(WindowComponent):
    """Finds connectives, discontinuous ones included, and the anchors of relations inside sentences."""

    name = "connectives"
    requires = frozenset({TOKENS})
    provides = frozenset({CONNECTIVES, ANCHORS})

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model)
        self._settings = settings
        self._words = WordStates(model.weights.below("tag_words"))
        self._tags = Linear(model.weights.below("tags"), len(CONNECTIVE_TAGS))
        self._anchors = Linear(model.weights.below("anchors"), 1)
        self._language = language(model.package.language)

    def read(self, input: Input, states: Floats) -> _Reading:
        """The parts of connectives and the anchors of a window."""
        words = self._words(states, input)
        tags = log_softmax(self._tags(words))
        chances = sigmoid(self._anchors(words)[:, 0])
        anchors = np.flatnonzero(chances >= self._settings.anchor_threshold)
        return _Reading(
            list(decode_parts(tags, input.words, self._settings.connective_threshold)),
            [Anchor(input.words[place], float(chances[place])) for place in anchors],
        )

    def write(self, parse: ParseState, readings: Sequence[_Reading]) -> None:
        """Links the parts, and adds connectives and anchors to a parse."""
        parts = [part for reading in readings for part in reading.parts]
        parse.anchors += (anchor for reading in readings for anchor in reading.anchors)
        parse.connectives += link(parts, parse.document.tokens, self._language)


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


def link(parts: Iterable[Part], tokens: Tokens, language: Language) -> Iterator[Connective]:
    """The connectives that parts make; a second part joins one before it.

    Where several could be meant, a first part of its sentence that is known to go with the second is
    preferred, then the nearest in its sentence, then one of an earlier sentence that is known to go with it;
    one that is far off is not looked at. A second part that finds none is a connective of its own.
    """
    found: list[list[Part]] = []
    for part in parts:
        partner = _partner(part, found, tokens, language) if part.second else None
        if partner is None:
            found.append([part])
        else:
            partner.append(part)
    for own in found:
        span = tokens.span(word for part in own for word in part.words)
        yield Connective(span, min(part.score for part in own))


def _partner(
    second: Part, found: Sequence[list[Part]], tokens: Tokens, language: Language
) -> list[Part] | None:
    text, sentence = tokens.span(second.words).text, tokens.sentence_of(second.words.start)
    near: list[tuple[list[Part], int, bool]] = []
    for own in islice(reversed(found), _FARTHEST):
        back = sentence - tokens.sentence_of(own[0].words.start)
        if back > language.parts_across:
            break
        near.append((own, back, language.belongs_together(tokens.span(own[0].words).text, text)))
    choices = [own for own, back, fits in near if fits and not back]
    choices += [own for own, back, _ in near if not back]
    choices += [own for own, _, fits in near if fits]
    return choices[0] if choices else None


def _changes() -> Floats:
    """Scores of changes from tag to tag: an inside tag follows only its own kind."""
    size = len(CONNECTIVE_TAGS)
    changes = np.zeros((size, size), dtype=np.float32)
    for begin in _BEGINS:
        changes[:, begin + 1] = -np.inf
        changes[[begin, begin + 1], begin + 1] = 0
    return changes


_CHANGES = _changes()
