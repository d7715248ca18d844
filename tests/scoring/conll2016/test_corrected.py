"""The corrected scores on the golden cases of known defects, and on cases made for one rule each."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from relata.errors import RejectedError
from relata.scoring.conll2016 import Counts, Record, read_gold, read_predictions, score, score_files
from relata.scoring.conll2016.corrected import (
    score_corrected,
    tables_by_document,
    total_table,
)
from relata.scoring.conll2016.result import RunTables
from tests.paths import TESTS

CASES = TESTS / "fixtures" / "conll2016"
CUTOFF = Fraction("0.7")
CONJUNCTION, CONTRAST, REASON = "Expansion.Conjunction", "Comparison.Contrast", "Contingency.Cause.Reason"
LABELS = (CONJUNCTION, CONTRAST, REASON)

PARTIAL = "All (partial match)"
GOLDEN = [
    ("micro_b01_neg_neg", "All Parser", (0.3333, 1.0, 0.5)),
    ("micro_b02_unseen_sense", "All Parser", (0.6667, 0.6667, 0.6667)),
    ("micro_b03_duplicates_last_right", "All Parser", (0.75, 1.0, 0.8571)),
    ("micro_b03_duplicates_last_wrong", "All Parser", (0.75, 1.0, 0.8571)),
    ("micro_b04_second_sense_crash", "All Parser", (1.0, 1.0, 1.0)),
    ("micro_dual_sense_ok", f"{PARTIAL} Parser", (1.0, 1.0, 1.0)),
    ("micro_b05_caps_unlisted_conn", "All Explicit connective", (1.0, 1.0, 1.0)),
    ("micro_b06_zh_nospace_conn", "All Explicit connective", (0.0, 0.0, 0.0)),
    ("micro_conn_heads", "All Explicit connective", (0.5, 0.5455, 0.5217)),
    ("micro_b07_single_token_args", f"{PARTIAL} Arg1 extraction", (1.0, 1.0, 1.0)),
    ("micro_b07_single_token_args", f"{PARTIAL} Arg2 extraction", (1.0, 1.0, 1.0)),
    ("micro_b07_single_token_args", f"{PARTIAL} Arg 1 Arg2 extraction", (1.0, 1.0, 1.0)),
    ("micro_b07_single_token_args", f"{PARTIAL} Parser", (1.0, 1.0, 1.0)),
    ("micro_b08_half_match_dropped", f"{PARTIAL} Arg 1 Arg2 extraction", (0.6667, 0.6667, 0.6667)),
    ("micro_b08_half_match_dropped", f"{PARTIAL} Parser", (1.0, 1.0, 1.0)),
    ("micro_b12_two_golds_one_pred", "All Parser", (1.0, 0.75, 0.8571)),
    ("micro_b15_alignment_dead_end", f"{PARTIAL} Arg1 extraction", (0.5, 0.5, 0.5)),
    ("micro_b15_alignment_dead_end", f"{PARTIAL} Arg2 extraction", (0.5, 0.5, 0.5)),
    ("micro_b15_alignment_dead_end", f"{PARTIAL} Parser", (0.5, 0.5, 0.5)),
    ("micro_cutoff_float_edge", f"{PARTIAL} Arg1 extraction", (1.0, 1.0, 1.0)),
    ("micro_partial_gold_sense", "All Parser", (1.0, 1.0, 1.0)),
    ("micro_unsorted_pred_tokens", "All Arg1 extraction", (1.0, 1.0, 1.0)),
    ("micro_unsorted_pred_tokens", "All Arg2 extraction", (1.0, 1.0, 1.0)),
    ("micro_unsorted_pred_tokens", "All Parser", (1.0, 1.0, 1.0)),
]


@pytest.mark.parametrize(("case", "measure", "expected"), GOLDEN)
def test_a_known_defect_is_put_right(case: str, measure: str, expected: tuple[float, float, float]) -> None:
    language = json.loads((CASES / case / "case.json").read_text(encoding="utf-8"))["language"]

    result = score_files(CASES / case / "gold.json", CASES / case / "pred.json", language=language)

    assert tuple(result.measures[f"{measure} {name}"] for name in ("precision", "recall", "f1")) == expected


@pytest.mark.parametrize("case", ["en_perfect", "en_empty", "zh_perfect", "zh_empty"])
def test_modes_agree_where_the_official_program_is_right(shared: Path, case: str) -> None:
    files = [shared / "golden" / "conll2016" / case / name for name in ("gold.json", "pred.json")]

    assert (
        score_files(*files, mode="corrected", language=case[:2]).measures
        == score_files(*files, mode="official").measures
    )


def test_the_densest_golden_document_is_scored(shared: Path) -> None:
    case = shared / "golden" / "conll2016" / "gdtb_dev_timeout_s37"
    gold, predicted = read_gold(case / "gold.json"), read_predictions(case / "pred.json")

    result = scored(gold, predicted)

    assert result.partial["All"].both.tp >= result.strict["All"].both.tp > 0


def relation(
    arg1: range | tuple[int, ...] = range(5),
    arg2: range | tuple[int, ...] = range(5, 10),
    *senses: str,
    type: str = "Implicit",
    connective: tuple[int, ...] = (),
    text: str = "",
    doc_id: str = "d",
) -> Record:
    return Record(doc_id, type, senses or (CONJUNCTION,), tuple(arg1), tuple(arg2), connective, text)


def explicit(*connective: int, text: str = "") -> Record:
    return relation(type="Explicit", connective=connective, text=text)


def scored(gold: list[Record], predicted: list[Record]) -> RunTables:
    return score_corrected(gold, predicted, LABELS, CUTOFF)


def test_nothing_against_nothing_is_perfect_in_every_table() -> None:
    result = scored([], [])

    assert all(table.parser.f1 == 1.0 for table in (*result.strict.values(), *result.partial.values()))


def test_a_surplus_prediction_of_the_same_spans_is_a_false_alarm() -> None:
    result = scored([relation()], [relation(), relation()])

    assert result.strict["All"].parser == Counts(1, 2, 1)


def test_dual_senses_are_matched_so_that_most_are_right() -> None:
    spans = range(3), range(3, 6)
    gold = [relation(*spans, CONTRAST, REASON), relation(*spans, CONTRAST)]
    predicted = [relation(*spans, CONTRAST), relation(*spans, REASON)]

    assert scored(gold, predicted).strict["All"].parser == Counts(2, 2, 2)


def test_a_right_second_sense_counts_for_the_predicted_sense() -> None:
    spans = range(3), range(3, 6)

    result = scored([relation(*spans, CONTRAST, REASON)], [relation(*spans, REASON)])

    assert result.strict["All"].senses == {REASON: Counts(1, 1, 1)}


def test_a_wrong_sense_counts_for_the_first_listed_sense_of_the_gold() -> None:
    spans = range(3), range(3, 6)

    result = scored([relation(*spans, "Comparison", CONTRAST)], [relation(*spans, REASON)])

    assert result.strict["All"].senses == {CONTRAST: Counts(0, 0, 1), REASON: Counts(0, 1, 0)}


def test_a_gold_without_a_listed_sense_forgives_one_prediction() -> None:
    unlisted = relation(range(3), range(3, 6), "Comparison")
    wrong = replace(unlisted, senses=(REASON,))

    assert scored([unlisted], [wrong, wrong]).strict["All"].parser == Counts(0, 1, 0)


def test_golds_that_count_take_predictions_before_those_that_forgive() -> None:
    unlisted = relation(range(3), range(3, 6), "Comparison")
    listed, wrong = replace(unlisted, senses=(CONTRAST,)), replace(unlisted, senses=(REASON,))

    assert scored([unlisted, listed], [wrong]).strict["All"].parser == Counts(0, 1, 1)


def test_the_first_wrong_predictions_are_the_errors_and_the_next_are_forgiven() -> None:
    unlisted = relation(range(3), range(3, 6), "Comparison")
    listed = replace(unlisted, senses=(CONTRAST,))
    wrong = [replace(unlisted, senses=(sense,)) for sense in (CONJUNCTION, REASON)]

    senses = scored([unlisted, listed], wrong).strict["All"].senses

    assert senses == {CONJUNCTION: Counts(0, 1, 0), CONTRAST: Counts(0, 0, 1)}


def test_golds_without_a_listed_sense_are_said() -> None:
    gold = [relation(range(3), range(3, 6), sense) for sense in ("Comparison", "Unlisted")]

    assert scored([*gold, relation()], []).warnings == (
        "gold relations without a sense of the label set, left out of the parser scores: "
        "1 (first in document 'd')",
        "gold relations with a sense annotated in part, left out where the prediction does not fit: "
        "1 (first in document 'd')",
    )


@pytest.mark.parametrize("sense", [CONTRAST, "Comparison"])
def test_a_sense_annotated_in_part_is_matched_by_itself_and_by_senses_below(sense: str) -> None:
    gold, predicted = [relation((), (), "Comparison")], [relation((), (), sense)]
    spans = {"arg1": (1, 2), "arg2": (3, 4)}

    result = score([replace(gold[0], **spans)], [replace(predicted[0], **spans)], language="en")

    assert result.strict["All"].parser == result.partial["All"].parser == Counts(1, 1, 1)
    assert result.strict["All"].senses == {sense: Counts(1, 1, 1)}


@pytest.mark.parametrize("sense", [REASON, "Contingency"])
def test_another_prediction_on_a_sense_annotated_in_part_is_left_out(sense: str) -> None:
    gold, predicted = relation(range(3), range(3, 6), "Comparison"), relation(range(3), range(3, 6), sense)

    result = score([gold], [predicted], language="en")

    assert result.strict["All"].parser == result.partial["All"].parser == Counts()


def test_a_prediction_above_the_gold_sense_is_wrong() -> None:
    gold, predicted = relation(range(3), range(3, 6), CONTRAST), relation(range(3), range(3, 6), "Comparison")

    assert score([gold], [predicted], language="en").strict["All"].parser == Counts(0, 1, 1)


def test_a_listed_sense_is_not_one_annotated_in_part() -> None:
    gold = relation(range(3), range(3, 6), "Expansion.Alternative")
    predicted = replace(gold, senses=("Expansion.Alternative.Chosen alternative",))

    assert score([gold], [predicted], language="en").strict["All"].parser == Counts(0, 1, 1)


def test_a_prediction_is_matched_with_a_gold_that_counts_before_one_annotated_in_part() -> None:
    vague = relation(range(3), range(3, 6), "Comparison")
    exact = replace(vague, senses=(CONTRAST,))

    assert scored([vague, exact], [exact]).strict["All"].parser == Counts(1, 1, 1)


def test_official_mode_knows_no_sense_above_its_own() -> None:
    with pytest.raises(RejectedError, match="expected a sense of conll2016-en"):
        score([relation()], [relation(range(5), range(5, 10), "Comparison")], mode="official")


def test_relations_of_other_documents_do_not_match() -> None:
    result = scored([relation(doc_id="a")], [relation(doc_id="b")])

    assert [result.strict["All"].both, result.partial["All"].both] == [Counts(0, 1, 1)] * 2


def test_an_implicit_prediction_for_an_explicit_gold_counts_in_the_table_of_all_only() -> None:
    result = scored([explicit(4)], [relation()])

    assert [table.both for table in result.strict.values()] == [
        Counts(1, 1, 1),
        Counts(0, 0, 1),
        Counts(0, 1, 0),
    ]


def test_token_lists_are_sets() -> None:
    result = scored([relation((1, 2, 3), (4, 5))], [relation((3, 1, 2, 2), (5, 4))])

    assert result.strict["All"].parser == Counts(1, 1, 1)


def test_a_connective_is_found_by_its_head() -> None:
    result = scored([explicit(1, 2, text="Days after")], [explicit(2)])

    assert result.strict["All"].connective == Counts(1, 1, 1)


def test_a_connective_with_a_token_too_many_is_not_found() -> None:
    result = scored([explicit(1, 2, text="days after")], [explicit(2, 3)])

    assert result.strict["All"].connective == Counts(0, 1, 1)


def test_connectives_are_matched_so_that_most_are_found() -> None:
    gold = [explicit(1, 2, text="days after"), explicit(2, text="after")]

    assert scored(gold, [explicit(2), explicit(1, 2)]).strict["All"].connective == Counts(2, 2, 2)


def test_an_explicit_gold_without_connective_tokens_is_left_out_and_said() -> None:
    result = scored([explicit()], [explicit()])

    assert result.strict["All"].connective == Counts(0, 1, 0)
    assert result.warnings == (
        "explicit gold relations without connective tokens, left out of the connective scores: "
        "1 (first in document 'd')",
    )


def test_connectives_of_relations_that_are_not_explicit_do_not_count() -> None:
    altlex = relation(type="AltLex", connective=(3,), text="because")

    assert scored([altlex], [altlex]).strict["All"].connective == Counts()


@pytest.mark.parametrize(("common", "found"), [(7, 1), (6, 0)])
def test_the_cutoff_is_exact(common: int, found: int) -> None:
    gold, predicted = [relation(range(10))], [relation((*range(common), *range(100, 110 - common)))]

    assert scored(gold, predicted).partial["All"].arg1.tp == found


def test_without_a_cutoff_there_are_no_partial_tables() -> None:
    assert score_corrected([relation()], [relation()], LABELS, None).partial is None


@pytest.mark.parametrize(("begin", "found"), [(24, 1), (26, 1), (27, 0)])
def test_the_mean_of_the_arguments_decides_about_the_relation(begin: int, found: int) -> None:
    gold, predicted = relation(range(10), range(20, 30)), relation(range(10), range(begin, begin + 10))

    partial = scored([gold], [predicted]).partial["All"]

    assert (partial.both, partial.parser) == (Counts(0, 1, 1), Counts(found, 1, 1))


def test_arguments_in_conjunction_have_an_alignment_of_their_own() -> None:
    gold = [relation(range(10), range(20, 30))]
    half = relation(range(10), range(26, 36))  # 1.0 and 0.4
    both = relation(range(3, 13), range(23, 33))  # 0.7 and 0.7: as good on average

    partial = scored(gold, [half, replace(both, senses=(REASON,))]).partial["All"]

    assert (partial.both, partial.parser) == (Counts(1, 2, 1), Counts(1, 2, 1))


def test_a_relation_needs_both_arguments_to_overlap() -> None:
    gold, predicted = [relation(range(10), range(20, 30))], [relation(range(10), range(40, 50))]

    assert score_corrected(gold, predicted, LABELS, Fraction("0.4")).partial["All"].parser == Counts(0, 1, 1)


def test_an_empty_argument_aligns_with_nothing() -> None:
    result = scored([relation(())], [relation(())])

    assert result.partial["All"].arg1 == Counts(0, 1, 1)


def test_of_equal_alignments_the_one_with_right_senses_is_taken() -> None:
    gold = [relation(range(5), range(5, 9), sense) for sense in (CONTRAST, REASON)]
    predicted = [relation(range(5), range(5, 9), sense) for sense in (REASON, CONTRAST)]

    assert scored(gold, predicted).partial["All"].parser == Counts(2, 2, 2)


def test_a_prediction_aligned_with_a_gold_without_a_listed_sense_is_left_out_of_the_partial_parser() -> None:
    gold = relation(range(10), range(10, 20), "Comparison")

    partial = scored([gold], [relation(range(9), range(10, 19))]).partial["All"]

    assert (partial.parser, partial.both) == (Counts(), Counts(1, 1, 1))


def test_the_partial_table_lists_every_label() -> None:
    assert list(scored([], []).partial["All"].senses) == sorted(LABELS)


def test_documents_add_up_to_the_table() -> None:
    gold = [relation(doc_id=name) for name in "abc"]
    predicted = [relation(doc_id="a"), relation(range(4), doc_id="b"), relation(doc_id="z")]

    by_document = tables_by_document(gold, predicted, LABELS)

    assert {name: tables["All"].parser for name, tables in by_document.items()} == {
        "a": Counts(1, 1, 1),
        "b": Counts(0, 1, 1),
        "c": Counts(0, 0, 1),
        "z": Counts(0, 1, 0),
    }


def test_the_table_of_all_records_is_that_of_the_run() -> None:
    gold = [explicit(1, text="because"), relation(range(20, 30)), relation(range(3), range(3, 6), "Temporal")]
    predicted = [explicit(1), relation(range(21, 30)), relation(range(3), range(3, 6), REASON)]

    whole = scored(gold, predicted)

    assert total_table(gold, predicted, LABELS) == whole.strict["All"]
    assert total_table(gold, predicted, LABELS, CUTOFF) == whole.partial["All"]
    assert total_table(gold, predicted, ()).connective == whole.strict["All"].connective
