"""Corpora as training data of the sentence parser."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.document import Document
from relata.document.dependency_tree import is_tree
from relata.formats import jsonl, propbank, ptb
from relata.formats.pdtb import gdtb
from relata.resources.sentences import (
    LeftOut,
    discourse_treebank,
    treebank,
    treebank_with_roles,
    web_treebank,
    with_sentences,
)
from tests.paths import REPOSITORY

EXAMPLES = REPOSITORY / "examples" / "treebank"
TREES = EXAMPLES / "wsj" / "00" / "harbour.mrg"
COLUMNS = EXAMPLES / "propbank.gold_conll"

WEB = """web/x/00/ann.xml 0 0 Ann NNP (TOP(S(NP*) - - (ARG0*)
web/x/00/ann.xml 0 1 rowed VBD (VP* row row.01 (V*)
web/x/00/ann.xml 0 2 :-RRB- NFP (INTJ*)))) - - *

web/x/00/ann.xml 1 0 Not RB (TOP(FRAG* - -
web/x/00/ann.xml 1 1 there RB *)) - -

web/x/00/ann.xml 2 0 It PRP (TOP(S(NP*) - - (ARG1*)
web/x/00/ann.xml 2 1 sank VBD (VP*))) sink sink.01 (V*)

web/x/00/bob.xml 0 0 Hm UH (TOP(INTJ*)) - -

"""

UNIVERSAL = """# newdoc id = x-ann
# newpar
# text = Ann rowed:)
1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\trowed\trow\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No
3\t:)\t:)\tSYM\tNFP\t_\t2\tdiscourse\t_\t_

# text = Nobody knows.
1\tNobody\tnobody\tPRON\tNN\t_\t2\tnsubj\t_\t_
2\tknows\tknow\tVERB\tVBZ\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# text = It sank
1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tsank\tsink\tVERB\tVBD\t_\t0\troot\t_\t_

"""


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A folder with columns and Universal Dependencies of the same text, nearly."""
    (tmp_path / "web.gold_conll").write_text(WEB, encoding="utf-8")
    (tmp_path / "web.conllu").write_text(UNIVERSAL, encoding="utf-8")
    return tmp_path


def rows(document: Document) -> list[tuple[str, str | None, int | None, str | None]]:
    return [(token.form, token.lemma, token.head, token.deprel) for token in document.tokens]


def test_a_treebank_has_dependencies_and_lemmas() -> None:
    (document,) = treebank(TREES)
    assert document.id == "harbour-unsplit"
    assert not document.propositions
    assert rows(document)[5:8] == [
        ("built", "build", 3, "NMOD"),
        ("sank", "sink", 0, "ROOT"),
        ("yesterday", "yesterday", 7, "TMP"),
    ]


def test_sentences_without_columns_are_left_out_where_roles_are_known(tmp_path: Path) -> None:
    columns = tmp_path / "two.gold_conll"
    shutil.copy(COLUMNS, columns)
    (whole,) = ptb.read(TREES, propbank=columns)
    known = len(next(propbank.read(columns)).sentences)
    left_out = LeftOut()
    (document,) = treebank_with_roles(TREES, columns, left_out)
    assert (len(whole.sentences), len(document.sentences)) == (5, known)
    assert left_out == {"sentences of which PropBank says nothing": 5 - known}
    assert [each.roleset for each in document.propositions] == [each.roleset for each in whole.propositions]
    assert [token.lemma for token in document.tokens][:3] == ["the", "old", "ferry"]


def test_documents_without_columns_have_no_roles_to_learn(tmp_path: Path) -> None:
    columns = tmp_path / "other.gold_conll"
    columns.write_text(COLUMNS.read_text(encoding="utf-8").replace("harbour", "pier"), encoding="utf-8")
    with pytest.warns(UserWarning, match="not in the treebank"):
        assert list(treebank_with_roles(TREES, columns, LeftOut())) == []


def test_columns_are_laid_onto_the_text_of_universal_dependencies(web: Path) -> None:
    left_out = LeftOut()
    (document,) = web_treebank(web / "web.gold_conll", web / "web.conllu", left_out)
    assert document.id == "x-ann"
    assert [sentence.text for sentence in document.sentences] == ["Ann rowed:)", "It sank"]
    assert rows(document) == [
        ("Ann", "ann", 2, "SBJ"),
        ("rowed", "row", 0, "ROOT"),
        (":)", ":)", 2, "P"),
        ("It", "it", 2, "SBJ"),
        ("sank", "sink", 0, "ROOT"),
    ]
    assert [
        (each.roleset, each.roles["A0" if n == 0 else "A1"].text)
        for n, each in enumerate(document.propositions)
    ] == [
        ("row.01", "Ann"),
        ("sink.01", "It"),
    ]
    assert document.propositions[1].arguments[0].head == 3
    assert left_out == {"sentences with other words": 1, "sentences of unknown documents": 1}


def test_some_sentences_of_a_document_keep_their_propositions() -> None:
    (document,) = ptb.read(TREES, propbank=EXAMPLES / "prop.txt")
    some = with_sentences(document, {1, 3})
    assert [sentence.text for sentence in some.sentences] == [document.sentences[n].text for n in (1, 3)]
    assert [each.roleset for each in some.propositions] == ["expect.01", "buy.01", "take.01"]
    assert some.propositions[2].predicate.text == "took"
    assert some.text == document.text


def test_training_data_are_the_same_after_writing_and_reading(web: Path) -> None:
    (document,) = web_treebank(web / "web.gold_conll", web / "web.conllu", LeftOut())
    jsonl.write([document], web / "web.jsonl")
    (again,) = jsonl.read(web / "web.jsonl")
    assert again == document


def test_gdtb_documents_get_dependencies_and_stay_as_they_are(shared: Path) -> None:
    folder = shared / "data" / "gdtb" / "dev"
    place = folder / "GUM_bio_byron.pdtb"
    if not place.exists():
        place = sorted(folder.glob("*.pdtb"))[0]
    (plain,) = gdtb.read(place)
    left_out = LeftOut()
    (document,) = discourse_treebank(place, left_out)
    assert not left_out
    assert (document.id, document.text, document.paragraphs) == (plain.id, plain.text, plain.paragraphs)
    assert [token.form for token in document.tokens] == [token.form for token in plain.tokens]
    assert document.relations == plain.relations
    for sentence in document.sentences:
        assert is_tree([token.head for token in sentence])
        assert all(token.tag and token.deprel and token.lemma for token in sentence)


def test_gdtb_documents_with_other_words_in_their_trees_are_left_out(shared: Path, tmp_path: Path) -> None:
    place = sorted((shared / "data" / "gdtb" / "dev").glob("*.pdtb"))[0]
    for file in place.parent.glob(f"{place.stem}.*"):
        shutil.copyfile(file, tmp_path / file.name)
    trees = tmp_path / f"{place.stem}.ptb"
    text = trees.read_text(encoding="utf-8")
    trees.write_text(text.replace(" the)", " thee)", 1), encoding="utf-8")
    left_out = LeftOut()
    assert list(discourse_treebank(tmp_path, left_out)) == []
    assert left_out == {"documents with other words": 1}


def test_the_web_treebank_keeps_all_that_propbank_says(shared: Path) -> None:
    data = shared / "data"
    columns = data / "propbank-ewt" / "ewt_dev.gold_conll.xz"
    left_out = LeftOut()
    documents = list(web_treebank(columns, data / "ud-english-ewt" / "en_ewt-ud-dev.conllu", left_out))
    plain = list(propbank.read(columns))
    assert left_out.total() == 1
    assert sum(len(each.propositions) for each in documents) == sum(len(each.propositions) for each in plain)
    for document in documents:
        for sentence in document.sentences:
            assert is_tree([token.head for token in sentence])
        assert all(argument.head is not None for each in document.propositions for argument in each.arguments)
