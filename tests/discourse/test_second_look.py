"""A connective, and a site inside a sentence, are read again: that pass may doubt what was found."""

from __future__ import annotations

from math import exp, sqrt
from pathlib import Path

import numpy as np
import pytest

import relata
from relata.relations import DiscourseRelation
from tests.toy_model import HIDDEN, save_sentence_model

EXPLICIT = "It rained because all was wet."
INSIDE = "We sing unrelated having eaten."
DOUBT = 2.0


def relations(folder: Path, text: str, **settings: float) -> tuple[DiscourseRelation, ...]:
    """By a model that doubts all connectives, as far as settings let it."""
    arrays = {
        "usage.out.weight": np.zeros((1, HIDDEN), dtype=np.float32),
        "usage.out.bias": np.array([-DOUBT], dtype=np.float32),
    }
    model = save_sentence_model(folder, arrays, relation_threshold=1e-4, **settings)
    return relata.load(model)(text).relations


def score(folder: Path, text: str, **settings: float) -> float:
    (found,) = relations(folder, text, **settings)
    assert found.score is not None
    return found.score


def test_doubts_about_a_connective_count_as_much_as_they_should(tmp_path: Path) -> None:
    sure = score(tmp_path / "sure", EXPLICIT)
    chance = 1 / (1 + exp(DOUBT))

    halved = score(tmp_path / "half", EXPLICIT, usage_share=0.5)
    alone = score(tmp_path / "alone", EXPLICIT, usage_share=1.0)

    assert halved / sure == pytest.approx(sqrt(chance), rel=0.01)
    assert alone / sure == pytest.approx(chance, rel=0.01)


def test_given_connectives_are_not_doubted(tmp_path: Path) -> None:
    arrays = {
        "usage.out.weight": np.zeros((1, HIDDEN), dtype=np.float32),
        "usage.out.bias": np.array([-60], dtype=np.float32),
    }
    model = save_sentence_model(tmp_path / "model", arrays, usage_share=1.0)
    found = relata.load(save_sentence_model(tmp_path / "other"))(EXPLICIT)

    (again,) = relata.load(model, given="connectives")(found).relations

    assert again.score is not None
    assert again.score > 0.5


def test_two_sides_that_have_nothing_to_do_with_each_other_speak_against_an_anchor(tmp_path: Path) -> None:
    anchored, doubted, denied = (
        score(tmp_path / str(share), INSIDE, kind_temperature=8.0, site_share=share)
        for share in (0.0, 0.5, 1.0)
    )

    assert denied < doubted < anchored
    assert doubted == pytest.approx(sqrt(anchored * denied), rel=0.05)
