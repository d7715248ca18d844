"""Paired significance of scores that are computed from counts summed over documents.

A system is an array of counts, a row for each document; a statistic turns summed rows into scores.
Approximate randomisation swaps the documents of two systems at random; the bootstrap draws documents with
replacement, the same ones for all systems. Trials are done in chunks, so that memory stays flat.
`compare` and `compare_files` test systems on a measure of the CoNLL-2016 scorer in this way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from relata.errors import OnError, ScoringError, strict
from relata.scoring.conll2016.corrected import gold_warnings, tables_by_document
from relata.scoring.conll2016.inputs import read_standard, read_system
from relata.scoring.conll2016.labels import Setting, setting
from relata.scoring.conll2016.records import Record, fingerprint
from relata.scoring.conll2016.result import PARTIAL, TABLES, Table
from relata.scoring.conll2016.validation import doubts, reject_faulty
from relata.scoring.score import Counts, Signature

Array = npt.NDArray[np.float64]
Statistic = Callable[[Array], Array]
"""Function from sums of counts, which are the last axis, to scores."""

Records = Sequence[Record]

_CELLS = 2**20
"""Trials times documents that are computed at once."""

_TOLERANCE = 1e-12
"""Tolerance for rounding errors when comparing scores."""


def precision(counts: Array) -> Array:
    """Compute precision from (true positives, predictions, golds); nothing predicted scores 1."""
    return _ratio(counts[..., 0], counts[..., 1], empty=1.0)


def recall(counts: Array) -> Array:
    """Compute recall from (true positives, predictions, golds); nothing to find scores 1."""
    return _ratio(counts[..., 0], counts[..., 2], empty=1.0)


def f1(counts: Array) -> Array:
    """Compute the harmonic mean of precision and recall."""
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
        """Apply Bonferroni's correction for this number of comparisons."""
        return PValues(min(1.0, comparisons * self.randomisation), min(1.0, comparisons * self.bootstrap))


@dataclass(frozen=True, slots=True)
class Contrast:
    """Difference of a system from the baseline; `corrected` p-values allow for all comparisons made."""

    difference: float
    interval: Interval
    p: PValues
    corrected: PValues


@dataclass(frozen=True, slots=True)
class Standing:
    """Score of a system with its confidence interval; the baseline has no contrast."""

    score: float
    interval: Interval
    contrast: Contrast | None


@dataclass(frozen=True, slots=True)
class Resampling:
    """Resampling plan: the same plan on the same counts gives the same figures."""

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


PLAN = Resampling()
"""The default."""


def compare_counts(
    systems: Mapping[str, npt.ArrayLike],
    statistic: Statistic,
    *,
    baseline: str,
    plan: Resampling,
    unit: str = "documents",
) -> dict[str, Standing]:
    """Compare each system with the baseline; row n of each array is about the same unit."""
    counts = {name: np.asarray(rows, dtype=np.float64) for name, rows in systems.items()}
    documents = len(counts[baseline])
    if documents < 2:
        raise ScoringError(f"{unit} are what is resampled: expected at least two, got {documents}")
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


@dataclass(frozen=True, slots=True)
class GroupContrast:
    """Difference of a score between two groups of documents."""

    difference: float
    interval: Interval
    p: float


def compare_groups(one: Array, other: Array, statistic: Statistic, plan: Resampling) -> list[GroupContrast]:
    """Compare each score of a statistic between two independent groups of documents, by the bootstrap."""
    plans = (plan, replace(plan, seed=plan.seed + 1))  # the groups are drawn apart
    samples = [
        bootstrap({"": rows}, statistic, own)[""] for rows, own in zip((one, other), plans, strict=True)
    ]
    observed = statistic(one.sum(axis=0)) - statistic(other.sum(axis=0))
    return [
        GroupContrast(float(value), _interval(differences, plan), _p_value(differences - value, float(value)))
        for value, differences in zip(observed, (samples[0] - samples[1]).T, strict=True)
    ]


def randomisation(one: Array, other: Array, statistic: Statistic, plan: Resampling) -> float:
    """Compute the p-value of the difference of two systems by approximate randomisation."""
    change = one - other
    differences = []
    for rng, trials in _chunks(plan, len(one), stream=0):
        swapped = (rng.random((trials, len(one))) < 0.5).astype(np.float64)
        moved = swapped @ change
        differences.append(statistic(one.sum(axis=0) - moved) - statistic(other.sum(axis=0) + moved))
    return _p_value(np.concatenate(differences), _score(one, statistic) - _score(other, statistic))


def bootstrap(systems: Mapping[str, Array], statistic: Statistic, plan: Resampling) -> dict[str, Array]:
    """Score all systems on the same samples of the documents."""
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
    """Random generators with the number of trials to do at once.

    Each test has its own stream of randomness, so that other systems do not change a system's figures.
    """
    rng = np.random.default_rng([plan.seed, stream])
    size = max(1, _CELLS // documents)
    for start in range(0, plan.trials, size):
        yield rng, min(size, plan.trials - start)


def _p_value(differences: Array, observed: float) -> float:
    """Share of the trials with a difference as large as the observed one, which counts as a trial itself."""
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems on a measure, by name, each against the baseline; `documents` counts what `unit` names."""

    measure: str
    baseline: str
    systems: Mapping[str, Standing]
    documents: int
    plan: Resampling
    signature: Signature
    warnings: tuple[str, ...] = ()
    unit: str = "documents"

    @property
    def comparisons(self) -> int:
        """Number of comparisons that the corrected p-values allow for."""
        return len(self.systems) - 1

    def as_dict(self) -> dict[str, Any]:
        """Convert the figures of all systems for JSON."""
        return {
            "measure": self.measure,
            "baseline": self.baseline,
            self.unit: self.documents,
            "comparisons": self.comparisons,
            **asdict(self.plan),
            "systems": {name: asdict(standing) for name, standing in self.systems.items()},
            "signature": self.signature,
            "warnings": list(self.warnings),
        }


DEFAULT = "All Parser f1"


class Measure(NamedTuple):
    """Measure of the scorer: its table, its counts, and the statistic computed from them."""

    table: str
    partial: bool
    counts: str
    statistic: str


def measures() -> dict[str, Measure]:
    """List the measures that systems can be compared on, by the shared task's keys, in its order."""
    layouts = {"": Table(connective=Counts()), PARTIAL: Table()}
    return {
        f"{table}{suffix} {counts} {statistic}": Measure(table, suffix == PARTIAL, counts, statistic)
        for suffix, layout in layouts.items()
        for table in TABLES
        for counts in layout.measures
        for statistic in STATISTICS
    }


def compare(
    gold: Records,
    systems: Mapping[str, Records],
    *,
    measure: str = "All Parser f1",
    baseline: str | None = None,
    language: str | None = None,
    senses: str | None = None,
    cutoff: str | float = "0.7",
    plan: Resampling = PLAN,
) -> Comparison:
    """Compare systems with a baseline, by default the first, on a measure of the corrected mode."""
    chosen = setting(gold, mode="corrected", language=language, senses=senses, cutoff=cutoff)
    if len(systems) < 2:
        raise ScoringError(f"expected at least two systems to compare, got {len(systems)}")
    if baseline is not None and baseline not in systems:
        names = "; ".join(systems)
        raise ScoringError(f"no system {baseline!r} to be the baseline; expected one of: {names}")
    baseline = next(iter(systems)) if baseline is None else baseline
    layout = _measure(measure)
    for name, predicted in systems.items():
        reject_faulty(predicted, chosen.labels, name)
    golds = chosen.labels.applied(gold)
    rows = {name: _rows(golds, predicted, layout, chosen) for name, predicted in systems.items()}
    documents = sorted(set().union(*rows.values()))
    counts = {
        name: [by_document.get(document, (0, 0, 0)) for document in documents]
        for name, by_document in rows.items()
    }
    return Comparison(
        measure=measure,
        baseline=baseline,
        systems=compare_counts(counts, STATISTICS[layout.statistic], baseline=baseline, plan=plan),
        documents=len(documents),
        plan=plan,
        signature=_signature(gold, systems, measure, chosen, plan),
        warnings=(*chosen.notes, *gold_warnings(golds, chosen.labels.labels), *_warnings(gold, systems)),
    )


def compare_files(
    gold: str | Path,
    systems: Sequence[str | Path],
    *,
    measure: str = "All Parser f1",
    language: str | None = None,
    senses: str | None = None,
    cutoff: str | float = "0.7",
    plan: Resampling = PLAN,
    on_error: OnError = strict,
) -> Comparison:
    """Compare systems with the first of them, read as `relata.scoring.conll2016.score_files` reads one."""
    _measure(measure)
    standard = read_standard(gold, systems, on_error=on_error)
    golds, language = standard.records, language or standard.language
    labels = setting(golds, mode="corrected", language=language, senses=senses, cutoff=cutoff).labels
    runs = {str(path): read_system(path, standard, labels, on_error=on_error) for path in systems}
    return compare(golds, runs, measure=measure, language=language, senses=senses, cutoff=cutoff, plan=plan)


def _measure(key: str) -> Measure:
    known = measures()
    if key not in known:
        raise ScoringError(f"no measure {key!r}; expected one of: {'; '.join(known)}")
    return known[key]


def _rows(
    gold: Records, predicted: Records, measure: Measure, chosen: Setting
) -> dict[str, tuple[int, int, int]]:
    """Count a measure by document."""
    predicted, labels = chosen.labels.applied(predicted), chosen.labels.labels
    cutoff = chosen.threshold if measure.partial else None
    rows = {}
    for document, tables in tables_by_document(gold, predicted, labels, cutoff).items():
        counts = tables[measure.table].measures[measure.counts]
        rows[document] = counts.tp, counts.pred, counts.gold
    return rows


def _warnings(gold: Records, systems: Mapping[str, Records]) -> Iterator[str]:
    documents = {record.doc_id for record in gold}
    for name, predicted in systems.items():
        for doubt in doubts(gold, predicted):
            yield f"system {name!r}: {doubt}"
        if missing := documents - {record.doc_id for record in predicted}:
            yield f"system {name!r}: nothing predicted in {len(missing)} of {len(documents)} documents"


def _signature(
    gold: Records, systems: Mapping[str, Records], measure: str, chosen: Setting, plan: Resampling
) -> Signature:
    parts = {
        "measure": measure,
        "mode": chosen.mode,
        "lang": chosen.language,
        "senses": chosen.labels.name,
        "cutoff": chosen.cutoff if PARTIAL in measure else None,
        **asdict(plan),
        "gold": fingerprint(gold),
        "pred": "+".join(map(fingerprint, systems.values())),
    }
    return Signature("conll2016-compare", parts)
