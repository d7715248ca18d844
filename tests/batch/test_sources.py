"""Inputs below directories: nothing is left out without a word."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from relata.batch.sources import find_sources
from relata.errors import Lenient


def found(*paths: Path, without: Path | None = None) -> tuple[list[str], list[str]]:
    """The ids of the sources that paths name, and the faults."""
    faults = Lenient()
    ids = [source.id for source in find_sources(map(str, paths), None, faults, without=without)]
    return ids, list(map(str, faults.faults))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A directory of texts."""
    folder = tmp_path / "corpus"
    for name in ("a.txt", "more/b.txt", ".hidden/c.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("Text.", encoding="utf-8")
    return folder


def test_a_folder_that_cannot_be_read_is_reported(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Path.iterdir

    def refused(folder: Path) -> Iterator[Path]:  # the tests may run as root, whom permissions do not stop
        if folder.name == "more":
            raise PermissionError(13, "Permission denied", str(folder))
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", refused)

    assert found(corpus) == (["a"], [f"{corpus / 'more'}: cannot be read: Permission denied"])


def test_linked_folders_are_read(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "d.txt").write_text("Text.", encoding="utf-8")
    (corpus / "link").symlink_to(tmp_path / "elsewhere")

    assert found(corpus) == (["a", "link-d", "more-b"], [])


def test_links_in_a_circle_end(corpus: Path) -> None:
    (corpus / "more" / "up").symlink_to(corpus)
    (corpus / "more" / "self").symlink_to(corpus / "more")

    assert found(corpus) == (["a", "more-b"], [])


def test_the_output_below_the_input_is_no_input(corpus: Path) -> None:
    assert found(corpus, without=corpus / "more") == (["a"], [])


def test_a_pipe_among_files_is_reported(corpus: Path) -> None:
    os.mkfifo(corpus / "pipe.txt")

    message = f"{corpus / 'pipe.txt'}: neither a file nor a directory; name it to read it"
    assert found(corpus) == (["a", "more-b"], [message])
