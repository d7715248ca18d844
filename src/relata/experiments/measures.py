"""Accuracy, F1 and confusion of predictions where an instance may have more than one gold label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.scoring.counts import Counts

Labels = tuple[str, ...]
OTHER = "(other)"
"""What stands for predictions that are none of the label set's labels; a shipped parser may make some."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures of predictions; F1 by label for those labels that are gold or predicted somewhere."""

    accuracy: float
    macro_f1: float
    f1: dict[str, float]


def right(gold: Sequence[Labels], predicted: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Whether each prediction is one of the gold labels."""
    _check(gold, predicted)
    return np.fromiter(
        (label in own for own, label in zip(gold, predicted, strict=True)), dtype=bool, count=len(gold)
    )


def judged(gold: Sequence[Labels], predicted: Sequence[str]) -> list[str]:
    """The gold label that each prediction is held against: the same if it is gold, else the first one."""
    _check(gold, predicted)
    return [label if label in own else own[0] for own, label in zip(gold, predicted, strict=True)]


def scores(gold: Sequence[Labels], predicted: Sequence[str], labels: Iterable[str]) -> Scores:
    """The measures; the macro F1 is over the labels that are gold or predicted somewhere."""
    against = judged(gold, predicted)
    golds, guesses = Counter(against), Counter(predicted)
    hits = Counter(label for label, own in zip(predicted, against, strict=True) if label == own)
    f1 = {
        label: _F1(hits[label], guesses[label], golds[label]).f1
        for label in labels
        if golds[label] or guesses[label]
    }
    return Scores(hits.total() / len(gold), sum(f1.values()) / len(f1), f1)


def confusion(
    gold: Sequence[Labels], predicted: Sequence[str], labels: Sequence[str]
) -> npt.NDArray[np.intp]:
    """How often each label (row) was taken for each (column); the last column is for other predictions."""
    place = {label: number for number, label in enumerate(labels)}
    matrix = np.zeros((len(labels), len(labels) + 1), dtype=np.intp)
    rows = [place[label] for label in judged(gold, predicted)]
    columns = [place.get(label, len(labels)) for label in predicted]
    np.add.at(matrix, (rows, columns), 1)
    return matrix


class _F1(Counts):
    """Counts of a label: where it is neither gold nor predicted, nothing is right."""

    EMPTY = 0.0


def _check(gold: Sequence[Labels], predicted: Sequence[str]) -> None:
    if len(gold) != len(predicted):
        raise ProtocolError(f"{len(predicted)} predictions for {len(gold)} instances to test")
    if not gold:
        raise ProtocolError("no instances to test")
