"""Measures of predictions, and tests of differences; an instance may have several gold labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.scoring.score import Tally, ZeroCounts
from relata.scoring.significance import Resampling, Standing, compare_counts

Bools = npt.NDArray[np.bool_]
Labels = tuple[str, ...]
OTHER = "(other)"
"""Heading for predictions outside the label set, which a shipped parser may make."""


@dataclass(frozen=True, slots=True)
class PredictionScores:
    """Measures of predictions; F1 of each label that is gold or predicted at least once."""

    accuracy: float
    macro_f1: float
    f1: dict[str, float]


def right(gold: Sequence[Labels], predicted: Sequence[str]) -> Bools:
    """Return a boolean array: true where a prediction is one of the gold labels."""
    _check_sizes(gold, predicted)
    return np.array([label in labels for labels, label in zip(gold, predicted, strict=True)], dtype=bool)


def judged(gold: Sequence[Labels], predicted: Sequence[str]) -> list[str]:
    """Return the gold label to compare each prediction with: the same if it is gold, otherwise the first."""
    _check_sizes(gold, predicted)
    return [label if label in labels else labels[0] for labels, label in zip(gold, predicted, strict=True)]


def scores(gold: Sequence[Labels], predicted: Sequence[str], labels: Iterable[str]) -> PredictionScores:
    """Compute the measures; the macro F1 is over labels that are gold or predicted at least once."""
    tally = Tally()
    for label, guess in zip(judged(gold, predicted), predicted, strict=True):
        tally.add(label, guess, correct=label == guess)
    counts = tally.counts(ZeroCounts)
    f1 = {label: counts[label].f1 for label in labels if label in counts}
    return PredictionScores(tally.total(ZeroCounts).precision, sum(f1.values()) / len(f1), f1)


def confusion(
    gold: Sequence[Labels], predicted: Sequence[str], labels: Sequence[str]
) -> npt.NDArray[np.intp]:
    """Return counts of shape (labels, labels + 1), gold by predicted; the last column is for others."""
    index = {label: number for number, label in enumerate(labels)}
    matrix = np.zeros((len(labels), len(labels) + 1), dtype=np.intp)
    for label, guess in zip(judged(gold, predicted), predicted, strict=True):
        matrix[index[label], index.get(guess, len(labels))] += 1
    return matrix


def _check_sizes(gold: Sequence[Labels], predicted: Sequence[str]) -> None:
    if len(gold) != len(predicted):
        raise ProtocolError(f"{len(predicted)} predictions for {len(gold)} instances to test")
    if not gold:
        raise ProtocolError("no instances to test")


@dataclass(frozen=True, slots=True)
class SignificanceTest:
    """P-value of a two-sided test, and its statistic if it has one."""

    p: float
    statistic: float | None = None


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test: counts of instances that one system alone has right, and both p-values."""

    first_only: int
    second_only: int
    exact: SignificanceTest
    corrected: SignificanceTest


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and standard deviation of a sample; the deviation of a single value is None."""

    mean: float
    sd: float | None
    count: int

    def __str__(self) -> str:
        return percent(self.mean) if self.sd is None else f"{percent(self.mean)} ± {percent(self.sd)}"


@dataclass(frozen=True, slots=True)
class Wins:
    """Numbers of folds on which a system beats another, loses, and ties."""

    won: int
    lost: int
    tied: int = 0

    def __str__(self) -> str:
        return f"({self.won}+, {self.lost}-{f', {self.tied}=' if self.tied else ''})"


def n1_chi_squared(first: int, second: int, size: int) -> SignificanceTest:
    """Compute the N-1 chi-squared test of two accuracies on test sets of one size.

    The statistic is Pearson's times (N - 1) / N, where N is the number of instances of both.
    """
    from scipy.stats import chi2, chi2_contingency

    table = _contingency((first, size), (second, size))
    total = 2 * size
    if first + second in (0, total):  # all wrong, or all right
        return SignificanceTest(1.0, 0.0)
    statistic = float(chi2_contingency(table, correction=False).statistic) * (total - 1) / total
    return SignificanceTest(float(chi2.sf(statistic, df=1)), statistic)


def mcnemar(first: Bools, second: Bools) -> McNemar:
    """Compute McNemar's test of two systems on the same instances, exact and with continuity correction."""
    from statsmodels.stats.contingency_tables import mcnemar as test

    if first.shape != second.shape:
        raise ProtocolError(f"paired tests need the same instances, got {len(first)} and {len(second)}")
    first_only, second_only = int((first & ~second).sum()), int((second & ~first).sum())
    if not first_only + second_only:
        return McNemar(0, 0, SignificanceTest(1.0), SignificanceTest(1.0, 0.0))
    table = [[0, first_only], [second_only, 0]]
    corrected = test(table, exact=False, correction=True)
    return McNemar(
        first_only,
        second_only,
        SignificanceTest(float(test(table, exact=True).pvalue)),
        SignificanceTest(float(corrected.pvalue), float(corrected.statistic)),
    )


def fisher_exact(first: tuple[int, int], second: tuple[int, int]) -> SignificanceTest:
    """Compute Fisher's exact test of two counts (right, all)."""
    from scipy.stats import fisher_exact as test

    return SignificanceTest(float(test(_contingency(first, second)).pvalue))


def bonferroni(p_values: Sequence[float], comparisons: int | None = None) -> list[float]:
    """Return p-values corrected for a number of comparisons, by default the number of p-values."""
    if any(not 0 <= p <= 1 for p in p_values):
        raise ProtocolError(f"expected p-values from 0 to 1, got {list(p_values)}")
    count = len(p_values) if comparisons is None else comparisons
    if count < len(p_values):
        raise ProtocolError(f"{len(p_values)} p-values cannot come from {count} comparisons")
    return [min(1.0, count * p) for p in p_values]


def stars(p: float) -> str:
    """Return the marks of significance for p below .05, .01 and .001."""
    return "*" * sum(p < level for level in (0.05, 0.01, 0.001))


def spread(values: Sequence[float]) -> Spread:
    """Compute mean and standard deviation."""
    if not values or not all(map(math.isfinite, values)):
        raise ProtocolError(f"expected scores that are numbers, got {list(values)}")
    sd = float(np.std(values, ddof=1)) if len(values) > 1 else None
    return Spread(float(np.mean(values)), sd, len(values))


def wins(system: Sequence[float], baseline: Sequence[float]) -> Wins:
    """Count the folds on which a system is above and below the baseline."""
    signs = [(score > other) - (score < other) for score, other in zip(system, baseline, strict=True)]
    return Wins(signs.count(1), signs.count(-1), signs.count(0))


def resample_documents(
    systems: Mapping[str, npt.ArrayLike], documents: Sequence[str], *, baseline: str, plan: Resampling
) -> dict[str, Standing]:
    """Compare accuracies by approximate randomisation and bootstrap over documents.

    `systems` are arrays of shape (instances, 2): right answers in all restarts, and restarts.
    """
    names, document_indices = np.unique(np.asarray(documents), return_inverse=True)
    counts = {system: np.zeros((len(names), 2)) for system in systems}
    for system, rows in systems.items():
        np.add.at(counts[system], document_indices, np.asarray(rows, dtype=np.float64))
    return compare_counts(counts, lambda sums: sums[..., 0] / sums[..., 1], baseline=baseline, plan=plan)


def percent(value: float) -> str:
    """Return a share in per cent with two digits."""
    return f"{100 * value:.2f}"


def _contingency(*counts: tuple[int, int]) -> list[list[int]]:
    """Return a row of right and wrong answers for each count (right, all)."""
    for right, size in counts:
        if not 0 <= right <= size or not size:
            raise ProtocolError(f"expected a count of right answers among some, got {right} of {size}")
    return [[right, size - right] for right, size in counts]
