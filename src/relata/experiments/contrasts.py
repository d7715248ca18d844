"""Comparing systems: against a baseline of the same run, or run against run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from relata.errors import ProtocolError
from relata.experiments.results import Run, SystemResults
from relata.experiments.statistics import (
    McNemar,
    Outcome,
    Wins,
    bonferroni,
    fisher_exact,
    mcnemar,
    n1_chi_squared,
    resample_documents,
    wins,
)
from relata.scoring.resampling import PValues, Resampling


@dataclass(frozen=True, slots=True)
class Contrast:
    """A system against a baseline on the same instances.

    `chi_squared`, `mcnemar` and `fisher` are of the median restarts over all folds; `resampled` p-values are
    over documents and have all restarts, none if there is one document alone. P-values are as they come;
    `comparisons` is what they have to be corrected for.
    """

    system: str
    baseline: str
    difference: float
    wins: Wins
    chi_squared: Outcome
    mcnemar: McNemar
    fisher: Outcome
    resampled: PValues | None
    comparisons: int = 1

    def corrected(self, p: float) -> float:
        """A p-value that allows for all comparisons made."""
        return bonferroni([p], self.comparisons)[0]


def contrasts(run: Run, baseline: str | None = None, *, comparisons: int | None = None) -> list[Contrast]:
    """The systems of a run, but oracles, against a baseline; there are as many comparisons unless told."""
    against = run.baseline if baseline is None else baseline
    if against not in run.systems:
        raise ProtocolError(f"no system {against!r} in {run.path}; there is {', '.join(run.systems)}")
    others = [each for name, each in run.systems.items() if name != against and not each.oracle]
    made = len(others) if comparisons is None else comparisons
    return [contrast(each, run.systems[against], run.column("document"), made) for each in others]


def contrast(
    system: SystemResults, baseline: SystemResults, documents: Sequence[str], comparisons: int = 1
) -> Contrast:
    """A system against a baseline; both were asked the same."""
    one, other = system.median_right(), baseline.median_right()
    size = len(one)
    counts = int(one.sum()), int(other.sum())
    return Contrast(
        system.name,
        baseline.name,
        system.over_seeds("accuracy").mean - baseline.over_seeds("accuracy").mean,
        wins(system.by_fold("accuracy"), baseline.by_fold("accuracy")),
        n1_chi_squared(*counts, size),
        mcnemar(one, other),
        fisher_exact((counts[0], size), (counts[1], size)),
        _resampled(system, baseline, documents),
        comparisons,
    )


def significant_folds(system: SystemResults, baseline: SystemResults, comparisons: int) -> tuple[int, int]:
    """On how many folds a system is significantly better, and worse: McNemar's exact test, corrected.

    As Kim et al. (2020, table 11) count; `comparisons` are those of one fold.
    """
    better = worse = 0
    folds = [len(gold) for gold in system.gold]
    edges = np.cumsum([0, *folds])
    one, other = system.median_right(), baseline.median_right()
    for first, last in pairwise(edges):
        found = mcnemar(one[first:last], other[first:last])
        if bonferroni([found.exact.p], comparisons * len(folds))[0] < 0.05:
            better += found.first_only > found.second_only
            worse += found.first_only < found.second_only
    return better, worse


@dataclass(frozen=True, slots=True)
class LabelContrast:
    """How much of a label two systems find, pooled over folds: (right, all), and Fisher's test of that."""

    label: str
    first: tuple[int, int]
    second: tuple[int, int]
    p: float


def label_contrasts(first: SystemResults, second: SystemResults) -> Iterator[LabelContrast]:
    """The labels that two systems, on any data, share; p-values corrected for their number."""
    counts = [_by_label(each) for each in (first, second)]
    shared = [label for label in counts[0] if counts[0][label][1] and counts[1].get(label, (0, 0))[1]]
    p_values = bonferroni([fisher_exact(counts[0][label], counts[1][label]).p for label in shared])
    for label, p in zip(shared, p_values, strict=True):
        yield LabelContrast(label, counts[0][label], counts[1][label], p)


def paired(one: Run, other: Run) -> bool:
    """Whether two runs tested the same instances, with the same gold labels, in the same folds."""
    return one.tested == other.tested and all(
        one.column(name) == other.column(name) for name in ("id", "gold")
    )


def _by_label(system: SystemResults) -> dict[str, tuple[int, int]]:
    """By first gold label: how many instances the median restart has right, of how many."""
    found = {label: [0, 0] for label in system.labels}
    gold = [own for part in system.gold for own in part]
    for own, hit in zip(gold, system.median_right(), strict=True):
        found[own[0]][0] += int(hit)
        found[own[0]][1] += 1
    return {label: (hits, size) for label, (hits, size) in found.items()}


def _resampled(system: SystemResults, baseline: SystemResults, documents: Sequence[str]) -> PValues | None:
    if len(set(documents)) < 2:
        return None
    rows = {"system": system.right_counts(), "baseline": baseline.right_counts()}
    standing = resample_documents(rows, documents, baseline="baseline", plan=Resampling())["system"]
    assert standing.contrast is not None
    return standing.contrast.p
