from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs the extra [train]")

from relata.discourse.calibration import Calibration
from relata.model.settings import Curve, Settings
from relata.training.tuning.calibration import fit_curves

KIND = "Implicit inside"


def drawn(kind: str, curve: Curve, count: int) -> list[tuple[str, float, bool]]:
    """Cases whose share of right ones follows a curve."""
    random = np.random.default_rng(1)
    calibrate = Calibration(Settings(calibration={kind: curve}))
    scores = random.uniform(0.02, 0.98, count).tolist()
    return [(kind, score, random.random() < calibrate(kind, score)) for score in scores]


def test_a_curve_finds_the_share_of_right_relations() -> None:
    curve = Curve(0.6, -1.2)

    curves = fit_curves(drawn(KIND, curve, 4000))

    assert curves.keys() == {KIND}
    assert curves[KIND] == pytest.approx(curve, abs=0.15)


def test_kinds_with_many_cases_have_curves_of_their_own() -> None:
    certain, doubtful = Curve(1.0, 1.0), Curve(0.5, -2.0)

    curves = fit_curves([*drawn("Explicit inside", certain, 4000), *drawn(KIND, doubtful, 4000)])

    assert curves["Explicit inside"] == pytest.approx(certain, abs=0.2)
    assert curves[KIND] == pytest.approx(doubtful, abs=0.2)


def test_a_rare_kind_has_the_curve_in_common() -> None:
    common = drawn(KIND, Curve(0.6, -1.2), 4000)

    curves = fit_curves([*common, ("EntRel inside", 0.5, False)])

    assert curves["EntRel inside"] == pytest.approx(curves[KIND], abs=0.6)


def test_curves_never_fall() -> None:
    cases = [("AltLex inside", score, score < 0.5) for score in np.linspace(0.01, 0.99, 500).tolist()]

    assert fit_curves(cases)["AltLex inside"].slope > 0


def test_without_wrong_and_right_cases_there_are_no_curves() -> None:
    assert fit_curves([(KIND, 0.5, True)]) == {}
