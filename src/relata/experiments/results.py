"""Results: the predictions of a run, and the figures that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.experiments.configuration import signature
from relata.experiments.measures import Labels, Scores, confusion, right, scores
from relata.experiments.run_directory import RunDirectory
from relata.experiments.statistics import Spread, spread
from relata.experiments.systems import System
from relata.experiments.trials import Cell, Outcome

UPPER_BOUND = "upper bound"
"""The oracle that picks the right one of two single-span models' answers (Kim et al. 2020)."""

Predictions = list[list[str]]
"""Predicted labels, fold by fold."""


@dataclass(frozen=True)
class SystemResults:
    """What a system said: for each restart the labels, fold by fold; `oracle` ones have seen the gold."""

    name: str
    restarts: list[Predictions]
    perturbed: list[Predictions]
    gold: list[list[Labels]]
    labels: tuple[str, ...]
    oracle: bool = False

    @cached_property
    def scores(self) -> list[list[Scores]]:
        """The measures of each restart, fold by fold."""
        return [
            [scores(gold, said, self.labels) for gold, said in zip(self.gold, restart, strict=True)]
            for restart in self.restarts
        ]

    @cached_property
    def pooled(self) -> list[Scores]:
        """The measures of each restart over all folds at once."""
        return [scores(_joined(self.gold), _joined(restart), self.labels) for restart in self.restarts]

    def over_seeds(self, measure: str) -> Spread:
        """A measure's mean over folds, with its deviation over restarts."""
        return spread([float(np.mean([getattr(each, measure) for each in own])) for own in self.scores])

    def over_folds(self, measure: str) -> Spread:
        """A measure's mean over restarts, with its deviation over folds."""
        return spread(self.by_fold(measure))

    def by_fold(self, measure: str) -> list[float]:
        """A measure's mean over restarts, for each fold."""
        columns = zip(*self.scores, strict=True)
        return [float(np.mean([getattr(each, measure) for each in column])) for column in columns]

    def label_f1(self, label: str) -> Spread:
        """The F1 of a label over all folds, with its deviation over restarts."""
        return spread([own.f1.get(label, 0.0) for own in self.pooled])

    @property
    def perturbed_accuracy(self) -> float | None:
        """The accuracy on perturbed arguments, in the mean over folds and restarts."""
        if not self.perturbed:
            return None
        return float(
            np.mean(
                [right(g, s).mean() for own in self.perturbed for g, s in zip(self.gold, own, strict=True)]
            )
        )

    def confusion(self) -> npt.NDArray[np.intp]:
        """How often each label was taken for each, over all folds and restarts."""
        gold = _joined(self.gold)
        total: npt.NDArray[np.intp] = sum(  # type: ignore[assignment]
            confusion(gold, _joined(restart), self.labels) for restart in self.restarts
        )
        return total

    def right_counts(self) -> npt.NDArray[np.float64]:
        """For each tested instance: in how many restarts it was right, and how many there were."""
        gold = _joined(self.gold)
        hits = sum(right(gold, _joined(restart)).astype(np.float64) for restart in self.restarts)
        return np.column_stack([hits, np.full(len(gold), float(len(self.restarts)))])

    def median_right(self) -> npt.NDArray[np.bool_]:
        """Whether the median restart (of two in the middle, the lower) is right on each instance."""
        gold = _joined(self.gold)
        outcomes = sorted((right(gold, _joined(restart)) for restart in self.restarts), key=np.sum)
        return outcomes[(len(outcomes) - 1) // 2]


@dataclass(frozen=True)
class Run:
    """A run that is complete: what was run, its instances, and what each system said of the tested ones.

    `tested` are the places of the instances in `instances`, fold by fold; `curves` have the accuracy of
    systems by the share of the training part that they had.
    """

    path: Path
    config: dict[str, Any]
    instances: list[dict[str, Any]]
    tested: list[list[int]]
    systems: dict[str, SystemResults]
    curves: dict[str, dict[float, Spread]]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.config["labels"]["counts"])

    @property
    def baseline(self) -> str:
        return str(self.config["baseline"])

    @property
    def signature(self) -> str:
        return signature(self.config)

    @property
    def main(self) -> str:
        """The system that the run is about: the first that is no majority baseline."""
        return next((name for name in self.systems if name != "majority"), self.baseline)

    def column(self, name: str) -> list[Any]:
        """A field of the tested instances ("id", "document", "genre", "gold"), all folds joined."""
        return [self.instances[index][name] for part in self.tested for index in part]


def load_run(path: Path) -> Run:
    """The results in a run directory; refused if they are incomplete."""
    return _Loader(RunDirectory(path)).run()


class _Loader:
    """Reads a run directory."""

    def __init__(self, directory: RunDirectory) -> None:
        self._directory = directory
        self._config = directory.config()
        self._instances = directory.instances()
        self._tested: list[list[int]] = [fold["test"] for fold in directory.folds()]
        self._gold = [[tuple(self._instances[n]["gold"]) for n in part] for part in self._tested]

    def run(self) -> Run:
        systems: dict[str, SystemResults] = {}
        curves: dict[str, dict[float, Spread]] = {}
        for system in map(_system, self._config["systems"]):
            systems[system.name] = self._results(system)
            if own := dict(self._curve(system)):
                curves[system.name] = own | {1.0: systems[system.name].over_folds("accuracy")}
        systems |= dict(_upper_bounds(systems))
        return Run(self._directory.path, self._config, self._instances, self._tested, systems, curves)

    def _results(self, system: System, share: float = 1.0) -> SystemResults:
        restarts, perturbed = [], []
        for seed in range(self._config["restarts"][system.name]):
            outcomes = [
                self._outcome(Cell(system, fold, seed, share), len(gold))
                for fold, gold in enumerate(self._gold)
            ]
            restarts.append([[answer.label for answer in outcome.answers] for outcome in outcomes])
            if all(outcome.perturbed for outcome in outcomes):
                perturbed.append([outcome.perturbed for outcome in outcomes])
        labels = tuple(self._config["labels"]["counts"])
        return SystemResults(system.name, restarts, perturbed, self._gold, labels)

    def _outcome(self, cell: Cell, size: int) -> Outcome:
        if not self._directory.has(cell):
            raise ProtocolError(
                f"{self._directory.path}: not complete: {cell} is missing; the same command again goes on"
            )
        return self._directory.get(cell, size)

    def _curve(self, system: System) -> Iterator[tuple[float, Spread]]:
        for share in self._config["shares"]:
            if self._directory.has(Cell(system, 0, 0, share)):
                yield share, self._results(system, share).over_folds("accuracy")


def _system(value: dict[str, Any]) -> System:
    return System(**value | {"features": tuple(value["features"])})


def _upper_bounds(systems: dict[str, SystemResults]) -> Iterator[tuple[str, SystemResults]]:
    """For each model with both single-span versions: right wherever one of these is."""
    for name in systems:
        one, other = (systems.get(f"{name} ({arg} only)") for arg in ("Arg1", "Arg2"))
        if one and other:
            restarts = [
                [
                    [a if a in own else b for a, b, own in zip(*part, strict=True)]
                    for part in zip(first, second, one.gold, strict=True)
                ]
                for first, second in zip(one.restarts, other.restarts, strict=True)
            ]
            title = f"{name} ({UPPER_BOUND})"
            yield title, SystemResults(title, restarts, [], one.gold, one.labels, oracle=True)


def _joined(parts: Sequence[Sequence[Any]]) -> list[Any]:
    return [item for part in parts for item in part]
