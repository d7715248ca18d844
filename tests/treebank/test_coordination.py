"""Coordination: conjuncts in a chain, in the order of the text."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((NP (NN trade) (, ,) (NN output) (, ,) (NN housing) (CC and) (NN inflation)))",
            """
            trade < 0 ROOT
            , < trade P
            output < trade COORD
            , < output P
            housing < output COORD
            and < housing COORD
            inflation < and CONJ
            """,
            id="list of words",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VP (VBD rowed)) (CC and) (VP (VBD sang))) (. .)))",
            "He < rowed SBJ \n rowed < 0 ROOT \n and < rowed COORD \n sang < and CONJ \n . < rowed P",
            id="verb phrases",
        ),
        pytest.param(
            "((VP (VBD bought) (CC and) (VBD sold) (NP (NNS boats))))",
            "bought < 0 ROOT \n and < bought COORD \n sold < and CONJ \n boats < bought OBJ",
            id="verbs with one object",
        ),
        pytest.param(
            "((S (S (NP-SBJ (PRP I)) (VP (VBD came))) (: ;) (S (NP-SBJ (PRP you)) (VP (VBD left))) (. .)))",
            "I < came SBJ \n came < 0 ROOT \n ; < came P \n you < left SBJ \n left < came COORD \n "
            ". < came P",
            id="clauses without conjunction",
        ),
        pytest.param(
            "((S (PP-TMP (IN In) (NP (NNP May))) (, ,) (S (NP-SBJ (PRP I)) (VP (VBD came))) (CC and)"
            " (S (NP-SBJ (PRP you)) (VP (VBD left)))))",
            """
            In < came TMP
            May < In PMOD
            , < came P
            I < came SBJ
            came < 0 ROOT
            and < came COORD
            you < left SBJ
            left < and CONJ
            """,
            id="an adverbial before the conjuncts",
        ),
        pytest.param(
            "((ADVP (ADVP-TMP (RBR sooner)) (CC and) (ADVP (RB better))))",
            "sooner < 0 ROOT \n and < sooner COORD \n better < and CONJ",
            id="a conjunct with a function",
        ),
        pytest.param(
            "((UCP (ADJP-PRD (JJ old)) (CC and) (PP (IN in) (NP (NN need)))))",
            "old < 0 ROOT \n and < old COORD \n in < and CONJ \n need < in PMOD",
            id="unlike phrases",
        ),
        pytest.param(
            "((S (CC But) (NP-SBJ (PRP it)) (VP (VBD sank)) (. .)))",
            "But < sank DEP \n it < sank SBJ \n sank < 0 ROOT \n . < sank P",
            id="a conjunction that opens the sentence",
        ),
        pytest.param(
            "((NP (CC either) (NP (NN sea)) (CC or) (NP (NN land))))",
            "either < sea DEP \n sea < 0 ROOT \n or < sea COORD \n land < or CONJ",
            id="either or",
        ),
        pytest.param(
            "((VP (VP (VBD ran)) (CONJP (CC but) (RB also)) (VP (VBD swam))))",
            "ran < 0 ROOT \n but < ran COORD \n also < but COORD \n swam < but CONJ",
            id="conjunction of several words",
        ),
        pytest.param(
            "((NP (NP (NNP Oslo)) (, ,) (NP (NNP Rome)) (, ,) (NP (NNP Lima))))",
            "Oslo < 0 ROOT \n , < Oslo P \n Rome < Oslo COORD \n , < Rome P \n Lima < Rome COORD",
            id="noun phrases without conjunction",
        ),
        pytest.param(
            "((NP (NP (NNP Berg)) (, ,) (NP (CD 61)) (, ,) (NP (DT a) (NN pilot))))",
            "Berg < 0 ROOT \n , < Berg P \n 61 < Berg APPO \n , < Berg P \n a < pilot NMOD \n "
            "pilot < Berg APPO",
            id="an age is no conjunct",
        ),
        pytest.param(
            "((NP (NP (NNP Berg)) (, ,) (NP-LOC (NNP Oslo)) (, ,) (NP (DT a) (NN pilot)) (, ,) (NP"
            " (NN friend))))",
            "Berg < 0 ROOT \n , < Berg P \n Oslo < Berg LOC \n , < Berg P \n a < pilot NMOD \n "
            "pilot < Berg APPO \n , < Berg P \n friend < Berg APPO",
            id="with a place in between they are appositions",
        ),
        pytest.param(
            "((NP (NP (PRP she)) (CC and) (NP (PRP he)) (DT both)))",
            "she < 0 ROOT \n and < she COORD \n he < and CONJ \n both < she NMOD",
            id="floating quantifier",
        ),
    ],
)
def test_conjuncts_form_a_chain(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((NP (DT the) (NN cat) (CC and) (NN dog)))",
            "the < cat NMOD \n cat < 0 ROOT \n and < cat COORD \n dog < and CONJ",
            id="X (Y and Y)",
        ),
        pytest.param(
            "((NP (NN ferry) (CC and) (NN train) (NNS tickets)))",
            "ferry < tickets NMOD \n and < ferry COORD \n train < and CONJ \n tickets < 0 ROOT",
            id="(X and X) Z",
        ),
        pytest.param(
            "((NP (NNP Lund) (CC &) (NNPS Sons) (NNP Corp.)))",
            "Lund < 0 ROOT \n & < Lund COORD \n Sons < & CONJ \n Corp. < Lund POSTHON",
            id="(X & Y) Corp.",
        ),
        pytest.param(
            "((NP (DT both) (NNP Lund) (CC and) (NNS others)))",
            "both < Lund NMOD \n Lund < 0 ROOT \n and < Lund COORD \n others < and CONJ",
            id="both (X and Y)",
        ),
        pytest.param(
            "((NP (NNP Lund) (NN Holm) (CC &) (NNPS Sons)))",
            "Lund < Holm NMOD \n Holm < 0 ROOT \n & < Holm COORD \n Sons < & CONJ",
            id="(X Y) & Sons",
        ),
        pytest.param(
            "((NP (DT the) (JJ huge) (CC and) (JJ old) (NN paper) (NN mill)))",
            "the < mill NMOD \n huge < mill NMOD \n and < huge COORD \n old < and CONJ \n "
            "paper < mill NMOD \n "
            "mill < 0 ROOT",
            id="the first pair of one tag in a longer phrase",
        ),
        pytest.param(
            "((NP (NP (NN tea)) (, ,) (CC but) (RB not) (NP (NNS meals))))",
            "tea < 0 ROOT \n , < tea P \n but < tea COORD \n not < meals NMOD \n meals < but CONJ",
            id="an adverb belongs to the last conjunct",
        ),
        pytest.param(
            "((NP (CD one) (CC or) (CD two)))",
            "one < 0 ROOT \n or < one COORD \n two < or CONJ",
            id="three words",
        ),
    ],
)
def test_flat_noun_phrases_are_bracketed(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


def test_nested_conjuncts_stand_in_the_order_of_the_text() -> None:
    tree = """((NP (NP (NP (NNS tours)) (CC or) (NP (NNS tickets))) (, ,) (CC but) (NP (NNS meals))))"""
    wanted = """
        tours < 0 ROOT
        or < tours COORD
        tickets < or CONJ
        , < tickets P
        but < tickets COORD
        meals < but CONJ
    """
    assert links(tree) == expected(wanted)
