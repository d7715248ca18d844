"""The official mode on the golden cases: what the task's program wrote, to the byte, and where it fell over.

The `micro_*` cases are in the fixtures; the others are corpora that only developers have.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.errors import FormatError, RejectedError
from relata.scoring.conll2016 import RelationScore, score_files
from tests.paths import TESTS

MICRO = TESTS / "fixtures" / "conll2016"

CORPORA = (
    "en_conn_type_s18",
    "en_default_s12",
    "en_empty",
    "en_heavy_s13",
    "en_heavy_shuffled_s14",
    "en_light_s11",
    "en_perfect",
    "en_sense_s17",
    "en_spans_s15",
    "en_swap_dup_s16",
    "zh_conn_type_s18",
    "zh_default_s12",
    "zh_empty",
    "zh_heavy_s13",
    "zh_heavy_shuffled_s14",
    "zh_light_s11",
    "zh_perfect",
    "zh_sense_s17",
    "zh_spans_s15",
    "zh_swap_dup_s16",
    "en_dual_s26",
    "en_tutorial_output",
    "gdtb_dev_default_s32",
    "gdtb_dev_heavy_s33",
    "gdtb_dev_light_s31",
    "gdtb_dev_unmapped_s34",
    "sup_en_s21",
    "sup_gdtb_dev_s36",
    "sup_zh_s21",
)
"""The cases with corpora on which the official program finished."""


def micro_cases(file: str) -> list[str]:
    return sorted(case.parent.name for case in MICRO.glob(f"*/{file}"))


def official(case: Path) -> RelationScore:
    supplementary = json.loads((case / "case.json").read_text(encoding="utf-8"))["kind"] == "sup"
    return score_files(case / "gold.json", case / "pred.json", mode="official", supplementary=supplementary)


def expected(case: Path, file: str) -> str:
    return (case / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("case", micro_cases("expected.prototext"))
def test_prototext_of_a_micro_case_is_that_of_the_official_program(case: str) -> None:
    assert official(MICRO / case).prototext() == expected(MICRO / case, "expected.prototext")


@pytest.mark.parametrize("case", micro_cases("expected.prototext"))
def test_tables_of_a_micro_case_are_those_of_the_official_program(case: str) -> None:
    assert official(MICRO / case).text() == expected(MICRO / case, "expected.txt")


@pytest.mark.parametrize("case", CORPORA)
def test_prototext_of_a_corpus_is_that_of_the_official_program(shared: Path, case: str) -> None:
    place = shared / "golden" / "conll2016" / case

    assert official(place).prototext() == expected(place, "expected.prototext")


@pytest.mark.parametrize("case", CORPORA)
def test_tables_of_a_corpus_are_those_of_the_official_program(shared: Path, case: str) -> None:
    place = shared / "golden" / "conll2016" / case

    assert official(place).text() == expected(place, "expected.txt")


@pytest.mark.parametrize(
    ("case", "defect"), [("micro_b07_gold_empty_arg", "B7"), ("micro_b09_subset_language_flip", "B9")]
)
def test_what_a_fall_cut_off_is_given_with_a_warning(case: str, defect: str) -> None:
    result = official(MICRO / case)

    assert result.prototext().startswith(expected(MICRO / case, "expected.incomplete.prototext"))
    assert len(result.measures) == 81
    assert all(defect in warning for warning in result.warnings)
    assert result.warnings


def test_an_alignment_that_takes_the_official_program_too_long_is_given_with_a_warning(shared: Path) -> None:
    place = shared / "golden" / "conll2016" / "gdtb_dev_timeout_s37"

    result = official(place)

    assert result.prototext().startswith(expected(place, "expected.incomplete.prototext"))
    assert len(result.measures) == 81
    assert [warning.partition(";")[0] for warning in result.warnings] == [
        "All (partial match): the official program stops without a value "
        "(B16: aligning takes 1e10 calls, up to 86 deep)"
    ]


CRASHES = [
    ("micro_b04_second_sense_crash", "B4", "Parser", ("All", "Non-explicit only")),
    ("micro_b05_caps_unlisted_conn", "B5", "Explicit connective", ("All", "Explicit only")),
    ("micro_b06_more_words_than_tokens", "B6", "Explicit connective", ("All", "Explicit only")),
]


@pytest.mark.parametrize(("case", "defect", "measure", "tables"), CRASHES)
def test_a_crash_is_answered_by_the_corrected_value_and_a_warning(
    case: str, defect: str, measure: str, tables: tuple[str, ...]
) -> None:
    result = official(MICRO / case)
    corrected = score_files(MICRO / case / "gold.json", MICRO / case / "pred.json", language="en")

    assert [warning.partition(": the official")[0] for warning in result.warnings] == [
        f"{table} {measure}" for table in tables
    ]
    assert all(f"({defect}: " in warning for warning in result.warnings)
    for table in tables:
        assert result.tables[table].measures[measure] == corrected.tables[table].measures[measure]


@pytest.mark.parametrize("case", [case for case, *_ in CRASHES])
def test_what_a_crash_leaves_is_printed_as_the_official_program_does(case: str) -> None:
    strict, partial = expected(MICRO / case, "expected.txt").split("\n######## partial\n")

    ours_strict, ours_partial = official(MICRO / case).text().split("\n######## partial\n")

    assert ours_partial == partial
    assert ours_strict.startswith(strict)


def test_a_corpus_with_capitals_scores_but_for_its_connectives(shared: Path) -> None:
    place = shared / "golden" / "conll2016" / "gdtb_dev_cased_s35"

    result = official(place)

    assert {warning.partition(": ")[0] for warning in result.warnings} == {
        "All Explicit connective",
        "Explicit only Explicit connective",
    }
    assert all("(B5: " in warning for warning in result.warnings)
    assert result.text().endswith(expected(place, "expected.txt").partition("######## partial")[2])


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in micro_cases("expected.error")
        if "rejected" in json.loads(expected(MICRO / case, "expected.error"))["tira"]
    ],
)
def test_a_rejected_run_names_the_relations_that_the_official_validator_names(case: str) -> None:
    named = json.loads(expected(MICRO / case, "expected.error"))["tira"]["rejected_relations"]

    with pytest.raises(RejectedError) as rejection:
        official(MICRO / case)

    assert [fault.line for fault in rejection.value.faults] == [relation + 1 for relation in named]


def test_an_empty_list_of_senses_is_rejected() -> None:
    with pytest.raises(RejectedError, match=r"pred\.json:1: Sense: expected one sense, found 0$"):
        official(MICRO / "micro_b10_empty_sense")


def test_gold_style_tokens_are_a_format_error() -> None:
    with pytest.raises(FormatError, match=r"pred\.json:1: Arg1\.TokenList: gold-style token list"):
        official(MICRO / "micro_b11_gold_style_tokens")


def test_a_sense_only_run_with_a_missing_relation_is_rejected(shared: Path) -> None:
    with pytest.raises(RejectedError, match="as many relations as the gold has, 29, found 28"):
        official(shared / "golden" / "conll2016" / "sup_en_count_mismatch")


def test_a_sense_only_run_with_a_wrong_id_is_rejected(shared: Path) -> None:
    with pytest.raises(RejectedError, match=r"pred\.json:1: ID: expected the ID of a gold relation"):
        official(shared / "golden" / "conll2016" / "sup_en_id_mismatch")


def test_every_golden_case_is_tested(shared: Path) -> None:
    others = {"gdtb_dev_cased_s35", "gdtb_dev_timeout_s37", "sup_en_count_mismatch", "sup_en_id_mismatch"}
    cases = {place.name for place in (shared / "golden" / "conll2016").iterdir()}

    assert cases == {*CORPORA, *others, *(place.name for place in MICRO.glob("micro_*"))}
