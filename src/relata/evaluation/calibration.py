"""Calibration of a model: how far its probabilities are from the shares of right relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from relata.discourse.calibration import given_kind_of, kind_of
from relata.discourse.deduplication import same_words
from relata.discourse.nonexplicit.sites import is_inside
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.evaluation.discourse import Analysed

Case = tuple[str, float, bool]
"""Kind of a relation, its score, and whether it is right."""

_BINS = 10


def relation_cases(gold: Document, parsed: Document) -> Iterator[Case]:
    """Compare parsed relations with a document's gold relations.

    A relation is right if both arguments share 0.7 of their words with the gold ones and the sense agrees.
    """
    for relation in parsed.relations:
        right = any(_agree(relation, other) for other in gold.relations)
        inside = is_inside(relation.arg1, relation.arg2)
        yield kind_of(relation.type, inside), relation.score or 0.0, right


def given_cases(gold: Document, parsed: Document) -> Iterator[Case]:
    """Compare the senses of parsed relations with given arguments with those of the gold relations."""
    for relation, other in zip(parsed.relations, gold.relations, strict=True):
        if relation.senses and other.senses and relation.score is not None:
            kind = given_kind_of(marked=relation.explicit)
            yield kind, relation.score, relation.senses[0] == other.senses[0]


def calibration_error(cases: Sequence[tuple[float, bool]]) -> float:
    """Compute the expected calibration error in per cent, over ten equal ranges of probability."""
    if not cases:
        return 0.0
    probabilities, right = (np.array(column, dtype=float) for column in zip(*cases, strict=True))
    bins = np.minimum((probabilities * _BINS).astype(int), _BINS - 1)
    gaps = np.bincount(bins, probabilities, _BINS) - np.bincount(bins, right, _BINS)
    return 100 * float(np.abs(gaps).sum()) / len(cases)


def shown_errors(analysed: Sequence[Analysed]) -> dict[str, dict[str, float]]:
    """Compute the calibration error of scores as they are shown: of relations, and of senses alone."""
    cases = {
        "relations": [case for item in analysed for case in relation_cases(item.gold, item.parsed)],
        "senses": [case for item in analysed for case in given_cases(item.gold, item.with_arguments)],
    }
    return {
        name: {"error": round(calibration_error([case[1:] for case in rows]), 2), "count": len(rows)}
        for name, rows in cases.items()
    }


def _agree(relation: DiscourseRelation, other: DiscourseRelation) -> bool:
    labels = {*relation.senses} or {relation.type}, {*other.senses} or {other.type}
    return bool(labels[0] & labels[1]) and all(
        same_words(*sides) for sides in ((relation.arg1, other.arg1), (relation.arg2, other.arg2))
    )
