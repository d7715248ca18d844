"""parses.json as a stream: the same documents as json.load gives, whatever the size of the pieces."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relata.errors import FormatError, Lenient
from relata.formats import files
from relata.formats.conll2016 import parses
from relata.formats.conll2016.parses import stream_parses

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
datasets = st.dictionaries(
    st.text(max_size=4), st.dictionaries(st.text(max_size=3), json_values, max_size=3), max_size=4
)


def put(folder: Path, content: str | bytes) -> Path:
    place = folder / "parses.json"
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    place.write_bytes(data)
    return place


@pytest.fixture
def tiny_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads three bytes at a time, so that every value is cut in every place."""
    monkeypatch.setattr(parses, "read_chunks", lambda path: files.read_chunks(path, 3))


@pytest.mark.usefixtures("tiny_chunks")
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dataset=datasets, ascii_only=st.booleans(), indent=st.sampled_from([None, 0, 2]))
def test_values_cut_by_chunks_are_read_whole(
    tmp_path: Path, dataset: dict[str, Any], ascii_only: bool, indent: int | None
) -> None:
    place = put(tmp_path, json.dumps(dataset, ensure_ascii=ascii_only, indent=indent))
    assert dict(stream_parses(place)) == dataset


def test_a_byte_order_mark_and_crlf_are_accepted(tmp_path: Path) -> None:
    place = put(tmp_path, b'\xef\xbb\xbf{\r\n"a": {}\r\n}\r\n')
    assert list(stream_parses(place)) == [("a", {})]


def test_an_object_without_documents_is_an_empty_dataset(tmp_path: Path) -> None:
    assert list(stream_parses(put(tmp_path, " {} "))) == []


FAULTS = {
    "": (1, "expected a JSON object that maps DocIDs to parses, the file ends here"),
    "[]": (1, "expected a JSON object that maps DocIDs to parses, found '['"),
    "{": (1, "expected a DocID in double quotes, the file ends here"),
    "{a": (1, "expected a DocID in double quotes, found 'a'"),
    '{"a"': (1, "expected ':' after a DocID, the file ends here"),
    '{"a": {}': (1, "expected ',' or '}' after a document, the file ends here"),
    '{"a": {},}': (1, "expected a DocID in double quotes, found '}'"),
    '{"a": {}}\n\n x': (3, "expected nothing behind the closing '}', found 'x'"),
    '{"a":\n': (2, "broken JSON: the file ends inside a document"),
    '{\n"a": {"b": "x': (2, "broken JSON: the file ends inside a document"),
    '{\n"a": {},\n"b": {"c":\n tru}}': (4, "broken JSON: Expecting value"),
    '{"a": {"b": "\n"}}': (1, "broken JSON: Invalid control character at"),
    '{\n"a": ' + "[" * 100_000: (2, "no usable JSON: maximum recursion depth exceeded"),
    '{\n"a": ' + "1" * 5000 + "}": (2, "no usable JSON: Exceeds the limit"),
    '{"a": 1}': (1, "a: expected an object with sentences"),
    '{"a": {},\n"a": {}}': (2, "DocID 'a' comes twice"),
}


@pytest.mark.parametrize("content", FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_named_with_its_line(tmp_path: Path, content: str) -> None:
    line, message = FAULTS[content]
    place = put(tmp_path, content)
    with pytest.raises(FormatError) as caught:
        list(stream_parses(place))
    assert str(caught.value).startswith(f"{place}:{line}: {message}")


@pytest.mark.usefixtures("tiny_chunks")
@pytest.mark.parametrize("content", [c for c in FAULTS if len(c) < 100])
def test_the_line_of_a_fault_does_not_depend_on_chunks(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(stream_parses(put(tmp_path, content)))
    assert caught.value.line == FAULTS[content][0]


def test_bytes_that_are_not_utf8_are_named_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"parses\.json:2: expected UTF-8, found byte 0xff"):
        list(stream_parses(put(tmp_path, b'{\n"a": {"b": "\xff"}}')))


def test_documents_before_a_fault_are_kept(tmp_path: Path) -> None:
    lenient = Lenient()
    found = list(stream_parses(put(tmp_path, '{"a": {}, "b": 1, "a": {}, "c": {}, "d": {'), on_error=lenient))
    assert [doc_id for doc_id, _ in found] == ["a", "c"]
    assert len(lenient.faults) == 3


def test_memory_is_bounded_by_the_largest_document(tmp_path: Path) -> None:
    document = json.dumps({"sentences": [{"words": ["word"] * 2000}]})
    place = put(tmp_path, "{" + ",".join(f'"{number}": {document}' for number in range(600)) + "}")
    tracemalloc.start()
    count = sum(1 for _ in stream_parses(place))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 600
    assert peak < place.stat().st_size / 2
