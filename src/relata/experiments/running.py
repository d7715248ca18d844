"""Experiments: a plan on a data set, checked as a whole and run trial by trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

import relata
from relata.batch.workers import apply_in_workers
from relata.errors import OnError, ProtocolError, strict
from relata.experiments.data import Dataset
from relata.experiments.labels import label_counts
from relata.experiments.run_directory import FORMAT, RunDirectory, versions
from relata.experiments.splits import Fold, splitter
from relata.experiments.systems import ExperimentPlan
from relata.experiments.tasks import Task, folds_fingerprint, make_task, shared_documents
from relata.experiments.trials import ExperimentTrial, TrialOutcome, check_system, run_trial, trials_of


class Experiment:
    """A plan on a data set: checked when it is made, run trial by trial.

    Training parts must be `complete`, which means that they have all labels.
    """

    def __init__(
        self, plan: ExperimentPlan, data: Dataset, *, complete: bool = True, on_error: OnError = strict
    ) -> None:
        self.plan = plan
        self.task = make_task(data, plan.labels, training=plan.training, judging=plan.judging)
        self.splitter = splitter(plan.split, plan.split_seed, on_error=on_error)
        self.folds = self.task.folds(self.splitter, complete=complete, on_error=on_error)
        tested = sorted({index for fold in self.folds for index in fold.test.tolist()})
        for system in plan.systems:
            check_system(system, self.task, tested, on_error=on_error)
        if plan.baseline not in (names := [system.name for system in plan.systems]):
            raise ProtocolError(f"no system {plan.baseline!r} to compare with; there is {', '.join(names)}")

    @property
    def trials(self) -> list[ExperimentTrial]:
        """All trials of the run."""
        return list(trials_of(self.plan, len(self.folds)))

    def config(self, command: str = "") -> dict[str, Any]:
        """Return all settings that the figures depend on, as plain data."""
        plan, data, labels = self.plan, self.task.data, self.task.labels
        senses = [pair.senses for pair in data.instances]
        return {
            "format": FORMAT,
            "relata": relata.__version__,
            "protocol": plan.protocol,
            "data": {
                "source": data.source,
                "format": data.format,
                "fingerprint": data.fingerprint,
                "types": list(plan.types),
                "instances": len(data),
            },
            "labels": {
                "name": labels.name,
                "counts": label_counts(labels, senses, plan.training),
                "dropped": dict(labels.dropped),
            },
            "policies": {"training": str(plan.training), "judging": str(plan.judging)},
            "split": self._split_config(),
            "seeds": plan.seeds,
            "restarts": {system.name: system.restarts(plan.seeds) for system in plan.systems},
            "shares": list(plan.shares),
            "baseline": plan.baseline,
            "systems": [asdict(system) | {"features": list(system.features)} for system in plan.systems],
            "versions": versions(),
            "command": command,
        }

    def _split_config(self) -> dict[str, Any]:
        data, split = self.task.data, self.splitter
        shared = 0
        if split.instance_level:
            documents = data.groups("document")
            shared = sum(len(shared_documents(fold, documents)) for fold in self.folds)
        return {
            "name": split.name,
            "seed": self.plan.split_seed,
            "fingerprint": folds_fingerprint(self.folds, data.ids),
            "sizes": [list(self.task.sizes(fold)) for fold in self.folds],
            "labels": self.task.label_counts(self.folds),
            "instance_level": split.instance_level,
            "documents_on_both_sides": round(shared / len(self.folds)),
        }

    def begin(self, path: Path, command: str = "") -> RunDirectory:
        """Return the run directory, new or of a run to resume."""
        relations = self.task.relations(self.plan.types)
        return RunDirectory.begin(path, self.config(command), self.task, self.folds, relations)

    def run(self, directory: RunDirectory, jobs: int = 1) -> Iterator[ExperimentTrial]:
        """Compute and store the missing trials; yield each trial when it is done."""
        missing = [trial for trial in self.trials if not directory.has(trial)]
        outcome_of = partial(_outcome, task=self.task, folds=self.folds)
        for trial, outcome in apply_in_workers(outcome_of, missing, min(jobs, len(missing)), ordered=False):
            directory.put(trial, outcome)
            yield trial


def _outcome(trial: ExperimentTrial, task: Task, folds: Sequence[Fold]) -> TrialOutcome:
    # One thread, whatever the machine: sums in another order would change the last digits.
    with threadpool_limits(limits=1):
        return run_trial(trial, task, folds[trial.fold])
