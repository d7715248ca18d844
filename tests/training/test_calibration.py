from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra [train]")

from relata.discourse.calibration import Curve
from relata.document.relations import DiscourseRelation, RelationType
from relata.training.tuning.calibration import fitted, judged
from tests.documents import blank_document


def test_a_curve_finds_how_often_scores_are_right() -> None:
    random = np.random.default_rng(1)
    scores = random.uniform(0.02, 0.98, 4000)
    real = Curve(0.6, -1.2)
    cases = [("Implicit inside", score, random.random() < real(score)) for score in scores.tolist()]

    (kind, found), *others = fitted(cases).items()

    assert (kind, others) == ("Implicit inside", [])
    assert found == pytest.approx(real, abs=0.15)


def test_a_rare_kind_is_hardly_judged() -> None:
    curves = fitted([("EntRel inside", 0.5, False)])

    assert curves["EntRel inside"] == pytest.approx((1.0, 0.0), abs=0.5)


def test_curves_never_fall() -> None:
    cases = [("AltLex inside", score, score < 0.5) for score in np.linspace(0.01, 0.99, 500).tolist()]

    assert fitted(cases)["AltLex inside"].slope > 0


@pytest.mark.parametrize(
    ("arg1", "arg2", "sense", "right"),
    [
        (range(10), range(11, 14), "Contingency.Cause", True),
        (range(6), range(11, 14), "Contingency.Cause", True),
        (range(5), range(11, 14), "Contingency.Cause", False),
        (range(11, 14), range(10), "Contingency.Cause", False),
        (range(10), range(11, 14), "Expansion.Conjunction", False),
    ],
)
def test_right_is_what_has_both_arguments_and_the_sense(
    arg1: range, arg2: range, sense: str, right: bool
) -> None:
    text = blank_document("a b c d e f g h i j k l m n")

    def related(arg1: range, arg2: range, sense: str) -> DiscourseRelation:
        spans = text.tokens.span(arg1), text.tokens.span(arg2)
        return DiscourseRelation(RelationType.IMPLICIT, *spans, (sense,), score=0.4)

    gold = text.with_relations([related(range(10), range(11, 14), "Contingency.Cause")])
    parsed = text.with_relations([related(arg1, arg2, sense)])

    assert list(judged(gold, parsed)) == [("Implicit inside", 0.4, right)]
