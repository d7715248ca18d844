"""Structure inside noun phrases: names, titles, possessors, appositions, dates, degrees."""

from __future__ import annotations

import pytest

from tests.treebank.links import expected, links


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((NP (NNP Anna) (NNP Maria) (NNP Berg)))",
            "Anna < Berg NAME \n Maria < Berg NAME \n Berg < 0 ROOT",
            id="name",
        ),
        pytest.param(
            "((NP (DT the) (NNP Oslo) (NN ferry)))",
            "the < ferry NMOD \n Oslo < ferry NMOD \n ferry < 0 ROOT",
            id="a name before a common noun is none",
        ),
        pytest.param("((NP (NNP Mrs.) (NNP Berg)))", "Mrs. < Berg TITLE \n Berg < 0 ROOT", id="title"),
        pytest.param(
            "((NP (NNP PRESIDENT) (NNP Lind) (NNP III)))",
            "PRESIDENT < Lind TITLE \n Lind < 0 ROOT \n III < Lind POSTHON",
            id="title and numeral",
        ),
        pytest.param(
            "((NP (NNP Fjord) (NNPS Lines) (NNP Ltd.)))",
            "Fjord < Lines NAME \n Lines < 0 ROOT \n Ltd. < Lines POSTHON",
            id="posthonorific",
        ),
        pytest.param("((NP (NNP Mr.)))", "Mr. < 0 ROOT", id="a title alone"),
        pytest.param(
            "((NP (NP (DT the) (NN captain) (POS 's)) (NN hat)))",
            "the < captain NMOD \n captain < hat NMOD \n 's < captain SUFFIX \n hat < 0 ROOT",
            id="possessor",
        ),
        pytest.param(
            "((NP (NP (NNP Lund) (CC &) (NNP Holm) (POS 's)) (NN boat)))",
            "Lund < boat NMOD \n & < Lund COORD \n Holm < & CONJ \n 's < Lund SUFFIX \n boat < 0 ROOT",
            id="coordinated possessor",
        ),
        pytest.param(
            "((NP (NP (NNP Berg)) (, ,) (NP (DT a) (JJ retired) (NN pilot)) (, ,)))",
            "Berg < 0 ROOT \n , < Berg P \n a < pilot NMOD \n retired < pilot NMOD \n pilot < Berg APPO \n "
            ", < Berg P",
            id="apposition",
        ),
        pytest.param(
            "((NP (NP (NNP Berg)) (, ,) (ADJP (NP (CD 61) (NNS years)) (JJ old)) (, ,)))",
            "Berg < 0 ROOT \n , < Berg P \n 61 < years NMOD \n years < old AMOD \n old < Berg APPO \n "
            ", < Berg P",
            id="adjective as apposition",
        ),
        pytest.param(
            "((NP (NP (DT a) (NN boat)) (VP (VBN built) (NP (-NONE- *)) (PP (IN by) (NP-LGS (NNS monks))))))",
            "a < boat NMOD \n boat < 0 ROOT \n built < boat APPO \n by < built LGS \n monks < by PMOD",
            id="participle as apposition, with its agent",
        ),
        pytest.param(
            "((NP (NP (NNS cents)) (NP (DT a) (NN share)) (NP-TMP (NN today))))",
            "cents < 0 ROOT \n a < share NMOD \n share < cents DEP \n today < cents TMP",
            id="a share",
        ),
        pytest.param(
            "((NP (NP (NN coffee)) (PP (IN with) (NP (NN milk)))))",
            "coffee < 0 ROOT \n with < coffee NMOD \n milk < with PMOD",
            id="prepositional phrase",
        ),
        pytest.param(
            "((NP (DT a) (RB very) (JJ deep) (NN harbour)))",
            "a < harbour NMOD \n very < deep AMOD \n deep < harbour NMOD \n harbour < 0 ROOT",
            id="degree",
        ),
        pytest.param(
            "((NP (RB only) (JJ deep) (NNS harbours)))",
            "only < harbours NMOD \n deep < harbours NMOD \n harbours < 0 ROOT",
            id="no degree",
        ),
        pytest.param(
            "((NP (DT a) (RB much) (JJR deeper) (NN harbour)))",
            "a < harbour NMOD \n much < deeper AMOD \n deeper < harbour NMOD \n harbour < 0 ROOT",
            id="degree of a comparative",
        ),
        pytest.param(
            "((NP (NNP Nov.) (CD 16) (, ,) (CD 1993)))",
            "Nov. < 1993 TMP \n 16 < Nov. NMOD \n , < 1993 P \n 1993 < 0 ROOT",
            id="date with year",
        ),
        pytest.param("((NP (NNP Nov.) (CD 16)))", "Nov. < 0 ROOT \n 16 < Nov. NMOD", id="date without year"),
        pytest.param(
            "((NP (CD 1985) (NN year) (NP-TMP (DT this) (NN week))))",
            "1985 < year NMOD \n year < 0 ROOT \n this < week NMOD \n week < year TMP",
            id="a child with a function is no head",
        ),
        pytest.param(
            "((NAC (NNP Oslo) (, ,) (NNP Norway) (, ,)))",
            "Oslo < Norway NAME \n , < Norway P \n Norway < 0 ROOT \n , < Norway P",
            id="place and country in a modifier",
        ),
        pytest.param("((NP (DT the) (JJ rich)))", "the < rich NMOD \n rich < 0 ROOT", id="adjective as head"),
        pytest.param("((NP-BNF (NN tea)))", "tea < 0 ROOT", id="a beneficiary that is a noun phrase"),
    ],
)
def test_noun_phrases_get_their_structure(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "wanted"),
    [
        pytest.param(
            "((NP (DT the) (ADJP (NML (NNP New) (NNP York)) (HYPH -) (VBN based)) (NN firm)))",
            "the < firm NMOD \n New < York NAME \n York < based HMOD \n - < York HYPH \n "
            "based < firm NMOD \n "
            "firm < 0 ROOT",
            id="phrase as part",
        ),
        pytest.param(
            "((NP (DT an) (JJ up) (HYPH -) (CC and) (HYPH --) (JJ down) (NN day)))",
            "an < day NMOD \n up < down HMOD \n - < up HYPH \n and < down HMOD \n -- < and HYPH \n "
            "down < day NMOD \n day < 0 ROOT",
            id="three parts in a flat phrase",
        ),
        pytest.param(
            "((PP (IN off) (HYPH -) (NP (NN shore))))",
            "off < 0 ROOT \n - < off HYPH \n shore < off PMOD",
            id="preposition",
        ),
        pytest.param("((NP (HYPH -) (NN shore)))", "- < shore HYPH \n shore < 0 ROOT", id="hyphen in front"),
    ],
)
def test_words_split_at_hyphens_hold_together(tree: str, wanted: str) -> None:
    assert links(tree) == expected(wanted)


@pytest.mark.parametrize(
    ("tree", "names", "wanted"),
    [
        pytest.param(
            "((NP (DT the) (NNP Anna) (NNP Berg) (NN appointment)))",
            [range(1, 3)],
            "the < appointment NMOD \n Anna < Berg NAME \n Berg < appointment NMOD \n appointment < 0 ROOT",
            id="inside a noun phrase",
        ),
        pytest.param(
            "((NP (NNP Ms.) (NNP Anna) (NNP Berg)))",
            [range(1, 3)],
            "Ms. < Berg TITLE \n Anna < Berg NAME \n Berg < 0 ROOT",
            id="behind a title",
        ),
        pytest.param(
            "((NP (NNP Treasury) (NNPS Bonds)))",
            [],
            "Treasury < Bonds NMOD \n Bonds < 0 ROOT",
            id="proper nouns that are no name",
        ),
        pytest.param(
            "((NP (NP (NNP Anna) (NNP Berg) (POS 's)) (NN ferry)))",
            [range(2)],
            "Anna < Berg NAME \n Berg < ferry NMOD \n 's < Berg SUFFIX \n ferry < 0 ROOT",
            id="possessor",
        ),
    ],
)
def test_known_names_are_constituents(tree: str, names: list[range], wanted: str) -> None:
    assert links(tree, names) == expected(wanted)


def test_brackets_inside_noun_phrases_count() -> None:
    tree = "((NP (DT the) (NML (JJ human) (NNS rights)) (JJP (RB very) (JJ long)) (NN talk)))"
    assert links(tree) == expected("""
        the < talk NMOD
        human < rights NMOD
        rights < talk NMOD
        very < long AMOD
        long < talk NMOD
        talk < 0 ROOT
    """)
