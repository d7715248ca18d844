"""A site inside a sentence is read again: the second reading may lower the probability of its anchor."""

from __future__ import annotations

from pathlib import Path

import pytest

import relata
from tests.toy_model import rule_heads, save_sentence_model

TEXT = "We sing unrelated having eaten."


def score(folder: Path, unrelated: float) -> float:
    """Score of the relation whose sides the second reading finds unrelated, more or less."""
    heads = rule_heads()["site_kind.out.weight"]
    model = save_sentence_model(folder, {"site_kind.out.weight": heads * unrelated}, relation_threshold=1e-4)
    (relation,) = relata.load(model, only="implicit")(TEXT).relations
    assert relation.score is not None
    return relation.score


def test_the_second_reading_counts_as_much_as_the_anchor(tmp_path: Path) -> None:
    anchored, doubted = (score(tmp_path / str(value), value) for value in (0.0, 0.05))

    assert doubted < 0.8 * anchored
    assert doubted > 0.05
    assert anchored == pytest.approx(score(tmp_path / "again", 0.0))
