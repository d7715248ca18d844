from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.discourse.calibration import Calibration, given_kind_of, kind_of, log_odds
from relata.document.relations import RelationType
from relata.model.settings import Curve, Settings

KIND = kind_of(RelationType.IMPLICIT, True)
PROBABILITIES = st.floats(0, 1)
CURVES = st.builds(Curve, st.floats(0.05, 20), st.floats(-20, 20))


def calibration(curve: Curve) -> Calibration:
    return Calibration(Settings(calibration={KIND: curve}))


def test_a_kind_without_a_curve_keeps_its_product() -> None:
    calibrate = calibration(Curve(2, 1))

    assert calibrate(kind_of(RelationType.IMPLICIT, False), 0.3) == 0.3
    assert calibrate(given_kind_of(marked=False), 0.3) == 0.3


@given(CURVES, PROBABILITIES, PROBABILITIES)
def test_curves_give_probabilities_and_never_fall(curve: Curve, first: float, second: float) -> None:
    low, high = (calibration(curve)(KIND, product) for product in sorted((first, second)))

    assert 0 <= low <= high <= 1


@given(st.floats(1e-5, 1 - 1e-5))
def test_the_identity_curve_changes_nothing(probability: float) -> None:
    assert calibration(Curve(1, 0))(KIND, probability) == pytest.approx(probability)
    assert log_odds(probability) == pytest.approx(-log_odds(1 - probability), abs=1e-6)
