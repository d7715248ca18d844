"""`relata experiment`: run, report and compare experiments by the field's protocols."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.core import ParameterSource

from relata.batch.progress import Progress
from relata.cli.console import emit, emit_json, emit_table
from relata.cli.options import ARGUMENT, FormatOption, LenientOption, declared, reading, reads_corpora
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
_POLICIES, _COUNT = click.Choice(["first", "1a2a", "all"]), click.IntRange(1)

BaselineOption = Annotated[str | None, "System that the others are compared with."]


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
        "Protocols": {name: protocol.text for name, protocol in PROTOCOLS.items()} | {PARSING: _PARSING},
        "Label sets (--labels)": LABEL_SETS,
        "Splits (--split)": SPLITS,
        "Models (--model)": MODELS,
        "Features (--features)": {name: feature.text for name, feature in FEATURES.items()},
    }
    for title, rows in topics.items():
        emit_table(title, ("name", "what it is"), list(rows.items()), text_columns=2)


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _shares(text: str | None) -> tuple[float, ...]:
    try:
        return tuple(map(float, _listed(text)))
    except ValueError:
        raise click.UsageError(f"--curve: expected numbers with commas between, got {text!r}") from None


@experiment.command()
@declared
@reads_corpora
def run(
    protocol: Annotated[str, ARGUMENT],
    *,
    data: Annotated[Path, "A corpus, or a folder with train, dev, test."],
    models: Annotated[tuple[str, ...], "Model; may be given several times.", "--model"] = (),
    features: Annotated[str | None, "Surface features, with commas between."] = None,
    labels: Annotated[str | None, "Label set [default: that of the corpus's paper, or L2:100]."] = None,
    split: Annotated[str | None, "Split [default: that of the protocol for the corpus]."] = None,
    split_seed: Annotated[int, "Of random folds.", click.IntRange(0)] = 0,
    policy: Annotated[str | None, "Senses to train with.", _POLICIES] = None,
    judging: Annotated[str | None, "Senses that count as right.", _POLICIES] = None,
    types: Annotated[str, "Types, with commas."] = "Implicit",
    seeds: Annotated[int, "Random restarts.", _COUNT] = 5,
    curve: Annotated[str | None, "Shares for learning curves: 0.1,0.25,0.5."] = None,
    baseline: BaselineOption = None,
    epochs: Annotated[int | None, "Epochs of networks, at most.", _COUNT] = None,
    learning_rate: Annotated[float | None, "Learning rate of networks."] = None,
    batch_size: Annotated[int | None, "Examples a batch of networks.", _COUNT] = None,
    patience: Annotated[int | None, "Evaluations without gain before networks stop.", _COUNT] = None,
    evaluation_steps: Annotated[
        int | None, "Steps between evaluations of networks; 0 for an epoch.", click.IntRange(0)
    ] = None,
    out: Annotated[Path | None, "Run directory [default: results/PROTOCOL-DATA-MODEL]."] = None,
    jobs: Annotated[int, "Processes.", _COUNT] = 1,
    lenient: LenientOption = False,
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
    shares, relation_types = _shares(curve), _listed(types)
    options = {
        "epochs": epochs,
        "learning_rate": learning_rate,
        "batch_size": batch_size,
        "patience": patience,
        "evaluation_steps": evaluation_steps,
    }
    schedule = {name: value for name, value in options.items() if value is not None}
    systems = protocols.systems_of(method, models, _listed(features), schedule)
    with reading(lenient=lenient) as on_error:
        from relata.experiments.data import read_dataset

        if labels and labels.endswith("+EntRel"):
            relation_types = tuple(dict.fromkeys((*relation_types, "EntRel")))
        dataset = read_dataset(data, relation_types, on_error=on_error)
        training = Policy(policy) if policy else method.policy
        plan = protocols.ExperimentPlan(
            protocol=protocol,
            labels=labels or protocols.default_labels(dataset.format),
            split=split or protocols.default_split(method, dataset.format),
            split_seed=split_seed,
            training=training,
            judging=Policy(judging) if judging else training,
            types=relation_types,
            seeds=seeds,
            systems=systems,
            baseline=baseline or protocols.default_baseline(method, systems),
            shares=shares,
        )
        _run_plan(plan, dataset, folder, jobs)


def _run_plan(plan: ExperimentPlan, dataset: Dataset, folder: Path, jobs: int) -> None:
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.results import load_run
    from relata.experiments.running import Experiment

    work = Experiment(plan, dataset)
    directory = work.begin(folder, _command())
    missing = sum(not directory.has(trial) for trial in work.trials)
    for _ in Progress(logs=True).follow(work.run(directory, jobs), "trials", total=missing):
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
@declared
def report(
    results: Annotated[tuple[Path, ...], ARGUMENT],
    *,
    out: Annotated[Path | None, "Folder for report.txt, .md, .tex, .json and pictures."] = None,
    baseline: BaselineOption = None,
) -> None:
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
@click.option("--systems", nargs=2, help="Which system of either [default: the first that is no baseline].")
@declared
def compare(
    first: Annotated[Path, ARGUMENT],
    second: Annotated[Path, ARGUMENT],
    systems: tuple[str, str] | None,
    *,
    measure: Annotated[str, "For runs of conll2016."] = "All Parser f1",
    form: FormatOption = "text",
) -> None:
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
