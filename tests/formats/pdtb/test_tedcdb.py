"""TED-CDB: Chinese talks, segmented."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, FormatError, UnsupportedWarning
from relata.formats.pdtb import TEDCDB
from tests.paths import TESTS

FIXTURE = TESTS / "fixtures/tedcdb"


def read(path: Path) -> list[Document]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return list(TEDCDB.read(path))


def test_paired_connective_is_one_span() -> None:
    (document,) = read(FIXTURE)
    relation = document.relations[0]
    assert relation.connective is not None
    assert (relation.connective.text, relation.connective.discontinuous) == ("虽然 但是", True)
    assert relation.senses == ("Comparison.Concession.Arg2-as-denier",)


def test_document_has_its_sentences_and_paragraphs() -> None:
    (document,) = read(FIXTURE)
    assert (document.id, document.language) == ("river", "zh")
    assert document.sentences[2].text == "那么 ， 谁 付 的 钱 呢 ？"
    assert len(document.paragraphs) == 2


def test_implicit_relation_may_have_two_senses_and_no_connective() -> None:
    (document,) = read(FIXTURE)
    assert (document.relations[1].inserted, len(document.relations[1].senses)) == ("因为", 2)
    assert document.relations[6].inserted is None


def test_dirt_is_put_right_and_counted_by_kind() -> None:
    with pytest.warns(DataWarning) as caught:
        (document,) = TEDCDB.read(FIXTURE)
    assert [str(warning.message).rpartition("river.pdtb: ")[2] for warning in caught] == [
        "senses in another spelling: 1",
        "spans set to whole tokens: 2",
    ]
    assert document.relations[3].connective is not None
    assert document.relations[3].connective.text == "说，因为"


def test_rows_without_dirt_are_written_as_they_were_read(tmp_path: Path) -> None:
    TEDCDB.write(read(FIXTURE), tmp_path / "out")
    old = (FIXTURE / "river.pdtb").read_text(encoding="utf-8").splitlines()
    new = (tmp_path / "out/river.pdtb").read_text(encoding="utf-8").splitlines()
    assert [number for number, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]] == [3]
    assert (tmp_path / "out/river.raw").read_bytes() == (FIXTURE / "river.raw").read_bytes()


def test_what_was_written_is_read_without_dirt(tmp_path: Path) -> None:
    documents = read(FIXTURE / "river.pdtb")
    TEDCDB.write(documents, tmp_path / "out")
    assert list(TEDCDB.read(tmp_path / "out")) == documents


def test_carriage_returns_do_not_shift_offsets(tmp_path: Path) -> None:
    copied = Path(shutil.copytree(FIXTURE, tmp_path / "crlf"))
    for file in copied.iterdir():
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert read(copied) == read(FIXTURE)


def test_text_without_blanks_is_written_as_words(tmp_path: Path) -> None:
    tokens = Tokens(
        "天晴了。我们走。", [(0, 2), (2, 3), (3, 4), (4, 6), (6, 7), (7, 8)], sentence_starts=[0, 3]
    )
    relation = DiscourseRelation(RelationType.IMPLICIT, tokens.span([0, 1]), tokens.span([3, 4]))
    with pytest.warns(UnsupportedWarning, match=r"^tedcdb cannot hold: text \(1 documents\)$"):
        TEDCDB.write([Document("sun", "zh", tokens, relations=(relation,))], tmp_path / "out")
    (again,) = TEDCDB.read(tmp_path / "out")
    assert again.text == "天晴 了 。\n我们 走 。\n"
    assert again.relations[0].arg2.text == "我们 走"


@pytest.mark.parametrize("name", ["", "river.raw", "absent.pdtb"])
def test_place_without_rows_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match=r"expected a \.pdtb file"):
        TEDCDB.read((FIXTURE if name.endswith("raw") else tmp_path) / name)


def test_corpus_is_read_as_it_is_written(shared: Path, tmp_path: Path) -> None:
    documents = read(shared / "data/ted-cdb/dev")
    TEDCDB.write(documents, tmp_path / "out")
    assert list(TEDCDB.read(tmp_path / "out")) == documents
    assert (len(documents), sum(len(document.relations) for document in documents)) == (8, 1907)
