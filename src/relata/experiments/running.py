"""Running experiments: cells that are not there yet, in this process or in several."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from relata.batch.workers import settle
from relata.errors import ProtocolError
from relata.experiments.configuration import configuration
from relata.experiments.data import Dataset
from relata.experiments.experiments import Plan
from relata.experiments.folds import Fold
from relata.experiments.run_directory import RunDirectory
from relata.experiments.splits import splitter
from relata.experiments.systems import check_system
from relata.experiments.tasks import Task, make_task
from relata.experiments.trials import Cell, Outcome, cells_of, compute

Done = tuple[Cell, Outcome]


class Experiment:
    """A plan on a data set: checked when it is made, run cell by cell."""

    def __init__(self, plan: Plan, data: Dataset) -> None:
        self.plan = plan
        self.task = make_task(data, plan.labels, training=plan.training, judging=plan.judging)
        self.splitter = splitter(plan.split, plan.split_seed)
        self.folds = self.task.folds(self.splitter)
        tested = sorted({index for fold in self.folds for index in fold.test.tolist()})
        for system in plan.systems:
            check_system(system, self.task, tested)
        if plan.baseline not in (names := [system.name for system in plan.systems]):
            raise ProtocolError(f"no system {plan.baseline!r} to compare with; there is {', '.join(names)}")

    @property
    def cells(self) -> list[Cell]:
        """All that is to be computed."""
        return list(cells_of(self.plan, len(self.folds)))

    def config(self, command: str = "") -> dict[str, Any]:
        """What the run directory says of it."""
        return configuration(self.plan, self.task, self.folds, self.splitter) | {"command": command}

    def begin(self, path: Path, command: str = "") -> RunDirectory:
        """The run directory, new or of a run that goes on."""
        return RunDirectory.begin(path, self.config(command), self.task, self.folds)

    def run(self, directory: RunDirectory, jobs: int = 1) -> Iterator[Cell]:
        """Computes and keeps what is not there yet; gives each cell when it is done."""
        left = [cell for cell in self.cells if not directory.has(cell)]
        done = self._here(left) if jobs == 1 or len(left) < 2 else self._in_processes(left, jobs)
        for cell, outcome in done:
            directory.put(cell, outcome)
            yield cell

    def _here(self, cells: Iterable[Cell]) -> Iterator[Done]:
        for cell in cells:
            yield cell, _computed(cell, self.task, self.folds)

    def _in_processes(self, cells: Sequence[Cell], jobs: int) -> Iterator[Done]:
        context = multiprocessing.get_context("spawn")  # a fork would copy the threads of the libraries half
        with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(self.task, self.folds)) as pool:
            waiting: dict[Future[Outcome], Cell] = {pool.submit(_work, cell): cell for cell in cells}
            try:
                for future in as_completed(waiting):
                    yield waiting[future], future.result()
            except BrokenProcessPool:
                raise ProtocolError(
                    "a process ended before its time; is there enough memory for --jobs?"
                ) from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


_held: tuple[Task, Sequence[Fold]] | None = None


def _start(task: Task, folds: Sequence[Fold]) -> None:
    """Prepares a process."""
    global _held
    _held = task, folds
    settle()


def _work(cell: Cell) -> Outcome:
    assert _held is not None, "a process is started with a task"
    return _computed(cell, *_held)


def _computed(cell: Cell, task: Task, folds: Sequence[Fold]) -> Outcome:
    # One thread, whatever the machine: sums in another order would be other numbers in the last digits.
    with threadpool_limits(limits=1):
        return compute(cell, task, folds[cell.fold])
