"""Constituents found by a model: a well-formed tree over the words of every sentence."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import relata
from relata.errors import DataWarning, UntrainedError
from relata.formats import conll2016
from relata.treebank import parse_trees
from relata.treebank.constituents import constituents
from relata.treebank.tree import decoded_brackets
from tests.toy_model import save_bracket_model, save_sentence_model

TEXT = "It rained (a lot) because all was wet. Then we left."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_bracket_model(tmp_path_factory.mktemp("models") / "toy", 5)


def words_of(tree: str | None) -> list[str]:
    (parsed,) = parse_trees(tree or "", "tree")
    return [decoded_brackets(leaf.word or "") for leaf in parsed.tokens()]


@given(st.text(max_size=80))
@settings(max_examples=25)
def test_every_sentence_has_a_tree_over_its_words(model: Path, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of Chinese
        document = relata.load(model, only="constituents")(text)

    assert len(document.trees) == len(document.sentences)
    assert all(constituents(document))


def test_leaves_are_words_with_their_tags(model: Path) -> None:
    first = relata.load(model, disable=())(TEXT).sentences[0]

    assert words_of(first.tree) == [token.form for token in first]
    assert "(NN -LRB-)" in (first.tree or "")
    assert "(JJ wet)" in (first.tree or "")


def test_a_document_keeps_the_trees_and_tags_it_has(model: Path) -> None:
    parser = relata.load(model, only="constituents")
    document = parser(TEXT)
    tags = ["X1"] * len(document.tokens)
    given_tree = replace(
        document, trees=("(S (X all))", None), tokens=document.tokens.annotate(tag=tags, heads=None)
    )

    trees = parser(given_tree).trees

    assert trees[0] == "(S (X all))"
    assert words_of(trees[1]) == ["Then", "we", "left", "."]
    assert "(X1 Then)" in (trees[1] or "")


def test_a_sentence_that_is_read_in_parts_has_one_tree(model: Path) -> None:
    document = relata.load(model, only="constituents")("the word " * 350)

    assert words_of(document.trees[0]) == ["the", "word"] * 350


def test_trees_do_not_need_the_syntax_of_the_document(model: Path) -> None:
    document = relata.load(model, disable=("syntax", "roles"))(TEXT)

    assert document.tokens.heads is None
    assert words_of(document.trees[1]) == ["Then", "we", "left", "."]


def test_a_model_without_the_head_says_so(tmp_path: Path) -> None:
    sentences = save_sentence_model(tmp_path / "toy")

    with pytest.raises(UntrainedError, match="was not trained for 'constituents'; it does syntax, roles"):
        relata.load(sentences, only="constituents")
    assert relata.load(sentences)(TEXT).trees == ()


def test_trees_are_written_to_parses_of_conll2016(model: Path, tmp_path: Path) -> None:
    document = relata.load(model, only="constituents")(TEXT)
    conll2016.write([document], tmp_path / "dataset")

    (parse,) = json.loads((tmp_path / "dataset" / "parses.json").read_text("utf-8")).values()

    assert [sentence["parsetree"].strip() for sentence in parse["sentences"]] == list(document.trees)
    (again,) = conll2016.read(tmp_path / "dataset")
    assert again.trees == document.trees
