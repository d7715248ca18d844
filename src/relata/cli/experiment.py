"""`relata experiment`: the field's evaluation protocols, one command each."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from relata.batch.progress import Progress
from relata.cli.console import emit, emit_json, emit_table
from relata.cli.options import PATH, format_option, lenient_option, reading
from relata.errors import OnError

if TYPE_CHECKING:
    from relata.experiments.experiments import Plan, Protocol
    from relata.experiments.reports.parsing import ParsingReport
    from relata.experiments.reports.tables import Table
    from relata.experiments.reports.writing import Report

Command = Callable[..., Any]

PARSING = "conll2016"
_PARSING = "a parser (--model relata:NAME or relata:classical) end to end, and on given arguments"


@click.group(short_help="Evaluate models of implicit relations by the field's protocols.")
def experiment() -> None:
    """Evaluate models of implicit relations by the field's protocols.

    Needs `pip install "relata-nlp[experiments]"`.

    \b
    Examples:
      relata experiment list
      relata experiment run kim2020 --data gdtb/ --model logistic --out results
      relata experiment report results --out report/
    """


@experiment.command("list")
def list_all() -> None:
    """Show protocols, label sets, splits, models and features."""
    _check_installed()
    from relata.experiments.experiments import PROTOCOLS
    from relata.experiments.features import FEATURES
    from relata.experiments.labels import LABEL_SETS
    from relata.experiments.splits import SPLITS
    from relata.experiments.systems import MODELS

    topics: Mapping[str, Mapping[str, str]] = {
        "Protocols": {name: each.text for name, each in PROTOCOLS.items()} | {PARSING: _PARSING},
        "Label sets (--labels)": LABEL_SETS,
        "Splits (--split)": SPLITS,
        "Models (--model)": MODELS,
        "Features (--features)": {name: each.text for name, each in FEATURES.items()},
    }
    for title, rows in topics.items():
        emit_table(title, ("name", "what it is"), list(rows.items()), text_columns=2)


def _plan_options(command: Command) -> Command:
    options = (
        click.option("--data", type=PATH, required=True, help="A corpus, or a folder with train, dev, test."),
        click.option("--model", "models", multiple=True, help="Model; may be given several times."),
        click.option("--features", default="", help="Surface features, with commas between."),
        click.option("--labels", help="Label set [default: that of the corpus's paper, or L2:100]."),
        click.option("--split", help="Split [default: that of the protocol for the corpus]."),
        click.option(
            "--split-seed", type=click.IntRange(0), default=0, show_default=True, help="Of random folds."
        ),
        click.option("--policy", type=click.Choice(["first", "1a2a", "all"]), help="Senses to train with."),
        click.option("--judging", type=click.Choice(["first", "1a2a", "all"]), help="Senses that are right."),
        click.option(
            "--types", default="Implicit", show_default=True, help="Types of relations, with commas."
        ),
        click.option(
            "--seeds", type=click.IntRange(1), default=5, show_default=True, help="Random restarts."
        ),
        click.option("--curve", default="", help="Shares to train on for learning curves: 0.1,0.25,0.5."),
        click.option("--baseline", help="System that the others are compared with."),
        click.option("--epochs", type=click.IntRange(1), help="Epochs of networks, at most."),
        click.option("--learning-rate", type=float, help="Learning rate of networks."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@experiment.command()
@click.argument("protocol")
@_plan_options
@click.option("--out", type=PATH, help="Run directory [default: results/PROTOCOL-DATA-MODEL].")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@lenient_option
def run(protocol: str, out: Path | None, jobs: int, lenient: bool, **given: Any) -> None:
    """Run a PROTOCOL: train and test models fold by fold, with all baselines.

    A run that was stopped goes on if the same command is given again.

    \b
    Examples:
      relata experiment run kim2020 --data pdtb3/ --model logistic --jobs 2
      relata experiment run kim2020 --data pdtb2/ --model encoder:bert-base-uncased --split ji
      relata experiment run shi2017 --data gdtb/ --model logistic --features inquirer,brown,levin
      relata experiment run kim2020 --data gdtb/ --model predictions:mine.jsonl --split given
      relata experiment run conll2016 --data gdtb/ --model relata:classical
    """
    _check_installed()
    with reading(lenient=lenient) as on_error:
        if protocol == PARSING:
            _run_parsing(out, on_error, **given)
        else:
            _run(protocol, out, jobs, on_error, **given)


def _run_parsing(
    out: Path | None,
    on_error: OnError,
    *,
    data: Path,
    models: tuple[str, ...],
    labels: str | None,
    **others: Any,
) -> None:
    from relata.experiments.parsing import read_parsing_data, run_parsing
    from relata.experiments.reports.parsing import load_parsing

    source = click.get_current_context().get_parameter_source
    for name in (*others, "jobs"):
        if source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{PARSING} takes no --{name.replace('_', '-')}")
    if len(models) != 1:
        raise click.UsageError(f"{PARSING} takes one --model: relata:NAME or relata:classical")
    place = out or Path("results") / _name(PARSING, data, models)
    command = shlex.join(["relata", *sys.argv[1:]])
    run_parsing(models[0], read_parsing_data(data, on_error=on_error), place, senses=labels, command=command)
    for table in load_parsing(place).tables():
        _show(table)
    emit(str(place))


def _run(
    protocol: str,
    out: Path | None,
    jobs: int,
    on_error: OnError,
    *,
    data: Path,
    types: str,
    models: tuple[str, ...],
    **given: Any,
) -> None:
    # What is wrong with the command alone is said before data are read and libraries loaded.
    own, kinds = _protocol(protocol), _types(types, given["labels"])
    shares = tuple(_share(text) for text in _listed(given.pop("curve")))
    from relata.experiments.data import read_dataset
    from relata.experiments.reports.writing import Report
    from relata.experiments.results import load_run
    from relata.experiments.running import Experiment

    dataset = read_dataset(data, kinds, on_error=on_error)
    plan = _plan(own, dataset.format, kinds, models or ("logistic",), shares, **given)
    work = Experiment(plan, dataset)
    place = out or Path("results") / _name(protocol, data, models)
    directory = work.begin(place, shlex.join(["relata", *sys.argv[1:]]))
    left = sum(not directory.has(cell) for cell in work.cells)
    for _ in Progress().follow(work.run(directory, jobs), "cells", total=left):
        pass
    report = Report([load_run(place)])
    _show(report.tables[0][0])
    _show(report.tables[0][1])
    emit(str(place))


def _protocol(name: str) -> Protocol:
    from relata.experiments.experiments import PROTOCOLS

    if name not in PROTOCOLS:
        known = ", ".join((*PROTOCOLS, PARSING))
        raise click.UsageError(f"no protocol {name!r}; expected one of {known}")
    return PROTOCOLS[name]


def _plan(
    own: Protocol,
    corpus: str,
    types: tuple[str, ...],
    models: tuple[str, ...],
    shares: tuple[float, ...],
    *,
    features: str,
    labels: str | None,
    split: str | None,
    split_seed: int,
    policy: str | None,
    judging: str | None,
    seeds: int,
    baseline: str | None,
    epochs: int | None,
    learning_rate: float | None,
) -> Plan:
    from relata.experiments import experiments
    from relata.experiments.labels import Policy
    from relata.experiments.systems import NETWORKS

    systems = tuple(
        replace(system, epochs=epochs, learning_rate=learning_rate) if system.kind in NETWORKS else system
        for system in experiments.systems_of(own, models, _listed(features))
    )
    if not (epochs is None and learning_rate is None) and not any(each.kind in NETWORKS for each in systems):
        raise click.UsageError("--epochs and --learning-rate are for networks: lstm and encoder:NAME")
    training = Policy(policy) if policy else own.policy
    return experiments.Plan(
        protocol=own.name,
        labels=labels or experiments.default_labels(corpus),
        split=split or experiments.default_split(own, corpus),
        split_seed=split_seed,
        training=training,
        judging=Policy(judging) if judging else training,
        types=types,
        seeds=seeds,
        systems=systems,
        baseline=baseline or experiments.default_baseline(own, systems),
        shares=shares,
    )


@experiment.command()
@click.argument("results", type=PATH, nargs=-1, required=True)
@click.option("--out", type=PATH, help="Folder for report.txt, .md, .tex, .json and pictures.")
@click.option("--baseline", help="System that the others are compared with.")
def report(results: tuple[Path, ...], out: Path | None, baseline: str | None) -> None:
    """Make a report of RESULTS, which are run directories: tables, significance, pictures.

    \b
    Examples:
      relata experiment report results/kim2020-gdtb-logistic --out report/
      relata experiment report lstm/ encoder/ --baseline majority
    """
    _check_installed()
    from relata.experiments.reports.parsing import load_parsing
    from relata.experiments.reports.writing import Report
    from relata.experiments.results import load_run

    parsing = [_is_parsing(path) for path in results]
    if any(parsing) and (len(results) > 1 or baseline):
        raise click.UsageError(f"a run of {PARSING} is reported alone, without --baseline")
    found: Report | ParsingReport
    found = load_parsing(results[0]) if parsing[0] else Report([load_run(path) for path in results], baseline)
    click.echo(found.text(), nl=False)
    if out is not None:
        for path in found.write(out):
            click.echo(str(path), err=True)


@experiment.command()
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@click.option("--systems", nargs=2, help="Which system of either [default: the first that is no baseline].")
@click.option("--measure", default="All Parser f1", show_default=True, help="For runs of conll2016.")
@format_option("text", "json")
def compare(first: Path, second: Path, systems: tuple[str, str] | None, measure: str, form: str) -> None:
    """Compare a system of the run FIRST with one of the run SECOND.

    Runs on the same folds are compared instance by instance, others by their counts; runs of conll2016 over
    documents.

    \b
    Example:
      relata experiment compare results/lstm results/encoder
    """
    _check_installed()
    from relata.experiments.reports.comparison import comparison
    from relata.experiments.results import load_run

    if _is_parsing(first) and _is_parsing(second):
        _compare_parsing(first, second, measure, form)
        return
    found = comparison(load_run(first), load_run(second), systems)
    if form == "json":
        emit_json(found.as_dict())
        return
    for table in found.tables():
        _show(table)
    for line in found.signatures:
        emit(line)


def _compare_parsing(first: Path, second: Path, measure: str, form: str) -> None:
    from relata.cli.compare import show_comparison
    from relata.experiments.reports.parsing import compare_parsing, load_parsing

    found = compare_parsing(load_parsing(first), load_parsing(second), measure)
    if form == "json":
        emit_json(found.as_dict())
    else:
        show_comparison(found)


def _is_parsing(path: Path) -> bool:
    from relata.experiments import parsing
    from relata.experiments import run_directory as store

    return bool(store.read_config(path, store.FORMAT, parsing.FORMAT)["format"] == parsing.FORMAT)


def _check_installed() -> None:
    from relata.experiments.extras import check_installed

    check_installed()


def _show(table: Table) -> None:
    emit_table(table.title, table.header, table.rows)
    for line in table.below:
        emit(line)
    click.echo()


def _types(text: str, labels: str | None) -> tuple[str, ...]:
    from relata.document.relations import RelationType

    kinds = _listed(text)
    if labels and labels.endswith("+EntRel"):
        kinds = (*kinds, "EntRel")
    known = [str(kind) for kind in RelationType]
    if unknown := [kind for kind in kinds if kind not in known]:
        raise click.UsageError(f"no type {unknown[0]!r}; expected some of {', '.join(known)}")
    return tuple(dict.fromkeys(kinds))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _share(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise click.UsageError(f"--curve: expected numbers with commas between, got {text!r}") from None


def _name(protocol: str, data: Path, models: tuple[str, ...]) -> str:
    from relata.experiments.systems import file_name

    return file_name("-".join((protocol, data.resolve().name, *(models or ("logistic",)))))
