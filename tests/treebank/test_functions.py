"""Labels that are inferred where the treebank has no function tag (Algorithm 2)."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((S (NP-SBJ (PRP I)) (VP (VBD gave) (NP (PRP her)) (NP (DT an) (NN oar)))))",
            "I < gave SBJ \n gave < 0 ROOT \n her < gave OBJ \n an < oar NMOD \n oar < gave OBJ",
            id="two objects",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP I)) (VP (VBD gave) (NP (DT an) (NN oar)) (PP-DTV (TO to) (NP (PRP her))))))",
            "I < gave SBJ \n gave < 0 ROOT \n an < oar NMOD \n oar < gave OBJ \n to < gave DTV \n "
            "her < to PMOD",
            id="a tag wins",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP I)) (VP (VBP know) (SBAR (IN that) (S (NP-SBJ (PRP it)) (VP (VBZ floats)))))))",
            "I < know SBJ \n know < 0 ROOT \n that < know OBJ \n it < floats SBJ \n floats < that SUB",
            id="clause as object",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP I)) (VP (VBD left) (SBAR (IN because) (S (NP-SBJ (PRP it)) (VP"
            " (VBD rained)))))))",
            "I < left SBJ \n left < 0 ROOT \n because < left ADV \n it < rained SBJ \n rained < because SUB",
            id="because is no object",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP I)) (VP (VBD rowed) (ADVP-MNR (RB so) (RB hard)) (SBAR (IN that)"
            " (S (NP-SBJ (PRP it)) (VP (VBD broke)))))))",
            "I < rowed SBJ \n rowed < 0 ROOT \n so < rowed MNR \n hard < so AMOD \n that < rowed ADV \n "
            "it < broke SBJ \n broke < that SUB",
            id="so hard that",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VBD said) (SBAR (-NONE- 0) (S (NP-SBJ (PRP it)) (VP (VBD sank))))"
            " (S (NP-SBJ (-NONE- *)) (VP (VBG smiling))))))",
            "He < said SBJ \n said < 0 ROOT \n it < sank SBJ \n sank < said OBJ \n smiling < said OPRD",
            id="a clause and a small clause",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VBD asked) (SBAR (IN whether) (S (NP-SBJ (PRP it)) (VP (VBD sank))))"
            " (SBAR (WHADVP-1 (WRB when)) (S (NP-SBJ (PRP we)) (VP (VBD met) (ADVP-TMP (-NONE- *T*-1))))))))",
            "He < asked SBJ \n asked < 0 ROOT \n whether < asked OBJ \n it < sank SBJ \n "
            "sank < whether SUB \n "
            "when < met TMP \n we < met SBJ \n met < asked ADV",
            id="of two clauses the second is an adverbial",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP It)) (VP (VBZ is) (NP-PRD (NN fog)))))",
            "It < is SBJ \n is < 0 ROOT \n fog < is PRD",
            id="predicate",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP (JJ cold)))))",
            "It < is SBJ \n is < 0 ROOT \n cold < is PRD",
            id="predicate without tag",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP It)) (VP (VBD did) (RB not) (VP (VB sink)))))",
            "It < did SBJ \n did < 0 ROOT \n not < did ADV \n sink < did VC",
            id="adverb",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VBD swam) (PP (IN with) (NP (NNS fins))) (ADVP (RB alone)))))",
            "He < swam SBJ \n swam < 0 ROOT \n with < swam ADV \n fins < with PMOD \n alone < swam ADV",
            id="adverbials",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP It)) (PRN (-LRB- -LRB-) (NP (DT the) (NN boat)) (-RRB- -RRB-)) (VP"
            " (VBD sank))))",
            "It < sank SBJ \n -LRB- < boat P \n the < boat NMOD \n boat < sank PRN \n -RRB- < boat P \n "
            "sank < 0 ROOT",
            id="parenthesis",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP He)) (VP (VBD shouted) (, ,) (`` ``) (INTJ (UH Ahoy)) (. !) ('' ''))))",
            "He < shouted SBJ \n shouted < 0 ROOT \n , < shouted P \n `` < shouted P \n "
            "Ahoy < shouted OBJ \n "
            "! < shouted P \n '' < shouted P",
            id="quoted exclamation",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBP like) (UCP (NP (NN tea)) (CC and) (S (NP-SBJ (-NONE- *))"
            " (VP (TO to) (VP (VB row))))))))",
            "We < like SBJ \n like < 0 ROOT \n tea < like OBJ \n and < tea COORD \n to < and CONJ \n "
            "row < to IM",
            id="unlike objects",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBD met) (ADVP (NP (DT an) (NN hour)) (RB ago)) (NP-TMP"
            " (NN today)))))",
            "We < met SBJ \n met < 0 ROOT \n an < hour NMOD \n hour < ago AMOD \n ago < met ADV \n "
            "today < met TMP",
            id="time",
        ),
        pytest.param(
            "((S (NP-VOC (NNP Ann)) (, ,) (NP-SBJ (-NONE- *)) (VP (VB row))))",
            "Ann < row VOC \n , < row P \n row < 0 ROOT",
            id="vocative",
        ),
        pytest.param(
            "((S (LST (: --)) (NP-SBJ (PRP We)) (VP (VBP row))))",
            "-- < row P \n We < row SBJ \n row < 0 ROOT",
            id="punctuation as a phrase",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBP are) (PP-PRD-LOC-TPC (IN at) (NP (NN sea))))))",
            "We < are SBJ \n are < 0 ROOT \n at < are LOC-PRD \n sea < at PMOD",
            id="parts of a label in order",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBP row) (PP-CLR (TO to) (NP (NN land))) (NP-HLN (NN now)))))",
            "We < row SBJ \n row < 0 ROOT \n to < row ADV \n land < to PMOD \n now < row OBJ",
            id="tags that name no relation",
        ),
    ],
)
def test_functions_are_inferred(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)
