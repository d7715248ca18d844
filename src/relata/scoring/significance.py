"""Whether one system is better than another on the CoNLL-2016 measures: paired tests over documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import relata
from relata.errors import OnError, ScoringError, strict
from relata.scoring.conll2016.checks import doubts, reject_faulty
from relata.scoring.conll2016.corrected import gold_warnings, partial_by_document, strict_by_document
from relata.scoring.conll2016.records import Record, fingerprint
from relata.scoring.conll2016.result import PARTIAL, TABLES, Table
from relata.scoring.conll2016.settings import Setting, setting
from relata.scoring.conll2016.standards import read_standard, read_system
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
    chosen = setting(gold, mode="corrected", language=language, senses=senses, cutoff=cutoff)
    return _compare(gold, systems, measure, _baseline(systems, baseline), chosen, plan)


def compare_files(
    gold: str | Path,
    systems: Sequence[str | Path],
    *,
    measure: str = "All Parser f1",
    language: str | None = None,
    senses: str | None = None,
    cutoff: str | float = "0.7",
    trials: int = 10_000,
    seed: int = 0,
    confidence: float = 0.95,
    on_error: OnError = strict,
) -> Comparison:
    """Compare systems with the first of them, read as `relata.scoring.conll2016.score_files` reads one."""
    plan = Resampling(trials, seed, confidence)
    _measure(measure)
    standard = read_standard(gold, systems, on_error=on_error)
    chosen = setting(
        standard.records,
        mode="corrected",
        language=language or standard.language,
        senses=senses,
        cutoff=cutoff,
    )
    runs = {str(path): read_system(path, standard, chosen.labels, on_error=on_error) for path in systems}
    return _compare(standard.records, runs, measure, _baseline(runs, None), chosen, plan)


def _compare(
    gold: Records,
    systems: Mapping[str, Records],
    measure: str,
    baseline: str,
    chosen: Setting,
    plan: Resampling,
) -> Comparison:
    chosen_measure = _measure(measure)
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
