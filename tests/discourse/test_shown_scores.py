"""Relations are chosen by the sum of what judges say, and shown with its mean."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np
import pytest

import relata
from relata.document.relations import DiscourseRelation
from relata.model.hashed_linear import BUCKETS
from tests.toy_model import SENSES, save_sentence_model

EXPLICIT = "It rained because all was wet."
IMPLICIT = "It rained. We left."
SURE, MEAN = exp(5) / (exp(5) + 4), exp(2.5) / (exp(2.5) + 4)
"""What the toy model gives a site's sense: by itself, and in the mean with a judge that knows nothing."""


def parsed(folder: Path, text: str, classifier: str | None = None, **settings: float) -> DiscourseRelation:
    """The only relation of a text, with a classifier that finds all senses equally likely, if named."""
    arrays = {}
    if classifier:
        arrays[f"{classifier}.rows"] = np.zeros((BUCKETS, len(SENSES)), dtype=np.float32)
        arrays[f"{classifier}.bias"] = np.zeros(len(SENSES), dtype=np.float32)
        settings[f"{classifier}_weight"] = 1.0
    (found,) = relata.load(save_sentence_model(folder, arrays, **settings))(text).relations
    return found


@pytest.mark.parametrize(("text", "classifier"), [(EXPLICIT, "explicit_surface"), (IMPLICIT, "surface")])
def test_a_judge_that_knows_nothing_makes_scores_less_sure_and_changes_nothing_else(
    text: str, classifier: str, tmp_path: Path
) -> None:
    alone = parsed(tmp_path / "alone", text)
    together = parsed(tmp_path / "together", text, classifier)

    assert together.senses == alone.senses
    assert (together.arg1, together.arg2) == (alone.arg1, alone.arg2)
    assert together.score is not None
    assert alone.score is not None
    assert 0.2 < together.score < 0.95 * alone.score


def test_the_score_of_a_site_is_that_of_the_mean_while_its_threshold_is_for_the_sum(tmp_path: Path) -> None:
    alone = parsed(tmp_path / "alone", IMPLICIT)
    assert alone.score is not None
    expected = alone.score * MEAN / SURE

    together = parsed(tmp_path / "together", IMPLICIT, "surface", relation_threshold=alone.score - 0.01)

    assert together.score == pytest.approx(expected, abs=2e-4)
