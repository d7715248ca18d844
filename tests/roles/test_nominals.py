from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.roles.nominals import Nominals, is_nominal

chances = st.floats(0.02, 0.98)


@given(chances, chances)
def test_the_odds_of_head_and_lemma_are_multiplied(chance: float, rate: float) -> None:
    found = Nominals({"n": {"price": rate}}).weighed(chance, "n", "price")

    assert found / (1 - found) == pytest.approx(chance / (1 - chance) * rate / (1 - rate))


@pytest.mark.parametrize(("part", "lemma"), [("n", "cost"), ("j", "price")])
def test_an_unknown_lemma_says_nothing(part: str, lemma: str) -> None:
    assert Nominals({"n": {"price": 0.9}}).weighed(0.3, part, lemma) == 0.3


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_no_lemma_decides_alone(rate: float) -> None:
    assert 0 < Nominals({"n": {"price": rate}}).weighed(0.5, "n", "price") < 1


def test_verbs_and_what_is_no_predicate_are_not_nominal() -> None:
    assert [is_nominal(part) for part in ("n", "j", "v", None)] == [True, True, False, False]
