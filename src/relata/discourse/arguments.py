"""Arguments: from the scores of a linear chain to two sets of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Span, Tokens
from relata.neural.chains import Floats, best_labels, best_labels_with, path_score

ARG1, ARG2 = ARGUMENT_LABELS.index("Arg1"), ARGUMENT_LABELS.index("Arg2")


@dataclass(frozen=True, slots=True)
class Border:
    """A border that no argument crosses: so many words stand `left` of it.

    Arg1 is the argument on the left, unless they are told by meaning: then it is on either side.
    """

    left: int
    by_meaning: bool


@dataclass(frozen=True, slots=True)
class Arguments:
    """The words of both arguments, neither of them empty, and the label of each word that was read."""

    arg1: list[int]
    arg2: list[int]
    labels: list[int]

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
) -> Arguments | None:
    """The best arguments among the words; None if there is no room for two.

    The places in `taken` (a connective's, an AltLex's) belong to no argument.
    """
    scores = emissions.copy()
    scores[np.ix_(list(taken), [ARG1, ARG2])] = -np.inf
    found = (_best(allowed, changes) for allowed in _sides(scores, border))
    sequences = [labels for labels in found if labels is not None]
    if not sequences:
        return None
    labels = max(sequences, key=lambda own: path_score(scores, changes, own))
    arg1, arg2 = (
        [word for word, own in zip(words, labels, strict=True) if own == label] for label in (ARG1, ARG2)
    )
    return Arguments(arg1, arg2, labels)


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
