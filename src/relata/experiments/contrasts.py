"""Contrasts: a system against a baseline of its run, or a system of one run against that of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import compress
from typing import Any

import numpy as np

from relata.experiments.results import Run, SystemResults
from relata.experiments.statistics import (
    McNemar,
    SignificanceTest,
    Wins,
    bonferroni,
    fisher_exact,
    mcnemar,
    n1_chi_squared,
    percent,
    resample_documents,
    stars,
    wins,
)
from relata.experiments.tables import ReportTable
from relata.scoring.significance import PValues, Resampling


@dataclass(frozen=True, slots=True)
class SystemContrast:
    """A system against a baseline on the same instances.

    `chi_squared`, `mcnemar` and `fisher` are of the median restarts over all folds. `resampled` p-values are
    over documents with all restarts, None if there is a single document. P-values are uncorrected;
    `comparisons` is the number to correct for.
    """

    system: str
    baseline: str
    difference: float
    wins: Wins
    chi_squared: SignificanceTest
    mcnemar: McNemar
    fisher: SignificanceTest
    resampled: PValues | None
    comparisons: int = 1

    @property
    def p_values(self) -> dict[str, float]:
        """P-values by test, as far as they were computed."""
        tests = {
            "N-1 χ²": self.chi_squared.p,
            "McNemar, exact": self.mcnemar.exact.p,
            "McNemar, continuity correction": self.mcnemar.corrected.p,
            "Fisher, pooled counts": self.fisher.p,
        }
        if self.resampled:
            tests["approximate randomisation over documents"] = self.resampled.randomisation
            tests["bootstrap over documents"] = self.resampled.bootstrap
        return tests

    def corrected(self, p: float) -> float:
        """Return a p-value corrected for all comparisons."""
        return bonferroni([p], self.comparisons)[0]


def contrasts(
    run: Run, baseline: str | None = None, *, comparisons: int | None = None
) -> list[SystemContrast]:
    """Compare the systems of a run, except oracles, with a baseline; correct for all of them by default."""
    against = run.system(run.baseline if baseline is None else baseline)
    others = [system for system in run.systems.values() if system.name != against.name and not system.oracle]
    count = len(others) if comparisons is None else comparisons
    return [contrast(system, against, run.column("document"), count) for system in others]


def contrast(
    system: SystemResults, baseline: SystemResults, documents: Sequence[str], comparisons: int = 1
) -> SystemContrast:
    """Compare a system with a baseline on the same instances."""
    right, baseline_right = system.median_right(), baseline.median_right()
    size = len(right)
    counts = int(right.sum()), int(baseline_right.sum())
    return SystemContrast(
        system.name,
        baseline.name,
        system.over_seeds("accuracy").mean - baseline.over_seeds("accuracy").mean,
        wins(system.by_fold("accuracy"), baseline.by_fold("accuracy")),
        n1_chi_squared(*counts, size),
        mcnemar(right, baseline_right),
        fisher_exact((counts[0], size), (counts[1], size)),
        _resampled(system, baseline, documents),
        comparisons,
    )


def _resampled(system: SystemResults, baseline: SystemResults, documents: Sequence[str]) -> PValues | None:
    if len(set(documents)) < 2:
        return None
    rows = {"system": system.right_counts(), "baseline": baseline.right_counts()}
    compared = resample_documents(rows, documents, baseline="baseline", plan=Resampling())["system"]
    assert compared.contrast is not None
    return compared.contrast.p


def published_table(
    published: float, accuracies: Sequence[tuple[str, int, int]], comparisons: int | None = None
) -> ReportTable:
    """Compare accuracies, as rows of (name, right, all), with a published one by the N-1 χ² test.

    The paper's test set is taken to be of the same size, as it is where both used the same split.
    """
    count = len(accuracies) if comparisons is None else comparisons
    rows = []
    for name, right, size in accuracies:
        test = n1_chi_squared(right, round(published * size), size)
        (p,) = bonferroni([test.p], count)
        difference = f"{100 * (right / size - published):+.2f}{stars(p)}"
        statistic = f"{test.statistic:.3f}"
        rows.append([name, percent(right / size), f"{right} of {size}", difference, statistic, f"{p:.4f}"])
    title = f"Against a published accuracy of {percent(published)}"
    header = ["system", "accuracy", "right", "difference", "N-1 χ²", "p"]
    notes = [
        f"two-sided, Bonferroni-corrected for {count} comparison{'s' * (count != 1)}; "
        "of several restarts, the median one"
    ]
    return ReportTable(title, header, rows, notes)


def significant_folds(system: SystemResults, baseline: SystemResults, comparisons: int) -> tuple[int, int]:
    """Count the folds on which a system is significantly better and worse (Kim et al. 2020, table 11).

    The test is McNemar's exact test, corrected for the folds and the `comparisons` of one fold.
    """
    better = worse = 0
    borders = np.cumsum([len(gold) for gold in system.gold])[:-1]
    folds = (np.split(results.median_right(), borders) for results in (system, baseline))
    for right, baseline_right in zip(*folds, strict=True):
        test = mcnemar(right, baseline_right)
        if bonferroni([test.exact.p], comparisons * len(system.gold))[0] < 0.05:
            better += test.first_only > test.second_only
            worse += test.first_only < test.second_only
    return better, worse


@dataclass(frozen=True, slots=True)
class LabelContrast:
    """Counts (right, all) of a label by two systems, pooled over folds, and Fisher's test."""

    label: str
    first: tuple[int, int]
    second: tuple[int, int]
    p: float


def label_contrasts(first: SystemResults, second: SystemResults) -> Iterator[LabelContrast]:
    """Compare the labels that two systems share; p-values are corrected for the number of labels."""
    first_counts, second_counts = _right_by_label(first), _right_by_label(second)
    shared = [
        label for label, (_, size) in first_counts.items() if size and second_counts.get(label, (0, 0))[1]
    ]
    p_values = bonferroni([fisher_exact(first_counts[label], second_counts[label]).p for label in shared])
    for label, p in zip(shared, p_values, strict=True):
        yield LabelContrast(label, first_counts[label], second_counts[label], p)


def _right_by_label(system: SystemResults) -> dict[str, tuple[int, int]]:
    """Return (right, all) of the median restart for each first gold label."""
    labels = [labels[0] for labels in system.all_gold]
    sizes, right = Counter(labels), Counter(compress(labels, system.median_right()))
    return {label: (right[label], sizes[label]) for label in system.labels}


def paired(first: Run, second: Run) -> bool:
    """Check that two runs tested the same instances, with the same gold labels, in the same folds."""
    return first.tested == second.tested and all(
        first.column(name) == second.column(name) for name in ("id", "gold")
    )


@dataclass(frozen=True, slots=True)
class RunComparison:
    """A system of one run and a system of another; `contrast` is None if the instances differ."""

    names: tuple[str, str]
    accuracies: tuple[float, float]
    pooled: tuple[tuple[int, int], tuple[int, int]]
    fisher: float
    contrast: SystemContrast | None
    labels: tuple[LabelContrast, ...]
    signatures: tuple[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        return asdict(self)

    def tables(self) -> Iterator[ReportTable]:
        """Yield tables of the systems, the tests, and the labels that both have."""
        rows = [
            [name, percent(accuracy), f"{right} of {size}"]
            for name, accuracy, (right, size) in zip(self.names, self.accuracies, self.pooled, strict=True)
        ]
        note = "accuracy: mean over folds and restarts; pooled: the median restart over all folds"
        yield ReportTable("Systems", ["system", "accuracy", "pooled"], rows, [note])
        yield self._tests()
        rows = []
        for row in self.labels:
            accuracies = [percent(right / size) for right, size in (row.first, row.second)]
            rows.append([row.label, *accuracies, f"{row.p:.4f}"])
        note = f"p-values Bonferroni-corrected for {len(self.labels)} labels"
        title = "Labels: right, pooled over folds"
        yield ReportTable(title, ["label", *self.names, "Fisher p"], rows, [note])

    def _tests(self) -> ReportTable:
        tests = {"Fisher, pooled counts": self.fisher}
        note = "the runs tested other instances or folds, so that nothing can be paired"
        if self.contrast is not None:
            tests |= self.contrast.p_values
            note = f"folds won and lost by {self.names[0]}: {self.contrast.wins}"
        return ReportTable("Tests", ["test", "p"], [[name, f"{p:.4f}"] for name, p in tests.items()], [note])


def compare_runs(first: Run, second: Run, systems: tuple[str, str] | None = None) -> RunComparison:
    """Compare a system of the first run with one of the second, by default the main systems."""
    names = systems or (first.main, second.main)
    one, other = first.system(names[0]), second.system(names[1])
    counts, other_counts = (
        (int(right.sum()), len(right)) for right in (one.median_right(), other.median_right())
    )
    return RunComparison(
        (f"{first.path.name}: {one.name}", f"{second.path.name}: {other.name}"),
        (one.over_seeds("accuracy").mean, other.over_seeds("accuracy").mean),
        (counts, other_counts),
        fisher_exact(counts, other_counts).p,
        contrast(one, other, first.column("document")) if paired(first, second) else None,
        tuple(label_contrasts(one, other)),
        (first.signature, second.signature),
    )
