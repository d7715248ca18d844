"""Connectives and anchors: finds the words that signal a relation, and links the parts of a connective."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from relata.discourse.connective_parts import ConnectivePart, with_firm_parts
from relata.discourse.labels import CONNECTIVE_TAGS
from relata.discourse.languages import language
from relata.discourse.languages.profile import Language
from relata.document import Tokens
from relata.model.heads import Linear, WordStates, log_softmax, sigmoid
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.model.windows import WindowComponent
from relata.pipeline import ANCHORS, CONNECTIVES, TOKENS, Anchor, Connective, ParseState
from relata.structured.linear_chain import Floats, best_labels

_OUTSIDE = CONNECTIVE_TAGS.index("O")
_BEGINS = {CONNECTIVE_TAGS.index("B"): False, CONNECTIVE_TAGS.index("B2"): True}
"""Tags that begin a part of a connective, with true for a later part."""
_FARTHEST = 12
"""Greatest number of connectives between two parts; prose has hardly more than six in a sentence."""


@dataclass(frozen=True, slots=True)
class _WindowSignals:
    """Parts of connectives, and anchors, of one window."""

    parts: list[ConnectivePart]
    anchors: list[Anchor]


class ConnectiveTagger(WindowComponent):
    """Finds connectives, also discontinuous ones, and the anchors of relations inside sentences."""

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

    def read(self, input: Input, states: Floats) -> _WindowSignals:
        """Find the parts of connectives and the anchors of a window."""
        words = self._words(states, input)
        tags = log_softmax(self._tags(words))
        probabilities = sigmoid(self._anchors(words)[:, 0])
        anchors = np.flatnonzero(probabilities >= self._settings.anchor_threshold)
        return _WindowSignals(
            list(decode_parts(tags, input.words, self._settings.connective_threshold)),
            [Anchor(input.words[index], float(probabilities[index])) for index in anchors],
        )

    def write(self, parse: ParseState, readings: Sequence[_WindowSignals]) -> None:
        """Link the parts, and add connectives and anchors to a parse."""
        parts = [part for signals in readings for part in signals.parts]
        parts = with_firm_parts(parts, parse.document.tokens, self._language)
        parse.anchors += (anchor for signals in readings for anchor in signals.anchors)
        parse.connectives += link(parts, parse.document.tokens, self._language)


def decode_parts(tags: Floats, words: Sequence[int], threshold: float) -> Iterator[ConnectivePart]:
    """Decode the parts of connectives from the log-probabilities of tags, [words, tags].

    The likeliest sequence is taken in which an inside tag follows a tag of its own kind; the probability of
    the outside tag has to be below 1 - `threshold`.
    """
    biased = tags.copy()
    biased[:, _OUTSIDE] += math.log(threshold / (1 - threshold))
    labels = _best_legal_tags(biased)
    inside = 1 - np.exp(tags[:, _OUTSIDE])
    index = 0
    while index < len(labels):
        first, label = index, labels[index]
        index += 1
        if label in _BEGINS:
            while index < len(labels) and labels[index] == label + 1:
                index += 1
            span = range(words[first], words[index - 1] + 1)
            yield ConnectivePart(span, _BEGINS[label], float(inside[first:index].min()))


def _best_legal_tags(scores: Floats) -> list[int]:
    """Find the best tags among the sequences in which inside tags follow a tag of their own kind."""
    labels = scores.argmax(axis=1)
    # The best tag of each word is mostly legal, and much faster to find.
    if np.isfinite(_TRANSITIONS[np.concatenate(([_OUTSIDE], labels[:-1])), labels]).all():
        return [int(label) for label in labels]
    legal = scores.copy()
    legal[0] += _TRANSITIONS[_OUTSIDE]
    return best_labels(legal, np.broadcast_to(_TRANSITIONS, (len(scores) - 1, *_TRANSITIONS.shape)))


def link(parts: Iterable[ConnectivePart], tokens: Tokens, profile: Language) -> Iterator[Connective]:
    """Link parts to connectives; a later part joins an earlier one.

    Preferred is a first part of the same sentence that is known to go with it, then the nearest one of the
    sentence, then a known one of an earlier sentence. A later part that finds none is a connective alone.
    """
    connectives: list[list[ConnectivePart]] = []
    for part in parts:
        partner = _partner(part, connectives, tokens, profile) if part.later else None
        if partner is None:
            connectives.append([part])
        else:
            partner.append(part)
    for linked in connectives:
        span = tokens.span(word for part in linked for word in part.words)
        yield Connective(span, min(part.score for part in linked))


def _partner(
    later: ConnectivePart, connectives: Sequence[list[ConnectivePart]], tokens: Tokens, profile: Language
) -> list[ConnectivePart] | None:
    text, sentence = tokens.span(later.words).text, tokens.sentence_of(later.words.start)
    candidates: list[tuple[list[ConnectivePart], int, bool]] = []
    for linked in islice(reversed(connectives), _FARTHEST):
        distance = sentence - tokens.sentence_of(linked[0].words.start)
        if distance > profile.parts_across:
            break
        known = profile.belongs_together(tokens.span(linked[0].words).text, text)
        candidates.append((linked, distance, known))
    ranked = [linked for linked, distance, known in candidates if known and not distance]
    ranked += [linked for linked, distance, _ in candidates if not distance]
    ranked += [linked for linked, _, known in candidates if known]
    return ranked[0] if ranked else None


def _transitions() -> Floats:
    """Score the transitions between tags: an inside tag follows only its own kind."""
    size = len(CONNECTIVE_TAGS)
    scores = np.zeros((size, size), dtype=np.float32)
    for begin in _BEGINS:
        scores[:, begin + 1] = -np.inf
        scores[[begin, begin + 1], begin + 1] = 0
    return scores


_TRANSITIONS = _transitions()
