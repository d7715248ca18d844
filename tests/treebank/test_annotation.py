"""Dependencies from the trees of a document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relata.errors import FormatError
from relata.treebank import with_dependencies
from tests.documents import blank_document

TREE = "(ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained)) (. .)))"


def test_tags_heads_and_labels_come_from_the_trees() -> None:
    document = with_dependencies(replace(blank_document("It rained ."), trees=(TREE,)))
    assert [(token.tag, token.head, token.deprel) for token in document.tokens] == [
        ("PRP", 2, "SBJ"),
        ("VBD", 0, "ROOT"),
        (".", 2, "P"),
    ]


def test_a_sentence_without_tree_has_none() -> None:
    document = with_dependencies(replace(blank_document("Ah !", "It rained ."), trees=(None, TREE)))
    assert [token.head for token in document.tokens] == [None, None, 2, 0, 2]


@pytest.mark.parametrize(
    ("tree", "fault"),
    [
        ("(NN rain)", "d: tree 1: expected the 3 words of the sentence, found 1"),
        (f"{TREE} {TREE}", "d: tree 1: expected one tree, found 2"),
        ("(ROOT (NN rain)", "d:1: the tree that begins here is not closed"),
    ],
)
def test_a_tree_that_does_not_fit_is_refused(tree: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        with_dependencies(replace(blank_document("It rained ."), trees=(tree,)))
