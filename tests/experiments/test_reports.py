"""Reports: tables in three forms, pictures, comparisons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.errors import ProtocolError
from relata.experiments.systems import System
from tests.experiments.conftest import RunToy

pytest.importorskip("sklearn", reason="needs the extra [experiments]")
pytest.importorskip("matplotlib", reason="needs the extra [experiments]")
pytest.importorskip("tabulate", reason="needs the extra [experiments]")

from relata.experiments.contrasts import compare_runs
from relata.experiments.reports import ExperimentReport
from relata.experiments.results import load_run
from relata.experiments.tables import ReportTable

TABLE = ReportTable(
    "Scores & more", ["system", "accuracy"], [["a_b", "50.00 ± 1.00"], ["c|d", "7.00"]], ["50 % of x"]
)
SPANS = tuple(System("logistic", ("words",), span) for span in ("both", "arg1", "arg2"))


def test_text_is_aligned() -> None:
    assert TABLE.text() == (
        "Scores & more\n\n"
        "  system        accuracy\n"
        "  a_b       50.00 ± 1.00\n"
        "  c|d               7.00\n\n"
        "50 % of x\n"
    )


def test_markdown_is_a_table() -> None:
    assert TABLE.markdown().splitlines()[:6] == [
        "### Scores & more",
        "",
        "| system   |     accuracy |",
        "|:---------|-------------:|",
        "| a_b      | 50.00 ± 1.00 |",
        r"| c\|d     |         7.00 |",
    ]


def test_latex_escapes_what_is_special_in_it() -> None:
    text = " ".join(TABLE.latex().split())
    assert r"a\_b & 50.00 $\pm$ 1.00 \\" in text
    assert r"c\textbar{}d & 7.00 \\" in text
    assert r"\caption{Scores \& more. 50 \% of x.}" in text


def test_chi_squared_is_mathematics_in_latex() -> None:
    assert r"N-1 $\chi^2$" in ReportTable("t", ["N-1 χ²"], []).latex()


@pytest.fixture
def report(run_toy: RunToy) -> ExperimentReport:
    path = run_toy(systems=(System("majority"), *SPANS), shares=(0.5,))
    return ExperimentReport([load_run(path)])


def test_a_report_has_all_that_the_field_asks_for(report: ExperimentReport) -> None:
    assert [table.title for table in report.tables[0]] == [
        "Labels: L2:5",
        "Accuracy, kim2020",
        "Significance",
        "Label shares: L2:5",
        "Accuracy by label",
        "F1 by label",
        "Confusion, logistic",
        'Perturbation: "-" before both arguments',
        "Transitions: P(label | previous label)",
        "Accuracy by genre",
        "Learning curves",
    ]


def test_a_signature_stands_under_each_table_and_in_each_picture(
    report: ExperimentReport, tmp_path: Path
) -> None:
    signature, tables = report.runs[0].signature, report.tables[0]
    written = {path.name: path.read_bytes().decode("utf-8", "replace") for path in report.write(tmp_path)}
    assert [table.text().splitlines()[-1] for table in tables] == [signature] * len(tables)
    assert written["report.md"].count(f"\n`{signature}`\n") == len(tables)
    assert written["report.tex"].count(r"\tiny\ttfamily kim2020\textbar{}\allowbreak{}data:") == len(tables)
    assert all(signature in text for name, text in written.items() if name.endswith(("png", "svg")))


def test_the_score_table_marks_baseline_oracle_and_wins(report: ExperimentReport) -> None:
    rows = {row[0]: row for row in report.tables[0][1].rows}
    assert rows["majority"][5:] == ["baseline", ""]
    assert rows["logistic (upper bound)"][5:] == ["oracle", ""]
    assert rows["logistic"][6] == "(3+, 0-)"


def test_rows_of_a_confusion_matrix_sum_up_to_100(report: ExperimentReport) -> None:
    for row in report.tables[0][6].rows:
        assert sum(map(float, row[1:])) == pytest.approx(100, abs=0.3)


def test_a_split_that_cuts_documents_is_stated(run_toy: RunToy) -> None:
    text = ExperimentReport([load_run(run_toy(split="instances-3"))]).text()
    assert "the split is at instance level: in the mean over folds, 12 documents stand on both sides" in text


def test_correction_counts_the_comparisons_of_all_runs(run_toy: RunToy) -> None:
    one, other = (load_run(run_toy(name, systems=(System("majority"), *SPANS))) for name in ("one", "other"))
    assert {each.comparisons for own in ExperimentReport([one, other]).contrasts for each in own} == {6}


def test_files_and_pictures_are_written(report: ExperimentReport, tmp_path: Path) -> None:
    written = [path.name for path in report.write(tmp_path / "report")]
    assert written[:4] == ["report.txt", "report.md", "report.tex", "report.json"]
    assert "confusion-logistic-upper-bound.svg" in written
    assert "learning-curves.png" in written
    assert all((tmp_path / "report" / name).stat().st_size > 100 for name in written)


def test_the_same_run_makes_the_same_files(report: ExperimentReport, tmp_path: Path) -> None:
    one, other = (list(report.write(tmp_path / name)) for name in ("one", "other"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_json_has_the_figures_to_the_last_digit(report: ExperimentReport, tmp_path: Path) -> None:
    list(report.write(tmp_path))
    found = json.loads((tmp_path / "report.json").read_text("utf-8"))["runs"][0]
    system = report.runs[0].systems["logistic"]
    assert found["systems"]["logistic"]["accuracy"]["mean"] == system.over_seeds("accuracy").mean
    assert found["contrasts"][0]["mcnemar"]["exact"]["p"] == report.contrasts[0][0].mcnemar.exact.p


def test_runs_on_the_same_folds_are_compared_in_pairs(run_toy: RunToy) -> None:
    one = load_run(run_toy("one"))
    other = load_run(run_toy("other", systems=(System("majority"),)))
    found = compare_runs(one, other)
    assert found.names == ("one: logistic", "other: majority")
    assert found.contrast is not None
    assert [table.title for table in found.tables()] == [
        "Systems",
        "Tests",
        "Labels: right, pooled over folds",
    ]


def test_runs_on_other_folds_are_compared_by_counts(run_toy: RunToy) -> None:
    one, other = load_run(run_toy("one")), load_run(run_toy("other", split_seed=5))
    found = compare_runs(one, other, ("logistic", "majority"))
    assert found.contrast is None
    assert [row[0] for row in list(found.tables())[1].rows] == ["Fisher, pooled counts"]


def test_an_unknown_system_is_refused(run_toy: RunToy) -> None:
    run = load_run(run_toy())
    with pytest.raises(ProtocolError, match=r"no system 'bert' in .*; there is majority, logistic"):
        compare_runs(run, run, ("bert", "logistic"))


def test_several_runs_stand_side_by_side(run_toy: RunToy, tmp_path: Path) -> None:
    models = (System("logistic", ("words",)), System("logistic", ("first-last",), title="ends"))
    systems = (System("majority"), *models)
    paths = [run_toy(split, split=split, systems=systems) for split in ("documents-3", "documents-4")]
    report = ExperimentReport([load_run(path) for path in paths])
    shares, accuracies, pairs = report.summary()
    assert shares.header[1:] == [f"{split} {part}" for split in paths_of(paths) for part in ("train", "test")]
    assert accuracies.header == ["system", "documents-3 (3)", "documents-4 (4)"]
    rows = {row[0]: row for row in accuracies.rows}
    assert rows["logistic"][1] == f"{load_run(paths[0]).systems['logistic'].over_folds('accuracy')} (3+, 0-)"
    assert pairs.rows[0][0] == "logistic vs ends"
    written = {path.name for path in report.write(tmp_path / "report")}
    assert "report.md" in written
    assert "## Side by side" in (tmp_path / "report" / "report.md").read_text("utf-8")


def paths_of(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]
