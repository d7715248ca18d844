"""`relata experiment`: run, report and compare experiments by the field's protocols."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from relata.batch import Progress
from relata.cli.console import emit, emit_json, emit_table
from relata.cli.options import PATH, format_option, lenient_option, reading
from relata.errors import OnError, ProtocolError

if TYPE_CHECKING:
    from relata.experiments.data import Dataset
    from relata.experiments.parsing import ParsingReport
    from relata.experiments.protocols import ExperimentPlan
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.tables import ReportTable
    from relata.scoring.significance import Comparison

_PACKAGES = {name: name for name in ("matplotlib", "scipy", "statsmodels", "tabulate")} | {
    "sklearn": "scikit-learn"
}
PARSING = "conll2016"
_PARSING = "a parser (--model relata:NAME or relata:classical) end to end, and on given arguments"
_PARSING_OPTIONS = ("protocol", "data", "models", "labels", "out", "lenient")
_POLICIES = click.Choice(["first", "1a2a", "all"])


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
    from relata.experiments.features import FEATURES
    from relata.experiments.labels import LABEL_SETS
    from relata.experiments.protocols import MODELS, PROTOCOLS
    from relata.experiments.splits import SPLITS

    topics: Mapping[str, Mapping[str, str]] = {
        "Protocols": {name: each.text for name, each in PROTOCOLS.items()} | {PARSING: _PARSING},
        "Label sets (--labels)": LABEL_SETS,
        "Splits (--split)": SPLITS,
        "Models (--model)": MODELS,
        "Features (--features)": {name: each.text for name, each in FEATURES.items()},
    }
    for title, rows in topics.items():
        emit_table(title, ("name", "what it is"), list(rows.items()), text_columns=2)


def _listed(_: click.Context, __: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _shares(context: click.Context, parameter: click.Parameter, text: str) -> tuple[float, ...]:
    try:
        return tuple(map(float, _listed(context, parameter, text)))
    except ValueError:
        raise click.UsageError(f"--curve: expected numbers with commas between, got {text!r}") from None


@experiment.command()
@click.argument("protocol")
@click.option("--data", type=PATH, required=True, help="A corpus, or a folder with train, dev, test.")
@click.option("--model", "models", multiple=True, help="Model; may be given several times.")
@click.option("--features", default="", callback=_listed, help="Surface features, with commas between.")
@click.option("--labels", help="Label set [default: that of the corpus's paper, or L2:100].")
@click.option("--split", help="Split [default: that of the protocol for the corpus].")
@click.option("--split-seed", type=click.IntRange(0), default=0, show_default=True, help="Of random folds.")
@click.option("--policy", type=_POLICIES, help="Senses to train with.")
@click.option("--judging", type=_POLICIES, help="Senses that count as right.")
@click.option("--types", default="Implicit", callback=_listed, show_default=True, help="Types, with commas.")
@click.option("--seeds", type=click.IntRange(1), default=5, show_default=True, help="Random restarts.")
@click.option("--curve", default="", callback=_shares, help="Shares for learning curves: 0.1,0.25,0.5.")
@click.option("--baseline", help="System that the others are compared with.")
@click.option("--epochs", type=click.IntRange(1), help="Epochs of networks, at most.")
@click.option("--learning-rate", type=float, help="Learning rate of networks.")
@click.option("--out", type=PATH, help="Run directory [default: results/PROTOCOL-DATA-MODEL].")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@lenient_option
def run(
    protocol: str,
    data: Path,
    models: tuple[str, ...],
    features: tuple[str, ...],
    labels: str | None,
    split: str | None,
    split_seed: int,
    policy: str | None,
    judging: str | None,
    types: tuple[str, ...],
    seeds: int,
    curve: tuple[float, ...],
    baseline: str | None,
    epochs: int | None,
    learning_rate: float | None,
    out: Path | None,
    jobs: int,
    lenient: bool,
) -> None:
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
    from relata.experiments import protocols
    from relata.experiments.labels import Policy

    models = models or ("logistic",) * (protocol != PARSING)
    folder = out or Path("results", protocols.file_name("-".join((protocol, data.resolve().name, *models))))
    if protocol == PARSING:
        with reading(lenient=lenient) as on_error:
            _run_parsing(data, models, labels, folder, on_error)
        return
    if protocol not in protocols.PROTOCOLS:
        known = ", ".join((*protocols.PROTOCOLS, PARSING))
        raise click.UsageError(f"no protocol {protocol!r}; expected one of {known}")
    method = protocols.PROTOCOLS[protocol]
    systems = protocols.systems_of(method, models, features, epochs=epochs, learning_rate=learning_rate)
    with reading(lenient=lenient) as on_error:
        from relata.experiments.data import read_dataset

        if labels and labels.endswith("+EntRel"):
            types = tuple(dict.fromkeys((*types, "EntRel")))
        dataset = read_dataset(data, types, on_error=on_error)
        training = Policy(policy) if policy else method.policy
        plan = protocols.ExperimentPlan(
            protocol=protocol,
            labels=labels or protocols.default_labels(dataset.format),
            split=split or protocols.default_split(method, dataset.format),
            split_seed=split_seed,
            training=training,
            judging=Policy(judging) if judging else training,
            types=types,
            seeds=seeds,
            systems=systems,
            baseline=baseline or protocols.default_baseline(method, systems),
            shares=curve,
        )
        _run_plan(plan, dataset, folder, jobs)


def _run_plan(plan: ExperimentPlan, dataset: Dataset, folder: Path, jobs: int) -> None:
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.results import load_run
    from relata.experiments.running import Experiment

    work = Experiment(plan, dataset)
    directory = work.begin(folder, _command())
    missing = sum(not directory.has(trial) for trial in work.trials)
    for _ in Progress().follow(work.run(directory, jobs), "trials", total=missing):
        pass
    _show(ExperimentReport([load_run(folder)]).tables[0][:2])
    emit(str(folder))


def _run_parsing(
    data: Path, models: tuple[str, ...], labels: str | None, folder: Path, on_error: OnError
) -> None:
    from relata.experiments.parsing import load_parsing, read_parsing_data, run_parsing

    context = click.get_current_context()
    for name in context.params:
        is_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if name not in _PARSING_OPTIONS and not is_default:
            raise click.UsageError(f"{PARSING} takes no --{name.replace('_', '-')}")
    if len(models) != 1:
        raise click.UsageError(f"{PARSING} takes one --model: relata:NAME or relata:classical")
    documents = read_parsing_data(data, on_error=on_error)
    run_parsing(models[0], documents, folder, senses=labels, command=_command())
    _show(load_parsing(folder).tables())
    emit(str(folder))


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
    from relata.experiments.parsing import is_parsing_run, load_parsing
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.results import load_run

    content: ExperimentReport | ParsingReport
    if any(is_parsing_run(path) for path in results):
        if len(results) > 1 or baseline:
            raise click.UsageError(f"a run of {PARSING} is reported alone, without --baseline")
        content = load_parsing(results[0])
    else:
        content = ExperimentReport([load_run(path) for path in results], baseline)
    click.echo(content.text(), nl=False)
    if out is not None:
        for path in content.write(out):
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
    from relata.cli.compare import show_comparison
    from relata.experiments.contrasts import RunComparison, compare_runs
    from relata.experiments.parsing import compare_parsing, is_parsing_run, load_parsing
    from relata.experiments.results import load_run

    comparison: Comparison | RunComparison
    if is_parsing_run(first) and is_parsing_run(second):
        comparison = compare_parsing(load_parsing(first), load_parsing(second), measure)
    else:
        comparison = compare_runs(load_run(first), load_run(second), systems)
    if form == "json":
        emit_json(comparison.as_dict())
    elif isinstance(comparison, RunComparison):
        _show(comparison.tables())
        emit("\n".join(comparison.signatures))
    else:
        show_comparison(comparison)


def _check_installed() -> None:
    """Refuse to run without the packages of the extra [experiments]."""
    if missing := [package for module, package in _PACKAGES.items() if find_spec(module) is None]:
        raise ProtocolError(f'experiments need {", ".join(missing)}: pip install "relata-nlp[experiments]"')


def _show(tables: Iterable[ReportTable]) -> None:
    for table in tables:
        emit_table(table.title, table.header, table.rows)
        for line in table.below:
            emit(line)
        click.echo()


def _command() -> str:
    return shlex.join(["relata", *sys.argv[1:]])
