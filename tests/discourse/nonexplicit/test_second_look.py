"""A site inside a sentence is read again: that pass may doubt the anchor that found it."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import relata
from tests.toy_model import save_rule_model

TEXT = "We sing unrelated having eaten."


def score(folder: Path, share: float) -> float:
    model = save_rule_model(folder, relation_threshold=1e-4, kind_temperature=8.0, site_share=share)
    (found,) = relata.load(model)(TEXT).relations
    assert found.score is not None
    return found.score


def test_two_sides_that_have_nothing_to_do_with_each_other_speak_against_an_anchor(tmp_path: Path) -> None:
    anchored, doubted, denied = (score(tmp_path / str(share), share) for share in (0.0, 0.5, 1.0))

    assert denied < doubted < anchored
    assert doubted == pytest.approx(sqrt(anchored * denied), rel=0.05)
