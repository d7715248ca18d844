"""Engine of large runs: tasks for an executor, and the results of shards, whatever dies.

A shard whose process dies is tried again, then split down to the record that kills it, which is a failure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from relata.batch.parts import ShardPiece, ShardTask, joined
from relata.batch.records import Record
from relata.batch.workers import WorkerDeathError

Key = TypeVar("Key")
Executor = Callable[
    [Callable[[ShardTask], ShardPiece], Callable[[], ShardTask | None], int],
    Iterator[tuple[ShardTask, ShardPiece | WorkerDeathError]],
]
"""Function like `relata.batch.workers.apply_to_tasks`."""

ATTEMPTS = 2
"""Processes that may die of a task before it is split, or its only record is given up."""
DEATHS = 40
"""Processes that may die before any task is done: then the fault is not in a document."""


def parse_shards(
    work: Iterable[tuple[Key, Sequence[Record]]],
    function: Callable[[ShardTask], ShardPiece],
    format: str,
    execute: Executor,
    jobs: int,
) -> Iterator[tuple[Key, ShardPiece]]:
    """Yield the results of shards, by the key of each, as they come; `work` is taken when it is needed.

    `function` parses the records of a task into rows of this format.
    """
    run = _ShardRun(iter(work), format)
    return run.results(execute(function, run.take, jobs))


@dataclass(slots=True)
class _Open(Generic[Key]):
    """Shard at work: tasks without a piece yet, and pieces by the first record of each."""

    key: Key
    waiting: int = 1
    pieces: dict[int, ShardPiece] = field(default_factory=dict)


class _ShardRun(Generic[Key]):
    """Tasks to give out, and shards at work by number."""

    def __init__(self, work: Iterator[tuple[Key, Sequence[Record]]], format: str) -> None:
        self._work = work
        self._format = format
        self._again: deque[ShardTask] = deque()
        self._open: dict[int, _Open[Key]] = {}
        self._count = 0
        self._deaths = 0

    def take(self) -> ShardTask | None:
        """Give the next task: parts of one that failed come first."""
        if self._again:
            return self._again.popleft()
        for key, records in self._work:
            self._open[self._count] = _Open(key)
            self._count += 1
            return ShardTask(self._count - 1, 0, records)
        return None

    def results(
        self, outcomes: Iterable[tuple[ShardTask, ShardPiece | WorkerDeathError]]
    ) -> Iterator[tuple[Key, ShardPiece]]:
        """Take the outcomes of tasks; yield the result of each shard that is complete."""
        done = False
        for task, outcome in outcomes:
            if isinstance(outcome, WorkerDeathError):
                self._deaths += 1
                if not done and self._deaths == DEATHS:
                    raise outcome
                piece = self._after_death(task, outcome)
                if piece is None:
                    continue
            else:
                piece, done = outcome, True
            shard = self._open[task.shard]
            shard.pieces[task.first] = piece
            shard.waiting -= 1
            if not shard.waiting:
                del self._open[task.shard]
                yield shard.key, joined([piece for _, piece in sorted(shard.pieces.items())], self._format)

    def _after_death(self, task: ShardTask, death: WorkerDeathError) -> ShardPiece | None:
        """Try a task again, then split it; the record that is left is a failure."""
        attempt = task.attempt + 1
        again = ShardTask(task.shard, task.first, task.records, attempt)
        if attempt < ATTEMPTS:
            self._again.append(again)
        elif len(task.records) > 1:
            self._again += again.halves()
            self._open[task.shard].waiting += 1
        else:
            return ShardPiece(b"", 0, 0, [(task.records[0].id, str(death))])
        return None
