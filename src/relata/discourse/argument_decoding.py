"""Decoding of arguments: from the scores of a linear chain to two sets of words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Span, Tokens
from relata.structured.linear_chain import Floats, best_labels, best_labels_with, path_score

ARG1, ARG2 = ARGUMENT_LABELS.index("Arg1"), ARGUMENT_LABELS.index("Arg2")


@dataclass(frozen=True, slots=True)
class Border:
    """A border that no argument crosses, with `left` words before it.

    Arg1 is the argument on the left, or on either side if arguments are labelled by meaning.
    """

    left: int
    by_meaning: bool


@dataclass(frozen=True, slots=True)
class Arguments:
    """The tokens of both arguments, neither of them empty, and the label of each word that was read."""

    arg1: list[int]
    arg2: list[int]
    labels: list[int]

    def have_words(self, tokens: Tokens, signals: Collection[int] = ()) -> bool:
        """Return true if both arguments have a word, not marks and signals of relations alone."""
        return all(
            any(word not in signals and any(map(str.isalnum, tokens.form(word))) for word in argument)
            for argument in (self.arg1, self.arg2)
        )

    def without(self, left_out: Collection[int], words: Sequence[int]) -> Arguments:
        """Remove words from both arguments; `words` are those that were read."""
        if not left_out:
            return self
        arg1, arg2 = ([word for word in side if word not in left_out] for side in (self.arg1, self.arg2))
        labels = [0 if word in left_out else label for word, label in zip(words, self.labels, strict=True)]
        return Arguments(arg1, arg2, labels)

    def spans(self, tokens: Tokens) -> tuple[Span, Span]:
        """Build the spans of both arguments."""
        return tokens.span(self.arg1), tokens.span(self.arg2)


def argument_labels(words: Sequence[int], arg1: Span, arg2: Span) -> list[int]:
    """Label each word with the argument that it belongs to."""
    first, second = frozenset(arg1.indices), frozenset(arg2.indices)
    return [ARG1 if word in first else ARG2 if word in second else 0 for word in words]


def decode_arguments(
    emissions: Floats,
    transitions: Floats,
    words: Sequence[int],
    *,
    taken: Sequence[int] = (),
    border: Border | None = None,
) -> Arguments | None:
    """Find the best two arguments among the words; None if there is no room for two.

    `emissions` is [words, labels], `transitions` [words - 1, labels, labels]. The positions in `taken` (of a
    connective or an AltLex) belong to no argument.
    """
    scores = emissions.copy()
    scores[np.ix_(list(taken), [ARG1, ARG2])] = -np.inf
    sequences = [
        labels for side in _sides(scores, border) if (labels := _best_sequence(side, transitions)) is not None
    ]
    if not sequences:
        return None
    labels = max(sequences, key=lambda sequence: path_score(scores, transitions, sequence))
    arg1, arg2 = (
        [word for word, label in zip(words, labels, strict=True) if label == argument]
        for argument in (ARG1, ARG2)
    )
    return Arguments(arg1, arg2, labels)


def decode_words(
    emissions: Floats,
    transitions: Floats,
    words: Sequence[int],
    *,
    taken: Sequence[int],
    empty: Sequence[int],
) -> Arguments | None:
    """Find the best two arguments that have a word each; None if there is no room for two.

    The positions in `empty` (of marks, and of the signals of other relations) join arguments of other words.
    """
    inner = decode_arguments(emissions, transitions, words, taken=sorted({*taken, *empty}))
    if inner is None:
        return None
    scores = emissions.copy()
    others = np.array(inner.labels)[:, None] != np.arange(len(ARGUMENT_LABELS))
    others[list(empty)] = False
    scores[others] = -np.inf
    return decode_arguments(scores, transitions, words, taken=taken)


def _sides(scores: Floats, border: Border | None) -> Iterator[Floats]:
    """Forbid the labels that cross the border: with Arg1 on its left, then on its right if allowed."""
    if border is None:
        yield scores
        return
    for before, after in ((ARG1, ARG2), (ARG2, ARG1))[: 1 + border.by_meaning]:
        allowed = scores.copy()
        allowed[: border.left, after] = -np.inf
        allowed[border.left :, before] = -np.inf
        yield allowed


def _best_sequence(scores: Floats, transitions: Floats) -> list[int] | None:
    """Find the best label sequence that has both arguments."""
    labels: list[int] | None = best_labels(scores, transitions)
    if labels is None or not {ARG1, ARG2} <= set(labels):
        labels = best_labels_with(scores, transitions, (ARG1, ARG2))
    return labels
