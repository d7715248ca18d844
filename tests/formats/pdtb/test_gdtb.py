"""GDTB: relations on tokens of a treebank."""

from __future__ import annotations

import shutil
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import RelationType
from relata.errors import DataWarning, FormatError, Lenient, UnsupportedWarning
from relata.formats.pdtb import TEDCDB, gdtb
from tests.paths import TESTS

FIXTURE = TESTS / "fixtures/gdtb"


def read(path: Path) -> list[Document]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return list(gdtb.read(path))


@pytest.fixture
def document() -> Document:
    return read(FIXTURE)[0]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURE, tmp_path / "corpus"))


def test_text_is_the_real_one_and_spans_point_into_it(document: Document) -> None:
    because = document.relations[1]
    assert document.text.startswith("The garden (again)\n\nWe can't water it, because")
    assert (because.arg1.text, because.arg2.text) == ("We can't water it", "the pump broke")


def test_layers_of_the_treebank_are_kept(document: Document) -> None:
    token = document.tokens[8]
    assert (token.form, token.tag, token.upos, token.head, token.deprel) == ("water", "VB", "VERB", 0, "root")
    assert document.metadata["genre"] == "letter"
    assert (len(document.paragraphs), len(document.trees)) == (2, 3)
    assert document.sentences[1].tree is not None
    assert document.sentences[1].tree.startswith("(ROOT (S (NP-SBJ (PRP We)) (VP (MD ca)")
    assert document.sentences[1].nonwords[0].startswith("2-3\tcan't")


def test_discontinuous_connective_is_one_span(document: Document) -> None:
    condition = document.relations[5]
    assert condition.connective is not None
    assert condition.connective.text == "if then"


def test_types_without_sense_do_not_repeat_themselves(document: Document) -> None:
    assert [relation.senses for relation in document.relations if not relation.connective][:1] == [
        ("EntRel",)
    ]
    assert document.relations[-1].type is RelationType.HYPOPHORA
    assert document.relations[-1].senses == ()


def test_connective_without_span_is_found_at_the_start_of_arg2(document: Document) -> None:
    found, lost = document.relations[3:5]
    assert found.connective is not None
    assert (found.connective.text, found.arg2.text) == ("But", "the rain helps")
    assert (lost.connective, lost.extras["connective"]) == (None, "and")


def test_dirt_is_put_right_and_counted_by_kind() -> None:
    with pytest.warns(DataWarning) as caught:
        (document,) = gdtb.read(FIXTURE)
    assert {str(warning.message).rpartition(".pdtb: ")[2] for warning in caught} == {
        "connectives found at the start of Arg2: 1",
        "Explicit rows without a connective span: 1",
        "senses in another spelling: 2",
        "Implicit rows with the sense NoRel, read as NoRel: 1",
    }
    assert document.relations[7].type is RelationType.NOREL


def test_rows_without_dirt_and_the_words_are_written_as_they_were_read(
    document: Document, tmp_path: Path
) -> None:
    gdtb.write([document], tmp_path / "out")
    for suffix in ("raw", "conllu"):
        name = f"letter_garden.{suffix}"
        assert (tmp_path / "out" / name).read_bytes() == (FIXTURE / name).read_bytes()
    old = (FIXTURE / "letter_garden.pdtb").read_text(encoding="utf-8").splitlines()
    new = (tmp_path / "out/letter_garden.pdtb").read_text(encoding="utf-8").splitlines()
    assert [number for number, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]] == [
        3,
        4,
        6,
        7,
    ]
    assert read(tmp_path / "out") == [document]


@pytest.mark.parametrize("name", ["letter_garden", "letter_garden.pdtb", "letter_garden.conllu"])
def test_one_document_is_read_by_its_name(document: Document, name: str) -> None:
    assert read(FIXTURE / name) == [document]


@pytest.mark.parametrize("suffix", ["raw", "conllu", "pdtb"])
def test_missing_companion_is_named(copied: Path, suffix: str) -> None:
    (copied / f"letter_garden.{suffix}").unlink()
    with pytest.raises(FormatError, match=rf"letter_garden\.{suffix}: (expected|cannot be read)"):
        list(gdtb.read(copied / "letter_garden"))


def test_trees_need_not_be_there(copied: Path, document: Document) -> None:
    (copied / "letter_garden.ptb").unlink()
    assert read(copied) == [replace(document, trees=())]


@pytest.mark.parametrize(
    ("suffix", "old", "new", "fault"),
    [
        ("raw", "pump", "lamp", r"expected the words of the \.conllu file, they part at character 54"),
        ("raw", " dies .", "", "they part at character 118"),
        ("raw", "dies .", "dies .\n\n", "they part at character 125"),
        ("ptb", "(ROOT", "(ROOT (NN more)) (ROOT", "expected 3 trees, one a sentence, found 6"),
        ("ptb", "(NP-SBJ", "NP-SBJ", r"ptb:5: expected '\(' or '\)' in the constituent S, found 'NP-SBJ'"),
        (
            "conllu",
            "# newpar\n# sent_id",
            "# newdoc id = other\n# newpar\n# sent_id",
            "expected one document, found 2",
        ),
        ("pdtb", "|EntRel|", "|Temporal|", "letter_garden.pdtb:1: sense1a: expected no sense in EntRel row"),
    ],
)
def test_companions_that_do_not_fit_are_refused(
    copied: Path, suffix: str, old: str, new: str, fault: str
) -> None:
    file = copied / f"letter_garden.{suffix}"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(FormatError, match=fault):
        read(copied)


def test_lenient_reading_skips_a_faulty_document(copied: Path) -> None:
    (copied / "letter_garden.raw").write_text("The lawn", encoding="utf-8")
    lenient = Lenient()
    assert list(gdtb.read(copied, on_error=lenient)) == []
    assert len(lenient.faults) == 1


def test_directory_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a directory with \.pdtb files"):
        gdtb.read(tmp_path)


def test_second_document_of_a_name_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a second document 'letter_garden'"):
        gdtb.write([document, document], tmp_path / "out")


def test_what_cannot_be_held_is_said_once(document: Document, tmp_path: Path) -> None:
    partial = replace(document, trees=("(X)", None, None))
    with pytest.warns(UnsupportedWarning) as caught:
        gdtb.write([partial, Document("none", "en", Tokens("", []))], tmp_path / "out")
    assert [str(warning.message) for warning in caught] == [
        "gdtb cannot hold: trees (1 sentences), documents without tokens (1 in all)"
    ]


def test_attribution_of_other_corpora_is_moved_to_the_raw_text(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        (river,) = TEDCDB.read(FIXTURE.parent / "tedcdb")
    tokens = river.tokens
    relation = replace(river.relations[4], extras={"attribution_spans": "62..63;75..77", "anchor": "62..63"})
    # Chinese sentences are lines: with one blank between all words, later offsets are smaller
    with pytest.warns(UnsupportedWarning, match=r"^gdtb cannot hold: language \(1 documents\)$"):
        gdtb.write([replace(river, relations=(relation,))], tmp_path / "out")
    row = (tmp_path / "out/river.pdtb").read_text(encoding="utf-8").split("|")
    raw = (tmp_path / "out/river.raw").read_text(encoding="utf-8")
    pieces = [tuple(map(int, piece.split(".."))) for piece in row[6].split(";")]
    assert [raw[begin:end] for begin, end in pieces] == ["谁", "村民"]
    assert row[31] == str(raw.index("村民"))
    assert tokens.text[62] == "谁"


def test_corpus_is_read_as_it_is_written(shared: Path, tmp_path: Path) -> None:
    documents = read(shared / "data/gdtb/dev")
    gdtb.write(documents, tmp_path / "out")
    assert read(tmp_path / "out") == documents
    assert (len(documents), sum(len(document.relations) for document in documents)) == (30, 1729)
