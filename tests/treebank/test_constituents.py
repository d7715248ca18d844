"""Constituent trees over the words of a document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relata.treebank.constituents import Constituent, constituents, covering, path
from tests.documents import blank_document

CLAUSE = "(SBAR (IN because) (S (NP (PRP we)) (VP (VBD left))))"
RAIN = f"(ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained) {CLAUSE}) (. .)))"


def tree_of(brackets: str, *sentences: str) -> Constituent | None:
    document = replace(blank_document(*sentences), trees=(brackets,) * len(sentences))
    return constituents(document)[-1]


@pytest.fixture
def rain() -> Constituent:
    tree = tree_of(RAIN, "It rained because we left .")
    assert tree is not None
    return tree


def test_nodes_know_their_words_and_category(rain: Constituent) -> None:
    found = {(node.category, node.words.start, node.words.stop) for node in rain.nodes()}
    assert {("ROOT", 0, 6), ("NP", 0, 1), ("VP", 1, 5), ("SBAR", 2, 5), ("VBD", 4, 5)} <= found


def test_words_are_counted_in_the_document() -> None:
    tree = tree_of("(S (UH Yes) (. .))", "Yes .", "Yes .")
    assert tree is not None
    assert tree.words == range(2, 4)


def test_a_production_is_the_rule_of_a_node(rain: Constituent) -> None:
    assert covering(rain, range(2, 5)).production == "SBAR -> IN S"


def test_the_path_goes_up_to_a_node_above(rain: Constituent) -> None:
    because = covering(rain, range(2, 3))
    assert path(because, rain) == ["IN", "SBAR", "VP", "S", "ROOT"]
    assert path(because, because) == ["IN"]


def test_the_lowest_node_over_words_covers_them(rain: Constituent) -> None:
    assert covering(rain, range(1, 3)).category == "VP"
    assert covering(rain, range(3, 4)).category == "NP"


def test_siblings_are_found_on_both_sides(rain: Constituent) -> None:
    verb = covering(rain, range(1, 2))
    right = verb.sibling(1)
    assert right is not None
    assert right.category == "SBAR"
    assert verb.sibling(-1) is None


def test_traces_and_what_holds_nothing_else_go_out() -> None:
    tree = tree_of("( (S (NP-SBJ-1 (-NONE- *)) (VP (TO to) (VP (VB go) (NP (-NONE- *T*-1))))))", "to go")
    assert tree is not None
    assert [node.category for node in tree.nodes()] == ["ROOT", "S", "VP", "TO", "VP", "VB"]


def test_brackets_as_words_keep_their_tag() -> None:
    tree = tree_of("(NP (-LRB- -LRB-) (NN x) (-RRB- -RRB-))", "( x )")
    assert tree is not None
    assert [node.category for node in tree.nodes() if node.preterminal] == ["-LRB-", "NN", "-RRB-"]


@pytest.mark.parametrize(
    "brackets", ["(())", "(S (NN one))", "(S (NN one) (NN two)", "(S (NN one) (NN two)))", ""]
)
def test_a_tree_that_does_not_fit_the_words_is_none(brackets: str) -> None:
    assert tree_of(brackets, "one two") is None


def test_a_document_without_trees_has_none() -> None:
    assert constituents(blank_document("one two", "three")) == [None, None]
