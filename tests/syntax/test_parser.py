from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import relata
from relata.document import Document, Tokens
from relata.document.dependency_tree import is_tree
from relata.errors import DataWarning, ModelError
from tests.toy_model import save_random_model, save_rule_model, save_sentence_model

TEXT = "It rained because all was wet. Then we left."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_sentence_model(tmp_path_factory.mktemp("models") / "toy")


@pytest.fixture(scope="module")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_random_model(tmp_path_factory.mktemp("models") / "random", 5)


def test_tokens_have_tags_lemmas_heads_and_labels(model: Path) -> None:
    first = relata.load(model)(TEXT).sentences[0]

    assert [token.form for token in first] == ["It", "rained", "because", "all", "was", "wet", "."]
    assert [token.tag for token in first] == ["NN"] * 5 + ["JJ", "."]
    assert [token.head for token in first] == [7] * 6 + [0]
    assert [token.deprel for token in first] == ["DEP"] * 6 + ["ROOT"]
    assert [token.lemma for token in first][:2] == ["it", "rained"]


def test_heads_are_counted_in_each_sentence(model: Path) -> None:
    second = relata.load(model, only="syntax")(TEXT).sentences[1]

    assert [token.head for token in second] == [4, 4, 4, 0]


def test_only_syntax_leaves_relations_and_propositions_alone(model: Path) -> None:
    document = relata.load(model, only="syntax")(TEXT)

    assert not document.relations
    assert not document.propositions


def test_a_document_keeps_the_trees_it_has(model: Path) -> None:
    parser = relata.load(model, only="syntax")
    document = parser(TEXT)
    other = document.tokens.annotate(heads=[0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1])
    given_trees = Document("given", "en", other)

    assert parser(given_trees).tokens == other


def test_a_document_without_trees_keeps_its_tags_and_lemmas(model: Path) -> None:
    parser = relata.load(model, only="syntax")
    parsed = parser(TEXT).tokens
    tags = ["X1", None, *parsed.columns["tag"][2:]]
    lemmas = ["wet", *parsed.columns["lemma"][1:]]
    bare = Document("given", "en", replace_syntax(parsed, tag=tags, lemma=lemmas))

    tokens = parser(bare).tokens

    assert (tokens[0].tag, tokens[0].lemma) == ("X1", "wet")
    assert tokens.columns["tag"][1:] == parsed.columns["tag"][1:]
    assert tokens.heads == parsed.heads


def replace_syntax(tokens: Tokens, **columns: list[str | None]) -> Tokens:
    """Return the words of tokens with these columns and no others."""
    return Tokens(
        tokens.text,
        zip(tokens.begins, tokens.ends, strict=True),
        sentence_starts=tokens.sentence_starts,
        **columns,
    )


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_every_sentence_has_a_tree(random_model: Path, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of Chinese
        document = relata.load(random_model, only="syntax")(text)

    for sentence in document.sentences:
        assert is_tree([token.head for token in sentence])


def test_a_sentence_that_is_read_in_parts_has_one_tree(random_model: Path) -> None:
    document = relata.load(random_model, only="syntax")("the word " * 350)

    assert len(document.sentences) == 1
    assert is_tree([token.head for token in document.sentences[0]])


def test_what_a_model_was_not_trained_for_is_refused(tmp_path: Path) -> None:
    rules = save_rule_model(tmp_path / "rules")

    with pytest.raises(ModelError, match="was not trained for 'syntax'"):
        relata.load(rules, only="syntax")


def test_what_a_model_was_not_trained_for_need_not_be_disabled(tmp_path: Path) -> None:
    rules = save_rule_model(tmp_path / "rules")

    assert relata.load(rules, disable=("syntax", "roles"))(TEXT).relations
