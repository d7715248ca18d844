"""Curves of confidence: how often relations of each kind are right, by the product for their parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from relata.discourse.calibration import Curve, kind_of, log_odds
from relata.discourse.deduplication import same_words
from relata.discourse.nonexplicit.sites import is_inside
from relata.document import Document
from relata.document.relations import DiscourseRelation

Doubles = npt.NDArray[np.float64]
Judged = tuple[str, float, bool]
"""The kind of a relation that was found, its score, and whether it is right."""

_FLATTEST = 0.05
"""The least slope: a curve that falls would keep the relations that are least likely right."""
_PRIOR = 1.0
"""How strongly curves are drawn to one that changes nothing: kinds that are rare have little to go by."""
_STEPS = 30


def judged(gold: Document, parsed: Document) -> Iterator[Judged]:
    """The relations that were found in a document: right are those with both arguments and the sense.

    An argument is found as the partial measure has it, if it shares 0.7 of its words with the annotated one.
    """
    for relation in parsed.relations:
        right = any(_agree(relation, other) for other in gold.relations)
        inside = is_inside(relation.arg1, relation.arg2)
        yield kind_of(relation.type, inside), relation.score or 0.0, right


def fitted(cases: Iterable[Judged]) -> dict[str, Curve]:
    """The curve of each kind of relation, under which what was found right is likeliest."""
    by_kind: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)
    for kind, score, right in cases:
        by_kind[kind].append((log_odds(score), right))
    return {kind: _curve(*np.array(rows, dtype=float).T) for kind, rows in sorted(by_kind.items())}


def _curve(odds: Doubles, right: Doubles) -> Curve:
    """Logistic regression by Newton's method, drawn to a slope of 1 and an offset of 0."""
    inputs = np.stack([odds, np.ones_like(odds)], axis=1)
    prior = np.array([1.0, 0.0])
    weights = prior
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (chances - right) + _PRIOR * (weights - prior)
        bend = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + _PRIOR * np.eye(2)
        weights = weights - np.linalg.solve(bend, slope)
    return Curve(max(_FLATTEST, round(float(weights[0]), 3)), round(float(weights[1]), 3))


def _agree(one: DiscourseRelation, other: DiscourseRelation) -> bool:
    labels = {*one.senses} or {one.type}, {*other.senses} or {other.type}
    return bool(labels[0] & labels[1]) and all(
        same_words(*sides) for sides in ((one.arg1, other.arg1), (one.arg2, other.arg2))
    )
