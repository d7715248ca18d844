"""Which child heads a constituent, and what the others are to it."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((S (NP-SBJ (DT The) (NN tide)) (VP (VBZ turns)) (. .)))",
            "The < tide NMOD \n tide < turns SBJ \n turns < 0 ROOT \n . < turns P",
            id="clause",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP She)) (VP (MD may) (VP (VB have) (VP (VBN left))))))",
            "She < may SBJ \n may < 0 ROOT \n have < may VC \n left < have VC",
            id="verb chain",
        ),
        pytest.param(
            "((S (VP (VB Ask) (NP (PRP her)) (S-PRP (VP (TO to) (VP (VB come)))))))",
            "Ask < 0 ROOT \n her < Ask OBJ \n to < Ask PRP \n come < to IM",
            id="infinitive",
        ),
        pytest.param(
            "((ADJP (NP (CD two) (NNS feet)) (JJ deep)))",
            "two < feet NMOD \n feet < deep AMOD \n deep < 0 ROOT",
            id="adjective phrase",
        ),
        pytest.param(
            "((ADVP (RB very) (RB far) (PP (IN from) (NP (NN home)))))",
            "very < 0 ROOT \n far < very AMOD \n from < very AMOD \n home < from PMOD",
            id="adverb phrase",
        ),
        pytest.param(
            "((NP (QP (RB about) ($ $) (CD 370) (CD million)) (-NONE- *U*)))",
            "about < $ DEP \n $ < 0 ROOT \n 370 < $ DEP \n million < $ DEP",
            id="quantity",
        ),
        pytest.param(
            "((FRAG (ADVP (RB Not)) (NP (DT this) (NN boat)) (. .)))",
            "Not < boat ADV \n this < boat NMOD \n boat < 0 ROOT \n . < boat P",
            id="fragment",
        ),
        pytest.param(
            "((INTJ (, ,) (UH Yes) (. .)))",
            ", < Yes P \n Yes < 0 ROOT \n . < Yes P",
            id="interjection: no punctuation",
        ),
        pytest.param(
            "((LST (-LRB- -LRB-) (LS 1) (-RRB- -RRB-)))",
            "-LRB- < 1 P \n 1 < 0 ROOT \n -RRB- < 1 P",
            id="list item",
        ),
        pytest.param(
            "((S (NP-SBJ (DT The) (NN sea)) (ADJP-PRD (JJ calm)) (PP-LOC (IN below) (NP (PRP us)))))",
            "The < sea NMOD \n sea < calm SBJ \n calm < 0 ROOT \n below < calm LOC \n us < below PMOD",
            id="clause without verb: the predicate",
        ),
        pytest.param(
            "((SQ (VBZ Does) (NP-SBJ (PRP it)) (VP (VB float)) (. ?)))",
            "Does < 0 ROOT \n it < Does SBJ \n float < Does VC \n ? < Does P",
            id="question",
        ),
        pytest.param(
            "((SINV (ADVP-LOC (RB Here)) (VP (VBZ comes)) (NP-SBJ (DT the) (NN ferry))))",
            "Here < comes LOC \n comes < 0 ROOT \n the < ferry NMOD \n ferry < comes SBJ",
            id="inversion",
        ),
        pytest.param(
            "((RRC (ADVP-TMP (RB now)) (PP-LOC (IN at) (NP (NN sea)))))",
            "now < 0 ROOT \n at < now LOC \n sea < at PMOD",
            id="reduced relative clause",
        ),
        pytest.param(
            "((X (NN one) (NN two)))", "one < two DEP \n two < 0 ROOT", id="unknown: from the right"
        ),
        pytest.param("((ODD (NN one) (NN two)))", "one < 0 ROOT \n two < one DEP", id="label of no treebank"),
        pytest.param(
            "((VP (VBZ looks) (PRT (RP up)) (ADVP|PRT (RP over))))",
            "looks < 0 ROOT \n up < looks PRT \n over < looks ADV",
            id="particles",
        ),
        pytest.param("((WHADJP (WRB how) (JJ deep)))", "how < 0 ROOT \n deep < how AMOD", id="wh-adjective"),
    ],
)
def test_heads_are_found_by_rule(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((PP (IN because) (IN of) (NP (DT the) (NN fog))))",
            "because < 0 ROOT \n of < because DEP \n the < fog NMOD \n fog < because PMOD",
            id="because of",
        ),
        pytest.param(
            "((PP (RB only) (IN in) (NP (NNP May))))",
            "only < in DEP \n in < 0 ROOT \n May < in PMOD",
            id="an adverb in front",
        ),
        pytest.param(
            "((PP (ADVP (RB well)) (IN below) (NP (NN par))))",
            "well < below PMOD \n below < 0 ROOT \n par < below PMOD",
            id="a phrase in front is no part of it",
        ),
        pytest.param(
            "((PP (VBG including) (NP (NNS nets))))",
            "including < 0 ROOT \n nets < including PMOD",
            id="participle",
        ),
        pytest.param(
            "((PP (IN in) (CC and) (IN out) (NP (DT the) (NN bay))))",
            "in < 0 ROOT \n and < in COORD \n out < and CONJ \n the < bay NMOD \n bay < in PMOD",
            id="two prepositions",
        ),
        pytest.param(
            "((SBAR (RB so) (IN that) (S (NP-SBJ (PRP we)) (VP (VBP see)))))",
            "so < that DEP \n that < 0 ROOT \n we < see SBJ \n see < that SUB",
            id="so that",
        ),
        pytest.param(
            "((SBAR (DT that) (S (NP-SBJ (PRP we)) (VP (VBP see)))))",
            "that < 0 ROOT \n we < see SBJ \n see < that SUB",
            id="that as determiner",
        ),
        pytest.param(
            "((SBAR (-NONE- 0) (S (NP-SBJ (PRP we)) (VP (VBP see)))))",
            "we < see SBJ \n see < 0 ROOT",
            id="no subordinator",
        ),
        pytest.param(
            "((VP (VB row) (ADVP (RB rather)) (IN than) (VP (VB sail))))",
            "row < 0 ROOT \n rather < row ADV \n than < row ADV \n sail < than PMOD",
            id="rather than",
        ),
        pytest.param(
            "((PP (CC plus) (NP (NN tax))))", "plus < 0 ROOT \n tax < plus COORD", id="conjunction as head"
        ),
    ],
)
def test_prepositions_and_subordinators_head_their_phrase(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)
