"""Gold against system: what the strict scorer counts as correct, and what went wrong with the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from relata import Document, RelationType, Tokens
from relata.errors import RelataError
from relata.formats import conll2016
from relata.scoring.conll2016 import records, score
from relata.view import render
from relata.view.comparison import Status, show_comparison
from tests.view.conftest import EXAMPLES, data_of, relation, words

TEXT = "a b c so d e f . g h but i j k"
TOKENS = words(TEXT)
CAUSE = relation(TOKENS, range(3), range(4, 7), "Contingency.Cause.Result", connective=(3,))
CONTRAST = relation(TOKENS, (8, 9), (11, 12, 13), "Comparison.Contrast", connective=(10,))
NEXT = relation(TOKENS, range(7), range(8, 14), "Expansion.Conjunction")
GOLD = Document("d", "en", TOKENS, relations=(CAUSE, NEXT, CONTRAST))


def statuses(*system: object) -> Counter[str]:
    [shown] = show_comparison([GOLD], [GOLD.with_relations(system)])  # type: ignore[arg-type]
    return Counter(str(each.status) for each in shown.relations)


def test_a_system_that_is_right_is_correct_throughout() -> None:
    assert statuses(CONTRAST, CAUSE, NEXT) == {Status.CORRECT: 3}


def test_what_a_system_does_not_say_is_missed() -> None:
    assert statuses(CAUSE) == {Status.CORRECT: 1, Status.MISSED: 2}


def test_a_document_that_a_system_does_not_have_is_missed() -> None:
    [shown] = show_comparison([GOLD], [])
    assert {each.status for each in shown.relations} == {Status.MISSED}


def test_what_is_not_in_the_gold_is_spurious() -> None:
    made_up = relation(TOKENS, (1,), (5,), "Expansion.Conjunction")
    assert statuses(*GOLD.relations, made_up) == {Status.CORRECT: 3, Status.SPURIOUS: 1}


def test_another_sense_of_the_same_arguments_is_a_wrong_sense() -> None:
    assert statuses(replace(CAUSE, senses=("Expansion.Conjunction",)), NEXT, CONTRAST) == {
        Status.CORRECT: 2,
        Status.SENSE: 1,
    }


def test_one_of_several_gold_senses_is_right() -> None:
    gold = GOLD.with_relations([replace(CAUSE, second_senses=("Temporal.Synchronous",))])
    system = GOLD.with_relations([replace(CAUSE, senses=("Temporal.Synchronous",))])
    [shown] = show_comparison([gold], [system])
    assert [each.status for each in shown.relations] == [Status.CORRECT]


def test_arguments_that_are_a_word_off_are_wrong_spans() -> None:
    off = replace(CAUSE, arg1=TOKENS.span((0, 1)))
    worse = replace(CONTRAST, arg2=TOKENS.span((11, 12)), senses=("Expansion.Conjunction",))
    assert statuses(off, NEXT, worse) == {Status.CORRECT: 1, Status.SPANS: 1, Status.SPANS_AND_SENSE: 1}


def test_a_common_connective_pairs_relations_whose_arguments_are_apart() -> None:
    elsewhere = replace(CONTRAST, arg1=TOKENS.span((0,)), arg2=TOKENS.span((1,)))
    assert statuses(CAUSE, NEXT, elsewhere) == {Status.CORRECT: 2, Status.SPANS: 1}


def test_relations_of_different_connectives_are_no_pair() -> None:
    other = replace(CAUSE, arg1=TOKENS.span((0, 1)), connective=TOKENS.span((2,)))
    assert statuses(other, NEXT, CONTRAST) == {Status.CORRECT: 2, Status.MISSED: 1, Status.SPURIOUS: 1}


def test_little_in_common_makes_no_pair() -> None:
    apart = relation(TOKENS, (6,), (8,), "Expansion.Conjunction")
    assert statuses(CAUSE, CONTRAST, apart) == {Status.CORRECT: 2, Status.MISSED: 1, Status.SPURIOUS: 1}


def test_a_norel_is_no_relation_to_be_found() -> None:
    norel = replace(NEXT, type=RelationType.NOREL, senses=())
    [shown] = show_comparison([GOLD.with_relations([norel])], [GOLD.with_relations([])])
    assert shown.relations == ()


def test_an_entrel_needs_no_sense_to_be_right() -> None:
    gold, system = (replace(NEXT, type=RelationType.ENTREL, senses=senses) for senses in ((), ("EntRel",)))
    [shown] = show_comparison([GOLD.with_relations([gold])], [GOLD.with_relations([system])])
    assert [each.status for each in shown.relations] == [Status.CORRECT]


def test_tokens_of_another_cut_are_compared_by_where_they_stand() -> None:
    halves = [(2 * place, 2 * place + 1) for place in range(3)] + [(6, 8)]
    finer = Tokens(TEXT, [*halves[:3], (6, 7), (7, 8), *((t.begin, t.end) for t in TOKENS[4:])])
    system = Document(
        "d",
        "en",
        finer,
        relations=(relation(finer, range(3), range(5, 8), "Contingency.Cause.Result", connective=(3, 4)),),
    )
    [shown] = show_comparison([GOLD.with_relations([CAUSE])], [system])
    assert [each.status for each in shown.relations] == [Status.CORRECT]


@pytest.mark.parametrize("language", ["", "-zh"])
def test_correct_is_what_the_strict_scorer_counts(language: str) -> None:
    data = EXAMPLES / f"conll2016{language}"
    gold, run = (list(conll2016.read(data, relations=file)) for file in (None, data / "run"))
    shown = [each for document in show_comparison(gold, run) for each in document.relations]
    counts = score(records(gold), records(run)).strict["All"].parser
    assert sum(each.status == Status.CORRECT for each in shown) == counts.tp
    assert sum(each.status != Status.SPURIOUS for each in shown) == counts.gold


def test_a_page_holds_both_sides_of_a_pair() -> None:
    off = replace(CAUSE, arg1=TOKENS.span((0, 1)), score=0.5)
    [shown] = data_of(render(GOLD.with_relations([CAUSE]), compare=GOLD.with_relations([off])))
    [found] = shown["relations"]
    assert found["status"] == "wrong spans"
    assert found["spans"]["arg1"] == [[0, 5]]
    assert found["system"]["spans"]["arg1"] == [[0, 3]]
    assert found["system"]["score"] == 0.5


def test_documents_of_another_text_cannot_be_compared() -> None:
    other = Document("d", "en", words("something else"))
    with pytest.raises(RelataError, match="document 'd' has another text"):
        render(GOLD, compare=other)


def test_a_document_that_the_gold_lacks_cannot_be_compared() -> None:
    with pytest.raises(RelataError, match="the gold has no document 'e'"):
        render(GOLD, compare=[GOLD, replace(GOLD, id="e")])


def test_dictionaries_cannot_be_compared() -> None:
    with pytest.raises(RelataError, match="expected documents to compare, got dict"):
        render({"text": "x"}, compare=GOLD)
