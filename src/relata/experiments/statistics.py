"""Whether a difference is real: tests for two accuracies, for paired predictions, for pooled counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.scoring.resampling import Array, Resampling, Standing, compare_counts

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a two-sided test; one without a statistic of its own has None."""

    p: float
    statistic: float | None = None


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test: how often one alone is right, how often the other, and what follows."""

    first_only: int
    second_only: int
    exact: Outcome
    corrected: Outcome


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean with the standard deviation of the sample; that of a single value is not known."""

    mean: float
    sd: float | None
    count: int

    def __str__(self) -> str:
        return percent(self.mean) if self.sd is None else f"{percent(self.mean)} ± {percent(self.sd)}"


@dataclass(frozen=True, slots=True)
class Wins:
    """On how many folds a system beats another, and on how many it loses."""

    won: int
    lost: int
    tied: int = 0

    def __str__(self) -> str:
        return f"({self.won}+, {self.lost}-{f', {self.tied}=' if self.tied else ''})"


def n1_chi_squared(first: int, second: int, size: int) -> Outcome:
    """The N-1 chi-squared test of two accuracies on test sets of one size; it needs no predictions.

    Pearson's statistic times (N - 1) / N, where N are the instances of both.
    """
    from scipy.stats import chi2, chi2_contingency

    _check_counts((first, size), (second, size))
    if first + second in (0, 2 * size):  # all wrong, or all right: there is no difference
        return Outcome(1.0, 0.0)
    table = [[first, size - first], [second, size - second]]
    total = 2 * size
    statistic = float(chi2_contingency(table, correction=False).statistic) * (total - 1) / total
    return Outcome(float(chi2.sf(statistic, df=1)), statistic)


def mcnemar(first: Bools, second: Bools) -> McNemar:
    """McNemar's test of two systems on the same instances: exact, and with the continuity correction."""
    from statsmodels.stats.contingency_tables import mcnemar as test

    if first.shape != second.shape:
        raise ProtocolError(f"paired tests need the same instances, got {len(first)} and {len(second)}")
    one, other = int((first & ~second).sum()), int((second & ~first).sum())
    if not one + other:
        return McNemar(0, 0, Outcome(1.0), Outcome(1.0, 0.0))
    table = [[0, one], [other, 0]]
    exact, corrected = test(table, exact=True), test(table, exact=False, correction=True)
    return McNemar(
        one, other, Outcome(float(exact.pvalue)), Outcome(float(corrected.pvalue), float(corrected.statistic))
    )


def fisher_exact(first: tuple[int, int], second: tuple[int, int]) -> Outcome:
    """Fisher's exact test of two counts (right, all), pooled over folds, say."""
    from scipy.stats import fisher_exact as test

    _check_counts(first, second)
    return Outcome(float(test([[right, size - right] for right, size in (first, second)]).pvalue))


def bonferroni(p_values: Sequence[float], comparisons: int | None = None) -> list[float]:
    """P-values that allow for as many comparisons as were made, by default as there are p-values."""
    if any(not 0 <= p <= 1 for p in p_values):
        raise ProtocolError(f"expected p-values from 0 to 1, got {list(p_values)}")
    made = len(p_values) if comparisons is None else comparisons
    if made < len(p_values):
        raise ProtocolError(f"{len(p_values)} p-values cannot come from {made} comparisons")
    return [min(1.0, made * p) for p in p_values]


def stars(p: float) -> str:
    """The marks of significance: p below .05, .01, .001."""
    return "*" * sum(p < level for level in (0.05, 0.01, 0.001))


def spread(values: Sequence[float]) -> Spread:
    """The mean of values, and their standard deviation."""
    if not values or not all(map(math.isfinite, values)):
        raise ProtocolError(f"expected scores that are numbers, got {list(values)}")
    sd = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return Spread(float(np.mean(values)), sd, len(values))


def wins(own: Sequence[float], baseline: Sequence[float]) -> Wins:
    """On how many folds a system is above the baseline, on how many below."""
    pairs = list(zip(own, baseline, strict=True))
    won, lost = sum(one > other for one, other in pairs), sum(one < other for one, other in pairs)
    return Wins(won, lost, len(pairs) - won - lost)


def resample_documents(
    systems: Mapping[str, npt.ArrayLike], documents: Sequence[str], *, baseline: str, plan: Resampling
) -> dict[str, Standing]:
    """Approximate randomisation and bootstrap of accuracies over documents.

    `systems` say for each instance how often they were right (in all restarts), and how many times they were
    asked: rows of two numbers.
    """
    names, place = np.unique(np.asarray(documents), return_inverse=True)
    counts = {}
    for system, rows in systems.items():
        summed = np.zeros((len(names), 2))
        np.add.at(summed, place, np.asarray(rows, dtype=np.float64))
        counts[system] = summed
    return compare_counts(counts, _accuracy, baseline=baseline, plan=plan)


def percent(value: float) -> str:
    """A share in per cent, with two digits."""
    return f"{100 * value:.2f}"


def _accuracy(counts: Array) -> Array:
    """The accuracy of (right, all)."""
    shares: Array = counts[..., 0] / counts[..., 1]
    return shares


def _check_counts(*counts: tuple[int, int]) -> None:
    for right, size in counts:
        if not 0 <= right <= size or not size:
            raise ProtocolError(f"expected a count of right answers among some, got {right} of {size}")
