"""Calibration: temperatures that make scores probabilities, and how far these are from what happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.model.heads import Floats, Linear, SignalHead, WordStates, log_softmax, softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.training.data.instances import EXPLICIT, EXTRA, SITE, TAGS, TrainingInstance

_BINS = 10
_LOWEST, _HIGHEST, _STEPS = 0.25, 8.0, 141
_SURE = 0.99
"""Words that are surely outside of everything say nothing about a temperature."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The scores that a head gives labels, and the places of the right ones."""

    scores: Floats
    right: npt.NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.right)

    def half(self, which: int) -> Judged:
        """The first half (0) or the second (1)."""
        own = slice(len(self) // 2, None) if which else slice(len(self) // 2)
        return Judged(self.scores[own], self.right[own])


@dataclass(frozen=True, slots=True)
class Calibration:
    """A head's temperature, and its expected calibration error in per cent without and with one.

    The error is that of each half of the data with the temperature of the other half.
    """

    temperature: float
    error_before: float
    error: float
    count: int


def temperature_of(judged: Judged) -> float:
    """The temperature at which the right labels are likeliest; 1 where there are none."""
    if not len(judged):
        return 1.0
    rows = np.arange(len(judged))

    def loss(temperature: float) -> float:
        return -float(log_softmax(judged.scores, temperature)[rows, judged.right].mean())

    return round(float(min(np.geomspace(_LOWEST, _HIGHEST, _STEPS), key=loss)), 3)


def calibration_error(judged: Judged, temperature: float = 1.0) -> float:
    """The expected calibration error in per cent: how far the best label's probability is from its accuracy.

    The mean over ten equally wide ranges of probability, weighted by how many labels fall into each.
    """
    if not len(judged):
        return 0.0
    probabilities = softmax(judged.scores, temperature)
    return _gap(probabilities.max(-1), probabilities.argmax(-1) == judged.right)


def error_of(shown: Iterable[tuple[float, bool]]) -> tuple[float, int]:
    """The same of scores as they are shown, each with whether what it stands at is right; and how many."""
    cases = list(shown)
    chances, hits = np.array([chance for chance, _ in cases]), np.array([hit for _, hit in cases])
    return (_gap(chances, hits) if cases else 0.0), len(cases)


def _gap(chances: npt.NDArray[Any], hits: npt.NDArray[Any]) -> float:
    bins = np.minimum((chances * _BINS).astype(int), _BINS - 1)
    gaps = np.bincount(bins, chances, _BINS) - np.bincount(bins, hits, _BINS)
    return 100 * float(np.abs(gaps).sum()) / len(chances)


def calibrate(judged: Judged) -> Calibration:
    """The temperature of a head, and what it does for its error."""
    halves = judged.half(0), judged.half(1)
    errors = [calibration_error(one, temperature_of(other)) for one, other in (halves, halves[::-1])]
    return Calibration(temperature_of(judged), calibration_error(judged), sum(errors) / 2, len(judged))


def calibrate_heads(model: Model, items: Sequence[TrainingInstance]) -> dict[str, Calibration]:
    """The temperatures of all heads, and what calibration does for each."""
    return {name: calibrate(judged) for name, judged in judged_heads(model, items).items()}


def judged_heads(model: Model, items: Iterable[TrainingInstance]) -> dict[str, Judged]:
    """What each head says of annotated inputs, by the names that settings have for heads."""
    heads = _Heads(model)
    rows: dict[str, list[tuple[Floats, int]]] = {name: [] for name in heads.sizes}
    work = ((item, item.input) for item in items if item.task != EXTRA)
    for item, states in model.map(_states, work):
        for name, scores, right in heads.judged(item, states):
            rows[name].append((scores, right))
    return {name: _judged(found, heads.sizes[name]) for name, found in rows.items()}


class _Heads:
    """The heads whose scores become probabilities."""

    def __init__(self, model: Model) -> None:
        weights, senses = model.weights, model.package.senses
        self._senses = {sense: place for place, sense in enumerate(senses)}
        self._words = WordStates(weights.below("tag_words"))
        self._tags = Linear(weights.below("tags"), len(CONNECTIVE_TAGS))
        self._anchors = Linear(weights.below("anchors"), 1)
        self._kind = Linear(weights.below("site_kind.out"), len(SITE_KINDS))
        self._argument_words = WordStates(weights.below("explicit_arguments.words"))
        self._explicit_sense = SignalHead(weights.below("explicit_sense"), len(senses))
        self._sense = Linear(weights.below("sense.out"), len(senses))
        self.sizes = {
            "tag": len(CONNECTIVE_TAGS),
            "anchor": 2,
            "kind": len(SITE_KINDS),
            "explicit_sense": len(senses),
            "sense": len(senses),
        }

    def judged(self, item: TrainingInstance, states: Floats) -> Iterator[tuple[str, Floats, int]]:
        """The scores of an input by the heads of its task, each with the place of the right label."""
        if item.task == TAGS:
            words = self._words(states, item.input)
            anchors = self._anchors(words)
            yield from _unsure("tag", self._tags(words), item.labels or ())
            yield from _unsure("anchor", np.hstack((np.zeros_like(anchors), anchors)), item.anchors or ())
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


def _unsure(name: str, scores: Floats, labels: Sequence[int]) -> Iterator[tuple[str, Floats, int]]:
    outside = softmax(scores)[:, 0]
    for place in np.flatnonzero(outside < _SURE).tolist():
        yield name, scores[place], labels[place]


def _judged(rows: Sequence[tuple[Floats, int]], labels: int) -> Judged:
    scores = np.array([scores for scores, _ in rows], dtype=np.float32).reshape(-1, labels)
    return Judged(scores, np.array([right for _, right in rows], dtype=np.intp))
