"""The conversion: well-formed for any tree, in agreement with the reference, and applied to documents."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, example, given

from relata.errors import FormatError
from relata.treebank import Dependencies, Tree, parse_trees, to_dependencies, with_dependencies
from tests.documents import blank_document
from tests.treebank.strategies import trees

TREE = "(ROOT (S (NP-SBJ (PRP It)) (VP (VBD rained)) (. .)))"


def path_to_root(word: int, heads: tuple[int, ...]) -> list[int]:
    path = [word]
    while heads[path[-1] - 1] and len(path) <= len(heads):
        path.append(heads[path[-1] - 1])
    return path


def tree(text: str) -> Tree:
    (parsed,) = parse_trees(text, "test.mrg")
    return parsed


@given(trees())
@example(tree("((S (NP (-NONE- *T*-1)) (VP (-NONE- *)) (. .) (. !)))"))
@example(tree("((S-1 (NP (NN a)) (CC and) (S=1 (NP=1 (NN b)) (S=2 (NP=1 (NN c))))))"))
@example(
    tree("((PP-2 (PRN-2 (-NONE- *RNR*-2) (NN a)) (TO to) (PRN-3 (S=2 (CC or) (TO to)) (S (NP=3 (NN b))))))")
)
def test_any_tree_has_one_root_and_no_cycle(made: Tree) -> None:
    size = len(made.tokens())
    assume(size)
    found = to_dependencies(made)
    assert found.heads.count(0) == found.labels.count("ROOT") == 1
    assert all(len(path_to_root(word, found.heads)) <= size for word in range(1, size + 1))
    assert all(found.labels)


@given(trees())
def test_the_tree_is_not_changed(made: Tree) -> None:
    before = str(made)
    to_dependencies(made)
    assert str(made) == before


def test_a_tree_without_words_has_no_dependencies() -> None:
    assert to_dependencies(tree("((S (-NONE- *)))")) == Dependencies((), ())


@pytest.mark.parametrize("depth", [3, 199])
def test_deep_trees_are_no_trouble(depth: int) -> None:
    deep = tree("(S (NN a) " * depth + "(NN b)" + ")" * depth)
    assert to_dependencies(deep).heads.count(0) == 1


def test_agreement_with_the_reference_is_above_the_floor(shared: Path) -> None:
    """LAS and UAS over all words of WSJ 0001-0149; benchmarks/convert_treebank.py shows them by label."""
    folder = shared / "data" / "ptb-wsj-sample" / "combined"
    reference = shared / "golden" / "conll2008" / "converter" / "wsj_0001-0149.ref.conllx.xz"
    words = heads = both = 0
    for name, sentences in reference_documents(reference):
        text = (folder / f"{name}.mrg").read_text(encoding="utf-8")
        for parsed, sentence in zip(parse_trees(text, name), sentences, strict=True):
            found = to_dependencies(parsed)
            for head, label, row in zip(found.heads, found.labels, sentence, strict=True):
                words += 1
                heads += str(head) == row[6]
                both += (str(head), label) == (row[6], row[7])
    assert words == 78_375
    assert heads / words >= 0.999
    assert both / words >= 0.999


def reference_documents(path: Path) -> Iterator[tuple[str, list[list[list[str]]]]]:
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for block in file.read().split("# doc ")[1:]:
            name, _, rest = block.partition("\n")
            blocks = rest.strip().split("\n\n")
            yield name, [[line.split("\t") for line in sentence.splitlines()] for sentence in blocks]


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
