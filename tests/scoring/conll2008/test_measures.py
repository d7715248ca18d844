"""What the measures of the task count, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.errors import FormatError, ScoringError
from relata.formats import conll2008 as files
from relata.scoring import conll2008
from relata.scoring.conll2008 import Options, PercentCounts
from relata.scoring.conll2008.syntax import direction, distance, is_punctuation
from tests.conll2008_files import DOG, TREE, put, sentence
from tests.paths import REPOSITORY
from tests.scoring.conll2008.conftest import Scorer

EXAMPLES = REPOSITORY / "examples" / "conll2008"


def changed(text: str, *swaps: tuple[str, str]) -> str:
    """A text with other cells in it."""
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new)
    return text


# Syntax.


def test_attachment_counts_heads_labels_and_both(score: Scorer) -> None:
    system = changed(DOG, ("2\tNMOD", "3\tNMOD"), ("3\tSBJ", "3\tOBJ"))
    found = score(DOG, system).syntax
    assert (found.words, found.head, found.label, found.both) == (3, 2, 2, 1)


def test_a_head_is_a_number(score: Scorer) -> None:
    assert score(DOG, changed(DOG, ("\t2\tNMOD", "\t02\tNMOD"))).syntax.head == 3


def test_an_exact_match_has_no_error(score: Scorer) -> None:
    wrong_syntax, wrong_role = changed(DOG, ("2\tNMOD", "3\tNMOD")), changed(DOG, ("\tA0", "\tA1"))
    exact = score(DOG * 4, DOG * 2 + wrong_syntax + wrong_role).exact
    assert (exact.sentences, exact.syntactic, exact.semantic, exact.overall) == (4, 3, 3, 2)


PUNCTUATED = sentence("""
    ``     ``  3 P    _
    Yes    UH  3 DEP  _
    is     VBZ 0 ROOT _
    --     :   3 P    _
    .      .   3 P    _
""")


def test_punctuation_may_be_left_out_of_syntax(score: Scorer) -> None:
    system = changed(PUNCTUATED, ("--\t_\t:\t3", "--\t_\t:\t2"))
    found = score(PUNCTUATED, system, punctuation=False)
    assert (found.syntax.words, found.syntax.both, found.unscored) == (3, 3, 2)


@pytest.mark.parametrize("form", ["%", "&", "#", "--", "...", "''", "。", "«"])
def test_a_form_of_punctuation_characters_alone_is_punctuation(form: str) -> None:
    assert is_punctuation(form)


@pytest.mark.parametrize("form", ["``", "$", "-LRB-", "U.S.", "+", ""])
def test_other_forms_are_not(form: str) -> None:
    assert not is_punctuation(form)


def test_a_sentence_of_punctuation_alone_has_no_error(score: Scorer) -> None:
    dots = sentence("... : 0 ROOT _")
    found = score(DOG + dots, DOG + changed(dots, ("ROOT", "P")), punctuation=False)
    assert (found.exact.syntactic, found.sentences[1].attachment.words) == (2, 0)


@pytest.mark.parametrize(
    ("head", "where", "far"),
    [
        (0, "to_root", "to_root"),
        (8, "self", "1"),
        (7, "left", "1"),
        (9, "right", "1"),
        (6, "left", "2"),
        (11, "right", "3-6"),
        (2, "left", "3-6"),
        (1, "left", "7-..."),
        (None, None, None),
    ],
)
def test_heads_are_binned_by_direction_and_distance(
    head: int | None, where: str | None, far: str | None
) -> None:
    assert (direction(head, 8), distance(head, 8)) == (where, far)


def test_tables_by_label_count_gold_system_and_what_is_right(score: Scorer) -> None:
    tables = score(DOG, changed(DOG, ("2\tNMOD", "3\tNMOD"), ("3\tSBJ", "3\tNMOD"))).tables
    assert tables["deprel"] == {
        "NMOD": PercentCounts(1, 2, 1),
        "ROOT": PercentCounts(1, 1, 1),
        "SBJ": PercentCounts(0, 0, 1),
    }
    assert tables["attachment"]["NMOD"] == PercentCounts(0, 2, 1)


def test_tags_of_the_table_are_the_gold_s_and_stand_by_frequency(score: Scorer) -> None:
    found = score(TREE + DOG, changed(TREE, ("\tNN\t2", "\tXX\t2")) + DOG).tags
    sizes = {tag: attachment.words for tag, attachment in found.items()}
    assert list(sizes.items()) == [("VBZ", 2), ("DT", 2), ("NN", 2), ("PRP", 1), ("VBN", 1), (".", 1)]


# Semantics.


def frames(pred: str, *roles: str) -> str:
    """A sentence whose third token is a predicate, with roles on the tokens from the first."""
    cells = [*roles, "_", "_", "_", "_", "_"][:5]
    tokens = ["a DT 3 SBJ _", "b NN 3 OBJ _", f"c VBD 0 ROOT {pred}", "d RB 3 TMP _", "e RB 3 LOC _"]
    return sentence("\n".join(f"{token} {cell}" for token, cell in zip(tokens, cells, strict=True)))


def test_a_wrong_sense_and_a_wrong_role_cost_two_of_four(score: Scorer) -> None:
    gold, system = frames("x.01", "A0", "A1", "_", "AM-TMP"), frames("x.02", "A0", "A1", "_", "AM-LOC")
    found = score(gold, system).semantics
    assert found.labeled.total == PercentCounts(2, 4, 4)
    assert found.unlabeled.total == PercentCounts(4, 4, 4)


def test_arguments_of_a_predicate_that_is_elsewhere_are_wrong(score: Scorer) -> None:
    moved = sentence("""
        The   DT  2 NMOD _       _
        dog   NN  3 SBJ  bark.01 A0
        barks VBZ 0 ROOT _       _
    """)
    assert score(DOG, moved).semantics.unlabeled.total == PercentCounts(0, 2, 2)


@pytest.mark.parametrize(
    ("gold", "system", "same"),
    [
        ("join.01", "xx.01", True),
        ("a.01", "a.01.99", True),
        ("phone", "call", True),
        ("phone", "phone.", True),
        ("phone", "phone.01", False),
        ("c.d.03", "c.03", False),
        ("c.d.03", "x.d", True),
    ],
)
def test_senses_are_the_second_field_of_pred(score: Scorer, gold: str, system: str, same: bool) -> None:
    found = score(frames(gold, "A0"), frames(system, "A0"))
    assert found.semantics.labeled.predicates.tp == same


@pytest.mark.parametrize(
    ("gold", "system", "same", "other_lemma"),
    [
        ("join.01", "xx.01", True, 1),
        ("a.01", "a.01.99", False, 1),
        ("c.d.03", "c.d.03", True, 0),
        ("c.d.03", "c.03", True, 1),
        ("phone", "call", True, 1),
    ],
)
def test_strict_senses_follow_the_last_dot_and_lemmas_are_counted(
    score: Scorer, gold: str, system: str, same: bool, other_lemma: int
) -> None:
    found = score(frames(gold, "A0"), frames(system, "A0"), strict_pred=True)
    assert (found.semantics.labeled.predicates.tp, found.other_lemmas) == (same, other_lemma)


@pytest.mark.parametrize("role", ["C-A0", "R-A0", "A1", "a0"])
def test_a_role_is_one_string(score: Scorer, role: str) -> None:
    assert score(frames("x.01", "A0"), frames("x.01", role)).semantics.labeled.arguments.tp == 0


@pytest.mark.parametrize(
    ("system", "perfect"),
    [
        (frames("x.01", "A0", "A1"), 1),
        (frames("y.01", "A0", "A1"), 1),
        (frames("x.02", "A0", "A1"), 0),
        (frames("x.01", "A0"), 0),
        (frames("x.01", "A0", "A1", "A2"), 0),
        (frames("x.01", "A0", "A2"), 0),
    ],
)
def test_a_perfect_proposition_has_its_sense_and_its_roles_and_no_others(
    score: Scorer, system: str, perfect: int
) -> None:
    assert score(frames("x.01", "A0", "A1"), system).semantics.propositions.tp == perfect


def test_a_predicate_may_be_its_own_argument(score: Scorer) -> None:
    both = frames("x.01", "_", "_", "A1")
    assert score(both, both).semantics.labeled.total == PercentCounts(2, 2, 2)


CHAIN = sentence("""
    Ana      NNP 2 SBJ  _          A0 _  _  A0
    made     VBD 0 ROOT make.01    _  SU _  _
    plenty   NN  2 OBJ  plenty.SU  A1 _  SU _
    of       IN  3 NMOD of.SU      _  _  _  SU
    promises NNS 4 PMOD promise.01 _  _  _  _
""")


def test_support_chains_are_skipped_and_counted(score: Scorer) -> None:
    found = score(CHAIN, CHAIN)
    assert found.semantics.labeled.predicates.gold == 2
    assert found.semantics.labeled.arguments.gold == 3
    # SU cells in the columns of pseudo-predicates are not looked at
    assert (found.gold.skipped_predicates, found.gold.skipped_arguments) == (2, 1)


def test_support_chains_count_if_asked_for(score: Scorer) -> None:
    found = score(CHAIN, CHAIN, support=True)
    assert found.semantics.labeled.predicates.gold == 4
    assert found.semantics.labeled.arguments.gold == 6
    assert found.gold.skipped_predicates == 0


def test_predicates_are_classed_by_the_gold_s_tag_on_both_sides(score: Scorer) -> None:
    gold = sentence("""
        plans NNS 2 SBJ  plan.01   _  _  _
        fail  VBP 0 ROOT fail.01   A1 _  _
        big   JJ  2 ADV  big.01    _  _  A0
    """)
    classes = score(gold, changed(gold, ("\tNNS\t2", "\tVB\t2"))).classes
    assert classes["nominal"].labeled.total == PercentCounts(2, 2, 2)
    assert classes["verbal"].labeled.total == PercentCounts(1, 1, 1)
    assert classes["other"].labeled.total == PercentCounts(2, 2, 2)


def test_a_table_of_predicates_goes_by_each_file_s_own_tag(score: Scorer) -> None:
    table = score(DOG, changed(DOG, ("\tVBZ\t0", "\tNN\t0"))).tables
    assert table["predicate"] == {"NN": PercentCounts(0, 1, 0), "VBZ": PercentCounts(1, 0, 1)}
    assert table["argument"] == {"NN* + A0": PercentCounts(0, 1, 0), "VB* + A0": PercentCounts(1, 0, 1)}


# Both together.


def test_macro_scores_are_means_and_micro_scores_sums(score: Scorer) -> None:
    system = changed(DOG, ("2\tNMOD", "3\tNMOD"), ("\tA0", "\tA1"))
    values = score(DOG, system).measures
    assert values["Labeled attachment score"] == 66.6667
    assert values["Labeled F1"] == 50.0
    assert values["Labeled macro F1"] == 58.3333
    assert values["Labeled micro F1"] == 60.0
    assert values["Unlabeled macro F1"] == 83.3333
    assert values["Normalised SRL"] == 75.0


def test_what_has_no_denominator_is_0_and_said(score: Scorer) -> None:
    found = score(DOG, sentence("The DT 2 NMOD _\ndog NN 3 SBJ _\nbarks VBZ 0 ROOT _"))
    assert (found.measures["Labeled precision"], found.measures["Labeled F1"]) == (0.0, 0.0)
    assert found.measures["Labeled macro F1"] == 50.0
    assert ["no predicates" in warning for warning in found.warnings] == [True]


def test_nothing_right_at_all_scores_0(score: Scorer) -> None:
    system = sentence("The DT 3 X _ _\ndog NN 1 Y b.02 _\nbarks VBZ 1 Z _ A0")
    assert set(score(DOG, system).measures.values()) == {0.0}


# What is said beside the scores.


@pytest.mark.parametrize("head", ["2", "0", "9", "-1"], ids=["own head", "two roots", "outside", "negative"])
def test_sentences_that_are_no_trees_are_counted_and_scored(score: Scorer, head: str) -> None:
    found = score(DOG + DOG, DOG + changed(DOG, ("\t3\tSBJ", f"\t{head}\tSBJ")))
    assert (found.system.no_trees, found.gold.no_trees, found.syntax.head) == (1, 0, 5)
    assert found.warnings[0].endswith("1 such sentences")
    assert "system.conll:5: heads that form no tree" in found.warnings[0]


def test_other_words_are_warned_of_once(score: Scorer) -> None:
    system = changed(DOG, ("NN\tdog", "NN\tcat"))
    found = score(DOG * 3, DOG + system * 2)
    assert len(found.warnings) == 1
    assert "system.conll:6: SPLIT_FORM or PPOSS is not the gold's; 2 such tokens" in found.warnings[0]


def test_a_system_without_analysis_gets_nothing(score: Scorer) -> None:
    given = "".join("\t".join(line.split("\t")[:8]) + "\n" for line in DOG.splitlines() if line) + "\n"
    assert score(DOG, given).measures["Unlabeled attachment score"] == 0.0


def test_the_signature_says_what_was_computed(score: Scorer) -> None:
    signature = score(DOG, DOG, punctuation=False, support=True).signature
    assert signature.startswith("conll2008|mode:corrected|punct:no|su:yes|pred:sense|gold:")


def test_equal_data_have_equal_digests_whatever_is_scored(score: Scorer) -> None:
    first, second = score(CHAIN, CHAIN), score(CHAIN, CHAIN, support=True)
    assert first.gold.fingerprint == second.system.fingerprint
    assert score(DOG, DOG).gold.fingerprint != first.gold.fingerprint


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ScoringError, match="strict_pred goes with corrected"):
        Options("official", strict_pred=True)
    with pytest.raises(ScoringError, match="no mode 'exact'; expected one of corrected, official"):
        Options("exact")


# Documents.


def test_documents_score_as_their_files_do() -> None:
    gold, run = (EXAMPLES / f"{name}.conll08" for name in ("gold", "run"))
    found = conll2008.score(files.read(gold), files.read(run))
    assert found.measures == conll2008.score_files(gold, run).measures


def test_a_document_scores_against_itself_as_perfect(tmp_path: Path) -> None:
    (document,) = files.read(put(tmp_path, DOG + TREE))
    perfect = conll2008.score([document], [document]).measures
    assert set(perfect.values()) == {100.0}


def test_documents_of_other_lengths_are_refused(tmp_path: Path) -> None:
    (dog,) = files.read(put(tmp_path, DOG))
    (tree,) = files.read(put(tmp_path, TREE))
    with pytest.raises(
        FormatError, match="system document b: expected 3 tokens, as at gold document a, found 6"
    ):
        conll2008.score([dog], [replace(tree, id="b")])
