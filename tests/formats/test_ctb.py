"""The Chinese Treebank: trees inside SGML."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.errors import FormatError, Lenient
from relata.formats import ctb, detect
from tests.paths import TESTS

RELEASE = TESTS / "fixtures" / "ctb"
FILE = "bracketed/chtb_801.fid"


def text() -> str:
    return (RELEASE / FILE).read_text(encoding="gbk")


def test_documents_have_words_tags_trees_and_paragraphs() -> None:
    (document,) = ctb.read(RELEASE)

    assert (document.id, document.language, len(document.sentences)) == ("chtb_801", "zh", 8)
    assert [token.tag for token in document.sentences[0]] == ["NN", "NN", "NN", "VV"]
    assert document.sentences[4].text == "为 降低 运费 ， 管理局 决定 修建 新 码头 。"
    assert "(-NONE- *PRO*)" in (document.sentences[4].tree or "")
    assert [document.text[slice(*paragraph)].count("\n") for paragraph in document.paragraphs] == [0, 2, 3]


@pytest.mark.parametrize("place", ["", "bracketed", FILE])
def test_every_useful_folder_is_read(place: str) -> None:
    assert detect(RELEASE / place) == "ctb"
    assert len(list(ctb.read(RELEASE / place))) == 1


def test_of_two_encodings_the_one_in_utf8_is_read(tmp_path: Path) -> None:
    for folder, encoding in (("utf-8", "utf-8"), ("gbk", "gbk")):
        place = tmp_path / "data" / folder / "bracketed"
        place.mkdir(parents=True)
        (place / "chtb_0801.nw").write_bytes(text().encode(encoding))
    segmented = tmp_path / "data" / "utf-8" / "segmented"
    segmented.mkdir()
    (segmented / "chtb_0801.nw.seg").write_text("海港 扩建\n", encoding="utf-8")

    (file,) = ctb.tree_files(tmp_path)

    assert file.parts[-3:] == ("utf-8", "bracketed", "chtb_0801.nw")


def test_traditional_characters_in_big5_are_detected(tmp_path: Path) -> None:
    tree = "<S ID=1>\n( (IP (NP (NN 時候)) (VP (VV 來) (AS 了)) (PU 。)))\n</S>\n"
    (tmp_path / "chtb_0901.fid").write_bytes(tree.encode("big5"))
    (document,) = ctb.read(tmp_path)
    assert document.text == "時候 來 了 。"


def test_a_broken_tree_is_named_and_lenient_reading_goes_on(tmp_path: Path) -> None:
    (tmp_path / "chtb_0801.fid").write_text(
        text().replace("(VV 开工))))", "(VV 开工)))", 1), encoding="utf-8"
    )

    with pytest.raises(FormatError, match=r"chtb_0801.fid:9: the tree that begins here is not closed: 1"):
        list(ctb.read(tmp_path))
    lenient = Lenient()
    (document,) = ctb.read(tmp_path, on_error=lenient)
    assert (len(document.sentences), len(lenient.faults)) == (7, 1)


def test_a_file_without_trees_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "chtb_0801.fid"
    file.write_text("<DOC>\n海港\n</DOC>\n", encoding="utf-8")
    with pytest.raises(FormatError, match="expected trees, found none"):
        list(ctb.read(file))
    with pytest.raises(FormatError, match=r"expected a folder with trees in files such as chtb_0001.fid"):
        list(ctb.read(tmp_path))


def test_files_of_the_penn_treebank_are_not_of_the_chinese_one(tmp_path: Path) -> None:
    shutil.copy(RELEASE / FILE, tmp_path / "wsj_0801.mrg")
    assert not ctb.is_ctb(tmp_path)
