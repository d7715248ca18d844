from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import FormatError, RelataError, UnsupportedWarning
from relata.formats import reader, writer
from relata.training.data.corpus import read_corpus, read_part
from tests.training.conftest import EXAMPLES


@pytest.fixture
def documents() -> list[Document]:
    return list(reader("conll2016")(EXAMPLES))


def write_pdtb(documents: list[Document], path: Path) -> None:
    with pytest.warns(UnsupportedWarning, match="words and sentences"):
        writer("pdtb3")(documents, path)


def test_a_corpus_has_folders_to_train_and_to_select_on(tmp_path: Path, documents: list[Document]) -> None:
    writer("jsonl")(documents[:2], tmp_path / "train" / "documents.jsonl")
    writer("jsonl")(documents[2:], tmp_path / "dev" / "documents.jsonl")

    corpus = read_corpus(tmp_path)

    assert (len(corpus.train.documents), len(corpus.dev.documents)) == (2, 1)
    assert corpus.train.source == f"{tmp_path.name}/train"


def test_a_corpus_in_another_language_is_refused(tmp_path: Path, documents: list[Document]) -> None:
    for part in ("train", "dev"):
        writer("jsonl")(documents, tmp_path / part / "documents.jsonl")

    with pytest.raises(FormatError, match=r"expected documents in 'zh' \(--language\), .* is in 'en'"):
        read_corpus(tmp_path, language="zh")


def test_parts_can_be_named_one_by_one(tmp_path: Path, documents: list[Document]) -> None:
    writer("jsonl")(documents[2:], tmp_path / "dev" / "documents.jsonl")

    corpus = read_corpus(tmp_path, EXAMPLES)

    assert (len(corpus.train.documents), len(corpus.dev.documents)) == (3, 1)


def test_a_pdtb_is_split_by_sections(tmp_path: Path, document: Document) -> None:
    names = ("wsj_0101", "wsj_0201", "wsj_2199", "wsj_2200", "wsj_2301")
    write_pdtb([replace(document, id=name) for name in names], tmp_path / "pdtb3")

    corpus = read_corpus(tmp_path / "pdtb3")

    assert [each.id for each in corpus.train.documents] == ["wsj_0201", "wsj_2199"]
    assert [each.id for each in corpus.dev.documents] == ["wsj_2200"]
    assert corpus.train.source.endswith("pdtb3, sections 02 to 21")


def test_a_pdtb_without_a_section_is_refused(tmp_path: Path, document: Document) -> None:
    write_pdtb([replace(document, id="wsj_0201")], tmp_path / "pdtb3")

    with pytest.raises(FormatError, match=r"found none in .*sections 22"):
        read_corpus(tmp_path / "pdtb3")


def test_a_corpus_without_parts_is_refused() -> None:
    with pytest.raises(FormatError, match="expected folders train and dev"):
        read_corpus(EXAMPLES)


def test_something_to_train_on_has_to_be_named() -> None:
    with pytest.raises(RelataError, match="expected --data, or --train and --dev"):
        read_corpus(None, EXAMPLES)


def test_documents_without_relations_are_refused(tmp_path: Path, documents: list[Document]) -> None:
    writer("jsonl")([documents[0].with_relations(())], tmp_path / "bare.jsonl")

    with pytest.raises(FormatError, match="expected annotated relations"):
        read_part(tmp_path / "bare.jsonl")


def test_a_fingerprint_tells_other_texts_and_other_relations(documents: list[Document]) -> None:
    part = read_part(EXAMPLES)

    other = replace(part, documents=(documents[0].with_relations(()), *documents[1:]))
    shorter = replace(part, documents=tuple(documents[:2]))

    assert len({part.fingerprint, other.fingerprint, shorter.fingerprint}) == 3
    assert read_part(EXAMPLES).fingerprint == part.fingerprint
