from __future__ import annotations

import numpy as np
import pytest

from relata.discourse.sense_pooling import Opinion
from relata.discourse.sense_selection import SenseChoice
from relata.errors import SenseError

SENSES = (
    "Comparison.Contrast",
    "Contingency.Cause.Reason",
    "Contingency.Cause.Result",
    "Contingency.Purpose.Arg2-as-goal",
    "Expansion.Level-of-detail.Arg2-as-detail",
    "Expansion.Equivalence",
)


def chances(**given: float) -> Opinion:
    """Probabilities of senses, by the ends of their names."""
    values = [
        next((chance for name, chance in given.items() if name in sense.lower()), 0.0) for sense in SENSES
    ]
    return Opinion.of(np.array(values, dtype=np.float32))


def test_the_second_level_is_chosen_before_the_third() -> None:
    choice = SenseChoice(SENSES)

    best = choice.best(chances(contrast=0.4, reason=0.25, result=0.35))

    assert best == ("Contingency.Cause.Result", pytest.approx(0.35), pytest.approx(0.35))


def test_a_sense_of_another_inventory_has_the_sum_of_those_that_map_to_it() -> None:
    choice = SenseChoice(SENSES, "conll2016")

    best = choice.best(chances(contrast=0.4, detail=0.3, equivalence=0.3))

    assert best == ("Expansion.Restatement", pytest.approx(0.6), pytest.approx(0.6))


def test_senses_can_be_those_of_a_level() -> None:
    assert (
        SenseChoice(SENSES, "pdtb3-l1").best(chances(reason=0.3, purpose=0.3, contrast=0.4))[0]
        == "Contingency"
    )


def test_what_has_no_counterpart_is_missed() -> None:
    choice = SenseChoice(SENSES, "conll2016")

    assert choice.misses(chances(purpose=0.6, contrast=0.4))
    assert not choice.misses(chances(purpose=0.4, contrast=0.6))


def test_native_senses_miss_nothing() -> None:
    assert not SenseChoice(SENSES).misses(chances(purpose=1.0))


def test_an_unknown_inventory_is_refused() -> None:
    with pytest.raises(SenseError, match="no sense inventory 'pdtb9'"):
        SenseChoice(SENSES, "pdtb9")


def test_an_inventory_without_a_mapping_is_refused() -> None:
    with pytest.raises(SenseError, match="no mapping from pdtb3 to pdtb2-l1"):
        SenseChoice(SENSES, "pdtb2-l1")


def test_a_sense_is_chosen_by_the_sum_of_judges_and_shown_with_their_mean() -> None:
    one = np.array([0.6, 0.3, 0, 0.1, 0, 0], dtype=np.float32)
    opinion = Opinion.of(one).joined(Opinion.of(one).logarithms, 0.5)

    sense, chance, shown = SenseChoice(SENSES).best(opinion)

    assert (sense, shown) == ("Comparison.Contrast", pytest.approx(0.6, abs=1e-3))
    assert chance > 0.65


def test_what_a_judge_rules_out_is_not_impossible() -> None:
    sure = Opinion.of(np.array([1, 0, 0, 0, 0, 0], dtype=np.float32))

    assert np.isfinite(sure.logarithms).all()
