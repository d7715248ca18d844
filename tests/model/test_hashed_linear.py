from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ModelError
from relata.model.hashed_linear import BUCKETS, HashedLinear, row_of, rows_of
from relata.model.heads import Weights


def linear(**told: int) -> HashedLinear:
    """Classifier of three labels with a weight for each of some features."""
    rows = np.zeros((BUCKETS, 3), dtype=np.float32)
    for feature, label in told.items():
        rows[row_of(feature), label] = 4
    return HashedLinear(Weights({"rows": rows, "bias": np.zeros(3, np.float32)}, "toy"), 3)


def test_features_speak_for_labels() -> None:
    found = linear(wet=2)(rows_of(["wet", "cold"]))

    assert found.tolist() == [0, 0, 4]


def test_unknown_features_have_no_weight() -> None:
    assert np.ptp(linear(wet=2)(rows_of(["dry"]))) == 0


def test_several_cases_are_scored_at_once() -> None:
    scorer = linear(wet=2, dry=1)
    rows = [rows_of([one]) for one in ("wet", "dry", "cold")]

    assert scorer(rows) == pytest.approx(np.array([scorer(own) for own in rows]))


@given(st.lists(st.text(max_size=4), max_size=6))
def test_any_feature_has_a_row(features: list[str]) -> None:
    found = rows_of(features)

    assert found == sorted({*found})
    assert all(0 <= each < BUCKETS for each in found)


def test_a_model_may_have_no_classifier() -> None:
    assert HashedLinear.if_trained(Weights({}, "toy"), 3) is None


def test_arrays_of_another_size_are_refused() -> None:
    arrays = {"rows": np.zeros((8, 3), np.float32), "bias": np.zeros(3, np.float32)}

    with pytest.raises(ModelError, match="toy: rows: expected"):
        HashedLinear(Weights(arrays, "toy"), 3)
