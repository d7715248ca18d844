"""Cells: one system, trained and tested on one fold with one seed."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from relata.errors import ProtocolError
from relata.experiments.experiments import Plan
from relata.experiments.folds import Fold
from relata.experiments.instances import Instance, Side
from relata.experiments.models.base import Answer, Dev
from relata.experiments.systems import System, make_classifier
from relata.experiments.tasks import Task

PERTURBED_BY = "-"
"""The word that is put before both arguments to see whether a model minds (Kim et al. 2020)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is computed, and kept, at once; `share` of the training part is trained on."""

    system: System
    fold: int
    seed: int
    share: float = 1.0

    @property
    def file(self) -> str:
        """Where its outcome lies in a run directory."""
        share = "" if self.share == 1 else f".share-{self.share:g}"
        return f"{self.system.folder}/fold-{self.fold + 1:02}.seed-{self.seed}{share}.json"

    def __str__(self) -> str:
        return f"{self.system.name}, fold {self.fold + 1}, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answers to the test instances of a fold, as they stand and perturbed; `seconds` it took."""

    answers: list[Answer]
    perturbed: list[str]
    seconds: float


def cells_of(plan: Plan, folds: int) -> Iterator[Cell]:
    """All cells of a run."""
    for system in plan.systems:
        shares = plan.shares if system.span == "both" and system.kind not in _UNTRAINED else ()
        for seed in range(system.restarts(plan.seeds)):
            for fold in range(folds):
                for share in (1.0, *shares):
                    yield Cell(system, fold, seed, share)


_UNTRAINED = ("majority", "relata", "predictions")


def compute(cell: Cell, task: Task, fold: Fold) -> Outcome:
    """Trains and tests; probabilities that are no numbers are refused."""
    begun = time.process_time()
    rng = np.random.default_rng([cell.seed, cell.fold])
    train = fold.train
    if cell.share < 1:
        train = np.sort(rng.permutation(train)[: max(1, round(cell.share * len(train)))])
    examples = list(task.training_examples(train.tolist()))
    instances = task.data.instances
    tuned_on = fold.dev.tolist()
    dev = Dev([instances[n] for n in tuned_on], [task.gold[n] for n in tuned_on]) if tuned_on else None
    model = make_classifier(cell.system, task, fold.name, cell.seed)
    model.fit([instances[n] for n, _ in examples], [label for _, label in examples], dev)
    tested = [instances[n] for n in fold.test]
    answers = model.answers(tested)
    _check(answers, cell)
    perturbed: list[str] = []
    if cell.share == 1 and cell.system.kind != "predictions":
        perturbed = [answer.label for answer in model.answers([perturb(each) for each in tested])]
    return Outcome(answers, perturbed, time.process_time() - begun)


def perturb(instance: Instance) -> Instance:
    """The instance with a dash before either argument, which changes nothing in what they say."""
    return replace(instance, arg1=_dashed(instance.arg1), arg2=_dashed(instance.arg2))


def _dashed(side: Side) -> Side:
    return replace(
        side,
        words=(PERTURBED_BY, *side.words),
        tags=None if side.tags is None else (":", *side.tags),
        lemmas=None if side.lemmas is None else (PERTURBED_BY, *side.lemmas),
    )


def _check(answers: Sequence[Answer], cell: Cell) -> None:
    for answer in answers:
        if answer.score is not None and not math.isfinite(answer.score):
            raise ProtocolError(f"{cell}: a score of {answer.score}, expected a number")
