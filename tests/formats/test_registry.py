"""Formats by name, and the format of a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError
from relata.formats import READABLE, WRITABLE, conllu, detect, disrpt, reader, writer


@pytest.mark.parametrize(
    ("files", "path", "name"),
    [
        (["corpus.jsonl"], "corpus.jsonl", "jsonl"),
        (["corpus.jsonl"], "", "jsonl"),
        (["parses.json", "relations.json"], "", "conll2016"),
        (["a.conll08"], "a.conll08", "conll2008"),
        (["a.conll"], "a.conll", "conll2008"),
        (["a.conll08", "b.conll08"], "", "conll2008"),
        (["a.tok"], "a.tok", "disrpt"),
        (["a.rels"], "a.rels", "disrpt"),
        (["a.rels", "a.conllu"], "", "disrpt"),
        (["a.tok"], "", "disrpt"),
        (["a.conllu"], "a.conllu", "conllu"),
        (["a.conllu"], "", "conllu"),
        (["a.pdtb", "a.raw", "a.conllu"], "", "gdtb"),
        (["a.pdtb", "a.raw"], "", "tedcdb"),
        (["gold/00/wsj_0001", "raw/00/wsj_0001"], "", "pdtb3"),
        (["data/00/wsj_0001.pipe", "raw/00/wsj_0001"], "", "pdtb2"),
        (["00/wsj_0001.mrg"], "", "ptb"),
        (["a.mrg"], "a.mrg", "ptb"),
        (["a.parse"], "a.parse", "ptb"),
        (["a.gold_conll"], "", "propbank"),
        (["a.gold_conll"], "a.gold_conll", "propbank"),
    ],
)
def test_a_format_is_told_by_its_files(tmp_path: Path, files: list[str], path: str, name: str) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()

    assert detect(tmp_path / path) == name


@pytest.mark.parametrize("path", ["", "corpus.json"])
def test_json_arrays_are_our_own_format(tmp_path: Path, path: str) -> None:
    (tmp_path / "corpus.json").write_text("[\n]", encoding="utf-8")

    assert detect(tmp_path / path) == "jsonl"


@pytest.mark.parametrize("name", ["parses.json", "relations.json", "output.json"])
def test_json_objects_are_not_our_own_format(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"DocID": []}\n', encoding="utf-8")

    with pytest.raises(FormatError, match="unknown format"):
        detect(tmp_path / name)


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="absent: cannot be read: No such file"):
        detect(tmp_path / "absent")


def test_a_path_of_no_known_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="unknown format; expected one of conll2016, "):
        detect(tmp_path)


def test_a_folder_of_conll_files_may_be_anything(tmp_path: Path) -> None:
    (tmp_path / "a.conll").touch()
    with pytest.raises(FormatError, match="unknown format"):
        detect(tmp_path)


def test_a_reader_is_that_of_its_module() -> None:
    assert reader("conllu") is conllu.read


def test_a_writer_is_that_of_its_module() -> None:
    assert writer("disrpt") is disrpt.write


@pytest.mark.parametrize("name", READABLE)
def test_every_format_that_is_said_to_be_readable_has_a_reader(name: str) -> None:
    assert callable(reader(name))


@pytest.mark.parametrize("name", WRITABLE)
def test_every_format_that_is_said_to_be_writable_has_a_writer(name: str) -> None:
    assert callable(writer(name))


@pytest.mark.parametrize("find", [reader, writer])
def test_a_format_that_does_not_exist_is_refused(find: object) -> None:
    with pytest.raises(ValueError, match="no format 'word'; expected one of conll2016, "):
        find("word")  # type: ignore[operator]


def test_what_can_only_be_written_has_no_reader() -> None:
    with pytest.raises(ValueError, match="no format 'brat'"):
        reader("brat")
