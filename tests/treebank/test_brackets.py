"""Trees to brackets and back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from relata.treebank import Tree, parse_trees
from relata.treebank.brackets import Bracket, brackets, tree_of
from relata.treebank.tree import DEEPEST, decoded_tag
from tests.treebank.strategies import trees

RAIN = "( (S (NP-SBJ-1 (PRP It)) (VP (VBD rained)) (. .)))"


def tree(text: str) -> Tree:
    (parsed,) = parse_trees(text, "tree")
    return parsed


@given(trees().filter(Tree.tokens))
@settings(max_examples=50)
def test_a_tree_comes_back_from_its_brackets(original: Tree) -> None:
    leaves = original.tokens()
    words, tags = [leaf.word or "" for leaf in leaves], [leaf.label for leaf in leaves]

    again = tree_of(brackets(original), words, tags)

    assert brackets(again) == brackets(original)
    assert [(leaf.label, leaf.word) for leaf in again.tokens()] == list(zip(tags, words, strict=True))
    assert tree(str(again)) == again


def test_functions_indices_roots_and_traces_go_out() -> None:
    assert brackets(tree(RAIN.replace("(VBD rained)", "(VBD rained) (NP (-NONE- *-1))"))) == [
        (0, 3, "S"),
        (0, 1, "NP"),
        (1, 2, "VP"),
    ]
    assert str(tree_of(brackets(tree(RAIN)), ["It", "rained", "."], ["PRP", "VBD", "."])) == (
        "( (S (NP (PRP It)) (VP (VBD rained)) (. .)))"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(NP (NML (NN air) (NN bag)) (NN test))", [(0, 3, "NP")]),
        ("(NP (NP (NN rain)))", [(0, 1, "NP")]),
        ("(SBAR (-NONE- 0) (S (VP (VB go))))", [(0, 1, "SBAR+S+VP")]),
        ("(ADVP|PRT (RB up))", [(0, 1, "ADVP")]),
        ("(NN rain)", []),
        ("(S (NP (-NONE- *)))", []),
    ],
)
def test_chains_and_parts_of_noun_phrases(text: str, expected: list[Bracket]) -> None:
    assert brackets(tree(text)) == expected


def test_words_and_tags_are_written_so_that_brackets_can_be_read() -> None:
    built = tree_of([Bracket(0, 3, "NP")], ["(", "1 1/2", ":-)"], ["(", None, "NFP"])

    assert str(built) == "( (NP (-LRB- -LRB-) (X 1_1/2) (NFP :--RRB-)))"
    assert [decoded_tag(leaf.label) for leaf in tree(str(built)).leaves()] == ["(", "X", "NFP"]


def test_constituents_too_deep_to_be_read_are_left_out() -> None:
    size = DEEPEST + 50
    deep = [Bracket(start, size, "S+VP") for start in range(size)]

    built = tree_of(deep, ["go"] * size, ["VB"] * size)

    assert tree(str(built)) == built
    assert len(built.tokens()) == size
