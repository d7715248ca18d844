from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import Floats, softmax
from relata.training.tuning.folding import (
    LAYERS,
    with_classifier_weight,
    with_prior,
    with_temperatures,
)
from tests.documents import blank_document
from tests.toy_model import SENSES, rule_heads

STATE = np.full(rule_heads()["sense.out.weight"].shape[1], 1e-3, dtype=np.float32)


def scores(arrays: dict[str, Floats]) -> Floats:
    return np.asarray(arrays["sense.out.weight"] @ STATE + arrays["sense.out.bias"])


@given(st.floats(0.25, 8.0))
def test_a_folded_temperature_divides_the_scores(temperature: float) -> None:
    folded = with_temperatures(rule_heads(), {"sense": temperature})

    assert scores(folded) == pytest.approx(scores(rule_heads()) / temperature, rel=1e-5)


def test_only_the_named_heads_change() -> None:
    heads = rule_heads()

    folded = with_temperatures(heads, {"tag": 2.0})

    changed = {name for name in heads if (heads[name] != folded[name]).any()}
    assert changed == {f"{LAYERS['tag']}.weight", f"{LAYERS['tag']}.bias"}


def test_usual_senses_become_likelier_without_a_connective() -> None:
    document = blank_document("it rained we left")
    sides = document.tokens.span([0, 1]), document.tokens.span([2, 3])
    relations = [DiscourseRelation(RelationType.IMPLICIT, *sides, (SENSES[1],)) for _ in range(9)]

    folded = with_prior(rule_heads(), [document.with_relations(relations)], SENSES)

    before, after = softmax(scores(rule_heads())), softmax(scores(folded))
    assert after[1] > before[1]


def test_a_classifier_of_weight_zero_is_gone() -> None:
    arrays = {"tags.weight": np.ones(2, np.float32), "tree_paths.rows": np.ones(2, np.float32)}

    assert with_classifier_weight(arrays, "tree_paths", 0).keys() == {"tags.weight"}
    assert with_classifier_weight(arrays, "tree_paths", 0.5)["tree_paths.rows"].tolist() == [0.5, 0.5]
