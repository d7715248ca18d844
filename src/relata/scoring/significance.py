"""Whether one system is better than another on the CoNLL-2016 measures: paired tests over documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import relata
from relata.errors import ScoringError
from relata.scoring.conll2016.checks import doubts, reject_faulty
from relata.scoring.conll2016.corrected import gold_warnings, partial_by_document, strict_by_document
from relata.scoring.conll2016.records import Record, fingerprint
from relata.scoring.conll2016.result import PARTIAL, TABLES, Table
from relata.scoring.conll2016.settings import Setting, setting
from relata.scoring.counts import Counts
from relata.scoring.resampling import STATISTICS, Resampling, Standing, compare_counts

Records = Sequence[Record]
Rows = dict[str, tuple[int, int, int]]
"""The counts of a measure by document."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems on a measure, by name, each against the baseline."""

    measure: str
    baseline: str
    systems: Mapping[str, Standing]
    documents: int
    plan: Resampling
    signature: str
    warnings: tuple[str, ...] = ()

    @property
    def comparisons(self) -> int:
        """How many comparisons the corrected p-values allow for."""
        return len(self.systems) - 1

    def as_dict(self) -> dict[str, Any]:
        """All figures, ready for JSON."""
        return {
            "measure": self.measure,
            "baseline": self.baseline,
            "documents": self.documents,
            "comparisons": self.comparisons,
            **asdict(self.plan),
            "systems": {name: asdict(standing) for name, standing in self.systems.items()},
            "signature": self.signature,
            "warnings": list(self.warnings),
        }


class Measure(NamedTuple):
    """One figure of the scorer: the table and the counts it is computed from, and how."""

    table: str
    partial: bool
    counts: str
    statistic: str


def measures() -> dict[str, Measure]:
    """The measures that systems can be compared on, by the shared task's keys, in its order."""
    none = Counts()
    layouts = {"": Table(none, none, none, none, connective=none), PARTIAL: Table(none, none, none, none)}
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
    trials: int = 10_000,
    seed: int = 0,
    confidence: float = 0.95,
) -> Comparison:
    """Compare systems with a baseline, by default the first, on a measure of the corrected mode."""
    plan = Resampling(trials, seed, confidence)
    chosen_measure = _measure(measure)
    baseline = _baseline(systems, baseline)
    chosen = setting(gold, mode="corrected", language=language, senses=senses, cutoff=cutoff)
    for name, predicted in systems.items():
        reject_faulty(predicted, chosen.labels, name)
    golds = chosen.labels.applied(gold)
    rows = {name: _rows(golds, predicted, chosen_measure, chosen) for name, predicted in systems.items()}
    documents = sorted(set().union(*rows.values()))
    counts = {name: [own.get(document, (0, 0, 0)) for document in documents] for name, own in rows.items()}
    statistic = STATISTICS[chosen_measure.statistic]
    return Comparison(
        measure=measure,
        baseline=baseline,
        systems=compare_counts(counts, statistic, baseline=baseline, plan=plan),
        documents=len(documents),
        plan=plan,
        signature=_signature(gold, systems, measure, chosen, plan),
        warnings=(*chosen.notes, *gold_warnings(golds, chosen.labels.labels), *_warnings(gold, systems)),
    )


def _measure(key: str) -> Measure:
    known = measures()
    if key not in known:
        raise ScoringError(f"no measure {key!r}; expected one of: {'; '.join(known)}")
    return known[key]


def _baseline(systems: Mapping[str, Records], wanted: str | None) -> str:
    if len(systems) < 2:
        raise ScoringError(f"expected at least two systems to compare, got {len(systems)}")
    if wanted is not None and wanted not in systems:
        raise ScoringError(f"no system {wanted!r} to be the baseline; expected one of: {'; '.join(systems)}")
    return next(iter(systems)) if wanted is None else wanted


def _rows(gold: Records, predicted: Records, measure: Measure, chosen: Setting) -> Rows:
    predicted, labels = chosen.labels.applied(predicted), chosen.labels.labels
    if measure.partial:
        tables = partial_by_document(gold, predicted, labels, chosen.threshold)
    else:
        tables = strict_by_document(gold, predicted, labels)
    counts = {document: each[measure.table].measures[measure.counts] for document, each in tables.items()}
    return {document: (each.tp, each.pred, each.gold) for document, each in counts.items()}


def _warnings(gold: Records, systems: Mapping[str, Records]) -> Iterator[str]:
    documents = {record.doc_id for record in gold}
    for name, predicted in systems.items():
        for doubt in doubts(gold, predicted):
            yield f"system {name!r}: {doubt}"
        if missing := documents - {record.doc_id for record in predicted}:
            yield f"system {name!r}: nothing predicted in {len(missing)} of {len(documents)} documents"


def _signature(
    gold: Records, systems: Mapping[str, Records], measure: str, chosen: Setting, plan: Resampling
) -> str:
    parts = {
        "measure": measure,
        "mode": chosen.mode,
        "lang": chosen.language,
        "senses": chosen.labels.name,
        "cutoff": chosen.cutoff if PARTIAL in measure else None,
        "trials": plan.trials,
        "seed": plan.seed,
        "confidence": plan.confidence,
        "gold": fingerprint(gold),
        "pred": "+".join(map(fingerprint, systems.values())),
        "relata": relata.__version__,
    }
    return "|".join(
        ["conll2016-compare", *(f"{name}:{value}" for name, value in parts.items() if value is not None)]
    )
