"""PropBank in columns as documents of its own."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import FormatError, Lenient
from relata.formats import detect
from relata.formats.propbank import read
from tests.paths import REPOSITORY

FIXTURE = REPOSITORY / "examples" / "treebank" / "propbank.gold_conll"


@pytest.fixture
def document() -> Document:
    """The only document of the fixture."""
    (found,) = read(FIXTURE)
    return found


def test_a_document_has_words_tags_and_dependencies_of_its_trees(document: Document) -> None:
    rows = [(token.form, token.tag, token.head, token.deprel) for token in document.sentences[0]]
    assert document.id == "harbour"
    assert rows[2:8] == [
        ("ferry", "NN", 7, "SBJ"),
        ("that", "WDT", 6, "OBJ"),
        ("Berg", "NNP", 6, "SBJ"),
        ("built", "VBD", 3, "NMOD"),
        ("sank", "VBD", 0, "ROOT"),
        ("yesterday", "NN", 7, "TMP"),
    ]


def test_propositions_have_rolesets_and_heads(document: Document) -> None:
    found = [
        (each.roleset, [(item.role, document.tokens.form(item.head or 0)) for item in each.arguments])
        for each in document.propositions
    ]
    assert found[1] == ("sink.01", [("A1", "ferry"), ("AM-TMP", "yesterday")])
    assert found[2] == ("expect.01", [("A0", "Islanders"), ("A1", "company"), ("C-A1", "to")])


def test_documents_are_told_apart_by_their_name(tmp_path: Path) -> None:
    text = FIXTURE.read_text(encoding="utf-8")
    file = tmp_path / "two.gold_conll"
    file.write_text(text + text.replace("harbour", "quay.parse"), encoding="utf-8")
    assert [found.id for found in read(tmp_path)] == ["harbour", "quay"]


def test_packed_columns_are_read_alone_and_in_a_directory(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "packed.gold_conll.xz"
    file.write_bytes(lzma.compress(FIXTURE.read_bytes()))
    assert detect(file) == detect(tmp_path) == "propbank"
    assert list(read(file)) == list(read(tmp_path)) == [document]


def test_verbs_have_the_lemma_of_their_roleset_without_particle(tmp_path: Path) -> None:
    text = FIXTURE.read_text(encoding="utf-8").replace("sink.01", "sink_in.02")
    file = tmp_path / "particle.gold_conll"
    file.write_text(text, encoding="utf-8")
    (found,) = read(file)
    assert [token.lemma for token in found.sentences[0]][5:7] == ["build", "sink"]


def test_a_sentence_with_a_fault_is_left_out_in_lenient_reading(tmp_path: Path) -> None:
    file = tmp_path / "bad.gold_conll"
    file.write_text(FIXTURE.read_text(encoding="utf-8").replace("(R-ARG1*)", "(R-ARG1"), encoding="utf-8")
    lenient = Lenient()
    (found,) = read(file, on_error=lenient)
    assert (len(found.sentences), len(lenient.faults)) == (1, 1)


def test_masked_words_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "skeleton.gold_conll"
    file.write_text(FIXTURE.read_text(encoding="utf-8").replace("\tBerg\t", "\t[WORD]\t"), encoding="utf-8")
    with pytest.raises(FormatError, match="the words are masked: read the treebank"):
        list(read(file))


def test_a_directory_without_such_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a directory with \.gold_conll files"):
        list(read(tmp_path))
