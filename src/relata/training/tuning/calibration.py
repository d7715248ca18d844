"""Calibration: temperatures that make scores of heads log-probabilities, and curves of whole relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.discourse.calibration import log_odds
from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.evaluation.calibration import Case, calibration_error
from relata.model.heads import Floats, Linear, SignalHead, WordStates, log_softmax, softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Curve
from relata.training.data.instances import EXPLICIT, EXTRA, SITE, TAGS, TrainingInstance
from relata.training.tuning.folding import LAYERS

_LOWEST, _HIGHEST, _STEPS = 0.25, 8.0, 141
_CERTAIN = 0.99
"""Words that are outside of every connective with this probability do not count for a temperature."""

_FLATTEST = 0.05
"""Lowest slope: a falling curve would keep the relations that are least likely right."""
_STRENGTH = 1.0
"""Inverse of the L2 penalty (C of scikit-learn)."""


ScoredCase = tuple[Floats, int]
"""Scores [labels] of a head for a case, and the index of the right label."""


@dataclass(frozen=True, slots=True)
class HeadCalibration:
    """Temperature of a head, and its expected calibration error in per cent without and with it.

    The error is that of each half of the data with the temperature of the other half.
    """

    temperature: float
    error_before: float
    error: float
    count: int


def calibrate_heads(model: Model, items: Sequence[TrainingInstance]) -> dict[str, HeadCalibration]:
    """Fit the temperature of each head to annotated inputs."""
    return {name: calibrate(cases) for name, cases in scored_cases(model, items).items()}


def calibrate(cases: Sequence[ScoredCase]) -> HeadCalibration:
    """Fit the temperature of a head, and measure its calibration error."""
    middle = len(cases) // 2
    halves = cases[:middle], cases[middle:]
    errors = [head_error(one, temperature_of(other)) for one, other in (halves, halves[::-1])]
    return HeadCalibration(temperature_of(cases), head_error(cases), sum(errors) / 2, len(cases))


def temperature_of(cases: Sequence[ScoredCase]) -> float:
    """Find the temperature at which the right labels are likeliest; 1 without cases."""
    if not cases:
        return 1.0
    scores = np.array([scores for scores, _ in cases], dtype=np.float32)
    right = np.array([label for _, label in cases])

    def loss(temperature: float) -> float:
        return -float(log_softmax(scores / np.float32(temperature))[np.arange(len(right)), right].mean())

    return round(float(min(np.geomspace(_LOWEST, _HIGHEST, _STEPS), key=loss)), 3)


def head_error(cases: Sequence[ScoredCase], temperature: float = 1.0) -> float:
    """Compute the expected calibration error of the likeliest labels, in per cent."""
    distributions = ((softmax(scores / np.float32(temperature)), right) for scores, right in cases)
    return calibration_error(
        [(float(shares.max()), shares.argmax() == right) for shares, right in distributions]
    )


def scored_cases(model: Model, items: Iterable[TrainingInstance]) -> dict[str, list[ScoredCase]]:
    """Score annotated inputs by each head, by the names of `relata.training.tuning.folding.LAYERS`."""
    heads = _Heads(model)
    cases: dict[str, list[ScoredCase]] = {name: [] for name in LAYERS}
    work = ((item, item.input) for item in items if item.task != EXTRA)
    for item, states in model.map(_states, work):
        for name, scores, right in heads.scored(item, states):
            cases[name].append((scores, right))
    return cases


class _Heads:
    """The heads whose scores become probabilities."""

    def __init__(self, model: Model) -> None:
        weights, senses = model.weights, model.package.senses
        self._senses = {sense: index for index, sense in enumerate(senses)}
        self._words = WordStates(weights.below("tag_words"))
        self._tags = Linear(weights.below("tags"), len(CONNECTIVE_TAGS))
        self._anchors = Linear(weights.below("anchors"), 1)
        self._kind = Linear(weights.below("site_kind.out"), len(SITE_KINDS))
        self._argument_words = WordStates(weights.below("explicit_arguments.words"))
        self._explicit_sense = SignalHead(weights.below("explicit_sense"), len(senses))
        self._sense = Linear(weights.below("sense.out"), len(senses))

    def scored(self, item: TrainingInstance, states: Floats) -> Iterator[tuple[str, Floats, int]]:
        """Score an input by the heads of its task; yields head, scores and index of the right label."""
        if item.task == TAGS:
            words = self._words(states, item.input)
            anchors = self._anchors(words)
            yield from _uncertain("tag", self._tags(words), item.labels or ())
            yield from _uncertain("anchor", np.hstack((np.zeros_like(anchors), anchors)), item.anchors or ())
            return
        if item.task == SITE:
            yield "kind", self._kind(states[0]), item.kind or 0
        if item.sense in self._senses:
            right = self._senses[item.sense]
            if item.task == EXPLICIT:
                words = self._argument_words(states, item.input)
                mark = states[item.input.mark]
                yield "explicit_sense", self._explicit_sense(mark, words, item.input.arguments), right
            else:
                yield "sense", self._sense(states[0]), right


def _states(_: Input, states: Floats) -> Floats:
    return states


def _uncertain(name: str, scores: Floats, labels: Sequence[int]) -> Iterator[tuple[str, Floats, int]]:
    outside = softmax(scores)[:, 0]
    for index in np.flatnonzero(outside < _CERTAIN).tolist():
        yield name, scores[index], labels[index]


def fit_curves(cases: Iterable[Case]) -> dict[str, Curve]:
    """Fit a logistic curve for each kind of relation.

    One regression fits all kinds: a slope and an offset in common, and differences by kind. The penalty
    draws kinds with few cases to the curve in common.
    """
    from sklearn.linear_model import LogisticRegression

    rows = list(cases)
    kinds = sorted({kind for kind, _, _ in rows})
    right = [correct for _, _, correct in rows]
    if len(set(right)) < 2:
        return {}
    model = LogisticRegression(C=_STRENGTH, max_iter=1000)
    model.fit([_inputs(kind, score, kinds) for kind, score, _ in rows], right)
    slope, *differences = model.coef_[0]
    slopes, offsets = differences[::2], differences[1::2]
    return {
        kind: Curve(
            max(_FLATTEST, round(float(slope + slopes[index]), 3)),
            round(float(model.intercept_[0] + offsets[index]), 3),
        )
        for index, kind in enumerate(kinds)
    }


def _inputs(kind: str, score: float, kinds: Sequence[str]) -> list[float]:
    """Build the inputs of the regression: the log-odds, and for each kind its log-odds and a constant."""
    odds = log_odds(score)
    by_kind = [value for name in kinds for value in ((odds, 1.0) if name == kind else (0.0, 0.0))]
    return [odds, *by_kind]
