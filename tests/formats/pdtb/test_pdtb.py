"""PDTB-2 and PDTB-3: directories of pipe files with raw text."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, Lenient, UnsupportedWarning
from relata.formats.pdtb import PDTB2, PDTB3, PipeCorpus
from relata.senses import map_senses, mapping
from tests.paths import TESTS

FIXTURES = TESTS / "fixtures"
BOTH = pytest.mark.parametrize("corpus", [PDTB2, PDTB3], ids=["pdtb2", "pdtb3"])


def folder(corpus: PipeCorpus) -> Path:
    return FIXTURES / ("pdtb2" if corpus is PDTB2 else "pdtb3")


def pipe_file(corpus: PipeCorpus) -> str:
    return "data/99/wsj_9901.pipe" if corpus is PDTB2 else "gold/99/wsj_9901"


@pytest.fixture
def copied(tmp_path: Path, corpus: PipeCorpus) -> Path:
    return Path(shutil.copytree(folder(corpus), tmp_path / "corpus"))


@BOTH
def test_relations_have_their_spans_in_the_raw_text(corpus: PipeCorpus) -> None:
    (document,) = corpus.read(folder(corpus))
    because = document.relations[0]
    assert (document.id, document.language, len(document.sentences)) == ("wsj_9901", "en", 8)
    assert (because.type, because.senses) == (RelationType.EXPLICIT, ("Contingency.Cause.Reason",))
    assert (because.connective.text, because.arg2.text) == ("because", "the oven had cracked")
    assert because.extras["attribution_source"] == "Wr"


@BOTH
def test_implicit_relation_has_both_connectives_and_their_senses(corpus: PipeCorpus) -> None:
    (document,) = corpus.read(folder(corpus))
    implicit = document.relations[1]
    assert (implicit.inserted, implicit.second_inserted) == ("so", "in fact")
    assert [len(implicit.senses), len(implicit.second_senses)] == [1, 1]
    assert document.text[slice(*map(int, implicit.extras["arg2_attribution_spans"].split("..")))] == (
        "Mr. Olsen, who owns it, said"
    )


@BOTH
def test_entrel_is_its_own_sense_and_norel_has_none(corpus: PipeCorpus) -> None:
    (document,) = corpus.read(folder(corpus))
    senses = {relation.type: relation.senses for relation in document.relations}
    assert senses[RelationType.ENTREL] == ("EntRel",)
    assert senses[RelationType.NOREL] == ()


@BOTH
def test_edges_of_annotations_are_edges_of_tokens(corpus: PipeCorpus, copied: Path) -> None:
    place = copied / pipe_file(corpus)
    (document,) = corpus.read(copied)
    begin, end = document.relations[0].connective.pieces[0]
    row = place.read_text(encoding="utf-8").splitlines()[0]
    place.write_text(row.replace(f"{begin}..{end}", f"{begin + 2}..{end}"), encoding="utf-8")
    (cut,) = corpus.read(copied)
    assert cut.relations[0].connective.text == "cause"
    assert len(cut.tokens) == len(document.tokens) + 1


@BOTH
def test_files_are_written_as_they_were_read(corpus: PipeCorpus, tmp_path: Path) -> None:
    target = tmp_path / "out"
    corpus.write(corpus.read(folder(corpus)), target)
    for file in filter(Path.is_file, folder(corpus).rglob("*")):
        assert (target / file.relative_to(folder(corpus))).read_bytes() == file.read_bytes()


@BOTH
def test_one_file_is_one_document(corpus: PipeCorpus) -> None:
    assert list(corpus.read(folder(corpus) / pipe_file(corpus))) == list(corpus.read(folder(corpus)))


@BOTH
def test_carriage_returns_and_byte_order_marks_are_no_content(corpus: PipeCorpus, copied: Path) -> None:
    expected = list(corpus.read(copied))
    for file in filter(Path.is_file, copied.rglob("*")):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert list(corpus.read(copied)) == expected


@BOTH
def test_missing_raw_text_is_named(corpus: PipeCorpus, copied: Path) -> None:
    (copied / "raw/99/wsj_9901").unlink()
    with pytest.raises(FormatError, match=r"raw/99/wsj_9901: expected the raw text of .*wsj_9901"):
        list(corpus.read(copied))


@BOTH
def test_lenient_reading_skips_a_document_without_raw_text(corpus: PipeCorpus, copied: Path) -> None:
    place = copied / pipe_file(corpus)
    shutil.copy(place, place.with_name(place.name.replace("9901", "9900")))
    lenient = Lenient()
    assert [document.id for document in corpus.read(copied, on_error=lenient)] == ["wsj_9901"]
    assert len(lenient.faults) == 1


@BOTH
@pytest.mark.parametrize(
    ("text", "fault"),
    [("_ __ ___. _", "masked"), (" \n", "expected a text, found none"), ("T\0h\0e\0", "found NUL")],
)
def test_raw_text_without_words_is_refused(corpus: PipeCorpus, copied: Path, text: str, fault: str) -> None:
    (copied / "raw/99/wsj_9901").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=fault):
        list(corpus.read(copied))


@BOTH
def test_file_without_rows_is_a_document_without_relations(corpus: PipeCorpus, copied: Path) -> None:
    (copied / pipe_file(corpus)).write_bytes(b"")
    assert [document.relations for document in corpus.read(copied)] == [()]


@BOTH
def test_place_without_pipe_files_is_refused(corpus: PipeCorpus, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a"):
        corpus.read(tmp_path)
    with pytest.raises(FormatError, match="expected a"):
        corpus.read(tmp_path / "absent")


def test_pdtb3_without_files_in_gold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gold" / "00").mkdir(parents=True)
    with pytest.raises(FormatError, match="gold: expected a directory with files"):
        PDTB3.read(tmp_path)


def test_pdtb3_needs_no_section_folders(tmp_path: Path) -> None:
    (document,) = PDTB3.read(FIXTURES / "pdtb3")
    PDTB3.write([replace(document, id="bakery")], tmp_path / "flat")
    assert (tmp_path / "flat/gold/bakery").is_file()
    assert [document.id for document in PDTB3.read(tmp_path / "flat")] == ["bakery"]


@pytest.mark.parametrize("raw", ["wsj_9901", "wsj_9901.raw"])
def test_pdtb2_takes_raw_text_beside_the_pipe_file(tmp_path: Path, raw: str) -> None:
    shutil.copy(FIXTURES / "pdtb2/data/99/wsj_9901.pipe", tmp_path)
    shutil.copy(FIXTURES / "pdtb2/raw/99/wsj_9901", tmp_path / raw)
    assert len(list(PDTB2.read(tmp_path))) == 1


def test_pdtb2_expects_raw_text_beside_a_pipe_file_outside_data(tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "pdtb2/data/99/wsj_9901.pipe", tmp_path)
    with pytest.raises(FormatError, match="wsj_9901: expected the raw text"):
        list(PDTB2.read(tmp_path))


def test_pdtb3_goes_to_pdtb2_with_mapped_senses(tmp_path: Path) -> None:
    (document,) = PDTB3.read(FIXTURES / "pdtb3")
    mapped, fallen_out = map_senses(document, mapping("pdtb3", "pdtb2"))
    with pytest.warns(UnsupportedWarning, match=r"pdtb2 cannot hold: .*Hypophora \(1 relations\)"):
        PDTB2.write([mapped], tmp_path / "pdtb2")
    (again,) = PDTB2.read(tmp_path / "pdtb2")
    assert again.relations[1].second_senses == ("Expansion.Restatement.Specification",)
    assert sum(fallen_out.values()) == 1


def test_second_document_of_a_name_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    (document,) = PDTB3.read(FIXTURES / "pdtb3")
    with pytest.raises(FormatError, match="a second document 'wsj_9901'"):
        PDTB3.write([document, document], tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_what_two_files_cannot_hold_is_said_once(tmp_path: Path) -> None:
    text = "Ann left.\r\nBob stayed."
    tokens = Tokens(
        text, [(0, 9), (11, 22)], forms=["Ann_left", "Bob"], sentence_starts=[0, 1], tag=["X", "X"]
    )
    document = Document(
        "a", "en", tokens, metadata={"genre": "news"}, trees=("(X)", None), paragraphs=((0, 9),)
    )
    empty = Document("b", "en", Tokens("", []))
    with pytest.warns(UnsupportedWarning) as caught:
        PDTB3.write([document, empty], tmp_path / "out")
    assert [str(warning.message) for warning in caught] == [
        "pdtb3 cannot hold: forms that differ from the text (2 tokens), annotation of tokens (1 documents), "
        "constituent trees (1 sentences), metadata (1 documents), words and sentences (1 documents), "
        "CRLF (1 documents), paragraphs (1 documents), documents without tokens (1 in all)"
    ]


def test_offsets_survive_carriage_returns_in_the_text(tmp_path: Path) -> None:
    text = "Ann left.\r\nBob stayed."
    tokens = Tokens(text, [(0, 3), (4, 8), (8, 9), (11, 14), (15, 21), (21, 22)], sentence_starts=[0, 3])
    relation = DiscourseRelation(RelationType.IMPLICIT, tokens.span([0, 1]), tokens.span([3, 4]))
    with pytest.warns(UnsupportedWarning, match=r"CRLF \(1 documents\)"):
        PDTB3.write([Document("a", "en", tokens, relations=(relation,))], tmp_path / "out")
    (again,) = PDTB3.read(tmp_path / "out")
    assert again.relations[0].arg2.text == "Bob stayed"


def test_another_language_than_that_of_the_corpus_is_said(tmp_path: Path) -> None:
    document = Document("a", "zh", Tokens("Ann", [(0, 3)]))
    with pytest.warns(UnsupportedWarning, match=r"^pdtb3 cannot hold: language \(1 documents\)$"):
        PDTB3.write([document], tmp_path / "out")
