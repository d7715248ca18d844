"""The release of CoNLL-2008 (LDC2009T12): closed and open tracks in folders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import FormatError, Lenient
from relata.formats import conll2008, detect
from relata.formats.conllu import parse_items
from tests.paths import REPOSITORY

RELEASE = REPOSITORY / "tests" / "fixtures" / "conll2008-release"
GOLD_FILES = ("train/train.closed", "devel/devel.closed", "test.wsj/test.wsj.closed.GOLD")


def by_name(folder: Path, **options: Path) -> dict[str, Document]:
    return {document.id: document for document in conll2008.read(folder, **options)}


@pytest.mark.parametrize("place", ["", "data", "data/train", "data/train/train.closed"])
def test_a_release_is_recognised_at_any_level(place: str) -> None:
    assert detect(RELEASE / place) == "conll2008"
    assert "train" in by_name(RELEASE / place)


def test_a_test_set_is_read_from_its_gold_file() -> None:
    documents = by_name(RELEASE)
    assert sorted(documents) == ["devel", "test.wsj", "train"]
    assert documents["test.wsj"].propositions[0].roleset == "rain.01"


@pytest.mark.parametrize("path", GOLD_FILES)
def test_files_of_a_release_come_back_byte_for_byte(tmp_path: Path, path: str) -> None:
    source, target = RELEASE / "data" / path, tmp_path / "out.conll08"
    conll2008.write(conll2008.read(source), target)
    assert target.read_bytes() == source.read_bytes()


def test_the_open_track_of_a_release_is_found_by_name(tmp_path: Path) -> None:
    tokens = by_name(RELEASE, open_track=RELEASE)["train"].tokens
    assert parse_items(tokens[7].misc)["BBN"] == "B-GPE:CITY"


def test_a_missing_open_file_is_named(tmp_path: Path) -> None:
    folder = shutil.copytree(RELEASE, tmp_path / "release")
    (folder / "data" / "devel" / "devel.open").unlink()
    with pytest.raises(
        FormatError, match=r"release: expected devel\.open, the open track of .*devel\.closed"
    ):
        by_name(folder, open_track=folder)


def test_an_open_file_with_other_rows_is_refused_or_counted(tmp_path: Path) -> None:
    folder = shutil.copytree(RELEASE, tmp_path / "release")
    file = folder / "data" / "train" / "train.open"
    file.write_text(file.read_text("utf-8").replace("_\t_\t_\t6\tLOC\n", ""), "utf-8")
    with pytest.raises(FormatError, match=r"train\.open:1: expected 10 rows, as the sentence has, found 9"):
        by_name(folder, open_track=folder)
    lenient = Lenient()
    assert [each.id for each in conll2008.read(folder, open_track=folder, on_error=lenient)] == [
        "devel",
        "test.wsj",
    ]
    assert len(lenient.faults) == 2  # the sentence, and the document that is then empty
