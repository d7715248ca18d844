"""Arguments: from the scores of a linear chain to two sets of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Span
from relata.neural.chains import Floats, best_labels, best_labels_with

ARG1, ARG2 = ARGUMENT_LABELS.index("Arg1"), ARGUMENT_LABELS.index("Arg2")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The words of both arguments, neither of them empty, and the label of each word that was read."""

    arg1: list[int]
    arg2: list[int]
    labels: list[int]


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
    left: int | None = None,
) -> Arguments | None:
    """The best arguments among the words; None if there is no room for two.

    The places in `taken` (a connective's, an AltLex's) belong to no argument. With `left`, so many words
    stand before a border that Arg1 and Arg2 do not cross.
    """
    scores = emissions.copy()
    scores[np.ix_(list(taken), [ARG1, ARG2])] = -np.inf
    if left is not None:
        scores[:left, ARG2] = -np.inf
        scores[left:, ARG1] = -np.inf
    labels: list[int] | None = best_labels(scores, changes)
    if labels is None or not {ARG1, ARG2} <= set(labels):
        labels = best_labels_with(scores, changes, (ARG1, ARG2))
    if labels is None:
        return None
    arg1, arg2 = (
        [word for word, own in zip(words, labels, strict=True) if own == label] for label in (ARG1, ARG2)
    )
    return Arguments(arg1, arg2, labels)
