"""Small clauses, clefts and gapping."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((VP (VBP expect) (S (NP-SBJ (PRP$ its) (NNS sales)) (VP (TO to) (VP (VB grow))))))",
            "expect < 0 ROOT \n its < sales NMOD \n sales < expect OBJ \n to < expect OPRD \n grow < to IM",
            id="subject and infinitive",
        ),
        pytest.param(
            "((VP (VBD named) (S (NP-SBJ (PRP her)) (NP-PRD (NN captain)))))",
            "named < 0 ROOT \n her < named OBJ \n captain < named OPRD",
            id="subject and predicate noun",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBD made) (S (NP-SBJ (PRP her)) (INTJ (UH oops))))))",
            "We < made SBJ \n made < 0 ROOT \n her < made OBJ \n oops < made OPRD",
            id="a subject that would head its clause",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBD saw) (S (NP-SBJ (PRP her))))))",
            "We < saw SBJ \n saw < 0 ROOT \n her < saw OBJ",
            id="a subject alone",
        ),
        pytest.param(
            "((VP (VBP want) (S (NP-SBJ (PRP it)) (PP-LOC-PRD (IN in) (NP (NN sight)))))) ",
            "want < 0 ROOT \n it < want OBJ \n in < want LOC-OPRD \n sight < in PMOD",
            id="place as predicate",
        ),
        pytest.param(
            "((S (NP-SBJ-1 (PRP We)) (VP (VBP have) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB go)))))))",
            "We < have SBJ \n have < 0 ROOT \n to < have OPRD \n go < to IM",
            id="empty subject",
        ),
        pytest.param(
            "((NP (NP (NN man)) (SBAR (WHNP-1 (WP whom)) (S (NP-SBJ (PRP we)) (VP (VBD named)"
            " (S (NP-SBJ (-NONE- *T*-1)) (NP-PRD (NN captain))))))))",
            "man < 0 ROOT \n whom < named OBJ \n we < named SBJ \n named < man NMOD \n captain < named OPRD",
            id="moved subject",
        ),
        pytest.param(
            "((VP (VBZ wants) (S (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB row)))) (CC and)"
            " (S (NP-SBJ (-NONE- *-1)) (VP (VB sing))))))",
            "wants < 0 ROOT \n to < wants OPRD \n row < to IM \n and < to COORD \n sing < and CONJ",
            id="coordinated clauses",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VBD said) (: :) (`` ``) (S (NP-SBJ (PRP I)) (VP (VBP row))))))",
            "He < said SBJ \n said < 0 ROOT \n : < said P \n `` < said P \n I < row SBJ \n row < said OBJ",
            id="quoted speech stays whole",
        ),
        pytest.param(
            "((S (NP-SBJ-1 (PRP He)) (VP (VBZ has) (`` ``) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP"
            " (VB go)))))))",
            "He < has SBJ \n has < 0 ROOT \n `` < has P \n to < has OPRD \n go < to IM",
            id="even quoted after have",
        ),
        pytest.param(
            "((S (NP-SBJ-1 (DT The) (NN aim)) (VP (VBZ is) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP"
            " (VB go)))))))",
            "The < aim NMOD \n aim < is SBJ \n is < 0 ROOT \n to < is VC \n go < to IM",
            id="not after a copula",
        ),
        pytest.param(
            "((S (NP-SBJ-1 (PRP I)) (VP (VBP 'm) (VP (VBG going) (S (NP-SBJ (-NONE- *-1)) (VP (TO to)"
            " (VP (VB row))))))))",
            "I < 'm SBJ \n 'm < 0 ROOT \n going < 'm VC \n to < going VC \n row < to IM",
            id="not after going",
        ),
        pytest.param(
            "((S-CLF (NP-SBJ (PRP It)) (VP (VBD was) (NP-PRD (NN fog)) (SBAR (WHNP-1 (WDT that))"
            " (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD sank) (NP (PRP us))))))))",
            "It < was SBJ \n was < 0 ROOT \n fog < was PRD \n that < sank SBJ \n sank < fog NMOD \n "
            "us < sank OBJ",
            id="cleft",
        ),
    ],
)
def test_clauses_are_taken_apart(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((S (S (NP-SBJ-1 (DT Some)) (VP (VBP read) (NP-2 (NNS books)))) (, ,) (CC and) (, ,)"
            " (S (NP-SBJ=1 (NNS others)) (NP=2 (NNS papers)))))",
            """
            Some < read SBJ
            read < 0 ROOT
            books < read OBJ
            , < read P
            and < read COORD
            , < and P
            others < and GAP-SBJ
            papers < and GAP-OBJ
            """,
            id="subject and object",
        ),
        pytest.param(
            "((VP (VP (VBD paid) (NP-1 (CD ten)) (PP-TMP-2 (IN in) (NP (NNP May)))) (CC and)"
            " (VP (NP=1 (CD two)) (ADVP (RB only)) (PP-TMP=2 (IN in) (NP (NNP June))))))",
            """
            paid < 0 ROOT
            ten < paid OBJ
            in < paid TMP
            May < in PMOD
            and < paid COORD
            two < and GAP-OBJ
            only < and ADV
            in < and GAP-TMP
            June < in PMOD
            """,
            id="a remnant without model keeps its function",
        ),
        pytest.param(
            "((S (S (NP-SBJ-1 (NNP Ann)) (VP (VBZ rows))) (, ,) (S (NP-SBJ=1 (NNP Ben)) (ADVP (RB too)))))",
            "Ann < rows SBJ \n rows < 0 ROOT \n , < rows P \n Ben < rows GAP-SBJ \n too < rows ADV",
            id="without conjunction",
        ),
        pytest.param(
            "((VP (VP (VBD paid) (NP-1 (CD ten)) (SBAR-ADV-2 (-NONE- *NOT*))) (CC and)"
            " (VP (NP=1 (CD two)) (SBAR-ADV=2 (IN if) (S (NP-SBJ (PRP we)) (VP (VBD lost)))))))",
            "paid < 0 ROOT \n ten < paid OBJ \n and < paid COORD \n two < and GAP-OBJ \n if < and ADV \n "
            "we < lost SBJ \n lost < if SUB",
            id="an empty model",
        ),
        pytest.param(
            "((S (NP-SBJ=5 (NNP Ben)) (VP (VBZ rows))))",
            "Ben < rows SBJ \n rows < 0 ROOT",
            id="no model",
        ),
    ],
)
def test_remnants_of_gapping_depend_on_the_conjunction(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)
