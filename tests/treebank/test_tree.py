"""Trees in brackets: what the reader accepts, and the errors for the rest."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import FormatError
from relata.treebank import Tree, parse_trees
from relata.treebank.tree import DEEPEST
from tests.treebank.strategies import trees

SENTENCE = """
( (S
    (NP-SBJ-1 (DT The) (NN ferry) )
    (VP (VBD was)
      (VP (VBN delayed)
        (NP (-NONE- *-1) )))
    (. .) ))
"""


def read(text: str) -> list[Tree]:
    return list(parse_trees(text, "sea.mrg"))


def test_a_tree_has_labels_words_and_empty_categories_as_they_stand() -> None:
    (tree,) = read(SENTENCE)
    assert str(tree) == (
        "( (S (NP-SBJ-1 (DT The) (NN ferry)) (VP (VBD was) (VP (VBN delayed) (NP (-NONE- *-1)))) (. .)))"
    )


def test_tokens_are_the_leaves_without_empty_categories() -> None:
    (tree,) = read(SENTENCE)
    assert [leaf.word for leaf in tree.tokens()] == ["The", "ferry", "was", "delayed", "."]


def test_leaves_are_all_of_them() -> None:
    (tree,) = read(SENTENCE)
    assert [leaf.word for leaf in tree.leaves()] == ["The", "ferry", "was", "delayed", "*-1", "."]


def test_trees_say_on_which_line_they_begin() -> None:
    assert [tree.line for tree in read(f"{SENTENCE}\n\n(NN sea)\n{SENTENCE}")] == [2, 10, 12]


@pytest.mark.parametrize("text", ["", " \n\n\t"])
def test_no_text_has_no_trees(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("(S (NN sea)", 1, "the tree that begins here is not closed: 1 ')' missing"),
        ("(NN sea)\n\n(S (NP (NN sea)", 3, "the tree that begins here is not closed: 2 ')' missing"),
        ("(S (NN sea)))", 1, "a closing bracket that no opening one belongs to"),
        ("(S (NN sea))\nsea", 2, "expected '(' at the beginning of a tree, found 'sea'"),
        ("(NP sea wind)", 1, "expected '(' or ')' in the constituent NP, found 'sea'"),
        ("(NP (NN sea)\nwind)", 2, "expected '(' or ')' in the constituent NP, found 'wind'"),
        ("(S (NP ))", 1, "expected a word or constituents in the brackets of NP, found nothing"),
        ("(())", 1, "expected a word or constituents in the brackets of the tree, found nothing"),
        ("()", 1, "expected a word or constituents in the brackets of the tree, found nothing"),
        ("(S (sea))", 1, "expected a word or constituents in the brackets of sea, found nothing"),
        ("(" * 300 + "(NN sea)" + ")" * 300, 1, f"brackets are nested more than {DEEPEST} deep"),
    ],
)
def test_what_is_no_tree_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value) == f"sea.mrg:{line}: {message}"


def test_trees_before_a_fault_are_given() -> None:
    given_trees = parse_trees("(NN sea) (NN", "sea.mrg")
    assert str(next(given_trees)) == "(NN sea)"


@given(st.lists(trees()))
def test_what_is_written_is_read_back(made: list[Tree]) -> None:
    assert read("\n".join(map(str, made))) == made


@given(st.text(alphabet="() \nSNP*-1a", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(FormatError):
        for tree in parse_trees(text, "sea.mrg"):
            assert str(tree).count("(") == str(tree).count(")")
