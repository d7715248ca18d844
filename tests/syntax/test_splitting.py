"""Documents with split words: tokens, links, spans, trees and columns."""

from __future__ import annotations

from pathlib import Path

import pytest

import relata
from relata.document import Document, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
from relata.formats.conll2008 import lines
from relata.syntax.hyphenation import english
from relata.syntax.splitting import with_split_words
from tests.toy_model import save_random_model, save_sentence_model

WORDS = ["The", "York-based", "firm", "rose", "."]


@pytest.fixture
def document() -> Document:
    tokens = Tokens.of_words(
        WORDS,
        [" ", " ", " ", ""],
        heads=[3, 3, 4, 0, 4],
        tag=["DT", "JJ", "NN", "VBD", "."],
        lemma=["the", "york-based", "firm", "rise", "."],
        deprel=["NMOD", "NMOD", "SBJ", "ROOT", "P"],
    )
    firm = tokens.span([0, 1, 2])
    return Document(
        "a",
        "en",
        tokens,
        relations=(DiscourseRelation(RelationType.ENTREL, firm, tokens.span([3])),),
        propositions=(Proposition(tokens.span([3]), "rise.01", (Argument("A1", firm, 2),)),),
        trees=("((S (NP (DT The) (JJ York-based) (NN firm)) (VP (VBD rose)) (. .)))",),
    )


@pytest.mark.filterwarnings("ignore::relata.errors.UnsupportedWarning")
def test_parts_are_tokens_with_links_and_columns(document: Document) -> None:
    rows = [line.split() for line in lines(with_split_words(document, english())) if line.strip()]
    assert [" ".join(row[1:10]) for row in rows[1:5]] == [
        "York-based york-based _ JJ York york NNP 4 HMOD",
        "_ _ _ _ - - HYPH 2 HYPH",
        "_ _ _ _ based base VBN 5 NMOD",
        "firm firm _ NN firm firm NN 6 SBJ",
    ]


def test_text_and_spans_stay(document: Document) -> None:
    split = with_split_words(document, english())
    assert split.text == document.text
    assert split.relations[0].arg1.text == document.relations[0].arg1.text
    (proposition,) = split.propositions
    assert (proposition.predicate.text, proposition.arguments[0].head) == ("rose", 4)
    assert split.trees[0] == (
        "( (S (NP (DT The) (JJ (NNP York) (HYPH -) (VBN based)) (NN firm)) (VP (VBD rose)) (. .)))"
    )


def test_a_document_is_split_once(document: Document) -> None:
    split = with_split_words(document, english())
    assert with_split_words(split, english()) is split


def test_a_document_without_such_words_stays(document: Document) -> None:
    plain = Document("b", "en", Tokens.of_words(["No", "e-mail"]))
    assert with_split_words(plain, english()) is plain


@pytest.mark.parametrize("seed", range(5))
def test_parsed_hyphens_depend_on_the_part_before(tmp_path: Path, seed: int) -> None:
    parser = relata.load(save_random_model(tmp_path / "random", seed), only="syntax", split=True)
    document = parser("The York-based firm and/or the state-of-the-art co-chairman left.")
    links = [(token.head, token.deprel, token.tag) for token in document.tokens if token.form in "-/"]
    before = [token.index for token in document.tokens if token.form in "-/"]
    assert links == [(index, "HYPH", "HYPH") for index in before]
    assert relata.document.dependency_tree.is_tree([token.head for token in document.tokens])


def test_parsed_words_have_columns(tmp_path: Path) -> None:
    parser = relata.load(save_sentence_model(tmp_path / "toy"), only="syntax", split=True)
    rows = [line.split() for line in lines(parser("The York-based firm left.")) if line.strip()]
    assert rows[1][1:5] == ["York-based", "york-based", "_", "JJ"]
    assert rows[2][1:6] == ["_", "_", "_", "_", "-"]
