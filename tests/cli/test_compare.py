"""`relata compare`: paired significance from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from relata.formats import conll2016, jsonl
from tests.cli.conftest import Relata
from tests.paths import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "conll2016"
GOLD, RUN = (REPOSITORY / "examples" / "conll2008" / f"{name}.conll08" for name in ("gold", "run"))


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


def test_compare_takes_corpora_as_score_does(relata: Relata, tmp_path: Path) -> None:
    found = (
        document.with_relations(replace(each, senses=each.senses[:1]) for each in document.relations)
        for document in conll2016.read(EXAMPLE)
    )
    jsonl.write(found, tmp_path / "found.jsonl")
    done = relata(
        *("compare", EXAMPLE, EXAMPLE / "run", tmp_path / "found.jsonl", "--senses", "conll2016"),
        *("--trials", "10", "--format", "json"),
    )
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["systems"][str(tmp_path / "found.jsonl")]["score"] == 1.0


def test_compare_skips_what_score_skips(relata: Relata, runs: tuple[Path, Path, Path]) -> None:
    gold, right, wrong = runs
    first, *others = right.read_text("utf-8").splitlines(keepends=True)
    right.write_text(first.replace("Expansion.Conjunction", "Foo") + "".join(others), encoding="utf-8")
    done = relata("compare", gold, wrong, right, "--trials", "10", "--lenient", "--format", "json")
    assert done.code == 1
    assert "right.json:1: Sense: expected a sense of conll2016-en" in done.err
    assert json.loads(done.out)["systems"][str(right)]["score"] > 0.9


def test_compare_names_the_file_of_a_fault(
    relata: Relata, runs: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    gold, right, wrong = runs
    run = tmp_path / "run"
    run.mkdir()
    (run / "output.json").write_text(
        wrong.read_text("utf-8").replace("Comparison.Contrast", "Foo"), encoding="utf-8"
    )
    done = relata("compare", gold, right, run)
    assert done.code == 1
    assert "run/output.json:1: Sense: " in done.err


@pytest.mark.parametrize("command", [("score", "conll2016"), ("validate", "conll2016")])
def test_the_senses_of_the_task_have_one_name_in_all_languages(
    relata: Relata, runs: tuple[Path, Path, Path], command: tuple[str, ...]
) -> None:
    gold, right, _ = runs
    files = (gold, right) if command[0] == "score" else (right,)
    named = relata(*command, *files, "--senses", "conll2016")
    assert (named.code, named.out) == (0, relata(*command, *files).out)


def test_the_command_compares_columns(relata: Relata) -> None:
    done = relata("compare", GOLD, RUN, GOLD, "--measure", "Proposition F1", "--trials", "100")
    assert done.out.startswith("Proposition F1 over ")
    assert "sentences" in done.out.splitlines()[0]
    assert "Labeled macro F1" in relata("compare", GOLD, RUN, GOLD, "--measure", "list").out
