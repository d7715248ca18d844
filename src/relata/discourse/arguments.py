"""Arguments: from the scores of a linear chain to two sets of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.labels import ARGUMENT_LABELS
from relata.neural.chains import Floats, best_labels, best_labels_with

ARG1, ARG2 = ARGUMENT_LABELS.index("Arg1"), ARGUMENT_LABELS.index("Arg2")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The words of both arguments; neither is empty."""

    arg1: list[int]
    arg2: list[int]


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
    arg1 = [word for word, label in zip(words, labels, strict=True) if label == ARG1]
    return Arguments(arg1, [word for word, label in zip(words, labels, strict=True) if label == ARG2])
