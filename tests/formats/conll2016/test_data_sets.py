"""Releases of the shared tasks: data sets side by side, in two languages, with the names of both years."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.errors import FormatError
from relata.experiments.data import languages_of, parts_of
from relata.formats import conll2016, detect
from relata.formats.conll2016.data_sets import data_sets
from relata.scoring.conll2016.inputs import read_gold
from tests.paths import TESTS

ENGLISH, CHINESE = (TESTS / "fixtures" / f"conll2016-{language}" for language in ("en", "zh"))
NAMES = {
    "conll16st-en-03-29-16-train": ENGLISH,
    "conll16st-en-03-29-16-dev": ENGLISH,
    "conll15st-en-03-29-16-blind-test": ENGLISH,
    "conll16st-zh-01-08-2016-test": CHINESE,
}


@pytest.fixture
def release(tmp_path: Path) -> Path:
    for name, fixture in NAMES.items():
        shutil.copytree(fixture, tmp_path / "LDC2016E50" / "data" / name)
    return tmp_path / "LDC2016E50"


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    folder = shutil.copytree(ENGLISH, tmp_path / "LDC2015E21" / "conll15-st-03-04-15-dev")
    (folder / "parses.json").rename(folder / "pdtb-parses.json")
    (folder / "relations.json").rename(folder / "pdtb-data.json")
    (folder / "relations-no-senses.json").unlink()
    return folder


def test_language_and_part_are_told_by_the_name_of_a_folder(release: Path) -> None:
    found = {(item.language, item.part) for item in data_sets(release)}
    assert found == {("en", "train"), ("en", "dev"), ("en", "blind"), ("zh", "test")}


def test_a_release_is_read_at_its_top_folder(release: Path) -> None:
    assert detect(release) == "conll2016"
    languages = [document.language for document in conll2016.read(release)]
    single = len(list(conll2016.read(ENGLISH)))
    assert (languages.count("en"), "zh" in languages) == (3 * single, True)


def test_the_parts_of_one_language_are_taken(release: Path) -> None:
    assert languages_of(release) == ["en", "zh"]
    assert set(parts_of(release, "en")) == {"train", "dev", "blind"}
    with pytest.raises(FormatError, match="holds data in en and zh: name one by --language"):
        parts_of(release)


def test_the_files_of_2015_have_other_names(earlier: Path) -> None:
    (document, *_), (expected, *_) = conll2016.read(earlier.parent), conll2016.read(ENGLISH)
    assert document.relations == expected.relations
    assert document.relations
    assert len(read_gold(earlier)) == len(read_gold(ENGLISH))


def test_folders_whose_names_tell_no_part_are_no_release(tmp_path: Path) -> None:
    """A folder of texts may hold the output of a parser."""
    shutil.copytree(ENGLISH, tmp_path / "texts" / "parsed")
    with pytest.raises(FormatError, match="unknown format"):
        detect(tmp_path / "texts")
