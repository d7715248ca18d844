"""Scoreboards: the published tables, checked against the papers and themselves, and the ranks of runs."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.errors import ProtocolError
from relata.experiments.data import Dataset
from relata.experiments.labels import label_set
from relata.experiments.published import PublishedRow, ResultTable, published_results
from relata.experiments.running import Experiment
from relata.experiments.scoreboard import (
    Scoreboard,
    ScoredRun,
    score_dependencies,
    score_experiment,
    scoreboards,
)
from relata.experiments.systems import System
from tests.experiments.toy import toy_instance, toy_plan
from tests.paths import REPOSITORY

PAPERS = {"conll2016": "000_", "conll2008": "004_", "kim2020": "003_", "shi2017": "002_"}
EXPLICIT = {
    ("en", "blind"): 556,
    ("en", "test"): 923,
    ("en", "dev"): 680,
    ("zh", "test"): 96,
    ("zh", "dev"): 77,
}
"""Gold connectives by language and data."""
CONLL2008 = {"challenge": "closed", "data": "wsj+brown"}


def table(paper: str, number: int) -> ResultTable:
    return next(each for each in published_results(paper) if each.number == number)


def numbers(row: PublishedRow) -> list[float]:
    return [float(cell) for cell in row.cells]


def paper_text(shared: Path, paper: str) -> str:
    (path,) = (shared / "seeds").glob(f"{PAPERS[paper]}*.txt")
    return path.read_text("utf-8")


def test_all_tables_are_there() -> None:
    found = {paper: [each.number for each in published_results(paper)] for paper in PAPERS}
    assert found == {
        "conll2016": [5, 6, 7, 8, 9],
        "conll2008": [10, 13, 14, 15, 16],
        "kim2020": [1, 2, 4, 9, 10],
        "shi2017": [2],
    }


@pytest.mark.parametrize("number", [5, 6, 7, 8, 9])
def test_rows_of_conll2016_stand_in_the_paper(shared: Path, number: int) -> None:
    """Each row with its language, its numbers in order, under the heading of its part."""
    text = paper_text(shared, "conll2016")
    languages = {"en": "English", "zh": "Chinese"}
    lines = text.splitlines()
    for row in table("conll2016", number).rows:
        if set(row.cells) != {"-"}:
            name = row.system.removesuffix(" (2)")
            assert " ".join([languages[row.keys["language"]], name, *row.cells]) in lines


@pytest.mark.parametrize("number", [10, 13, 15, 16])
def test_rows_of_conll2008_stand_in_the_paper(shared: Path, number: int) -> None:
    text = re.sub(r" \(\d+\)", "", paper_text(shared, "conll2008")).replace("?", "-")
    rows: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for row in table("conll2008", number).rows:
        rows.setdefault((row.keys["challenge"], row.system), []).append(row.cells)
    for (_, system), parts in rows.items():
        assert len(parts) == 3
        line = " ".join(cell for column in zip(*parts, strict=True) for cell in column)
        assert f"\n{system} {line}\n" in text


@pytest.mark.parametrize("paper", ["kim2020", "shi2017"])
def test_numbers_of_pair_classification_stand_in_the_paper(shared: Path, paper: str) -> None:
    text = re.sub(r"[∗*†(),±-]|\s", "", paper_text(shared, paper))
    for each in published_results(paper):
        for row in each.rows:
            assert re.sub(r"[*(),±-]|\s", "", "".join(row.cells)) in text, (each.number, row)


@pytest.mark.parametrize("number", [5, 6, 9])
def test_published_f1_is_the_harmonic_mean_of_its_neighbours(number: int) -> None:
    for row in table("conll2016", number).rows:
        cells = [cell for cell in row.cells if cell != "-"]
        for first, second, f1 in zip(*(map(float, cells[at::3]) for at in range(3)), strict=True):
            assert f1 == pytest.approx(2 * first * second / (first + second), abs=0.02), row


def test_systems_of_conll2016_stand_in_the_order_of_the_paper() -> None:
    rows = table("conll2016", 5).rows
    for row, below in pairwise(rows):
        if row.keys == below.keys:
            assert float(row.cells[2]) >= float(below.cells[2])


def test_connective_recall_is_a_share_of_the_gold_connectives() -> None:
    """The paper prints it as precision; only as recall it gives whole numbers of connectives."""
    columns = [*table("conll2016", 5).columns]
    at = columns.index("Connective R")
    for row in table("conll2016", 5).rows:
        if gold := EXPLICIT.get((row.keys["language"], row.keys["data"])):
            correct = round(float(row.cells[at]) * gold / 100)
            assert float(row.cells[at]) == pytest.approx(100 * correct / gold, abs=0.006), row


def test_arguments_and_relations_agree_on_the_number_of_predictions() -> None:
    columns = [*table("conll2016", 5).columns]
    for row in table("conll2016", 5).rows:
        cell = dict(zip(columns, numbers(row), strict=True))
        relations = cell["Parser R"] / cell["Parser P"]
        assert cell["Argument R"] / cell["Argument P"] == pytest.approx(relations, rel=0.03), row


def test_measures_of_conll2008_agree_with_each_other() -> None:
    ratios = {(*row.keys.values(), row.system): numbers(row)[0] for row in table("conll2008", 15).rows}
    for row in table("conll2008", 10).rows:
        if row.cells[0] == "-":
            continue
        macro, attachment, semantic = numbers(row)
        if row.system == "neumann":  # precision and recall far apart
            continue
        assert macro == pytest.approx((attachment + semantic) / 2, abs=0.6)
        if ratio := ratios.get((*row.keys.values(), row.system)):
            assert ratio == pytest.approx(100 * semantic / attachment, abs=0.6)


def test_first_system_of_each_challenge_is_the_winner() -> None:
    boards = [next(scoreboards("conll2008", {**CONLL2008, "challenge": name})) for name in ("closed", "open")]
    assert [board.systems[0].name for board in boards] == ["johansson", "zhang"]
    ranks = {system.name: system.rank for system in boards[0].systems}
    assert (ranks["che"], ranks["lluis"]) == (2, 18)
    assert [system.name for system in boards[1].systems if system.rank is None] == ["vickrey", "riedel"]


def test_ranks_are_those_of_the_paper(shared: Path) -> None:
    text = paper_text(shared, "conll2008")
    for system in board_with().systems:
        assert f"\n{system.name} {system.cells[0]} ({system.rank}) " in text


def board_with(*runs: ScoredRun, by: str | None = None) -> Scoreboard:
    return next(scoreboards("conll2008", CONLL2008, runs, tables=[10], by=by))


def test_a_run_stands_among_the_systems_and_shares_ranks() -> None:
    results = {"Labeled macro F1": "79.84", "Labeled attachment score": "90.00", "Labeled F1": "60.00"}
    board = board_with(ScoredRun("mine", results, "signature"))
    ranks = {system.name: system.rank for system in board.systems}
    assert (ranks["zhao"], ranks["yuret"], ranks["mine"], ranks["samuelsson"]) == (4, 5, 5, 7)
    assert ["mine*", "5", "79.84", "90.00", "60.00"] in board.report().rows
    assert board.report().below[-1] == "signature"


def test_another_column_ranks() -> None:
    run = ScoredRun("mine", {"Labeled attachment score": "90.00"})
    assert board_with(run, by="LAS").systems[0].name == "mine"
    with pytest.raises(ProtocolError, match="no column 'UAS' to rank by; there is Macro F1, LAS"):
        board_with(run, by="UAS")


def test_a_run_without_any_result_of_a_table_is_not_in_it() -> None:
    assert not any(system.own for system in board_with(ScoredRun("mine", {"other": "1.00"})).systems)


def test_files_of_two_folders_are_scored_together(tmp_path: Path) -> None:
    example = REPOSITORY / "examples" / "conll2008"
    for folder in ("gold", "run"):
        (tmp_path / folder).mkdir()
        for name in ("wsj", "brown"):
            (tmp_path / folder / name).write_bytes((example / f"{folder}.conll08").read_bytes())
    both = score_dependencies(tmp_path / "gold", tmp_path / "run").results
    one = score_dependencies(example / "gold.conll08", example / "run.conll08").results
    assert both == one
    assert one["Labeled macro F1"] == "87.61"
    assert "nonprojective" not in one, "the run has no such link"


def run_on_sections(folder: Path, corpus: str, labels: str = "pdtb2-L2") -> Path:
    senses = label_set("pdtb2-L2").labels if corpus == "pdtb2" else label_set("pdtb3-L2").labels
    instances = (
        toy_instance(f"wsj_{section:02}01:{number}", (sense,))
        for section in range(25)
        for number, sense in enumerate(senses)
    )
    plan = toy_plan(labels=labels, split="ji", systems=(System("majority"), System("logistic", ("words",))))
    experiment = Experiment(plan, Dataset("ldc", corpus, tuple(instances)))
    assert [*experiment.run(experiment.begin(folder))]
    return folder


def test_experiments_stand_in_the_tables_of_their_corpus_and_split(tmp_path: Path) -> None:
    runs = [*score_experiment("kim2020", run_on_sections(tmp_path / "run", "pdtb2"))]
    assert [run.name.rpartition(": ")[2] for run in runs] == ["majority", "logistic"]
    own = {
        board.table.number: [system.name for system in board.systems if system.own]
        for board in scoreboards("kim2020", {}, runs)
    }
    names = [run.name for run in runs]
    assert own == {1: [names[0], names[1]], 2: [], 4: [], 9: [], 10: names[:1]}


def test_experiments_on_another_corpus_stand_in_no_table(tmp_path: Path) -> None:
    folder = run_on_sections(tmp_path / "run", "pdtb3", "L1")
    assert [*score_experiment("kim2020", folder)], "table 9"
    with pytest.raises(ProtocolError, match="kim2020 on pdtb3 L1 ji stands in no table of shi2017"):
        [*score_experiment("shi2017", folder)]
