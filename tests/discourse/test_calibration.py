from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.discourse.calibration import Confidence, Curve, Score, log_odds
from relata.document.relations import RelationType

CHANCES = st.floats(0, 1)
CURVES = st.builds(Curve, st.floats(0.05, 20), st.floats(-20, 20))


def test_without_a_curve_scores_stay_what_they_are() -> None:
    confidence = Confidence({"Implicit inside": Curve(2, 1)})

    assert confidence(RelationType.IMPLICIT, False, Score(0.4, 0.3)) == (0.4, 0.3)
    assert confidence(RelationType.ALTLEX, True, Score(0.4, 0.3)) == (0.4, 0.3)


def test_with_a_curve_what_is_shown_decides() -> None:
    confidence = Confidence({"Implicit inside": Curve(1, 0)})

    assert confidence(RelationType.IMPLICIT, True, Score(0.4, 0.3)) == pytest.approx((0.3, 0.3))


@given(CURVES, CHANCES, CHANCES)
def test_curves_give_probabilities_and_never_fall(curve: Curve, one: float, other: float) -> None:
    low, high = sorted((one, other))

    assert 0 <= curve(low) <= curve(high) <= 1


@given(st.floats(1e-5, 1 - 1e-5))
def test_the_plain_curve_changes_nothing(chance: float) -> None:
    assert Curve(1, 0)(chance) == pytest.approx(chance)
    assert log_odds(chance) == pytest.approx(-log_odds(1 - chance), abs=1e-6)
