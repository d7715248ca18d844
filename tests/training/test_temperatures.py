from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from relata.document import Document
from relata.model.model import Model
from relata.training.data.instances import instances
from relata.training.tuning.calibration import (
    ScoredCase,
    calibrate,
    calibrate_heads,
    head_error,
    scored_cases,
    temperature_of,
)
from relata.training.tuning.folding import LAYERS


def drawn(factor: float, count: int = 4000) -> list[ScoredCase]:
    """Scores of three labels that are `factor` times as sure as they should be."""
    random = np.random.default_rng(5)
    scores = random.normal(size=(count, 3)).astype(np.float32) * 2
    chances = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
    right = np.array([random.choice(3, p=row / row.sum()) for row in chances.astype(np.float64)])
    return list(zip(scores * np.float32(factor), right, strict=True))


@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0, 4.0])
def test_the_temperature_takes_back_what_scores_are_too_sure(factor: float) -> None:
    assert temperature_of(drawn(factor)) == pytest.approx(factor, rel=0.1)


def test_scores_that_are_too_sure_have_an_error_that_calibration_removes() -> None:
    found = calibrate(drawn(4.0))

    assert found.error_before > 15
    assert found.error < 3


def test_the_error_is_the_gap_between_probability_and_accuracy() -> None:
    scores = np.array([9, -9], dtype=np.float32)
    half_right = [(scores, 0), (scores, 1)]

    assert head_error(half_right) == pytest.approx(50, abs=0.01)


def test_without_cases_nothing_is_changed() -> None:
    found = calibrate([])

    assert (found.temperature, found.error, found.count) == (1.0, 0.0, 0)


def test_every_head_is_judged_on_its_own_cases(rule_model: Path, document: Document) -> None:
    model = Model.load(rule_model)

    found = scored_cases(model, instances(document, model.builder))

    sizes = {name: (len(cases), len(cases[0][0])) for name, cases in found.items()}
    assert sizes["kind"] == (3, 5)
    assert sizes["explicit_sense"] == (1, 5)
    assert sizes["sense"] == (4, 5)  # two sites, and the same relations with given arguments
    assert [right for _, right in found["tag"]].count(1) == 1


def test_all_heads_are_calibrated(rule_model: Path, document: Document) -> None:
    model = Model.load(rule_model)

    found = calibrate_heads(model, list(instances(document, model.builder)))

    assert found.keys() == LAYERS.keys()
