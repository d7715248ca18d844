"""`relata compare`: paired significance from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Relata


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Gold of 30 documents, a system that is always right, and one that is always wrong about the sense."""

    def write(name: str, sense: str) -> Path:
        file = tmp_path / name
        spans = {"Arg1": {"TokenList": [0]}, "Arg2": {"TokenList": [1]}, "Connective": {"TokenList": []}}
        relations = (
            {"DocID": f"d{number}", "ID": number, "Type": "Implicit", "Sense": [sense], **spans}
            for number in range(30)
        )
        file.write_text("".join(json.dumps(relation) + "\n" for relation in relations), encoding="utf-8")
        return file

    return (
        write("gold.json", "Expansion.Conjunction"),
        write("right.json", "Expansion.Conjunction"),
        write("wrong.json", "Comparison.Contrast"),
    )


def test_compare_tells_a_difference(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    gold, right, wrong = runs
    done = relata("compare", gold, wrong, right, "--trials", "2000", "--format", "json")
    contrast = json.loads(done.out)["systems"][str(right)]["contrast"]
    assert contrast["difference"] == 1.0
    assert contrast["p"]["randomisation"] < 0.01


def test_compare_of_equal_systems_is_not_significant(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    gold, right, _ = runs
    twin = right.with_name("twin.json")
    twin.write_bytes(right.read_bytes())
    done = relata("compare", gold, right, twin, "--trials", "100", "--format", "json")
    assert json.loads(done.out)["systems"][str(twin)]["contrast"]["p"]["randomisation"] == 1.0


def test_compare_prints_a_table_and_corrects_for_several(
    relata: Relata, runs: tuple[Path, Path, Path]
) -> None:
    gold, right, wrong = runs
    other = right.with_name("other.json")
    other.write_bytes(wrong.read_bytes())
    done = relata("compare", gold, right, wrong, other, "--trials", "100")
    assert "-100.00" in done.out
    assert "Bonferroni-corrected for 2 comparisons" in done.out


def test_compare_lists_its_measures(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    done = relata("compare", *runs, "--measure", "list")
    assert "Explicit only (partial match) Parser f1" in done.out.splitlines()


def test_compare_refuses_an_unknown_measure(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    done = relata("compare", *runs, "--measure", "BLEU")
    assert done.code == 2
    assert "no measure 'BLEU'" in done.err


def test_compare_needs_two_systems(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    done = relata("compare", *runs[:2])
    assert done.code == 2
    assert "at least two systems" in done.err
