from __future__ import annotations

import numpy as np
import pytest

from relata.discourse.sense_selection import SenseSelection
from relata.errors import SenseError
from relata.model.heads import Floats

SENSES = (
    "Comparison.Contrast",
    "Contingency.Cause.Reason",
    "Contingency.Cause.Result",
    "Contingency.Purpose.Arg2-as-goal",
    "Expansion.Level-of-detail.Arg2-as-detail",
    "Expansion.Equivalence",
)


def probabilities(**by_ending: float) -> Floats:
    """Probabilities of senses, by the ends of their names."""
    values = [
        next((value for name, value in by_ending.items() if name in sense.lower()), 0.0) for sense in SENSES
    ]
    return np.array(values, dtype=np.float32)


def test_the_second_level_is_chosen_before_the_third() -> None:
    selection = SenseSelection(SENSES)

    best = selection.best(probabilities(contrast=0.4, reason=0.25, result=0.35))

    assert best == ("Contingency.Cause.Result", pytest.approx(0.35))


def test_a_sense_of_another_inventory_has_the_sum_of_those_that_map_to_it() -> None:
    selection = SenseSelection(SENSES, "conll2016")

    best = selection.best(probabilities(contrast=0.4, detail=0.3, equivalence=0.3))

    assert best == ("Expansion.Restatement", pytest.approx(0.6))


def test_senses_can_be_those_of_a_level() -> None:
    assert (
        SenseSelection(SENSES, "pdtb3-l1").best(probabilities(reason=0.3, purpose=0.3, contrast=0.4))[0]
        == "Contingency"
    )


def test_what_has_no_counterpart_is_missed() -> None:
    selection = SenseSelection(SENSES, "conll2016")

    assert selection.misses(probabilities(purpose=0.6, contrast=0.4))
    assert not selection.misses(probabilities(purpose=0.4, contrast=0.6))


def test_native_senses_miss_nothing() -> None:
    assert not SenseSelection(SENSES).misses(probabilities(purpose=1.0))


def test_an_unknown_inventory_is_refused() -> None:
    with pytest.raises(SenseError, match="no sense inventory 'pdtb9'"):
        SenseSelection(SENSES, "pdtb9")


def test_an_inventory_without_a_mapping_is_refused() -> None:
    with pytest.raises(SenseError, match="no mapping from pdtb3 to pdtb2-l1"):
        SenseSelection(SENSES, "pdtb2-l1")
