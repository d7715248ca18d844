"""Accuracy, F1 and confusion, by hand."""

from __future__ import annotations

import pytest

from relata.errors import ProtocolError
from relata.experiments.statistics import confusion, judged, right, scores

GOLD = [("A",), ("A",), ("B",), ("C",)]
PREDICTED = ["A", "B", "B", "A"]


def test_accuracy_and_f1_by_hand() -> None:
    """A: 1 of 2 predicted, 1 of 2 gold; B: 1 of 2, 1 of 1; C: never predicted."""
    found = scores(GOLD, PREDICTED, "ABC")
    assert found.accuracy == 0.5
    assert found.f1 == {"A": 0.5, "B": pytest.approx(2 / 3), "C": 0.0}
    assert found.macro_f1 == pytest.approx((0.5 + 2 / 3) / 3)


def test_a_label_that_does_not_come_is_not_in_the_mean() -> None:
    assert scores(GOLD, PREDICTED, "ABCD").macro_f1 == scores(GOLD, PREDICTED, "ABC").macro_f1


def test_any_gold_label_is_right() -> None:
    assert right([("A", "B"), ("A",)], ["B", "B"]).tolist() == [True, False]


def test_a_wrong_prediction_is_held_against_the_first_label() -> None:
    assert judged([("A", "B"), ("A", "B")], ["B", "C"]) == ["B", "A"]


def test_confusion_has_a_row_for_each_gold_label() -> None:
    assert confusion(GOLD, PREDICTED, ["A", "B", "C"]).tolist() == [[1, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]


def test_predictions_outside_the_label_set_have_a_column() -> None:
    assert confusion([("A",)], ["Z"], ["A"]).tolist() == [[0, 1]]


def test_predictions_must_cover_the_test_set() -> None:
    with pytest.raises(ProtocolError, match="3 predictions for 4 instances to test"):
        scores(GOLD, PREDICTED[:3], "ABC")


def test_there_must_be_something_to_test() -> None:
    with pytest.raises(ProtocolError, match="no instances to test"):
        scores([], [], "ABC")


def test_scikit_learn_agrees() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="needs the extra [experiments]")
    gold = [own[0] for own in GOLD]
    assert scores(GOLD, PREDICTED, "ABC").macro_f1 == pytest.approx(
        metrics.f1_score(gold, PREDICTED, average="macro", zero_division=0)
    )
