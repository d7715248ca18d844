"""`relata evaluate`: input and run directories in, evaluation.prototext out."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.conftest import Relata


def lay_out(case: Path, place: Path) -> tuple[Path, Path, Path]:
    """A golden case as the directories of a blind evaluation."""
    data, run = place / "input", place / "run"
    for folder in (data, run):
        folder.mkdir()
    shutil.copy(case / "gold.json", data / "relations.json")
    shutil.copy(case / "pred.json", run / "output.json")
    return data, run, place / "out"


def test_evaluate_writes_what_the_official_evaluator_wrote(
    relata: Relata, golden: Path, tmp_path: Path
) -> None:
    case = golden / "micro_b15_dead_end_two_docs"
    data, run, out = lay_out(case, tmp_path)
    assert relata("evaluate", data, run, out).code == 0
    assert (out / "evaluation.prototext").read_bytes() == (case / "expected.prototext").read_bytes()


def test_evaluate_of_a_rejected_run_writes_nothing(relata: Relata, golden: Path, tmp_path: Path) -> None:
    data, run, out = lay_out(golden / "micro_b10_two_senses", tmp_path)
    done = relata("evaluate", data, run, out)
    assert done.code == 1
    assert "output.json:1: Sense: expected one sense, found 2" in done.err
    assert not out.exists()


def test_evaluate_keeps_an_old_result_when_the_run_is_broken(
    relata: Relata, golden: Path, tmp_path: Path
) -> None:
    data, run, out = lay_out(golden / "micro_b01_neg_neg", tmp_path)
    relata("evaluate", data, run, out)
    before = (out / "evaluation.prototext").read_bytes()
    (run / "output.json").write_text('{"DocID": "d", "Ty', encoding="utf-8")
    done = relata("evaluate", data, run, out)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert (out / "evaluation.prototext").read_bytes() == before


def test_evaluate_without_output_json_says_what_is_missing(
    relata: Relata, golden: Path, tmp_path: Path
) -> None:
    data, run, out = lay_out(golden / "micro_b01_neg_neg", tmp_path)
    (run / "output.json").unlink()
    done = relata("evaluate", data, run, out)
    assert done.code == 2
    assert "expected output.json" in done.err
