"""Whatever is done to the files of a dataset, reading gives documents or a `FormatError`, nothing else."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relata.errors import DataWarning, Lenient
from relata.formats import conll2016
from tests.paths import TESTS

FIXTURES = TESTS / "fixtures"
FUZZ = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
PIECES = (
    b"",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"\n",
    b"\xff",
    b"\x00",
    b"-1",
    b"99999999999999999999",
    b"null",
)
VALUES = (
    None,
    True,
    -1,
    0,
    3,
    2**40,
    1.5,
    "",
    "x",
    "x-1",
    "-",
    "\ud800",
    [],
    [1],
    [[1, 2]],
    {},
    {"TokenList": []},
)


@pytest.fixture(params=["conll2016-en", "conll2016-zh"])
def dataset(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES / request.param, tmp_path / "dataset", dirs_exist_ok=True))


def read_leniently(dataset: Path) -> Lenient:
    lenient = Lenient()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        for document in conll2016.read(dataset, on_error=lenient):
            assert document.id
    return lenient


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a JSON value."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*path, key))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with another one at the end of the way."""
    if not path:
        return new
    first, *rest = path
    changed = value.copy()
    changed[first] = put(value[first], tuple(rest), new)
    return changed


@pytest.mark.parametrize("name", ["parses.json", "relations.json", "raw"])
@FUZZ
@given(data=st.data())
def test_changed_bytes(dataset: Path, name: str, data: st.DataObject) -> None:
    place = dataset / name if name != "raw" else min((dataset / "raw").iterdir())
    original = place.read_bytes()
    begin = data.draw(st.integers(0, len(original)))
    end = data.draw(st.integers(begin, min(len(original), begin + 20)))
    try:
        place.write_bytes(original[:begin] + data.draw(st.sampled_from(PIECES)) + original[end:])
        read_leniently(dataset)
    finally:
        place.write_bytes(original)


@FUZZ
@given(data=st.data())
def test_changed_values_of_parses(dataset: Path, data: st.DataObject) -> None:
    place = dataset / "parses.json"
    original = place.read_text()
    parses = json.loads(original)
    path = data.draw(st.sampled_from(list(places(parses))))
    try:
        place.write_text(json.dumps(put(parses, path, data.draw(st.sampled_from(VALUES)))))
        read_leniently(dataset)
    finally:
        place.write_text(original)


@FUZZ
@given(data=st.data())
def test_changed_values_of_a_relation_spoil_no_other(dataset: Path, data: st.DataObject) -> None:
    place = dataset / "relations.json"
    original = place.read_text()
    lines = original.splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    relation = json.loads(lines[number])
    path = data.draw(st.sampled_from(list(places(relation))))
    lines[number] = json.dumps(put(relation, path, data.draw(st.sampled_from(VALUES))))
    try:
        place.write_text("\n".join(lines))
        lenient = read_leniently(dataset)
    finally:
        place.write_text(original)
    assert [fault.line for fault in lenient.faults] in ([], [number + 1])
