"""Labelled brackets compared: cases counted by hand."""

from __future__ import annotations

import pytest

from relata.errors import ScoringError
from relata.scoring.constituents import compare_trees

GOLD = "( (S (NP-SBJ (DT The) (NN rain)) (VP (VBD fell) (PP-LOC (IN on) (NP (NNP Rome)))) (. .)))"


@pytest.mark.parametrize(
    ("parsed", "counts"),
    [
        (GOLD, (5, 5, 5)),
        # functions and the name of the root do not count
        ("(TOP (S (NP (DT The) (NN rain)) (VP (VBD fell) (PP (IN on) (NP (NNP Rome)))) (. .)))", (5, 5, 5)),
        # a full stop inside the verb phrase does not count, its tag neither
        ("( (S (NP (DT The) (NN rain)) (VP (VBD fell) (PP (IN on) (NP (NNP Rome))) (: .))))", (5, 5, 5)),
        # one label is wrong
        ("( (S (NP (DT The) (NN rain)) (VP (VBD fell) (ADVP (IN on) (NP (NNP Rome)))) (. .)))", (4, 5, 5)),
        # the prepositional phrase stands outside the verb phrase, which ends before it
        ("( (S (NP (DT The) (NN rain)) (VP (VBD fell)) (PP (IN on) (NP (NNP Rome))) (. .)))", (4, 5, 5)),
        # a flat tree
        ("( (S (DT The) (NN rain) (VBD fell) (IN on) (NNP Rome) (. .)))", (1, 1, 5)),
        # the same constituent twice counts once
        ("( (S (S (NP (DT The) (NN rain)) (VP (VBD fell) (PP (IN on) (NP (NNP Rome)))) (. .))))", (5, 6, 5)),
    ],
)
def test_constituents_are_counted_by_label_and_words(parsed: str, counts: tuple[int, int, int]) -> None:
    compared = compare_trees(GOLD, parsed)

    assert (compared.tp, compared.pred, compared.gold) == counts


def test_particles_count_as_adverbs_and_traces_do_not_count() -> None:
    gold = "( (S (NP (-NONE- *)) (VP (VB give) (PRT (RP up)))))"

    assert compare_trees(gold, "( (S (VP (VB give) (ADVP (RP up)))))").f1 == 1


def test_a_constituent_of_punctuation_does_not_count() -> None:
    assert compare_trees("( (S (VP (VB Go)) (PRN (: --))))", "( (S (VP (VB Go)) (: --)))").gold == 2


def test_a_tree_over_other_words_is_refused() -> None:
    with pytest.raises(ScoringError, match="a tree over 6 words, found one over 1"):
        compare_trees(GOLD, "( (NP (NN rain)))")
