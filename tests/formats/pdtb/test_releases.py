"""PDTB-2 as its owners hold it: the long form without raw texts, joined to the Treebank."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import DataWarning, FormatError, Lenient, UnsupportedWarning
from relata.formats import conll2016, detect, joining, reader
from relata.formats.pdtb import PDTB2, PDTB3
from tests.paths import TESTS

RELEASES = TESTS / "fixtures" / "wsj-release"
PDTB, TREEBANK = RELEASES / "pdtb_v2", RELEASES / "treebank_3"
COLUMNS = TESTS / "fixtures" / "pdtb2"
TREES = Path("parsed", "mrg", "wsj", "99", "wsj_9901.mrg")


def joined(pdtb: Path = PDTB, treebank: Path = TREEBANK) -> Document:
    (document,) = PDTB2.read(pdtb, trees=treebank)
    return document


def test_the_long_form_says_what_the_columns_say() -> None:
    (columns,) = PDTB2.read(COLUMNS)

    def facts(document: Document) -> list[tuple[object, ...]]:
        return [
            (
                str(relation.type),
                relation.all_senses,
                *(relation.inserted, relation.second_inserted),
                *(span and span.pieces for span in (relation.connective, relation.arg1, relation.arg2)),
                *(span and span.pieces for span in (relation.sup1, relation.sup2)),
                *(relation.extras.get(f"{owner}attribution_source") for owner in ("", "arg1_", "arg2_")),
            )
            for relation in document.relations
        ]

    assert facts(joined()) == facts(columns)


@pytest.mark.parametrize("below", ["", "data", "data/99", "data/99/wsj_9901.pdtb"])
def test_the_release_is_read_at_any_useful_folder(below: str) -> None:
    assert detect(PDTB / below) == "pdtb2"
    assert len(joined(PDTB / below).relations) == len(joined().relations)


@pytest.mark.parametrize("below", ["", "parsed", "parsed/mrg/wsj", "parsed/mrg/wsj/99"])
def test_raw_texts_are_those_of_the_treebank(below: str) -> None:
    assert joined(treebank=TREEBANK / below).text.startswith(".START")


def test_without_the_treebank_the_message_names_it() -> None:
    with pytest.raises(FormatError, match=r"found no such file; the Treebank has it: --trees DIR"):
        list(PDTB2.read(PDTB))


def test_words_tags_and_dependencies_are_those_of_the_trees() -> None:
    tokens = joined().tokens
    words = [tokens.form(word) for word in range(14, 26)]
    assert " ".join(words) == "Mr. Olsen , who owns it , said `` we ca n't"
    assert tokens.text[tokens.begins[22] : tokens.ends[22]] == '"'
    because = next(word for word in range(len(tokens)) if tokens.form(word) == "because")
    assert (tokens.columns["tag"][because], tokens.columns["deprel"][because]) == ("IN", "PRP")


def test_the_data_set_of_the_task_has_parses(tmp_path: Path) -> None:
    with pytest.warns(UnsupportedWarning, match="empty categories"):
        conll2016.write([joined()], tmp_path / "set")
    parses = json.loads((tmp_path / "set" / "parses.json").read_text("utf-8"))
    sentence = parses["wsj_9901"]["sentences"][0]
    assert sentence["parsetree"].startswith("( (S (NP-SBJ (NP (DT The) (NN bakery))")
    assert ["SBJ", "closed-6", "bakery-2"] in sentence["dependencies"]
    assert sentence["words"][0][1]["PartOfSpeech"] == "DT"


def test_pdtb3_takes_the_same_trees() -> None:
    with joining(TREEBANK):
        (document,) = reader("pdtb3")(TESTS / "fixtures" / "pdtb3")
    assert document.trees
    (plain,) = PDTB3.read(TESTS / "fixtures" / "pdtb3")
    assert [relation.arg2.pieces for relation in document.relations] == [
        relation.arg2.pieces for relation in plain.relations
    ]


def test_a_tree_that_does_not_fit_is_named_and_counted(tmp_path: Path) -> None:
    treebank = shutil.copytree(TREEBANK, tmp_path / "treebank_3")
    trees = treebank / TREES
    trees.write_text(trees.read_text("utf-8").replace("(NN bakery)", "(NN baker)"), "utf-8")
    with pytest.raises(
        FormatError, match=r"wsj_9901\.mrg:2: the tree does not fit .*expected 'y in Mill Lane"
    ):
        joined(treebank=treebank)
    lenient = Lenient()
    with pytest.warns(DataWarning, match="words outside the trees: 14"):
        (document,) = PDTB2.read(PDTB, trees=treebank, on_error=lenient)
    assert len(lenient.faults) == 1
    assert [tree is None for tree in document.trees] == [True, *[False] * 7]


def test_a_document_without_trees_is_named(tmp_path: Path) -> None:
    treebank = shutil.copytree(TREEBANK, tmp_path / "treebank_3")
    (treebank / TREES).rename((treebank / TREES).with_name("wsj_9902.mrg"))
    with pytest.raises(FormatError, match="expected the trees of wsj_9901, found no such file"):
        joined(treebank=treebank)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("49..56\n", "49-56\n", r":3: expected spans such as 12\.\.15;20\.\.31, found '49-56'"),
        ("49..56\n", "4900..5600\n", r":3: connective_spans: 4900\.\.5600 goes beyond the raw text"),
        ("____Arg1____", "____ArgX____", r"expected a part of the relation .* found '____ArgX____'"),
        (
            "Wr, Comm, Null, Null\nbecause",
            "Wr, Comm\nbecause",
            "expected source, type",
        ),
        ("____Explicit____", "____Explained____", "expected a relation .* found '____Explained____'"),
    ],
)
def test_faults_of_the_long_form_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    pdtb = shutil.copytree(PDTB, tmp_path / "pdtb_v2")
    file = pdtb / "data" / "99" / "wsj_9901.pdtb"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(FormatError, match=message):
        joined(pdtb)
    lenient = Lenient()
    (document,) = PDTB2.read(pdtb, trees=TREEBANK, on_error=lenient)
    assert (len(lenient.faults), len(document.relations)) == (1, len(joined().relations) - 1)
