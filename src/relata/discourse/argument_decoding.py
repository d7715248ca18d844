"""Arguments: from the scores of a linear chain to two sets of words.

The likeliest sequence of labels is often right in no word at its edges: where an argument may begin at this
clause or at that, one in between agrees well with both. With a temperature, arguments are chosen that can be
expected to agree best with the right ones, by sequences that are drawn from the chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Span, Tokens
from relata.model.settings import Settings
from relata.structured.linear_chain import (
    Floats,
    Labels,
    best_labels,
    best_labels_with,
    likely_labels,
    log_sums,
    path_score,
    path_scores,
)

ARG1, ARG2 = ARGUMENT_LABELS.index("Arg1"), ARGUMENT_LABELS.index("Arg2")

_DRAWN = 100
"""How many sequences are drawn: twice as many find nothing better."""
_OVERLAP, _SLOPE = 0.7, 40.0
"""The F1 of words from which on an argument counts as found, and how steeply it begins to count there.

A slope, since the chain is not as sure of single words as it says.
"""


@dataclass(frozen=True, slots=True)
class Border:
    """A border that no argument crosses: so many words stand `left` of it.

    Arg1 is the argument on the left, unless they are told by meaning: then it is on either side.
    """

    left: int
    by_meaning: bool


@dataclass(frozen=True, slots=True)
class Sampling:
    """How arguments are chosen that agree well with all that are likely.

    Sequences of labels are drawn with scores divided by a `temperature`. `exactness` is how much it is worth
    that both arguments are exactly right, beside that they are found.
    """

    temperature: float
    exactness: float

    @classmethod
    def of_connectives(cls, settings: Settings) -> Sampling | None:
        """That of a model for the arguments of connectives, if it does so."""
        return cls._if_hot(settings.argument_temperature, settings.argument_exactness)

    @classmethod
    def of_sites(cls, settings: Settings) -> Sampling | None:
        """The same where there is no connective."""
        return cls._if_hot(settings.site_temperature, settings.site_exactness)

    @classmethod
    def _if_hot(cls, temperature: float, exactness: float) -> Sampling | None:
        return cls(temperature, exactness) if temperature else None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The words of both arguments, neither of them empty, and the label of each word that was read.

    `chance` is how likely it is that both are found: 1 where that was not asked.
    """

    arg1: list[int]
    arg2: list[int]
    labels: list[int]
    chance: float = 1.0

    def spans(self, tokens: Tokens) -> tuple[Span, Span]:
        """Both arguments as spans of a document's tokens."""
        return tokens.span(self.arg1), tokens.span(self.arg2)


def argument_labels(words: Sequence[int], arg1: Span, arg2: Span) -> list[int]:
    """The label of each word, given both arguments."""
    first, second = frozenset(arg1.indices), frozenset(arg2.indices)
    return [ARG1 if word in first else ARG2 if word in second else 0 for word in words]


def decode_arguments(
    emissions: Floats,
    changes: Floats,
    words: Sequence[int],
    *,
    taken: Sequence[int] = (),
    border: Border | None = None,
    sampling: Sampling | None = None,
) -> Arguments | None:
    """The best arguments among the words; None if there is no room for two.

    The places in `taken` (a connective's, an AltLex's) belong to no argument. With `sampling`, the best are
    those that can be expected to agree best with the right ones, not those of the likeliest labels.
    """
    scores = emissions.copy()
    scores[np.ix_(list(taken), [ARG1, ARG2])] = -np.inf
    sides = list(_sides(scores, border))
    sequences = [labels for side in sides if (labels := _best(side, changes)) is not None]
    if not sequences:
        return None
    labels, chance = max(sequences, key=lambda own: path_score(scores, changes, own)), 1.0
    if sampling:
        labels, chance = _expected(np.stack(sides), changes, labels, sampling)
    arg1, arg2 = (
        [word for word, own in zip(words, labels, strict=True) if own == label] for label in (ARG1, ARG2)
    )
    return Arguments(arg1, arg2, labels, chance)


def _expected(
    sides: Floats, changes: Floats, best: Sequence[int], sampling: Sampling
) -> tuple[list[int], float]:
    """The labels that agree best with those that are likely, and how likely they find the arguments.

    Candidates are the sequences that are drawn from all sides, each by its share, and the `best` one. They
    are drawn at a temperature; how likely they are exactly right is told without.
    """
    chances = _chances(len(best))
    heats = np.array([1, sampling.temperature], dtype=np.float32)[:, None, None, None]
    sums = log_sums(sides / heats, (changes / heats)[:, None])
    wholes = np.logaddexp.reduce(sums[:, :, -1], axis=-1)
    plain, hot = np.logaddexp.reduce(wholes, axis=1)
    shares = np.round(_DRAWN * np.exp(wholes[1] - hot)).astype(int)
    drawn = np.concatenate(
        [
            likely_labels(own, changes / heats[1, 0], chances[:, :share])
            for own, share in zip(sums[1], shares, strict=True)
            if share
        ]
    )
    tried = np.concatenate((drawn, [best]))
    agreement = (_found(tried, drawn, ARG1) * _found(tried, drawn, ARG2)).mean(1)
    exact = np.max([np.exp(path_scores(side, changes, tried) - plain) for side in sides], axis=0)
    complete = (tried == ARG1).any(1) & (tried == ARG2).any(1)
    place = int(np.argmax(np.where(complete, agreement + sampling.exactness * exact, -1)))
    return tried[place].tolist(), float(agreement[place])


def _found(tried: Labels, right: Labels, label: int) -> Floats:
    """How much an argument in each sequence counts as found, by those that may be right: [tried, right]."""
    own, other = (tried == label).astype(np.float32), (right == label).astype(np.float32)
    sizes = own.sum(1)[:, None] + other.sum(1)
    overlap = 2 * (own @ other.T) / np.maximum(sizes, 1)
    counts: Floats = 1 / (1 + np.exp(_SLOPE * (_OVERLAP - overlap)))
    return counts


@cache
def _chances(words: int) -> Floats:
    """The numbers that sequences are drawn by: the same for all texts, so that analyses are, too."""
    return np.random.default_rng(words).random((words, _DRAWN), dtype=np.float32)


def _sides(scores: Floats, border: Border | None) -> Iterator[Floats]:
    """The scores of what a border allows for: Arg1 on its left, and on its right if that may be."""
    if border is None:
        yield scores
        return
    for before, after in ((ARG1, ARG2), (ARG2, ARG1))[: 1 + border.by_meaning]:
        allowed = scores.copy()
        allowed[: border.left, after] = -np.inf
        allowed[border.left :, before] = -np.inf
        yield allowed


def _best(scores: Floats, changes: Floats) -> list[int] | None:
    """The best labels with both arguments among them."""
    labels: list[int] | None = best_labels(scores, changes)
    if labels is None or not {ARG1, ARG2} <= set(labels):
        labels = best_labels_with(scores, changes, (ARG1, ARG2))
    return labels
