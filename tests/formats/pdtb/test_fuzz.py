"""Broken files of the PDTB family: a reader refuses them with a FormatError or reads on, nothing else."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relata.errors import DataWarning, FormatError, Lenient
from relata.formats import reader
from tests.paths import TESTS

FIXTURES = TESTS / "fixtures"
FORMATS = ("pdtb2", "pdtb3", "gdtb", "tedcdb")

INSERTED = (
    b"|",
    b"\n",
    b"..",
    b";",
    b"-",
    b"9",
    b"_",
    b"\xff",
    b"\x00",
    b"NoRel",
    b"Implicit",
    b" ",
    b"\t",
    b"",
)
EDITS = st.tuples(
    st.floats(0, 1), st.integers(0, 30), st.sampled_from(INSERTED), st.sampled_from([1, 1, 1, 3])
)


def _mutated(data: bytes, edits: list[tuple[float, int, bytes, int]]) -> bytes:
    """The bytes with some stretches cut out and others put in."""
    for place, length, inserted, times in edits:
        at = int(place * len(data))
        data = data[:at] + inserted * times + data[at + length :]
    return data


def _read_all(name: str, place: Path) -> None:
    """Reads strictly, where only a FormatError may come out, and leniently, where nothing may."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        with contextlib.suppress(FormatError):
            list(reader(name)(place))
        list(reader(name)(place, on_error=Lenient()))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=80, deadline=None)
@given(which=st.integers(0, 3), edits=st.lists(EDITS, min_size=1, max_size=4))
def test_mutated_files_give_format_errors_or_documents(
    name: str, which: int, edits: list[tuple[float, int, bytes, int]]
) -> None:
    with tempfile.TemporaryDirectory() as room:
        place = Path(shutil.copytree(FIXTURES / name, Path(room) / "corpus"))
        files = sorted(filter(Path.is_file, place.rglob("*")))
        file = files[which % len(files)]
        file.write_bytes(_mutated(file.read_bytes(), edits))
        _read_all(name, place)


@pytest.mark.parametrize("name", FORMATS)
def test_truncated_files_give_format_errors_or_documents(name: str, tmp_path: Path) -> None:
    place = Path(shutil.copytree(FIXTURES / name, tmp_path / "corpus"))
    for file in sorted(filter(Path.is_file, place.rglob("*"))):
        data = file.read_bytes()
        for size in range(0, len(data), max(1, len(data) // 20)):
            file.write_bytes(data[:size])
            _read_all(name, place)
        file.write_bytes(data)
