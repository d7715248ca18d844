"""Odd files: corrected mode refuses or repairs them, official mode has its defects."""

from __future__ import annotations

import pytest

from relata.errors import FormatError, Lenient
from relata.scoring.conll2008 import PercentCounts, aborts, official_text
from tests.conll2008_files import DOG, TREE, sentence
from tests.scoring.conll2008.conftest import Scorer

SHORT = DOG.replace("\tA0", "")
NO_FRAMES = sentence("The DT 2 NMOD _\ndog NN 3 SBJ _\nbarks VBZ 0 ROOT _")
LAST = sentence("""
    He   PRP 2 SBJ  _       _
    runs VBZ 0 ROOT run.01  _
    home RB  2 DIR  _       AM-DIR
""")


# Corrected.


def test_the_end_of_a_file_ends_a_sentence(score: Scorer) -> None:
    assert score(LAST, LAST.rstrip("\n")).semantics.labeled.total == PercentCounts(2, 2, 2)


def test_blank_lines_too_many_are_no_sentences(score: Scorer) -> None:
    found = score(DOG + DOG, f"\n{DOG}\n\n{DOG}\n")
    assert (found.exact.sentences, found.exact.semantic_sentences) == (2, 2)


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (SHORT, r"system\.conll:2: expected 12 fields \(11, and 1 for predicates\), found 11"),
        (DOG.replace("\n2\t", "\n3\t"), r"system\.conll:2: ID: expected 2, found '3'"),
        (DOG.replace("\t2\tNMOD", "\tx\tNMOD"), r"system\.conll:1: HEAD: expected the ID of a token, or 0"),
        (DOG.replace("\t2\tNMOD", "\t²\tNMOD"), r"system\.conll:1: HEAD: expected the ID of a token, or 0"),
        (TREE, r"system\.conll:1: expected 3 tokens, as at .*gold\.conll:1, found 6"),
        (DOG + DOG, r"system\.conll:5: a sentence that the other side does not have"),
        ("", r"gold\.conll:1: a sentence that the other side does not have"),
        (DOG.replace("dog", "d\0g"), r"system\.conll:2: expected text, found NUL"),
    ],
)
def test_a_system_file_with_a_fault_is_refused(score: Scorer, system: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        score(DOG, system)


def test_a_gold_file_must_have_heads(score: Scorer) -> None:
    with pytest.raises(FormatError, match=r"gold\.conll:2: HEAD: expected a head: this is the gold"):
        score(DOG.replace("\t3\tSBJ", "\t_\tSBJ"), DOG)


@pytest.mark.parametrize("mode", ["corrected", "official"])
def test_two_empty_files_are_refused(score: Scorer, mode: str) -> None:
    with pytest.raises(FormatError, match=r"gold\.conll: expected sentences, found none"):
        score("", "", mode=mode)


def test_lenient_reads_missing_cells_as_empty(score: Scorer) -> None:
    lenient = Lenient()
    found = score(DOG, SHORT, on_error=lenient)
    assert (found.semantics.labeled.total, len(lenient.faults)) == (PercentCounts(1, 1, 2), 1)


@pytest.mark.parametrize(
    "fault", [DOG.replace("\n2\t", "\n3\t"), DOG.replace("\t2\tNMOD", "\tx\tNMOD"), TREE]
)
def test_lenient_leaves_out_pairs_with_a_fault(score: Scorer, fault: str) -> None:
    lenient = Lenient()
    found = score(DOG * 3, DOG + fault + DOG, on_error=lenient)
    assert (found.exact.sentences, found.exact.overall, len(lenient.faults)) == (2, 2, 1)


# Official, with the defects that the documentation lists.


def test_the_end_of_the_file_counts_as_a_sentence_in_semantics(score: Scorer) -> None:
    found = score(DOG, DOG, mode="official")
    assert (found.exact.semantic, found.exact.semantic_sentences, found.exact.sentences) == (2, 2, 1)


def test_so_does_each_blank_line_too_many(score: Scorer) -> None:
    text = f"{DOG}\n{DOG}\n\n"
    found = score(text, text, mode="official")
    assert (found.exact.semantic_sentences, found.exact.sentences) == (6, 2)


@pytest.mark.parametrize(
    ("gold", "system", "arguments"),
    [
        (LAST, LAST.rstrip("\n"), PercentCounts(0, 0, 1)),
        (LAST.rstrip("\n"), LAST, PercentCounts(0, 1, 0)),
        (LAST.rstrip("\n"), LAST.rstrip("\n"), PercentCounts(0, 0, 0)),
    ],
    ids=["system", "gold", "both"],
)
def test_the_last_token_is_lost_to_semantics_without_a_final_blank_line(
    score: Scorer, gold: str, system: str, arguments: PercentCounts
) -> None:
    found = score(gold, system, mode="official")
    assert found.semantics.labeled.arguments == arguments
    assert (found.syntax.both, found.exact.semantic_sentences) == (3, 1)


@pytest.mark.parametrize(
    ("gold", "system"),
    [(DOG, NO_FRAMES), (NO_FRAMES, DOG), (DOG, DOG.replace("bark.01", "bark.02").replace("\tA0", "\tA1"))],
    ids=["no system predicate", "no gold predicate", "nothing right"],
)
def test_the_program_stops_under_the_heading_of_semantics(score: Scorer, gold: str, system: str) -> None:
    found = score(gold, system, mode="official")
    assert aborts(found)
    assert official_text(found, ("tag",)).splitlines()[-1] == "  SEMANTIC SCORES: "


def test_the_program_stops_under_the_first_heading_where_no_token_counts(score: Scorer) -> None:
    dots = sentence("... : 0 ROOT _")
    found = score(dots, dots, mode="official", punctuation=False)
    assert official_text(found) == "  SYNTACTIC SCORES:\n"


def test_heads_are_compared_as_text(score: Scorer) -> None:
    assert score(DOG, DOG.replace("\t2\tNMOD", "\t02\tNMOD"), mode="official").syntax.head == 2


def test_a_cell_that_is_not_there_is_an_argument_without_a_role(score: Scorer) -> None:
    found = score(DOG, SHORT, mode="official")
    assert found.semantics.unlabeled.arguments == PercentCounts(1, 1, 1)
    assert found.semantics.labeled.arguments == PercentCounts(0, 1, 1)


def test_a_pred_that_is_not_there_is_a_predicate_without_a_sense(score: Scorer) -> None:
    found = score(DOG, DOG.replace("\t3\tSBJ\t_\tA0", "\t3\tSBJ"), mode="official")
    assert found.semantics.labeled.predicates == PercentCounts(1, 2, 1)


def test_sentences_are_numbered_with_those_without_words(score: Scorer) -> None:
    text = f"{DOG}\n{DOG}"
    lines = official_text(score(text, text, mode="official"), sentences=True).splitlines()
    assert [line.split()[0] for line in lines[3:5]] == ["1", "3"]


def test_a_blank_line_more_at_the_end_of_one_file_is_ignored(score: Scorer) -> None:
    assert score(DOG, DOG + "\n", mode="official").exact.semantic_sentences == 2


def test_ids_are_not_looked_at(score: Scorer) -> None:
    assert score(DOG, DOG.replace("\n2\t", "\n7\t"), mode="official").syntax.both == 3


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (TREE, r"system\.conll:1: expected 3 tokens, as at .*gold\.conll:1, found 6"),
        (f"\n{DOG}", r"system\.conll:1: expected 3 tokens, as at .*, found 0"),
        (DOG + DOG, r"system\.conll:5: a sentence that the other file does not have"),
        ("", r"gold\.conll:1: a sentence that the other file does not have"),
        (DOG.replace("dog", "d\0g"), r"system\.conll:2: expected text, found NUL"),
    ],
)
def test_files_whose_lines_do_not_go_together_are_refused(score: Scorer, system: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        score(DOG, system, mode="official")


def test_a_sentence_of_which_nothing_counts_has_no_accuracy(score: Scorer) -> None:
    text = DOG + sentence("... : 0 ROOT _")
    found = score(text, text, mode="official", punctuation=False)
    lines = official_text(found, sentences=True).splitlines()
    assert lines[4] == "     2    1    0     NaN    NaN     0       0           0    0 0 0 0"
