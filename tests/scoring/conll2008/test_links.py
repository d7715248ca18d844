"""Nonprojective links and their types."""

from __future__ import annotations

import pytest

from relata.scoring.conll2008 import PercentCounts
from tests.conll2008_files import sentence
from tests.scoring.conll2008.conftest import Scorer

WH = sentence("""
    What   WP  5 OBJ  _
    did    VBD 0 ROOT _
    she    PRP 2 SBJ  _
    really RB  2 ADV  _
    say    VB  2 VC   _
""")
WH_BELOW = sentence("""
    In    IN  6 LOC  _
    which WDT 3 NMOD _
    town  NN  1 PMOD _
    does  VBZ 0 ROOT _
    he    PRP 4 SBJ  _
    live  VB  4 VC   _
""")
SPLIT_CLAUSE = sentence("""
    The   DT  2 NMOD _
    bids  NNS 5 SBJ  _
    he    PRP 4 SBJ  _
    said  VBD 0 ROOT _
    were  VBD 4 OBJ  _
    low   JJ  5 PRD  _
""")
SPLIT_NP = sentence("""
    A     DT  2 NMOD _
    book  NN  3 SBJ  _
    came  VBD 0 ROOT _
    about IN  2 NMOD _
    bees  NNS 4 PMOD _
""")
OTHER = sentence("""
    A     DT  2 NMOD _
    book  NN  3 SBJ  _
    came  VBD 0 ROOT _
    ,     ,   2 P    _
""")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (WH, "wh"),
        (WH_BELOW, "wh"),
        (SPLIT_CLAUSE, "split_clause"),
        (SPLIT_CLAUSE.replace("\t4\tOBJ", "\t4\tADV"), "other"),
        (SPLIT_NP, "split_np"),
        (SPLIT_NP.replace("\tNN\t3", "\tVBG\t3"), "other"),
        (OTHER, "other"),
    ],
)
def test_a_link_has_one_type(score: Scorer, text: str, kind: str) -> None:
    found = score(text, text).nonprojective
    assert {name: counts for name, counts in found.items() if counts.gold} == {kind: PercentCounts(1, 1, 1)}


def test_a_wh_word_too_far_below_is_none(score: Scorer) -> None:
    deep = sentence("""
        In    IN  7 LOC  _
        front NN  1 PMOD _
        of    IN  2 NMOD _
        which WDT 3 PMOD _
        does  VBZ 0 ROOT _
        he    PRP 5 SBJ  _
        live  VB  5 VC   _
    """)
    assert score(deep, deep).nonprojective["other"].gold == 1


def test_a_link_that_both_have_counts_under_the_gold_s_type(score: Scorer) -> None:
    found = score(SPLIT_NP, SPLIT_NP.replace("2\tNMOD\t_\n5", "2\tP\t_\n5")).nonprojective
    assert (found["split_np"], found["other"]) == (PercentCounts(1, 0, 1), PercentCounts(0, 1, 0))


def test_a_link_that_the_system_lifted_is_missed(score: Scorer) -> None:
    lifted = WH.replace("\t5\tOBJ", "\t2\tOBJ")
    assert score(WH, lifted).nonprojective_total == PercentCounts(0, 0, 1)


def test_a_link_over_a_cycle_is_nonprojective(score: Scorer) -> None:
    gold = sentence("a NN 4 OBJ _\nb NN 4 OBJ _\nc NN 4 OBJ _\nd NN 0 ROOT _")
    cyclic = gold.replace("NN\t4\tOBJ\t_\n3", "NN\t3\tOBJ\t_\n3").replace("4\tOBJ\t_\n4", "2\tOBJ\t_\n4")
    assert score(gold, cyclic).nonprojective_total == PercentCounts(0, 1, 0)
