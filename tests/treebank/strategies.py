"""Random trees: plausible labels, functions, indices and empty categories in any order."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from relata.treebank import EMPTY, Tree


def one_of(words: str) -> SearchStrategy[str]:
    """One of the words of a text."""
    return st.sampled_from(words.split())


PHRASES = one_of(
    """
    NP VP S SBAR PP ADJP ADVP PRN UCP QP X NX NAC WHNP SINV SQ SBARQ FRAG INTJ CONJP LST PRT RRC WHPP WHADVP
    WHADJP NML ADVP|PRT ODD
    """
)
FUNCTIONS = one_of("-SBJ -PRD -TMP -LGS -CLF -LOC-PRD -ADV -BNF -TPC -NOM-SBJ")
TAGS = one_of(
    """
    NN NNS NNP IN TO VB VBD VBN VBG MD CC , : . `` '' -LRB- -RRB- DT RB JJ JJR CD $ POS PRP WDT WP RP FW HYPH
    """
)
WORDS = one_of(
    """
    it is said by and either Mr. Inc. Nov. 16 rather than so that Ltd both & 's going May a III when because
    """
)
EMPTIES = one_of("0 * *-1 *T*-1 *T*-2 *T*-3 *ICH*-1 *ICH*-2 *RNR*-2 *EXP*-3 *T*-9 *U* *?* *NOT* *PPA*-1")
INDICES = one_of("-1 -2 -3")
GAPS = one_of("=1 =2 =3")


def leaves() -> SearchStrategy[Tree]:
    """Words, and now and then an empty category."""
    words = st.builds(Tree, TAGS, st.just(()), WORDS)
    empties = st.builds(Tree, st.just(EMPTY), st.just(()), EMPTIES)
    return st.one_of(words, words, words, empties)


def labels() -> SearchStrategy[str]:
    """Labels of constituents."""
    none = st.just("")
    parts = (PHRASES, none | none | FUNCTIONS, none | none | INDICES, none | none | none | GAPS)
    return st.tuples(*parts).map("".join)


def trees() -> SearchStrategy[Tree]:
    """Trees of up to some thirty leaves."""

    def phrases(children: SearchStrategy[Tree]) -> SearchStrategy[Tree]:
        return st.builds(Tree, labels(), st.lists(children, min_size=1, max_size=5).map(tuple))

    return st.recursive(leaves(), phrases, max_leaves=30).map(lambda tree: Tree("", (tree,)))
