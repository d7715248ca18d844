"""Traces: what was moved goes back to where it came from."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((SBARQ (WHNP-1 (WP What)) (SQ (VBZ does) (NP-SBJ (PRP she)) (VP (VB want) (NP"
            " (-NONE- *T*-1))))))",
            "What < want OBJ \n does < 0 ROOT \n she < does SBJ \n want < does VC",
            id="question",
        ),
        pytest.param(
            "((NP (NP (NN boat)) (SBAR (WHNP-1 (WDT that)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD sank))))))",
            "boat < 0 ROOT \n that < sank SBJ \n sank < boat NMOD",
            id="relative clause",
        ),
        pytest.param(
            "((SBAR (WHADVP-1 (WRB when)) (S (NP-SBJ (PRP it)) (VP (MD may) (VP (VB sink)"
            " (ADVP-TMP (-NONE- *T*-1)))))))",
            "when < sink TMP \n it < may SBJ \n may < 0 ROOT \n sink < may VC",
            id="adverb",
        ),
        pytest.param(
            "((S (S-TPC-1 (NP-SBJ (NN Rain)) (VP (VBZ falls))) (, ,) (NP-SBJ (PRP he))"
            " (VP (VBD said) (SBAR (-NONE- 0) (S (-NONE- *T*-1)))) (. .)))",
            "Rain < falls SBJ \n falls < said OBJ \n , < said P \n he < said SBJ \n said < 0 ROOT \n "
            ". < said P",
            id="fronted speech",
        ),
        pytest.param(
            "((S (`` ``) (FRAG-TPC-1 (NP (JJ Little) (NN wonder))) (, ,) ('' '') (NP-SBJ (PRP he))"
            " (VP (VBD said) (FRAG (-NONE- *T*-1)))))",
            "`` < said P \n Little < wonder NMOD \n wonder < said OBJ \n , < said P \n '' < said P \n "
            "he < said SBJ \n said < 0 ROOT",
            id="fronted fragment",
        ),
        pytest.param(
            "((VP (VB hold) (NP (NP (DT a) (NN vote)) (PP (-NONE- *ICH*-1))) (NP-TMP (NN today))"
            " (PP-1 (IN on) (NP (PRP it)))))",
            "hold < 0 ROOT \n a < vote NMOD \n vote < hold OBJ \n today < hold TMP \n on < vote NMOD \n "
            "it < on PMOD",
            id="split noun phrase",
        ),
        pytest.param(
            "((VP (VP (VBP build) (NP (-NONE- *RNR*-1))) (CC and) (VP (VBP sail) (NP (-NONE- *RNR*-1)))"
            " (NP-1 (NNS boats))))",
            "build < 0 ROOT \n and < build COORD \n sail < and CONJ \n boats < build OBJ",
            id="shared object: the leftmost trace",
        ),
        pytest.param(
            "((S (NP-SBJ (NP (PRP It)) (SBAR (-NONE- *EXP*-1))) (VP (VBZ seems) (ADJP-PRD (JJ odd))"
            " (SBAR-1 (IN that) (S (NP-SBJ (PRP we)) (VP (VBP sink)))))))",
            "It < seems SBJ \n seems < 0 ROOT \n odd < seems PRD \n that < seems EXTR \n we < sink SBJ \n "
            "sink < that SUB",
            id="extraposition",
        ),
        pytest.param(
            "((S-1 (NP-SBJ (DT The) (NNS bids)) (PRN (, ,) (S (NP-SBJ (PRP he)) (VP (VBD added)"
            " (SBAR (-NONE- 0) (S (-NONE- *T*-1))))) (, ,)) (VP (VBD failed)) (. .)))",
            """
            The < bids NMOD
            bids < failed SBJ
            , < added P
            he < added SBJ
            added < 0 ROOT
            , < added P
            failed < added OBJ
            . < failed P
            """,
            id="parenthetical that reports the clause around it",
        ),
        pytest.param(
            "((S (NP-SBJ-1 (PRP They)) (VP (VBD were) (VP (VBN seen) (NP (-NONE- *-1)) (PP (IN by)"
            " (NP-LGS (PRP us)))))))",
            "They < were SBJ \n were < 0 ROOT \n seen < were VC \n by < seen LGS \n us < by PMOD",
            id="passive: nothing moves",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP It)) (VP (VBZ does) (VP (-NONE- *?*))) (. .)))",
            "It < does SBJ \n does < 0 ROOT \n . < does P",
            id="elided verb phrase",
        ),
        pytest.param(
            "((SBAR (WHNP-1 (WP what)) (S (NP-SBJ (PRP they)) (VP (VBP do) (VP (-NONE- *?*)"
            " (NP (-NONE- *T*-1)))))))",
            "what < do OBJ \n they < do SBJ \n do < 0 ROOT",
            id="object of an elided verb",
        ),
    ],
)
def test_moved_constituents_go_back_to_their_traces(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((S (NP-SBJ (PRP It)) (VP (VBD sank) (ADVP-TMP (-NONE- *T*-7)))))",
            "It < sank SBJ \n sank < 0 ROOT",
            id="no antecedent",
        ),
        pytest.param(
            "((S-1 (NP-SBJ (PRP It)) (VP (VBD sank) (S (-NONE- *T*-1)))))",
            "It < sank SBJ \n sank < 0 ROOT",
            id="inside its antecedent, without a parenthetical",
        ),
        pytest.param(
            "((NP (NP (NN rain)) (SBAR (WHNP-1 (-NONE- 0)) (S (NP-SBJ (PRP we)) (VP (VBP like)"
            " (NP (-NONE- *T*-1)))))))",
            "rain < 0 ROOT \n we < like SBJ \n like < rain NMOD",
            id="empty antecedent",
        ),
        pytest.param(
            "((S (NP (-NONE- *T*-1)) (VP (-NONE- *?*)) (. .) (PP-1 (IN at) (NP (NN sea)))))",
            ". < at P \n at < 0 ROOT \n sea < at PMOD",
            id="a moved phrase that heads the sentence",
        ),
        pytest.param(
            "((S (VP (-NONE- *T*-1)) (NP (NX-1 (NN sea))) (. .)))",
            "sea < 0 ROOT \n . < sea P",
            id="a head that cannot be moved to its trace",
        ),
    ],
)
def test_traces_that_lead_nowhere_are_ignored(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)
