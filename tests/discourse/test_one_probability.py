"""One calibrated probability decides on a relation, is shown with it, and is what `min_score` means."""

from __future__ import annotations

from pathlib import Path

import pytest

import relata
from relata.discourse.calibration import Calibration
from relata.model.settings import Curve, Settings
from tests.toy_model import edit_manifest, save_rule_model

TEXT = "It rained because all was wet. It rained. We left."


def scores(folder: Path, min_score: float = 0.0, **settings: object) -> dict[str, float]:
    """Score by type of relation, with settings in the manifest of the toy model."""
    edit_manifest(model := save_rule_model(folder), settings=settings)
    document = relata.load(model, min_score=min_score)(TEXT)
    return {str(relation.type): relation.score or 0.0 for relation in document.relations}


def test_the_curve_of_its_kind_gives_the_probability_of_a_relation(tmp_path: Path) -> None:
    curves = {"Explicit inside": [0.5, -1.0], "Implicit between": [2.0, 0.5]}
    plain = scores(tmp_path / "plain", relation_threshold=0.01)

    calibrated = scores(tmp_path / "calibrated", relation_threshold=0.01, calibration=curves)

    calibrate = Calibration(Settings(calibration={kind: Curve(*curve) for kind, curve in curves.items()}))
    assert calibrated["Explicit"] == pytest.approx(calibrate("Explicit inside", plain["Explicit"]), abs=2e-3)
    assert calibrated["Implicit"] == pytest.approx(calibrate("Implicit between", plain["Implicit"]), abs=2e-3)


@pytest.mark.parametrize(("offset", "types"), [(-6.0, set()), (-1.0, {"Explicit"})])
def test_the_same_probability_decides(tmp_path: Path, offset: float, types: set[str]) -> None:
    curves = {"Explicit inside": [0.5, offset], "Implicit between": [0.5, -6.0]}

    kept = scores(tmp_path / "model", relation_threshold=0.15, calibration=curves)

    assert kept.keys() == types


def test_min_score_is_a_bound_on_the_probability_that_is_shown(tmp_path: Path) -> None:
    curves = {"Explicit inside": [0.5, 0.0], "Implicit between": [0.5, -2.0]}
    everything = scores(tmp_path / "all", relation_threshold=0.01, calibration=curves)
    bound = sorted(everything.values())[-1]

    kept = scores(tmp_path / "some", bound, relation_threshold=0.01, calibration=curves)

    assert kept == {name: score for name, score in everything.items() if score >= bound} != everything
