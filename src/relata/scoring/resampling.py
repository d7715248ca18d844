"""Paired significance of any score that is computed from counts summed over documents.

A system is an array of counts, a row for each document; a statistic turns summed rows into scores.
Approximate randomisation swaps the documents of two systems at random; the bootstrap draws documents with
replacement, the same ones for all systems. Trials are done in chunks, so that memory stays flat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from relata.errors import ScoringError

Array = npt.NDArray[np.float64]
Statistic = Callable[[Array], Array]
"""From sums of counts, which are the last axis, to scores."""

_CELLS = 2**20
"""Trials times documents that are worked on at once."""

_TOLERANCE = 1e-12
"""What two scores may differ by and still be the same but for rounding."""


def precision(counts: Array) -> Array:
    """The precision of (true positives, predictions, golds); nothing predicted scores 1."""
    return _ratio(counts[..., 0], counts[..., 1], empty=1.0)


def recall(counts: Array) -> Array:
    """The recall of (true positives, predictions, golds); nothing to find scores 1."""
    return _ratio(counts[..., 0], counts[..., 2], empty=1.0)


def f1(counts: Array) -> Array:
    """The harmonic mean of precision and recall."""
    p, r = precision(counts), recall(counts)
    return _ratio(2.0 * p * r, p + r, empty=0.0)


STATISTICS: Mapping[str, Statistic] = {"precision": precision, "recall": recall, "f1": f1}
"""The statistics of counts (true positives, predictions, golds), by name."""


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PValues:
    """Two-sided p-values of a difference, by either test."""

    randomisation: float
    bootstrap: float

    def corrected(self, comparisons: int) -> PValues:
        """Bonferroni's correction for as many comparisons."""
        return PValues(min(1.0, comparisons * self.randomisation), min(1.0, comparisons * self.bootstrap))


@dataclass(frozen=True, slots=True)
class Contrast:
    """How a system differs from the baseline; `corrected` p-values allow for all comparisons made."""

    difference: float
    interval: Interval
    p: PValues
    corrected: PValues


@dataclass(frozen=True, slots=True)
class Standing:
    """The score of a system with its confidence interval, and its contrast if it is not the baseline."""

    score: float
    interval: Interval
    contrast: Contrast | None


@dataclass(frozen=True, slots=True)
class Resampling:
    """How to resample: the same plan on the same counts gives the same figures."""

    trials: int = 10_000
    seed: int = 0
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.trials < 1:
            raise ScoringError(f"expected at least one trial, got {self.trials}")
        if self.seed < 0:
            raise ScoringError(f"expected a seed of 0 or above, got {self.seed}")
        if not 0 < self.confidence < 1:
            raise ScoringError(f"expected a confidence between 0 and 1, got {self.confidence}")


def compare_counts(
    systems: Mapping[str, npt.ArrayLike], statistic: Statistic, *, baseline: str, plan: Resampling
) -> dict[str, Standing]:
    """Compare each system with the baseline; row n of each array is about the same document."""
    counts = {name: np.asarray(rows, dtype=np.float64) for name, rows in systems.items()}
    documents = len(counts[baseline])
    if documents < 2:
        raise ScoringError(f"documents are what is resampled: expected at least two, got {documents}")
    samples = bootstrap(counts, statistic, plan)
    comparisons = len(counts) - 1

    def contrast(name: str) -> Contrast:
        difference = _score(counts[name], statistic) - _score(counts[baseline], statistic)
        differences = samples[name] - samples[baseline]
        p = PValues(
            randomisation=randomisation(counts[name], counts[baseline], statistic, plan),
            bootstrap=_p_value(differences - difference, difference),
        )
        return Contrast(difference, _interval(differences, plan), p, p.corrected(comparisons))

    return {
        name: Standing(
            _score(rows, statistic),
            _interval(samples[name], plan),
            None if name == baseline else contrast(name),
        )
        for name, rows in counts.items()
    }


def randomisation(one: Array, other: Array, statistic: Statistic, plan: Resampling) -> float:
    """The p-value of the difference of two systems by approximate randomisation."""
    change = one - other
    differences = []
    for rng, trials in _chunks(plan, len(one), stream=0):
        swapped = (rng.random((trials, len(one))) < 0.5).astype(np.float64)
        moved = swapped @ change
        differences.append(statistic(one.sum(axis=0) - moved) - statistic(other.sum(axis=0) + moved))
    return _p_value(np.concatenate(differences), _score(one, statistic) - _score(other, statistic))


def bootstrap(systems: Mapping[str, Array], statistic: Statistic, plan: Resampling) -> dict[str, Array]:
    """The scores of all systems on samples of the documents, the same samples for each."""
    documents = len(next(iter(systems.values())))
    scores: dict[str, list[Array]] = {name: [] for name in systems}
    for rng, trials in _chunks(plan, documents, stream=1):
        drawn = rng.integers(0, documents, size=(trials, documents))
        drawn += documents * np.arange(trials)[:, np.newaxis]
        times = np.bincount(drawn.ravel(), minlength=trials * documents).reshape(trials, documents)
        weights = times.astype(np.float64)
        for name, rows in systems.items():
            scores[name].append(statistic(weights @ rows))
    return {name: np.concatenate(parts) for name, parts in scores.items()}


def _chunks(plan: Resampling, documents: int, *, stream: int) -> Iterator[tuple[np.random.Generator, int]]:
    """A source of randomness, with the number of trials to do at once.

    Each test has a stream of its own: which systems are compared does not change the figures of any.
    """
    rng = np.random.default_rng([plan.seed, stream])
    size = max(1, _CELLS // documents)
    for start in range(0, plan.trials, size):
        yield rng, min(size, plan.trials - start)


def _p_value(differences: Array, observed: float) -> float:
    """How often chance does as much as was observed, which itself counts as one trial."""
    hits = int(np.count_nonzero(np.abs(differences) >= abs(observed) - _TOLERANCE))
    return (hits + 1) / (len(differences) + 1)


def _interval(samples: Array, plan: Resampling) -> Interval:
    tail = (1 - plan.confidence) / 2
    low, high = np.quantile(samples, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _score(rows: Array, statistic: Statistic) -> float:
    return float(statistic(rows.sum(axis=0)))


def _ratio(numerator: Array, denominator: Array, *, empty: float) -> Array:
    return np.divide(numerator, denominator, out=np.full_like(numerator, empty), where=denominator != 0)
