"""`relata scoreboard`: published tables, and runs ranked among them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Relata

EXAMPLES = REPOSITORY / "examples"
GOLD, RUN = EXAMPLES / "conll2016", EXAMPLES / "conll2016" / "run"


def test_published_results_need_no_run(relata: Relata) -> None:
    done = relata("scoreboard", "conll2016", "--data", "test")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "CoNLL-2016, strict, en, test (Xue et al. 2016, table 5)"
    assert lines[2].split()[:5] == ["ecnucs", "1", "30.26", "31.16", "30.70"]
    assert [line[-8:] for line in lines if "(Xue et al." in line] == [f"table {n})" for n in (5, 6, 7, 8, 9)]


def test_runs_are_ranked_by_the_official_scores(relata: Relata) -> None:
    done = relata("scoreboard", "conll2016", RUN, "--gold", GOLD, "--format", "json")
    assert (done.code, done.err) == (0, "")
    boards = json.loads(done.out)
    own = [next(system for system in board["systems"] if system["own"]) for board in boards]
    assert own[0]["rank"] == 1
    assert own[0]["results"]["Parser F"] == 55.17
    assert own[0]["results"]["Argument P"] == 73.33
    assert own[1]["results"] == {
        "Parser P": 66.67,
        "Parser R": 62.5,
        "Parser F": 64.52,
        "Argument P": 93.33,
        "Argument R": 87.5,
        "Argument F": 90.32,
    }
    assert boards[0]["signatures"][0].startswith(f"{RUN}: conll2016|mode:official|lang:en")


def test_senses_of_given_arguments_have_a_table(relata: Relata) -> None:
    run = EXAMPLES / "conll2016" / "run-senses"
    done = relata("scoreboard", "conll2016", run, "--gold", GOLD, "--scoring", "supplementary")
    assert done.code == 0
    assert "task:sense-only" in done.out
    row = next(line for line in done.out.splitlines() if "run-senses*" in line)
    scores = relata(
        "score", "conll2016", GOLD, run, "--supplementary", "--mode", "official", "--format", "json"
    )
    f1 = json.loads(scores.out)["measures"]["All Parser f1"]
    assert row.split()[4] == f"{100 * f1:.2f}"


def test_chinese_has_its_own_systems(relata: Relata) -> None:
    zh = EXAMPLES / "conll2016-zh"
    done = relata("scoreboard", "conll2016", zh / "run", "--gold", zh, "--language", "zh", "--data", "dev")
    assert done.code == 0
    assert "cip2016" in done.out
    assert "oslopots" not in done.out


def test_csv_has_a_line_a_result(relata: Relata) -> None:
    gold, run = (EXAMPLES / "conll2008" / f"{name}.conll08" for name in ("gold", "run"))
    done = relata("scoreboard", "conll2008", run, "--gold", gold, "--data", "brown", "--format", "csv")
    rows = [*csv.DictReader(io.StringIO(done.out))]
    own = {row["column"]: row["result"] for row in rows if row["own"] == "1"}
    assert own["LAS"] == "92.86"
    assert own["Verbal F1"] == "85.71"
    assert {row["part"] for row in rows} == {"closed brown"}


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_tables_are_made_for_papers(relata: Relata, form: str) -> None:
    pytest.importorskip("tabulate", reason="needs the extra [experiments]")
    done = relata("scoreboard", "kim2020", "--by", "Lin", "--format", form)
    assert done.code == 0
    assert {"markdown": "| XLNet (large, cased) ", "latex": "58.77*** $\\pm$ 0.99"}[form] in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("conll2016", RUN), "RUNS are scored against --gold: give both, or neither"),
        (("conll2016", "--gold", GOLD), "RUNS are scored against --gold: give both, or neither"),
        (("conll2016", "absent", "--gold", GOLD), "absent: cannot be read: No such file or directory"),
        (("conll2016", "--by", "F1"), "no column 'F1' to rank by; there is Parser P, "),
        (
            ("conll2008", RUN, "--gold", EXAMPLES / "conll2008" / "gold.conll08"),
            "run: cannot be read: Is a directory",
        ),
    ],
)
def test_bad_input_is_one_line(relata: Relata, arguments: tuple[str | Path, ...], message: str) -> None:
    done = relata("scoreboard", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("error: ") + done.err.count("Error: ") == 1


def test_an_empty_folder_of_gold_files_is_refused(relata: Relata, tmp_path: Path) -> None:
    done = relata("scoreboard", "conll2008", tmp_path, "--gold", tmp_path)
    assert done.code == 2
    assert "expected files in the columns of CoNLL-2008, found none" in done.err
