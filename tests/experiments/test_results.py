"""Figures of runs, and comparisons."""

from __future__ import annotations

import numpy as np
import pytest

from relata.errors import ProtocolError
from relata.experiments.systems import System
from tests.experiments.conftest import RunToy

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.experiments.contrasts import contrast, contrasts, label_contrasts, paired, significant_folds
from relata.experiments.results import (
    SystemResults,
    genre_accuracy,
    load_run,
)

GOLD = [[("A",), ("B", "C")], [("A",), ("A",)]]


def system(*restarts: list[list[str]], name: str = "x") -> SystemResults:
    return SystemResults(name, list(restarts), [], GOLD, ("A", "B", "C"))  # type: ignore[arg-type]


TWO = system([["A", "B"], ["A", "B"]], [["B", "C"], ["B", "B"]])
"""Accuracies by restart and fold: 1 and 0.5; 0.5 and 0."""


def test_the_mean_is_of_folds_and_its_deviation_of_restarts() -> None:
    found = TWO.over_seeds("accuracy")
    assert (found.mean, found.sd) == (0.5, pytest.approx(np.std([0.75, 0.25], ddof=1)))


def test_the_deviation_over_folds_is_that_of_their_means() -> None:
    found = TWO.over_folds("accuracy")
    assert TWO.by_fold("accuracy") == [0.75, 0.25]
    assert (found.mean, found.sd) == (0.5, pytest.approx(np.std([0.75, 0.25], ddof=1)))


def test_label_f1_is_pooled_over_folds() -> None:
    one = system([["A", "B"], ["A", "B"]])
    assert one.label_f1("A").mean == pytest.approx(2 * 1 * (2 / 3) / (1 + 2 / 3))


def test_label_accuracy_is_a_mean_over_the_folds_that_test_the_label() -> None:
    """A: 1 and 1/2 in the first restart, 0 and 0 in the second; C is never what a prediction is judged by."""
    found = TWO.label_accuracy("A")
    assert found is not None
    assert (found.mean, found.sd) == (0.375, pytest.approx(np.std([0.75, 0.0], ddof=1)))
    assert system([["A", "A"], ["A", "A"]]).label_accuracy("C") is None


def test_confusion_sums_restarts() -> None:
    assert TWO.confusion().sum() == 8


def test_the_median_restart_stands_for_all() -> None:
    three = system([["A", "B"], ["A", "A"]], [["B", "A"], ["B", "B"]], [["A", "C"], ["B", "B"]])
    assert three.median_right().tolist() == [True, True, False, False]


def test_instances_are_counted_over_restarts() -> None:
    assert TWO.right_counts().tolist() == [[1, 2], [2, 2], [1, 2], [0, 2]]


def test_the_upper_bound_is_right_where_either_span_is(run_toy: RunToy) -> None:
    spans = (System("logistic", ("words",), span) for span in ("both", "arg1", "arg2"))
    run = load_run(run_toy(systems=(System("majority"), *spans)))
    bound = run.systems["logistic (upper bound)"]
    first, second = (run.systems[f"logistic ({arg} only)"].median_right() for arg in ("Arg1", "Arg2"))
    assert bound.oracle
    assert bound.median_right().tolist() == (first | second).tolist()


def test_every_system_but_oracles_is_held_against_the_baseline(run_toy: RunToy) -> None:
    spans = (System("logistic", ("words",), span) for span in ("both", "arg1", "arg2"))
    found = contrasts(load_run(run_toy(systems=(System("majority"), *spans))))
    assert [each.system for each in found] == ["logistic", "logistic (Arg1 only)", "logistic (Arg2 only)"]
    assert {each.comparisons for each in found} == {3}
    assert found[0].difference > 0.1
    assert found[0].corrected(found[0].mcnemar.exact.p) == pytest.approx(3 * found[0].mcnemar.exact.p)


def test_an_unknown_baseline_is_refused(run_toy: RunToy) -> None:
    with pytest.raises(ProtocolError, match=r"no system 'bert' in .*; there is majority, logistic"):
        contrasts(load_run(run_toy()), "bert")


def test_one_document_alone_cannot_be_resampled() -> None:
    assert contrast(TWO, system([["A", "A"], ["A", "A"]]), ["d"] * 4).resampled is None


def test_significant_folds_are_counted_after_correction() -> None:
    """12 discordant instances on the first fold, all in favour of one: p is 2 / 2^12; on the second none."""
    gold = [[("A",)] * 12, [("A",)] * 12]

    def said(*labels: str) -> SystemResults:
        return SystemResults("x", [[[label] * 12 for label in labels]], [], gold, ("A", "B"))  # type: ignore[arg-type]

    good, bad = said("A", "A"), said("B", "A")
    assert significant_folds(good, bad, comparisons=1) == (1, 0)
    assert significant_folds(bad, good, comparisons=1) == (0, 1)
    assert significant_folds(good, bad, comparisons=60) == (0, 0)


def test_labels_are_compared_over_any_data() -> None:
    other = SystemResults("y", [[["A"] * 3]], [], [[("A",)] * 3], ("A",))
    (found,) = label_contrasts(TWO, other)  # of two restarts, the lower one is the median
    assert (found.label, found.first, found.second) == ("A", (0, 3), (3, 3))
    assert found.p == pytest.approx(2 / 20)  # 1 of 20 ways to have 3 of 6 right so unevenly, either way


def test_runs_are_paired_if_they_tested_the_same(run_toy: RunToy) -> None:
    one, same, other = (
        load_run(run_toy(name, split_seed=seed)) for name, seed in (("one", 0), ("same", 0), ("other", 1))
    )
    assert paired(one, same)
    assert not paired(one, other)


def test_accuracy_is_told_by_genre(run_toy: RunToy) -> None:
    run = load_run(run_toy())
    found = genre_accuracy(run, run.systems["logistic"])
    assert list(found) == ["fiction", "news"]
    overall = sum(accuracy * size for accuracy, size in found.values()) / 120
    assert overall == pytest.approx(run.systems["logistic"].pooled[0].accuracy)
