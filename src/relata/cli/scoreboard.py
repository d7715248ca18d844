"""`relata scoreboard`: published results with one's own runs ranked among them."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from relata.batch.progress import Progress
from relata.cli.console import emit, emit_json, emit_table
from relata.cli.options import ARGUMENT, LenientOption, declared, reading
from relata.errors import optional_module

if TYPE_CHECKING:
    from relata.experiments.scoreboard import Scoreboard

FormOption = Annotated[Literal["text", "json", "csv", "markdown", "latex"], "Form of the output.", "--format"]
ByOption = Annotated[str | None, "Column that ranks the systems [default: the first F1].", "--by"]


@click.group()
def scoreboard() -> None:
    """Show the published results of a shared task or paper, and rank runs among them."""


@scoreboard.command()
@declared
def conll2016(
    runs: Annotated[tuple[Path, ...], ARGUMENT] = (),
    *,
    gold: Annotated[Path | None, "Gold relations of the data: the folder of a task's data set."] = None,
    language: Annotated[Literal["en", "zh"], "Language."] = "en",
    data: Annotated[Literal["dev", "test", "blind"], "Data set."] = "blind",
    scoring: Annotated[
        tuple[str, ...],
        "Scores; may be repeated [default: all, strict and partial with RUNS].",
        click.Choice(["strict", "partial", "supplementary"]),
    ] = (),
    by: ByOption = None,
    form: FormOption = "text",
    lenient: LenientOption = False,
) -> None:
    """Rank RUNS among the systems of the CoNLL-2016 shared task (tables 5 to 9 of its overview).

    RUNS are output.json files or folders that hold them; each is scored against --gold as the task's
    program did. Supplementary are senses of given arguments.

    \b
    Examples:
      relata scoreboard conll2016
      relata scoreboard conll2016 run-a/ run-b/ --gold conll16st-en-blind/ --data blind
      relata scoreboard conll2016 run/ --gold conll16st-zh-dev/ --language zh --data dev --scoring strict
    """
    from relata.experiments import scoreboard as boards

    kinds = scoring or ((boards.STRICT, boards.PARTIAL) if runs else tuple(boards.SCORINGS))
    standard = _standard(runs, gold)
    with reading(lenient=lenient) as on_error:
        scored = [
            boards.score_relations(standard, run, language, kinds, on_error)
            for run in Progress().follow(runs, "runs", total=len(runs))
        ]
        tables = [number for kind in kinds for number in boards.SCORINGS[kind]]
        part = {"language": language, "data": data}
        _show(boards.scoreboards("conll2016", part, scored, tables=tables, by=by), form)


@scoreboard.command()
@declared
def conll2008(
    runs: Annotated[tuple[Path, ...], ARGUMENT] = (),
    *,
    gold: Annotated[Path | None, "Gold file, or a folder of them, such as WSJ and Brown."] = None,
    data: Annotated[Literal["wsj+brown", "wsj", "brown"], "Test data."] = "wsj+brown",
    challenge: Annotated[Literal["closed", "open"], "Challenge."] = "closed",
    by: ByOption = None,
    form: FormOption = "text",
    lenient: LenientOption = False,
) -> None:
    """Rank RUNS among the systems of the CoNLL-2008 shared task (tables 10, 11 and 13 to 16 of its overview).

    RUNS are files, or folders with a file of each name in --gold; each is scored as the task's program did.

    \b
    Examples:
      relata scoreboard conll2008 --challenge open
      relata scoreboard conll2008 run.conll --gold test.wsj.GOLD --data wsj
      relata scoreboard conll2008 run/ --gold gold/ --by LAS
    """
    from relata.experiments import scoreboard as boards

    standard = _standard(runs, gold)
    with reading(lenient=lenient) as on_error:
        scored = [
            boards.score_dependencies(standard, run, on_error)
            for run in Progress().follow(runs, "runs", total=len(runs))
        ]
        part = {"challenge": challenge, "data": data}
        _show(boards.scoreboards("conll2008", part, scored, by=by), form)


@scoreboard.command()
@declared
def kim2020(
    runs: Annotated[tuple[Path, ...], ARGUMENT] = (), *, by: ByOption = None, form: FormOption = "text"
) -> None:
    """Rank RUNS of `relata experiment run kim2020` among the models of Kim et al. (2020).

    Tables 1, 2, 4, 9 and 10; a run stands in those of its corpus, label set and split.

    \b
    Examples:
      relata scoreboard kim2020
      relata scoreboard kim2020 results/kim2020-pdtb3-logistic
    """
    _show_experiments("kim2020", runs, by, form)


@scoreboard.command()
@declared
def shi2017(
    runs: Annotated[tuple[Path, ...], ARGUMENT] = (), *, by: ByOption = None, form: FormOption = "text"
) -> None:
    """Rank RUNS of `relata experiment run shi2017` among the models of Shi and Demberg (2017), table 2.

    \b
    Examples:
      relata scoreboard shi2017 --by Cross-validation
      relata scoreboard shi2017 results/shi2017-pdtb2-logistic
    """
    _show_experiments("shi2017", runs, by, form)


def _show_experiments(paper: str, runs: Iterable[Path], by: str | None, form: str) -> None:
    from relata.experiments import scoreboard as boards

    scored = [system for run in runs for system in boards.score_experiment(paper, run)]
    _show(boards.scoreboards(paper, {}, scored, by=by), form)


def _standard(runs: tuple[Path, ...], gold: Path | None) -> Path:
    """Return the gold data that runs need; without runs there is nothing to score."""
    if bool(runs) != (gold is not None):
        raise click.UsageError("RUNS are scored against --gold: give both, or neither")
    return gold or Path()


def _show(boards: Iterable[Scoreboard], form: str) -> None:
    """Print scoreboards in a form."""
    if form == "json":
        emit_json([board.as_dict() for board in boards])
        return
    if form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(("source", "part", "rank", "system", "own", "column", "result"))
        for board in boards:
            writer.writerows(board.records())
        return
    if form in ("markdown", "latex"):
        optional_module("tabulate", extra="experiments")
    for board in boards:
        table = board.report()
        if form == "text":
            emit_table(table.title, table.header, table.rows)
            for line in table.below:
                emit(line)
            click.echo()
        else:
            emit(table.markdown() if form == "markdown" else table.latex())
