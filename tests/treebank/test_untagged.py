"""Trees without function tags or without empty categories, as parsers give them."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((S (NP (PRP We)) (VP (VBD met) (NP (PRP them)) (NP (JJ last) (NN week)))))",
            "We < met SBJ \n met < 0 ROOT \n them < met OBJ \n last < week NMOD \n week < met TMP",
            id="subject, object, time",
        ),
        pytest.param(
            "((S (NP (NN Today)) (NP (PRP we)) (VP (VBP row) (PP (IN in) (NP (NN fog))) (PP (IN in) (NP"
            " (CD 1999))))))",
            "Today < row TMP \n we < row SBJ \n row < 0 ROOT \n in < row LOC \n fog < in PMOD \n "
            "in < row TMP \n "
            "1999 < in PMOD",
            id="time before the subject, place, year",
        ),
        pytest.param(
            "((S (SBAR (IN Whether) (S (NP (PRP it)) (VP (VBZ floats)))) (VP (VBZ matters))))",
            "Whether < matters SBJ \n it < floats SBJ \n floats < Whether SUB \n matters < 0 ROOT",
            id="clause as subject",
        ),
        pytest.param(
            "((SQ (VBZ Is) (NP (PRP it)) (ADJP (JJ deep)) (. ?)))",
            "Is < 0 ROOT \n it < Is SBJ \n deep < Is PRD \n ? < Is P",
            id="question",
        ),
        pytest.param(
            "((SINV (ADVP (RB Here)) (VP (VBZ comes)) (NP (DT the) (NN ferry))))",
            "Here < comes LOC \n comes < 0 ROOT \n the < ferry NMOD \n ferry < comes SBJ",
            id="inversion",
        ),
        pytest.param(
            "((S (NP (PRP She)) (VP (VBZ is) (PP (IN at) (NP (NN sea))))))",
            "She < is SBJ \n is < 0 ROOT \n at < is LOC-PRD \n sea < at PMOD",
            id="place as predicate",
        ),
        pytest.param(
            "((S (NP (PRP It)) (VP (VBD was) (VP (VBN built) (PP (IN by) (NP (NNS monks)))))))",
            "It < was SBJ \n was < 0 ROOT \n built < was VC \n by < built LGS \n monks < by PMOD",
            id="agent",
        ),
        pytest.param(
            "((S (NP (PRP We)) (VP (VBD won) (PP (IN by) (S (VP (VBG rowing)))))))",
            "We < won SBJ \n won < 0 ROOT \n by < won MNR \n rowing < by PMOD",
            id="means",
        ),
        pytest.param(
            "((S (NP (PRP We)) (VP (VBD rowed) (ADVP (RB slowly)) (ADVP (RB home)) (ADVP (RB again)))))",
            "We < rowed SBJ \n rowed < 0 ROOT \n slowly < rowed MNR \n home < rowed DIR \n again < rowed TMP",
            id="adverbs",
        ),
        pytest.param(
            "((S (NP (PRP We)) (VP (VBD left) (SBAR (IN because) (S (NP (PRP it)) (VP (VBD rained))))"
            " (SBAR (IN if) (S (NP (PRP you)) (VP (VBP ask)))))))",
            "We < left SBJ \n left < 0 ROOT \n because < left PRP \n it < rained SBJ \n "
            "rained < because SUB \n "
            "if < left ADV \n you < ask SBJ \n ask < if SUB",
            id="reason and condition",
        ),
        pytest.param(
            "((S (S (VP (TO To) (VP (VB win)))) (, ,) (NP (PRP we)) (VP (VBD rowed) (, ,) (S (VP"
            " (VBG singing))))))",
            "To < rowed PRP \n win < To IM \n , < rowed P \n we < rowed SBJ \n rowed < 0 ROOT \n "
            ", < rowed P \n "
            "singing < rowed ADV",
            id="clauses without subject",
        ),
        pytest.param(
            "((S (NP (NNS Prices)) (VP (VBD rose) (NP (CD two) (NNS points)) (PP (TO to) (NP (CD five))))))",
            "Prices < rose SBJ \n rose < 0 ROOT \n two < points NMOD \n points < rose EXT \n "
            "to < rose ADV \n "
            "five < to PMOD",
            id="extent",
        ),
        pytest.param(
            "((NP (NP (NN life)) (PP (IN at) (NP (NN sea)))))",
            "life < 0 ROOT \n at < life LOC \n sea < at PMOD",
            id="place in a noun phrase",
        ),
        pytest.param(
            "((NP (NP (NNS cents)) (NP (DT a) (NN share))))",
            "cents < 0 ROOT \n a < share NMOD \n share < cents ADV",
            id="rate",
        ),
        pytest.param(
            "((S (NP (PRP We)) (VP (VBD rowed) (PP (IN into) (NP (NN fog))) (PP (IN because) (IN of)"
            " (NP (PRP you))) (SBAR (IN before) (S (NP (NN night)) (VP (VBD fell)))))))",
            "We < rowed SBJ \n rowed < 0 ROOT \n into < rowed DIR \n fog < into PMOD \n "
            "because < rowed PRP \n of < because DEP \n you < because PMOD \n before < rowed TMP \n "
            "night < fell SBJ \n fell < before SUB",
            id="direction, reason, time",
        ),
        pytest.param(
            "((S (NP (PRP They)) (VP (VBD made) (S (NP (PRP her)) (NP (NN captain))))))",
            "They < made SBJ \n made < 0 ROOT \n her < made OBJ \n captain < made OPRD",
            id="small clause",
        ),
    ],
)
def test_functions_are_told_by_words_and_places(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((NP (NP (NN boat)) (SBAR (WHNP (WDT that)) (S (VP (VBD sank))))))",
            "boat < 0 ROOT \n that < sank SBJ \n sank < boat NMOD",
            id="relative subject",
        ),
        pytest.param(
            "((SBARQ (WHNP (WP What)) (SQ (VBZ does) (NP-SBJ (PRP she)) (VP (VB want))) (. ?)))",
            "What < want OBJ \n does < 0 ROOT \n she < does SBJ \n want < does VC \n ? < does P",
            id="object of a question",
        ),
        pytest.param(
            "((SBARQ (WHNP (WP What)) (SQ (VBZ is) (NP-SBJ (DT that))) (. ?)))",
            "What < is PRD \n is < 0 ROOT \n that < is SBJ \n ? < is P",
            id="predicate of a question",
        ),
        pytest.param(
            "((SBARQ (WHADVP (WRB Why)) (SQ (MD must) (NP-SBJ (PRP we)) (VP (VB row))) (. ?)))",
            "Why < row PRP \n must < 0 ROOT \n we < must SBJ \n row < must VC \n ? < must P",
            id="adverb of a question",
        ),
        pytest.param(
            "((S (S (NP-SBJ (NN Rain)) (VP (VBZ falls))) (, ,) (NP-SBJ (PRP he)) (VP (VBD said)) (. .)))",
            "Rain < falls SBJ \n falls < said OBJ \n , < said P \n he < said SBJ \n said < 0 ROOT \n "
            ". < said P",
            id="speech in front",
        ),
        pytest.param(
            "((SINV (VP (VBZ Says)) (NP-SBJ (NNP Ann)) (: :) (S (NP-SBJ (PRP We)) (VP (VBP row)))))",
            "Says < 0 ROOT \n Ann < Says SBJ \n : < Says P \n We < row SBJ \n row < Says OBJ",
            id="speech behind",
        ),
        pytest.param(
            "((S (NP-SBJ (DT The) (NNS bids)) (PRN (, ,) (S (NP-SBJ (PRP he)) (VP (VBD added))) (, ,))"
            " (VP (VBD failed)) (. .)))",
            "The < bids NMOD \n bids < failed SBJ \n , < added P \n he < added SBJ \n added < 0 ROOT \n "
            ", < added P \n failed < added OBJ \n . < failed P",
            id="speech around",
        ),
        pytest.param(
            "((S (NP-SBJ (PRP We)) (VP (VBP want) (S (VP (TO to) (VP (VB row)))))))",
            "We < want SBJ \n want < 0 ROOT \n to < want OPRD \n row < to IM",
            id="infinitive without subject",
        ),
    ],
)
def test_traces_that_are_not_written_are_found(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)
