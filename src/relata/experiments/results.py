"""Results of a run: predictions, measures, and accuracy by genre."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.experiments.run_directory import RunDirectory, signature
from relata.experiments.statistics import Bools, PredictionScores, Spread, confusion, right, scores, spread
from relata.experiments.systems import Schedule, System
from relata.experiments.tasks import Labels
from relata.experiments.trials import ExperimentTrial

Predictions = list[list[str]]
"""Predicted labels by fold, or by restart."""


@dataclass(frozen=True)
class SystemResults:
    """Predicted labels of a system by restart and fold; an `oracle` has seen the gold labels."""

    name: str
    restarts: list[Predictions]
    perturbed: list[Predictions]
    gold: list[list[Labels]]
    labels: tuple[str, ...]
    oracle: bool = False

    @cached_property
    def scores(self) -> list[list[PredictionScores]]:
        """Measures by restart and fold."""
        return [
            [scores(gold, labels, self.labels) for gold, labels in zip(self.gold, restart, strict=True)]
            for restart in self.restarts
        ]

    @cached_property
    def pooled(self) -> list[PredictionScores]:
        """Measures of each restart over all folds at once."""
        return [scores(self.all_gold, predicted, self.labels) for predicted in self.all_predicted]

    @cached_property
    def all_gold(self) -> list[Labels]:
        """Gold labels of all folds."""
        return list(chain.from_iterable(self.gold))

    @cached_property
    def all_predicted(self) -> Predictions:
        """Predicted labels of all folds by restart."""
        return [list(chain.from_iterable(restart)) for restart in self.restarts]

    def over_seeds(self, measure: str) -> Spread:
        """Return the mean of a measure over folds, with its deviation over restarts."""
        return spread([float(np.mean([getattr(fold, measure) for fold in row])) for row in self.scores])

    def over_folds(self, measure: str) -> Spread:
        """Return the mean of a measure over restarts, with its deviation over folds."""
        return spread(self.by_fold(measure))

    def by_fold(self, measure: str) -> list[float]:
        """Return the mean of a measure over restarts, for each fold."""
        columns = zip(*self.scores, strict=True)
        return [float(np.mean([getattr(restart, measure) for restart in column])) for column in columns]

    def label_accuracy(self, label: str) -> Spread | None:
        """Return the accuracy on instances of a gold label, mean over the folds that test it."""
        row, means = self.labels.index(label), []
        for matrices in self.confusions:
            folds = [matrix[row, row] / total for matrix in matrices if (total := matrix[row].sum())]
            if folds:
                means.append(float(np.mean(folds)))
        return spread(means) if means else None

    @cached_property
    def confusions(self) -> list[list[npt.NDArray[np.intp]]]:
        """Counts of shape (labels, labels + 1) by restart and fold."""
        return [
            [confusion(gold, labels, self.labels) for gold, labels in zip(self.gold, restart, strict=True)]
            for restart in self.restarts
        ]

    def label_f1(self, label: str) -> Spread:
        """Return the F1 of a label over all folds, with its deviation over restarts."""
        return spread([measures.f1.get(label, 0.0) for measures in self.pooled])

    @property
    def perturbed_accuracy(self) -> float | None:
        """Mean accuracy on perturbed arguments over folds and restarts."""
        accuracies = [
            right(gold, labels).mean()
            for restart in self.perturbed
            for gold, labels in zip(self.gold, restart, strict=True)
        ]
        return float(np.mean(accuracies)) if accuracies else None

    def confusion(self) -> npt.NDArray[np.intp]:
        """Return counts of shape (labels, labels + 1) over all folds and restarts."""
        total: npt.NDArray[np.intp] = np.sum(self.confusions, axis=(0, 1))
        return total

    def right_by_restart(self) -> list[Bools]:
        """Return an array over all tested instances for each restart."""
        return [right(self.all_gold, predicted) for predicted in self.all_predicted]

    def right_counts(self) -> npt.NDArray[np.float64]:
        """Return right answers and restarts for each tested instance, of shape (instances, 2)."""
        right_answers = np.array(self.right_by_restart()).sum(axis=0)
        return np.column_stack([right_answers, np.full_like(right_answers, len(self.restarts))]).astype(float)

    def median_right(self) -> Bools:
        """Return the array of the median restart, or of the lower of two in the middle."""
        restarts = sorted(self.right_by_restart(), key=np.sum)
        return restarts[(len(restarts) - 1) // 2]


@dataclass(frozen=True)
class Run:
    """A complete run: its configuration, instances, all relations of documents, results of each system.

    `tested` are indices into `instances` by fold. `curves` are accuracies of systems by the share of the
    training part.
    """

    path: Path
    config: dict[str, Any]
    instances: list[dict[str, Any]]
    relations: list[dict[str, Any]]
    tested: list[list[int]]
    systems: dict[str, SystemResults]
    curves: dict[str, dict[float, Spread]]

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the label set."""
        return tuple(self.config["labels"]["counts"])

    @property
    def baseline(self) -> str:
        """Name of the system to compare with."""
        return str(self.config["baseline"])

    @property
    def signature(self) -> str:
        """Signature under the figures."""
        return signature(self.config)

    @property
    def models(self) -> list[str]:
        """Names of the systems that read both arguments, without the majority."""
        rows = self.config["systems"]
        return [
            system.name
            for row, system in zip(rows, self.systems.values(), strict=False)
            if row["span"] == "both" and row["model"] != "majority"
        ]

    @property
    def main(self) -> str:
        """Name of the first system that is not the majority."""
        return next((name for name in self.systems if name != "majority"), self.baseline)

    def system(self, name: str) -> SystemResults:
        """Return the results of a system; refuse an unknown name."""
        if name not in self.systems:
            raise ProtocolError(f"no system {name!r} in {self.path}; there is {', '.join(self.systems)}")
        return self.systems[name]

    def column(self, name: str) -> list[Any]:
        """Return a field of the tested instances over all folds: "id", "document", "genre" or "gold"."""
        return [self.instances[index][name] for part in self.tested for index in part]


def load_run(path: Path) -> Run:
    """Read the results in a run directory; refuse an incomplete run."""
    directory = RunDirectory(path)
    config, instances = directory.config(), directory.instances()
    tested: list[list[int]] = [fold["test"] for fold in directory.folds()]
    gold = [[tuple(instances[index]["gold"]) for index in part] for part in tested]
    labels = tuple(config["labels"]["counts"])
    systems: dict[str, SystemResults] = {}
    curves: dict[str, dict[float, Spread]] = {}
    for fields in config["systems"]:
        schedule = Schedule(**fields["schedule"]) if fields["schedule"] else None
        system = System(**fields | {"features": tuple(fields["features"]), "schedule": schedule})
        trials = {
            share: [
                [ExperimentTrial(system, fold, seed, share) for fold in range(len(gold))]
                for seed in range(config["restarts"][system.name])
            ]
            for share in (*config["shares"], 1.0)
        }
        results = {
            share: SystemResults(system.name, *_predictions(directory, share_trials, gold), gold, labels)
            for share, share_trials in trials.items()
            if share == 1 or directory.has(share_trials[0][0])
        }
        systems[system.name] = results[1.0]
        if len(results) > 1:
            curves[system.name] = {share: result.over_folds("accuracy") for share, result in results.items()}
    systems |= dict(_upper_bounds(systems))
    return Run(path, config, instances, directory.relations(), tested, systems, curves)


def _predictions(
    directory: RunDirectory, trials: Sequence[Sequence[ExperimentTrial]], gold: Sequence[Sequence[Labels]]
) -> tuple[list[Predictions], list[Predictions]]:
    """Return predicted labels by restart and fold, and those on perturbed arguments as far as there are."""
    restarts, perturbed = [], []
    for row in trials:
        outcomes = [directory.get(trial, len(part)) for trial, part in zip(row, gold, strict=True)]
        restarts.append([[answer.label for answer in outcome.answers] for outcome in outcomes])
        if all(outcome.perturbed for outcome in outcomes):
            perturbed.append([outcome.perturbed for outcome in outcomes])
    return restarts, perturbed


def _upper_bounds(systems: Mapping[str, SystemResults]) -> Iterator[tuple[str, SystemResults]]:
    """Yield an oracle for each model with single-span versions: right where either is (Kim et al. 2020)."""
    for name in systems:
        arg1, arg2 = (systems.get(f"{name} ({arg} only)") for arg in ("Arg1", "Arg2"))
        if arg1 and arg2:
            restarts = [
                [
                    [a if a in gold else b for a, b, gold in zip(*fold, strict=True)]
                    for fold in zip(first, second, arg1.gold, strict=True)
                ]
                for first, second in zip(arg1.restarts, arg2.restarts, strict=True)
            ]
            title = f"{name} (upper bound)"
            yield title, SystemResults(title, restarts, [], arg1.gold, arg1.labels, oracle=True)


def genre_accuracy(run: Run, system: SystemResults) -> dict[str, tuple[float, int]]:
    """Return accuracy over all folds and restarts, and number of instances, by genre."""
    genres = np.array(run.column("genre"), dtype=object)
    means = np.mean(system.right_by_restart(), axis=0)
    return {
        genre: (float(means[genres == genre].mean()), int((genres == genre).sum()))
        for genre in sorted(filter(None, set(genres.tolist())))
    }
