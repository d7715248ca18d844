"""Protocols of the literature: what a run of each does, and how its results are reported and compared."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from relata.baselines.word_vectors import SKIP_GRAM
from relata.errors import OnError, ProtocolError, strict
from relata.experiments.labels import Policy
from relata.experiments.systems import ExperimentPlan, System, file_name, systems_of

if TYPE_CHECKING:
    from relata.experiments.contrasts import RunComparison
    from relata.experiments.data import Dataset
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.running import Experiment
    from relata.experiments.tables import ReportTable
    from relata.scoring.significance import Comparison

Item = TypeVar("Item")

_LABELS = {"pdtb2": "pdtb2-L2", "pdtb3": "pdtb3-L2"}  # corpora with sections
_NETWORK_OPTIONS = {"epochs", "learning_rate", "batch_size", "patience", "evaluation_steps"}
_DATA_OPTIONS = {"labels", "split", "split_seed", "policy", "judging", "types", "language"}
_PAIR_OPTIONS = frozenset(
    {"features", "seeds", "curve", "baseline", "jobs", "vectors"} | _DATA_OPTIONS | _NETWORK_OPTIONS
)


class Follow(Protocol):
    """Display of the progress through items."""

    def __call__(self, items: Iterable[Item], label: str, *, total: int | None = None) -> Iterator[Item]:
        """Yield the items and show their number."""


class RunReport(Protocol):
    """Report of the runs of a protocol."""

    def text(self) -> str:
        """Return all tables as plain text."""

    def write(self, folder: Path) -> Iterator[Path]:
        """Write the report into a folder; yield the paths."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """Choices of a user for a run; None stands for the default of the protocol or the corpus."""

    data: Path
    models: tuple[str, ...] = ()
    other_data: Path | None = None
    features: tuple[str, ...] = ()
    labels: str | None = None
    splits: tuple[str, ...] = ()
    split_seed: int = 0
    policy: Policy | None = None
    judging: Policy | None = None
    types: tuple[str, ...] = ("Implicit",)
    seeds: int = 5
    shares: tuple[float, ...] = ()
    baseline: str | None = None
    schedule: Mapping[str, Any] = field(default_factory=dict)
    vectors: str | None = None
    language: str | None = None
    resources: tuple[str, ...] = ()
    syntax: str | None = None
    jobs: int = 1
    on_error: OnError = strict
    command: str = ""

    @property
    def all_types(self) -> tuple[str, ...]:
        """Types of relations to read; EntRel too if it is a label."""
        entity = ("EntRel",) if self.labels and self.labels.endswith("+EntRel") else ()
        return tuple(dict.fromkeys((*self.types, *entity)))


class EvaluationProtocol(ABC):
    """A method of evaluation; `takes` has the options of the command line that it knows."""

    text: str
    takes: frozenset[str]
    default_models: tuple[str, ...] = ()

    @abstractmethod
    def run(self, name: str, request: RunRequest, folder: Path, follow: Follow) -> Iterable[ReportTable]:
        """Run the protocol into a folder; return the main tables."""

    @staticmethod
    @abstractmethod
    def report(paths: Sequence[Path], baseline: str | None) -> RunReport:
        """Report run directories."""

    @staticmethod
    @abstractmethod
    def compare(
        first: Path, second: Path, systems: tuple[str, str] | None, measure: str
    ) -> Comparison | RunComparison:
        """Compare two run directories."""


@dataclass(frozen=True, slots=True)
class PairProtocol(EvaluationProtocol):
    """Classification of argument pairs: splits, a policy for several senses, systems besides a model.

    `splits` are by corpus, "" for any other one. With `ablation` a model is run without features, with each
    one, and with all. Otherwise it is run on both arguments and on each alone.
    """

    text: str
    splits: Mapping[str, tuple[str, ...]]
    policy: Policy
    ablation: bool
    takes = _PAIR_OPTIONS
    default_models = ("logistic",)

    def run(self, name: str, request: RunRequest, folder: Path, follow: Follow) -> Iterable[ReportTable]:
        """Train and test models on each split, in a folder of its own if there are several."""
        from relata.experiments.running import Experiment

        data = self.read(request.data, request)
        plans = self.plans(name, request, data)
        experiments = {
            folder / file_name(plan.split) if len(plans) > 1 else folder: Experiment(
                plan, data, on_error=request.on_error
            )
            for plan in plans
        }
        return run_experiments(experiments, request, follow).summary()

    def read(self, path: Path, request: RunRequest) -> Dataset:
        """Read the relations of the types of a request."""
        from relata.experiments.data import read_dataset

        texts = "lstm" in request.models and (request.vectors or SKIP_GRAM).startswith(SKIP_GRAM)
        return read_dataset(
            path, request.all_types, texts=texts, language=request.language, on_error=request.on_error
        )

    def plans(self, name: str, request: RunRequest, data: Dataset) -> list[ExperimentPlan]:
        """Return the plan for each split."""
        systems = self.systems(request)
        training = request.policy or self.policy
        return [
            ExperimentPlan(
                protocol=name,
                labels=request.labels or default_labels(data.format),
                split=split,
                split_seed=request.split_seed,
                training=training,
                judging=request.judging or training,
                types=request.all_types,
                seeds=request.seeds,
                systems=systems,
                baseline=request.baseline or self.baseline(systems),
                shares=request.shares,
            )
            for split in request.splits or self.default_splits(data.format)
        ]

    def systems(self, request: RunRequest) -> tuple[System, ...]:
        """Return the systems to run for the models of a request."""
        return systems_of(
            request.models,
            request.features,
            request.schedule,
            vectors=request.vectors,
            ablation=self.ablation,
        )

    def default_splits(self, corpus: str) -> tuple[str, ...]:
        """Return the splits for a corpus."""
        return self.splits.get(corpus, self.splits[""])

    def baseline(self, systems: Sequence[System]) -> str:
        """Return the system to compare with: the model without features, or the majority."""
        return systems[min(1, len(systems) - 1) if self.ablation else 0].name

    @staticmethod
    def report(paths: Sequence[Path], baseline: str | None) -> RunReport:
        """Report run directories."""
        from relata.experiments.reports import ExperimentReport
        from relata.experiments.results import load_run

        return ExperimentReport([load_run(path) for path in paths], baseline)

    @staticmethod
    def compare(
        first: Path, second: Path, systems: tuple[str, str] | None, measure: str
    ) -> Comparison | RunComparison:
        """Compare a system of one run with one of another."""
        from relata.experiments.contrasts import compare_runs
        from relata.experiments.results import load_run

        del measure
        return compare_runs(load_run(first), load_run(second), systems)


def run_experiments(
    experiments: Mapping[Path, Experiment], request: RunRequest, follow: Follow
) -> ExperimentReport:
    """Run experiments into their folders, all of them as one piece of work; return their report."""
    from relata.experiments.reports import ExperimentReport
    from relata.experiments.results import load_run

    work = [
        (experiment, experiment.begin(folder, request.command)) for folder, experiment in experiments.items()
    ]
    missing = sum(not directory.has(trial) for experiment, directory in work for trial in experiment.trials)
    trials = chain.from_iterable(experiment.run(directory, request.jobs) for experiment, directory in work)
    for _ in follow(trials, "trials", total=missing):
        pass
    return ExperimentReport([load_run(folder) for folder in experiments])


@dataclass(frozen=True, slots=True)
class SchemesProtocol(PairProtocol):
    """Two annotations of the same argument pairs, with one model (Kim et al. 2020, table 5)."""

    takes = _PAIR_OPTIONS | {"other_data"}

    def run(self, name: str, request: RunRequest, folder: Path, follow: Follow) -> Iterable[ReportTable]:
        """Train and test the models on both annotations of the pairs that both have."""
        from relata.experiments.running import Experiment
        from relata.experiments.schemes import same_pairs, scheme_table

        if request.other_data is None:
            raise ProtocolError(f"{name} compares two annotations: name the other one by --other-data")
        if len(request.splits) > 1:
            raise ProtocolError(f"{name} takes one --split")
        data = [self.read(path, request) for path in (request.data, request.other_data)]
        names = (
            (request.labels or "").split(",") if request.labels else [default_labels(d.format) for d in data]
        )
        if len(names) != len(data):
            raise ProtocolError(f"{name} takes a label set for each annotation: --labels pdtb2-L2,pdtb3-L2")
        policies = request.policy or self.policy, request.judging or request.policy or self.policy
        first, second = same_pairs(data, names, policies)
        experiments = {}
        for number, (pairs, labels) in enumerate(zip((first, second), names, strict=True), start=1):
            (plan,) = self.plans(name, replace(request, labels=labels), pairs)
            experiments[folder / f"{number}-{pairs.format}"] = Experiment(
                plan, pairs, complete=False, on_error=request.on_error
            )
        report = run_experiments(experiments, request, follow)
        return [report.summary()[-1], scheme_table(*report.runs)]

    def systems(self, request: RunRequest) -> tuple[System, ...]:
        """Return the models alone, and the majority."""
        systems = systems_of(request.models, request.features, request.schedule, vectors=request.vectors)
        return tuple(system for system in systems if system.span == "both")


@dataclass(frozen=True, slots=True)
class ParsingProtocol(EvaluationProtocol):
    """Parsing end to end, and senses of given arguments, scored as in a shared task."""

    text: str
    takes = frozenset({"labels", "split", "language", "resource", "syntax"})

    def run(self, name: str, request: RunRequest, folder: Path, follow: Follow) -> Iterable[ReportTable]:
        """Parse parts of a corpus, in each language, with each model; several have a folder each."""
        from relata.experiments.data import languages_of
        from relata.experiments.parsing import (
            OutsideKnowledge,
            ParsingReports,
            SystemTrainer,
            load_parsing,
            models_of,
            read_parsing_data,
            run_parsing,
        )

        if not request.models:
            raise ProtocolError(f"{name} takes a --model: classical:NAME, classical for all, or relata:NAME")
        languages: list[str | None] = [*(() if request.language else languages_of(request.data))]
        parts = list(product(languages or [request.language], request.splits or (None,)))
        outside = OutsideKnowledge(request.resources, request.syntax)
        runs = []
        for language, part in parts:
            data = read_parsing_data(request.data, part=part, language=language, on_error=request.on_error)
            inner = "-".join(filter(None, (language, data.part))) if len(parts) > 1 else ""
            models = models_of(request.models, data)
            trainer = cache(partial(SystemTrainer, data, outside))
            runs += [
                (model, data, trainer, folder / inner / (file_name(model) if len(models) > 1 else ""))
                for model in models
            ]
        for model, data, trainer, place in follow(runs, "runs", total=len(runs)):
            run_parsing(
                model,
                data,
                place,
                senses=request.labels,
                command=request.command,
                outside=outside,
                trainer=trainer,
            )
        return ParsingReports([load_parsing(place) for *_, place in runs]).tables()

    @staticmethod
    def report(paths: Sequence[Path], baseline: str | None) -> RunReport:
        """Report run directories."""
        from relata.experiments.parsing import ParsingReports, load_parsing

        if baseline:
            raise ProtocolError("runs of parsing are reported without --baseline")
        return ParsingReports([load_parsing(path) for path in paths])

    @staticmethod
    def compare(
        first: Path, second: Path, systems: tuple[str, str] | None, measure: str
    ) -> Comparison | RunComparison:
        """Compare two parsers by a measure of the scorer."""
        from relata.experiments.parsing import compare_parsing, load_parsing

        if systems:
            raise ProtocolError("a run of parsing has one system: --systems is for other protocols")
        return compare_parsing(load_parsing(first), load_parsing(second), measure)


PROTOCOLS: Mapping[str, EvaluationProtocol] = {
    "kim2020": PairProtocol(
        "12-fold cross-validation by sections or documents, single-span baselines and their upper bound",
        {"": ("documents-12",), "pdtb2": ("sections-12",), "pdtb3": ("sections-12",)},
        Policy.ALL,
        ablation=False,
    ),
    "shi2017": PairProtocol(
        "most-used split and 10 label-balanced folds of instances, without, with each, with all features",
        {"": ("instances-10",), "pdtb2": ("lin", "instances-10"), "pdtb3": ("lin", "instances-10")},
        Policy.FIRST,
        ablation=True,
    ),
    "kim2020-schemes": SchemesProtocol(
        "one model on two annotations (--data, --other-data) of the same argument pairs",
        {"": ("documents-12",), "pdtb2": ("sections-12",), "pdtb3": ("sections-12",)},
        Policy.ALL,
        ablation=False,
    ),
    "conll2016": ParsingProtocol(
        "parsers (--model classical:NAME, classical for all systems, relata:NAME) end to end"
    ),
}
"""Protocols by name."""


def protocol_of(path: Path) -> EvaluationProtocol:
    """Return the protocol of a run directory."""
    from relata.experiments.run_directory import read_config

    return PROTOCOLS[read_config(path)["protocol"]]


def run_directories(path: Path) -> list[Path]:
    """Return the run directory itself, or those in it: a run with several splits has one for each."""
    from relata.experiments.run_directory import CONFIG

    if (path / CONFIG).exists() or not path.is_dir():
        return [path]
    return sorted(file.parent for file in path.glob(f"*/{CONFIG}")) or [path]


def default_labels(corpus: str) -> str:
    """Return the label set of the paper of a corpus, or the labels with more than 100 instances."""
    return _LABELS.get(corpus, "L2:100")
