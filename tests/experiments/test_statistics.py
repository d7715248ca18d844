"""Statistics, against values worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from relata.errors import ProtocolError
from relata.experiments.statistics import (
    SignificanceTest,
    bonferroni,
    fisher_exact,
    mcnemar,
    n1_chi_squared,
    resample_documents,
    spread,
    stars,
    wins,
)
from relata.scoring.significance import Resampling

pytest.importorskip("statsmodels", reason="needs the extra [experiments]")


def chi_squared_tail(statistic: float) -> float:
    """The upper tail for one degree of freedom, which is that of the square of a normal variable."""
    return math.erfc(math.sqrt(statistic / 2))


def answers(*runs: tuple[bool, int]) -> np.ndarray:
    return np.array([value for value, times in runs for _ in range(times)])


def test_n1_chi_squared_by_hand() -> None:
    """200 (60 * 55 - 40 * 45)^2 / (100 * 100 * 105 * 95), times 199 / 200."""
    found = n1_chi_squared(60, 45, 100)
    assert found.statistic == pytest.approx(200 * 1500**2 / (100 * 100 * 105 * 95) * 199 / 200)
    assert found.statistic == pytest.approx(4.488722, abs=1e-6)
    assert found.p == pytest.approx(chi_squared_tail(4.488722), abs=1e-6)


@pytest.mark.parametrize("right", [0, 7])
def test_n1_chi_squared_of_equal_extremes_finds_nothing(right: int) -> None:
    assert n1_chi_squared(right, right, 7) == SignificanceTest(1.0, 0.0)


@pytest.mark.parametrize(
    ("size", "best", "accuracies", "marks"),
    [
        (1039, 49.95, (52.13, 57.34, 54.73, 61.29), ("", "**", "", "***")),
        (766, 46.48, (51.41, 55.07, 55.82, 58.77), ("", "**", "***", "***")),
        (1188, 54.7, (52.00, 55.61, 54.71, 59.90), ("", "", "", "*")),
    ],
    ids=["ji", "lin", "pk"],
)
def test_the_marks_of_kim_et_al_come_out(
    size: int, best: float, accuracies: tuple[float, ...], marks: tuple[str, ...]
) -> None:
    """Table 1 of Kim et al. (2020): BERT and XLNet, base and large, against the best published figure.

    The paper does not say for how many comparisons it corrects: with the four of each split, all of its
    marks come out, with the twelve of the table two of them do not.
    """
    counts = [round(accuracy * size / 100) for accuracy in accuracies]
    p_values = [n1_chi_squared(count, round(best * size / 100), size).p for count in counts]
    assert tuple(map(stars, bonferroni(p_values))) == marks


def test_mcnemar_by_hand() -> None:
    """10 and 2 discordant: 2 (1 + 12 + 66) / 2^12, and (|10 - 2| - 1)^2 / 12."""
    first = answers((True, 30), (True, 10), (False, 2), (False, 8))
    second = answers((True, 30), (False, 10), (True, 2), (False, 8))
    found = mcnemar(first, second)
    assert (found.first_only, found.second_only) == (10, 2)
    assert found.exact.p == pytest.approx(158 / 4096)
    assert found.corrected.statistic == pytest.approx(49 / 12)
    assert found.corrected.p == pytest.approx(chi_squared_tail(49 / 12))


def test_mcnemar_of_the_same_answers_finds_nothing() -> None:
    same = answers((True, 3), (False, 2))
    found = mcnemar(same, same)
    assert (found.exact.p, found.corrected.p) == (1.0, 1.0)


def test_mcnemar_is_for_the_same_instances() -> None:
    with pytest.raises(ProtocolError, match="need the same instances, got 3 and 2"):
        mcnemar(answers((True, 3)), answers((True, 2)))


def test_fisher_by_hand() -> None:
    """The lady tasting tea, 3 of 4 right on either side: (1 + 16 + 16 + 1) / 70."""
    assert fisher_exact((3, 4), (1, 4)).p == pytest.approx(34 / 70)


@pytest.mark.parametrize("counts", [((5, 4), (1, 4)), ((-1, 4), (1, 4)), ((0, 0), (1, 4))])
def test_counts_that_cannot_be_are_refused(counts: tuple[tuple[int, int], tuple[int, int]]) -> None:
    with pytest.raises(ProtocolError, match="expected a count of right answers"):
        fisher_exact(*counts)


def test_bonferroni_multiplies_and_stops_at_one() -> None:
    assert bonferroni([0.01, 0.4, 0.02]) == pytest.approx([0.03, 1.0, 0.06])
    assert bonferroni([0.01], comparisons=10) == pytest.approx([0.1])


def test_bonferroni_counts_every_compare_runs() -> None:
    with pytest.raises(ProtocolError, match="3 p-values cannot come from 2 comparisons"):
        bonferroni([0.1, 0.2, 0.3], comparisons=2)


@pytest.mark.parametrize("p", [-0.1, 1.5, math.nan])
def test_bonferroni_refuses_what_is_no_probability(p: float) -> None:
    with pytest.raises(ProtocolError, match="expected p-values from 0 to 1"):
        bonferroni([p])


@pytest.mark.parametrize(("p", "marks"), [(0.05, ""), (0.049, "*"), (0.0099, "**"), (0.0009, "***")])
def test_stars_mark_levels(p: float, marks: str) -> None:
    assert stars(p) == marks


def test_spread_is_mean_and_deviation_of_the_sample() -> None:
    """Deviations 1.5, 0.5, 0.5, 1.5: their squares sum up to 5, divided by 3."""
    found = spread([0.1, 0.2, 0.3, 0.4])
    assert (found.mean, found.sd) == (pytest.approx(0.25), pytest.approx(0.1 * math.sqrt(5 / 3)))
    assert str(found) == "25.00 ± 12.91"


def test_one_value_has_no_deviation() -> None:
    assert str(spread([0.5])) == "50.00"


@pytest.mark.parametrize("values", [[0.1, math.nan], [math.inf], []])
def test_scores_that_are_no_numbers_are_refused(values: list[float]) -> None:
    with pytest.raises(ProtocolError, match="expected scores that are numbers"):
        spread(values)


def test_wins_are_written_as_in_shi_and_demberg() -> None:
    assert str(wins([0.4] * 4 + [0.2] * 6, [0.3] * 10)) == "(4+, 6-)"
    assert str(wins([0.4, 0.3], [0.3, 0.3])) == "(1+, 0-, 1=)"


def test_documents_are_resampled_not_instances() -> None:
    """Three documents, each in favour of one system: of 8 ways to swap, 2 give as large a difference."""
    documents = ["a", "a", "b", "b", "c", "c"]
    systems = {"low": [[0, 1]] * 6, "high": [[1, 1]] * 6}
    plan = Resampling(trials=20_000, seed=1)
    found = resample_documents(systems, documents, baseline="low", plan=plan)
    contrast = found["high"].contrast
    assert contrast is not None
    assert contrast.difference == 1.0
    assert contrast.p.randomisation == pytest.approx(2 / 8, abs=0.01)


def test_restarts_of_an_instance_are_pooled() -> None:
    plan = Resampling(trials=10)
    systems = {"one": [[1, 5], [4, 5]], "other": [[0, 5], [0, 5]]}
    assert resample_documents(systems, ["a", "b"], baseline="other", plan=plan)["one"].score == 0.5
