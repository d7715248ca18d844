"""Objects of JSON files: a fault is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError, Lenient
from relata.formats.json_lines import read_array, read_objects


@pytest.mark.parametrize("line", ['{"a": 1, "b": 2, "a": 1}', '{"x": [{"a": 1, "a": 2}]}'])
def test_a_field_that_comes_twice_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f'{{"a": 1}}\n{line}\n{{"a": 3}}\n', encoding="utf-8")
    faults = Lenient()

    objects = list(read_objects(path, on_error=faults))

    assert objects == [(1, {"a": 1}), (3, {"a": 3})]
    assert [str(fault) for fault in faults.faults] == [
        f"{path}:2: no usable JSON: the field 'a' comes twice in one object"
    ]


def test_a_field_that_comes_twice_in_an_array_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('[{"a": 1, "a": 2}]', encoding="utf-8")

    with pytest.raises(FormatError, match=r"x\.json:1: .* the field 'a' comes twice in one object"):
        list(read_array(path))
