from __future__ import annotations

import numpy as np
import pytest

from relata.discourse.sense_selection import SenseSelection
from relata.document import Tokens
from relata.document.relations import DiscourseRelation, RelationType
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


def relation(sense: str) -> DiscourseRelation:
    """A relation between the two words of a text."""
    tokens = Tokens("因为 所以", [(0, 2), (3, 5)])
    return DiscourseRelation(RelationType.IMPLICIT, tokens.span([0]), tokens.span([1]), (sense,))


@pytest.mark.parametrize(("reason", "arguments"), [(0.4, ("所以", "因为")), (0.2, ("因为", "所以"))])
def test_chinese_arguments_are_ordered_by_the_likelier_of_reason_and_result(
    reason: float, arguments: tuple[str, str]
) -> None:
    selection = SenseSelection(SENSES, "conll2016", language="zh")

    best = selection.best(probabilities(reason=reason, result=0.3, contrast=0.3))
    mapped = selection.mapped(relation(best.sense))

    assert mapped.senses == ("Causation",)
    assert (str(mapped.arg1), str(mapped.arg2)) == arguments


def test_given_arguments_keep_their_places() -> None:
    selection = SenseSelection(SENSES, "conll2016", language="zh")

    mapped = selection.mapped(relation("Contingency.Cause.Reason"), turn=False)

    assert (mapped.senses, str(mapped.arg1)) == (("Causation",), "因为")


def test_the_second_level_is_chosen_before_the_third() -> None:
    selection = SenseSelection(SENSES)

    best = selection.best(probabilities(contrast=0.4, reason=0.25, result=0.35))

    assert best == ("Contingency.Cause.Result", pytest.approx(0.35))


def test_a_sense_of_another_inventory_has_the_sum_of_those_that_map_to_it() -> None:
    selection = SenseSelection(SENSES, "conll2016")

    best = selection.best(probabilities(contrast=0.4, detail=0.3, equivalence=0.3))

    assert selection.mapped(relation(best.sense)).sense == "Expansion.Restatement"
    assert best.probability == pytest.approx(0.6)


def test_senses_can_be_those_of_a_level() -> None:
    selection = SenseSelection(SENSES, "pdtb3-l1")

    best = selection.best(probabilities(reason=0.3, purpose=0.3, contrast=0.4))

    assert selection.mapped(relation(best.sense)).senses == ("Contingency",)


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


def test_a_firm_sense_is_preferred_if_the_inventory_has_it() -> None:
    firm = "Contingency.Negative-condition.Arg1-as-negCond"
    likeliest = probabilities(contrast=1.0)

    assert SenseSelection(SENSES).best(likeliest, firm).sense == firm
    assert SenseSelection(SENSES, "conll2016").best(likeliest, firm).sense == "Comparison.Contrast"
    assert SenseSelection(("Causation", "Temporal")).best(np.array([0, 1]), firm).sense == "Temporal"
