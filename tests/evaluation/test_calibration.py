from __future__ import annotations

import pytest

from relata.document.relations import DiscourseRelation, RelationType
from relata.evaluation.calibration import calibration_error, given_cases, relation_cases
from tests.documents import blank_document

KIND = "Implicit inside"


def test_the_error_is_the_gap_between_probability_and_share() -> None:
    assert calibration_error([(0.9, True), (0.9, False), (0.2, False)]) == pytest.approx(
        100 * (0.8 + 0.2) / 3
    )
    assert calibration_error([]) == 0


@pytest.mark.parametrize(
    ("arg1", "arg2", "sense", "right"),
    [
        (range(10), range(11, 14), "Contingency.Cause", True),
        (range(6), range(11, 14), "Contingency.Cause", True),
        (range(5), range(11, 14), "Contingency.Cause", False),
        (range(11, 14), range(10), "Contingency.Cause", False),
        (range(10), range(11, 14), "Expansion.Conjunction", False),
    ],
)
def test_a_relation_is_right_with_both_arguments_and_the_sense(
    arg1: range, arg2: range, sense: str, right: bool
) -> None:
    text = blank_document("a b c d e f g h i j k l m n")

    def related(arg1: range, arg2: range, sense: str) -> DiscourseRelation:
        spans = text.tokens.span(arg1), text.tokens.span(arg2)
        return DiscourseRelation(RelationType.IMPLICIT, *spans, (sense,), score=0.4)

    gold = text.with_relations([related(range(10), range(11, 14), "Contingency.Cause")])
    parsed = text.with_relations([related(arg1, arg2, sense)])

    assert list(relation_cases(gold, parsed)) == [(KIND, 0.4, right)]
    if tuple(arg1) == tuple(range(10)):
        assert list(given_cases(gold, parsed)) == [("Implicit given", 0.4, sense == "Contingency.Cause")]
