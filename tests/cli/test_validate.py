"""`relata validate`: all faults with line and field, and an exit code for each kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Relata

GOOD = {
    "DocID": "d",
    "Type": "Explicit",
    "Sense": ["Comparison.Contrast"],
    "Arg1": {"TokenList": [0, 1]},
    "Arg2": {"TokenList": [3]},
    "Connective": {"TokenList": [2]},
}


def write(place: Path, *relations: object) -> Path:
    place.write_text("".join(json.dumps(relation) + "\n" for relation in relations), encoding="utf-8")
    return place


def test_validate_passes_good_output(relata: Relata, tmp_path: Path) -> None:
    done = relata("validate", "conll2016", write(tmp_path / "output.json", GOOD), "--language", "en")
    assert done.code == 0
    assert "1 relations, 0 malformed, 0 rejected, 0 warnings" in done.out


def test_validate_reports_every_fault(relata: Relata, tmp_path: Path) -> None:
    file = write(
        tmp_path / "output.json", GOOD | {"Type": "NoRel", "Sense": []}, GOOD, GOOD | {"Sense": ["X"]}
    )
    done = relata("validate", "conll2016", file)
    assert done.code == 1
    assert [line.split(f"{file}:")[1][:8] for line in done.err.splitlines()] == [
        "1: Type:",
        "1: Sense",
        "3: Sense",
    ]


def test_validate_tells_malformed_from_rejected(relata: Relata, tmp_path: Path) -> None:
    file = write(tmp_path / "output.json", GOOD | {"Arg1": {"TokenList": [[0, 3, 0, 0, 0]]}})
    done = relata("validate", "conll2016", file, "--format", "json")
    found = json.loads(done.out)
    assert done.code == 2
    assert found["malformed"][0]["field"] == "Arg1.TokenList"
    assert not found["rejected"]


def test_validate_knows_the_language(relata: Relata, tmp_path: Path) -> None:
    file = write(tmp_path / "output.json", GOOD | {"Sense": ["Causation"]})
    assert relata("validate", "conll2016", file, "--language", "zh").code == 0
    assert relata("validate", "conll2016", file, "--language", "en").code == 1


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"Arg1": {"TokenList": [1, 0]}}, "not ascending"),
        ({"DocID": "elsewhere"}, "unknown document"),
    ],
)
def test_validate_warns_of_what_is_hardly_meant(
    relata: Relata, tmp_path: Path, change: dict[str, object], warning: str
) -> None:
    file = write(tmp_path / "output.json", GOOD | change)
    gold = write(tmp_path / "relations.json", GOOD)
    done = relata("validate", "conll2016", file, "--gold", gold)
    assert done.code == 0
    assert warning in done.err
