from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ModelError
from relata.neural.hashed import BUCKETS, HashedLinear, row_of, rows_of
from relata.neural.heads import Weights

EVEN = np.array([0.5, 0.3, 0.2], dtype=np.float32)


def linear(weight: float = 1.0, **told: int) -> HashedLinear:
    """What has learned that features tell one of three labels."""
    rows = np.zeros((BUCKETS, 3), dtype=np.float32)
    for feature, label in told.items():
        rows[row_of(feature), label] = 4
    return HashedLinear(Weights({"rows": rows, "bias": np.zeros(3, np.float32)}, "toy"), 3, weight)


def test_features_speak_for_labels() -> None:
    strong, weak = (linear(weight, wet=2).weighed(EVEN, rows_of(["wet", "cold"])) for weight in (1.0, 0.2))

    assert strong.argmax() == 2
    assert EVEN[2] < weak[2] < strong[2]
    assert weak.sum() == pytest.approx(1)


def test_what_is_unknown_or_does_not_count_changes_no_order() -> None:
    found = linear(wet=2).weighed(EVEN, rows_of(["dry"]))

    assert [*found.argsort()] == [*EVEN.argsort()]
    assert linear(0.0, wet=2).weighed(EVEN, rows_of(["wet"])) == pytest.approx(EVEN)


def test_several_cases_are_scored_at_once() -> None:
    scorer = linear(0.5, wet=2, dry=1)
    rows = [rows_of([one]) for one in ("wet", "dry", "cold")]

    assert scorer.scores(rows) == pytest.approx(np.array([scorer.scores([own])[0] for own in rows]))


def test_a_label_that_a_head_rules_out_is_not_impossible() -> None:
    sure = np.array([1.0, 0.0, 0.0], dtype=np.float32)

    found = linear(wet=2).weighed(sure, rows_of(["wet"]))

    assert np.isfinite(found).all()
    assert found.argmax() == 0


@given(st.lists(st.text(max_size=4), max_size=6))
def test_any_feature_has_a_row(features: list[str]) -> None:
    found = rows_of(features)

    assert found == sorted({*found})
    assert all(0 <= each < BUCKETS for each in found)


def test_arrays_of_another_size_are_refused() -> None:
    arrays = {"rows": np.zeros((8, 3), np.float32), "bias": np.zeros(3, np.float32)}

    with pytest.raises(ModelError, match="toy: rows: expected"):
        HashedLinear(Weights(arrays, "toy"), 3, 1.0)
