"""`relata experiment`: run, report and compare experiments by the field's protocols."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click
from click.core import ParameterSource

from relata.batch.progress import Progress
from relata.cli.console import emit, emit_json, emit_table
from relata.cli.options import (
    ARGUMENT,
    FormatOption,
    LenientOption,
    Numbers,
    chosen_options,
    declared,
    reading,
    reads_corpora,
)
from relata.errors import ProtocolError

if TYPE_CHECKING:
    from relata.experiments.tables import ReportTable

_PACKAGES = {name: name for name in ("matplotlib", "scipy", "statsmodels", "tabulate")} | {
    "sklearn": "scikit-learn"
}
_COMMON = ("protocol", "data", "models", "out", "lenient")
"""Options and arguments that all protocols take."""
_UNNAMED = (*_COMMON, "other_data", "seeds", "jobs")
"""Options that the name of a run directory does not tell."""

_LONGEST_NAME = 200
_POLICIES, _COUNT = click.Choice(["first", "1a2a", "all"]), click.IntRange(1)

LanguageOption = Annotated[Literal["en", "zh"] | None, "Language, for corpora in several."]
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
    from relata.baselines import PRESETS
    from relata.baselines.dependencies import SENTENCE_SYSTEMS
    from relata.baselines.pair_features import FEATURES
    from relata.experiments.labels import LABEL_SETS
    from relata.experiments.protocols import PROTOCOLS
    from relata.experiments.splits import SPLITS
    from relata.experiments.systems import MODELS

    topics: Mapping[str, Mapping[str, str]] = {
        "Protocols": {name: protocol.text for name, protocol in PROTOCOLS.items()},
        "Label sets (--labels)": LABEL_SETS,
        "Splits (--split)": SPLITS,
        "Models (--model)": MODELS,
        "Systems (--model classical:NAME)": {name: preset.follows for name, preset in PRESETS.items()},
        "Systems of trees and roles (train classical --system NAME)": SENTENCE_SYSTEMS,
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
    other_data: Annotated[Path | None, "The other annotation (kim2020-schemes)."] = None,
    features: Annotated[str | None, "Surface features, with commas between."] = None,
    labels: Annotated[str | None, "Label set [default: that of the corpus's paper, or L2:100]."] = None,
    split: Annotated[str | None, "Splits, with commas [default: the protocol's for the corpus]."] = None,
    split_seed: Annotated[int, "Of random folds.", click.IntRange(0)] = 0,
    policy: Annotated[str | None, "Senses to train with.", _POLICIES] = None,
    judging: Annotated[str | None, "Senses that count as right.", _POLICIES] = None,
    types: Annotated[str, "Types, with commas."] = "Implicit",
    language: LanguageOption = None,
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
    vectors: Annotated[
        str | None, "Word vectors of the LSTM: a file, skip-gram, skip-gram:WIDTH, none [default: skip-gram]."
    ] = None,
    resource: Annotated[
        tuple[str, ...], "Resource of classical systems, KIND=PATH (see train classical)."
    ] = (),
    syntax: Annotated[
        str | None, "Model that adds dependencies to documents without trees, for classical systems."
    ] = None,
    out: Annotated[Path | None, "Run directory [default: results/PROTOCOL-DATA-MODEL-CHOICES]."] = None,
    jobs: Annotated[int, "Processes.", _COUNT] = 1,
    lenient: LenientOption = False,
) -> None:
    """Run a PROTOCOL: train and test models fold by fold, with all baselines.

    A run that was stopped goes on if the same command is given again.

    \b
    Examples:
      relata experiment run kim2020 --data pdtb3/ --model logistic --jobs 2
      relata experiment run kim2020 --data pdtb2/ --model encoder:bert-base-uncased --split ji
      relata experiment run kim2020-schemes --data pdtb2/ --other-data pdtb3/ --model encoder:NAME
      relata experiment run shi2017 --data gdtb/ --model logistic --features inquirer,brown,levin
      relata experiment run kim2020 --data gdtb/ --model predictions:mine.jsonl --split given
      relata experiment run conll2016 --data gdtb/ --model classical:lin2014
    """
    _check_installed()
    from relata.experiments import protocols
    from relata.experiments.labels import Policy
    from relata.experiments.systems import file_name

    if protocol not in protocols.PROTOCOLS:
        known = ", ".join(protocols.PROTOCOLS)
        raise click.UsageError(f"no protocol {protocol!r}; expected one of {known}")
    method = protocols.PROTOCOLS[protocol]
    _check_taken(protocol, method.takes)
    models = models or method.default_models
    schedule = {
        "epochs": epochs,
        "learning_rate": learning_rate,
        "batch_size": batch_size,
        "patience": patience,
        "evaluation_steps": evaluation_steps,
    }
    with reading(lenient=lenient) as on_error:
        request = protocols.RunRequest(
            data=data,
            models=models,
            other_data=other_data,
            features=_listed(features),
            labels=labels,
            splits=_listed(split),
            split_seed=split_seed,
            policy=Policy(policy) if policy else None,
            judging=Policy(judging) if judging else None,
            types=_listed(types),
            language=language,
            seeds=seeds,
            shares=_shares(curve),
            baseline=baseline,
            schedule={name: value for name, value in schedule.items() if value is not None},
            vectors=vectors,
            resources=resource,
            syntax=syntax,
            jobs=jobs,
            on_error=on_error,
            command=shlex.join(["relata", *sys.argv[1:]]),
        )
        names = (protocol, data.resolve().name, *models, *chosen_options(_UNNAMED))
        folder = out or Path("results", file_name("-".join(names))[:_LONGEST_NAME])
        _show(method.run(protocol, request, folder, Progress(logs=True).follow))
        emit(str(folder))


def _check_taken(protocol: str, taken: Collection[str]) -> None:
    """Refuse options that a protocol does not know."""
    context = click.get_current_context()
    for name in context.params:
        is_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if name not in (*_COMMON, *taken) and not is_default:
            raise click.UsageError(f"{protocol} takes no --{name.replace('_', '-')}")


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
    from relata.experiments.protocols import protocol_of, run_directories

    paths = [path for result in results for path in run_directories(result)]
    protocols = {type(protocol_of(path)): protocol_of(path) for path in paths}
    if len(protocols) > 1:
        raise click.UsageError("runs of parsing and of classification are reported apart")
    (protocol,) = protocols.values()
    content = protocol.report(paths, baseline)
    click.echo(content.text(), nl=False)
    if out is not None:
        for path in content.write(out):
            click.echo(str(path), err=True)


@experiment.command("data")
@declared
@reads_corpora
def show_data(
    corpus: Annotated[Path, ARGUMENT],
    *,
    protocol: Annotated[Literal["kim2020", "shi2017"], "Protocol with its policy and splits."] = "kim2020",
    labels: Annotated[str | None, "Label set [default: those with published counts]."] = None,
    split: Annotated[str | None, "Splits, with commas [default: those with published counts]."] = None,
    policy: Annotated[str | None, "Senses that count [default: the protocol's].", _POLICIES] = None,
    types: Annotated[str, "Types, with commas."] = "Implicit",
    language: LanguageOption = None,
    lenient: LenientOption = False,
) -> None:
    """Count labels of CORPUS, and sizes and label shares of splits, beside published counts.

    \b
    Examples:
      relata experiment data pdtb3/
      relata experiment data pdtb2/ --protocol shi2017
      relata experiment data gdtb/ --labels L1 --split documents-12
    """
    _check_installed()
    from relata.experiments.labels import Policy
    from relata.experiments.overview import overview
    from relata.experiments.protocols import PROTOCOLS, PairProtocol, RunRequest

    with reading(lenient=lenient) as on_error:
        method = PROTOCOLS[protocol]
        assert isinstance(method, PairProtocol)
        request = RunRequest(
            data=corpus,
            labels=labels,
            splits=_listed(split),
            policy=Policy(policy) if policy else None,
            types=_listed(types),
            language=language,
            on_error=on_error,
        )
        _show(overview(protocol, method, request, method.read(corpus, request)))


@experiment.command()
@declared
@reads_corpora
def cues(
    results: Annotated[Path, ARGUMENT],
    *,
    data: Annotated[Path, "The corpus of the run."],
    cue: Annotated[str, "A word, or several with blanks."] = "to",
    argument: Annotated[Literal["arg1", "arg2", "any"], "The argument that has it."] = "arg2",
    anywhere: Annotated[bool, "Anywhere in the argument, not at its beginning alone."] = False,
    senses: Annotated[tuple[str, ...], "Label; may be given several times [default: all].", "--sense"] = (),
    lenient: LenientOption = False,
) -> None:
    """Show which senses a cue goes with, in gold labels and in the predictions of the run RESULTS.

    \b
    Examples:
      relata experiment cues results/ --data pdtb3/ --cue to --sense Contingency.Purpose
      relata experiment cues results/ --data gdtb/ --cue "in order to" --argument any --anywhere
    """
    _check_installed()
    from relata.experiments.cues import LexicalCue, cue_table
    from relata.experiments.data import read_dataset
    from relata.experiments.protocols import run_directories
    from relata.experiments.results import load_run

    if not cue.split():
        raise click.UsageError("--cue: expected a word, got nothing")
    with reading(lenient=lenient) as on_error:
        runs = [load_run(path) for path in run_directories(results)]
        dataset = read_dataset(data, runs[0].config["data"]["types"], on_error=on_error)
        lexical = LexicalCue(cue, argument, initial=not anywhere)
        _show(cue_table(run, dataset, lexical, senses) for run in runs)


@experiment.command()
@declared
def against(
    accuracy: Annotated[float, ARGUMENT, Numbers(0, 100)],
    results: Annotated[tuple[Path, ...], ARGUMENT] = (),
    *,
    systems: Annotated[tuple[str, ...], "System of the runs [default: all models].", "--system"] = (),
    reached: Annotated[float | None, "An accuracy in per cent, in place of a run.", Numbers(0, 100)] = None,
    size: Annotated[int | None, "Number of test instances, with --reached.", _COUNT] = None,
    comparisons: Annotated[int | None, "Number to correct for [default: those made].", _COUNT] = None,
) -> None:
    """Test runs against a published ACCURACY in per cent by the N-1 χ² test (Kim et al. 2020, table 1).

    \b
    Examples:
      relata experiment against 46.48 results/lin --comparisons 8
      relata experiment against 46.48 --reached 58.77 --size 766
    """
    _check_installed()
    from relata.experiments.contrasts import published_table
    from relata.experiments.protocols import run_directories
    from relata.experiments.results import load_run

    if (reached is None) != (size is None) or bool(results) == (size is not None):
        raise click.UsageError("give run directories, or --reached and --size")
    rows = []
    if reached is not None and size is not None:
        rows.append(("reached", round(reached * size / 100), size))
    runs = [load_run(path) for result in results for path in run_directories(result)]
    for content in runs:
        for name in systems or content.models:
            right = content.system(name).median_right()
            title = f"{content.path.name}: {name}" if len(runs) > 1 else name
            rows.append((title, int(right.sum()), len(right)))
    _show([published_table(accuracy / 100, rows, comparisons)])


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
    from relata.experiments.contrasts import RunComparison
    from relata.experiments.protocols import protocol_of

    protocol = protocol_of(first)
    if not isinstance(protocol_of(second), type(protocol)):
        raise click.UsageError(f"{first} and {second} are runs of unlike protocols: they cannot be compared")
    comparison = protocol.compare(first, second, systems, measure)
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
