"""Order of arguments: by meaning in the task's Chinese senses, by form in PDTB-3 and TED-CDB."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.document import Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.formats import reader
from relata.senses import inventory, mapping

TOKENS = Tokens.of_words(["因为", "下雨", "，", "所以", "不", "去", "。"], " " * 7)
TASK, BY_FORM = "conll2016-zh", ("pdtb3", "tedcdb")
SENSES = sorted(set(inventory("tedcdb")) - {"EntRel"})


def relation(
    *senses: str,
    first: tuple[int, ...] = (1,),
    second: tuple[int, ...] = (4, 5),
    connective: int | None = None,
) -> DiscourseRelation:
    return DiscourseRelation(
        RelationType.IMPLICIT if connective is None else RelationType.EXPLICIT,
        TOKENS.span(first),
        TOKENS.span(second),
        senses,
        None if connective is None else TOKENS.span([connective]),
        sup1=TOKENS.span([0]),
        extras={"arg1_attribution_source": "Ot", "arg2_attribution_source": "Wr", "link": "LINK1"},
    )


def mapped(source: str, target: str, item: DiscourseRelation) -> DiscourseRelation:
    result = mapping(source, target).map(item)
    assert result is not None
    return result


@pytest.mark.parametrize("source", BY_FORM)
@pytest.mark.parametrize(
    ("sense", "counterpart", "turned"),
    [
        ("Contingency.Cause.Reason", "Causation", True),
        ("Contingency.Cause.Result", "Causation", False),
        ("Contingency.Cause+Belief.Reason+Belief", "Causation", True),
        ("Contingency.Condition.Arg2-as-cond", "Conditional", True),
        ("Contingency.Condition.Arg1-as-cond", "Conditional", False),
        ("Contingency.Negative-condition.Arg2-as-negCond", "Conditional", True),
        ("Temporal.Asynchronous.Succession", "Temporal", True),
        ("Temporal.Asynchronous.Precedence", "Temporal", False),
        ("Temporal.Synchronous", "Temporal", False),
        ("Contingency.Purpose.Arg2-as-goal", "Purpose", False),
        ("Contingency.Purpose.Arg1-as-goal", "Purpose", True),
        ("Comparison.Concession.Arg2-as-denier", "Contrast", False),
    ],
)
def test_cause_condition_and_earlier_event_are_arg1(
    source: str, sense: str, counterpart: str, turned: bool
) -> None:
    before = relation(sense)

    after = mapped(source, TASK, before)

    assert after.senses == (counterpart,)
    arguments = (before.arg2, before.arg1) if turned else (before.arg1, before.arg2)
    assert (after.arg1, after.arg2) == arguments


def test_supplements_and_attribution_go_with_their_arguments() -> None:
    after = mapped("tedcdb", TASK, relation("Contingency.Cause.Reason"))

    assert (after.sup1, after.sup2) == (None, TOKENS.span([0]))
    assert dict(after.extras) == {
        "arg1_attribution_source": "Wr",
        "arg2_attribution_source": "Ot",
        "link": "LINK1",
    }


def test_english_arguments_keep_their_places() -> None:
    before = relation("Contingency.Cause.Reason")
    assert mapped("pdtb3", "conll2016-en", before).arg1 == before.arg1


def test_the_first_sense_that_tells_arguments_apart_decides() -> None:
    senses = ("Expansion.Conjunction", "Contingency.Cause.Reason", "Temporal.Asynchronous.Precedence")
    before = relation(*senses)

    after = mapped("tedcdb", TASK, before)

    assert after.senses == ("Conjunction", "Causation", "Temporal")
    assert after.arg1 == before.arg2


@pytest.mark.parametrize(
    ("item", "sense", "turned"),
    [
        (relation("Causation"), "Contingency.Cause.Result", False),
        (relation("Causation", first=(4, 5), second=(1,)), "Contingency.Cause.Reason", True),
        (relation("Causation", connective=3), "Contingency.Cause.Result", False),
        (relation("Causation", connective=0), "Contingency.Cause.Reason", True),
        (relation("Conditional"), "Contingency.Condition.Arg2-as-cond", True),
        (relation("Contrast"), "Comparison.Contrast", False),
    ],
)
def test_back_from_the_task_arg2_has_the_connective_or_comes_second(
    item: DiscourseRelation, sense: str, turned: bool
) -> None:
    after = mapped(TASK, "tedcdb", item)

    assert after.senses == (sense,)
    assert after.arg1 == (item.arg2 if turned else item.arg1)


def test_a_sense_that_contradicts_the_order_loses_its_last_level() -> None:
    after = mapped(TASK, "tedcdb", relation("Temporal", "Conditional"))
    assert after.senses == ("Temporal", "Contingency.Condition")


@given(
    st.lists(st.sampled_from(SENSES), min_size=1, max_size=2, unique=True),
    st.sampled_from([None, 0, 3]),
    st.booleans(),
)
def test_the_task_senses_go_back_and_there_again(
    senses: list[str], connective: int | None, later: bool
) -> None:
    spans = ((4, 5), (1,)) if later else ((1,), (4, 5))
    there = mapping("tedcdb", TASK)
    if (task := there.map(relation(*senses, first=spans[0], second=spans[1], connective=connective))) is None:
        return

    again = there.map(mapped(TASK, "tedcdb", task))

    assert again == task


@given(st.sampled_from(SENSES), st.sampled_from(BY_FORM))
def test_arguments_come_back_where_form_and_meaning_determine_each_other(sense: str, source: str) -> None:
    """Implicit relations whose Arg1 stands first, except a condition that TED-CDB calls Arg1."""
    there, before = mapping(source, TASK), relation(sense)
    if (task := there.map(before)) is None or mapping(TASK, source).apply(task.senses[0]) is None:
        return

    after = mapped(TASK, source, task)

    if task.sense != "Conditional" or there.turns(before):
        assert (after.arg1, after.arg2) == (before.arg1, before.arg2)


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
def test_relations_of_tedcdb_that_are_turned_round(shared: Path) -> None:
    there, back = mapping("tedcdb", TASK), mapping(TASK, "tedcdb")
    documents = reader("tedcdb")(shared / "data" / "ted-cdb" / "dev")
    turned, total, restored, lost = Counter[str](), 0, 0, 0
    for document in documents:
        for item in document.relations:
            if not item.all_senses or item.type is RelationType.ENTREL:
                continue
            total += 1
            turned[item.all_senses[0]] += there.turns(item)
            task = there.map(item)
            lost += task is None
            if task and (again := back.map(task)):
                restored += (again.arg1, again.arg2) == (item.arg1, item.arg2)

    assert total == 1732
    assert turned["Contingency.Cause.Reason"] + turned["Contingency.Condition.Arg2-as-cond"] == 189
    assert +turned == Counter(
        {
            "Contingency.Cause.Reason": 126,
            "Contingency.Condition.Arg2-as-cond": 63,
            "Contingency.Cause+Belief.Reason+Belief": 18,
            "Temporal.Asynchronous.Succession": 18,
            "Contingency.Cause+SpeechAct.Reason+SpeechAct": 10,
            "Contingency.Negative-condition.Arg2-as-negCond": 8,
        }
    )
    assert (restored, lost) == (1672, 18)
