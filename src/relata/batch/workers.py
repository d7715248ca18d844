"""Worker processes: one function applied to many items, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count, takewhile
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Generic, NamedTuple, Self, TypeAlias, TypeVar, cast

from relata.errors import RelataError, RelataWarning

Item = TypeVar("Item")
Result = TypeVar("Result")
_Connection: TypeAlias = "Connection[Any, Any]"

_ITEMS_AHEAD = 4
"""Items for each process that may be taken before the result of an earlier item is there."""


def apply_in_workers(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    *,
    name: Callable[[Item], str] = str,
    ordered: bool = True,
) -> Iterator[tuple[Item, Result]]:
    """Yield each item with its result as soon as it is there, in order if `ordered`; `jobs` processes work.

    One job is done in this process. Each process gets a copy of `function`, which may hold what it loads.
    Its exceptions and the warnings of Relata reach the caller. If a process dies, the error says at which
    item, by its `name`.

    >>> list(apply_in_workers(len, ["ab", "c"], jobs=1))
    [('ab', 2), ('c', 1)]
    """
    if jobs == 1:
        for item in items:
            yield item, function(item)
        return
    numbered = enumerate(items)
    outcomes: dict[int, _Outcome[Item, Result]] = {}
    begun = finished = 0
    with _Pool(function, jobs, name) as pool:
        while True:
            while pool.has_room and (not ordered or begun < finished + _ITEMS_AHEAD * jobs):
                if (entry := next(numbered, None)) is None:
                    break
                pool.begin(*entry)
                begun += 1
            if not pool.tasks:
                return
            outcomes |= pool.finished()
            for number in takewhile(outcomes.__contains__, count(finished)) if ordered else list(outcomes):
                item, result, error = outcomes.pop(number)
                if error is not None:
                    raise error
                yield item, cast("Result", result)
                finished += 1


def apply_to_tasks(
    function: Callable[[Item], Result], take: Callable[[], Item | None], jobs: int
) -> Iterator[tuple[Item, Result | WorkerDeathError]]:
    """Yield tasks with their results as they come; `take` gives the next task, or None for the present.

    A process that dies is replaced, and its death is the result: `take` may give parts of the task again.
    """
    number = 0
    with _Pool(function, jobs, str) as pool:
        while True:
            while pool.has_room and (task := take()) is not None:
                pool.begin(number, task)
                number += 1
            if not pool.tasks:
                return
            for item, result, error in pool.finished().values():
                if error is not None and not isinstance(error, WorkerDeathError):
                    raise error
                yield item, error or cast("Result", result)


def apply_here(
    function: Callable[[Item], Result],
    take: Callable[[], Item | None],
    jobs: int,  # noqa: ARG001
) -> Iterator[tuple[Item, Result]]:
    """Yield tasks with their results as `apply_to_tasks` does, in this process."""
    while (task := take()) is not None:
        yield task, function(task)


class WorkerDeathError(RelataError):
    """End of a worker process before its time."""


class _Outcome(NamedTuple, Generic[Item, Result]):
    item: Item
    result: Result | None
    error: Exception | None


class _Pool(Generic[Item, Result]):
    """Processes that apply a function, and the numbered items they are at work on, by connection."""

    def __init__(self, function: Callable[[Item], Result], jobs: int, name: Callable[[Item], str]) -> None:
        self.tasks: dict[_Connection, tuple[int, Item]] = {}
        self._function = function
        self._jobs = jobs
        self._name = name
        self._processes: dict[_Connection, BaseProcess] = {}
        self._idle: list[_Connection] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            process.terminate()
        for connection, process in self._processes.items():
            process.join()
            connection.close()

    @property
    def has_room(self) -> bool:
        """True if a process is idle or can still be started."""
        return bool(self._idle) or len(self._processes) < self._jobs

    def begin(self, number: int, item: Item) -> None:
        """Give an item to an idle process, or to a new one."""
        while self._idle:
            connection = self._idle.pop()
            with suppress(ConnectionError):  # of a process that died while it was idle
                connection.send(item)
                self.tasks[connection] = number, item
                return
            self._buried(connection)
        connection = self._start()
        self.tasks[connection] = number, item
        with suppress(ConnectionError):  # then its death is the outcome
            connection.send(item)

    def finished(self) -> dict[int, _Outcome[Item, Result]]:
        """Wait for outcomes; return those that are there, by the numbers of their items."""
        outcomes: dict[int, _Outcome[Item, Result]] = {}
        for connection in cast("list[_Connection]", wait(list(self.tasks))):
            number, item = self.tasks.pop(connection)
            try:
                result, error, caught = connection.recv()
            except (EOFError, ConnectionError):
                outcomes[number] = _Outcome(item, None, self._death(connection, item))
                continue
            for warning in caught:
                warnings.warn(warning, stacklevel=3)
            self._idle.append(connection)
            outcomes[number] = _Outcome(item, result, error)
        return outcomes

    def _start(self) -> _Connection:
        context = multiprocessing.get_context("spawn")  # a fork would copy the threads of libraries in part
        connection, other_end = context.Pipe()
        process = context.Process(target=serve, args=(other_end, self._function), daemon=True)
        with interrupts_blocked():
            process.start()
        other_end.close()
        self._processes[connection] = process
        return connection

    def _death(self, connection: _Connection, item: Item) -> WorkerDeathError:
        code = self._buried(connection)
        return WorkerDeathError(
            f"{self._name(item)}: a process ended before its time, with exit code {code}; "
            "is there enough memory for --jobs?"
        )

    def _buried(self, connection: _Connection) -> int | None:
        """Forget a process that ended; return its exit code."""
        process = self._processes.pop(connection)
        process.join()
        connection.close()
        return process.exitcode


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C: a process that starts inherits that, and its parent gets the signal afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(connection: _Connection, function: Callable[[Any], Any]) -> None:
    """Apply the function to each item that arrives; send result, exception, and warnings of Relata."""
    settle()
    while True:
        result = error = None
        try:
            item = connection.recv()
        except EOFError:  # closed by the parent
            return
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", RelataWarning)
            try:
                result = function(item)
            except Exception as exception:
                error = exception
                if not isinstance(error, RelataError):
                    error.add_note(traceback.format_exc())
        notes = [record.message for record in caught if isinstance(record.message, RelataWarning)]
        try:
            connection.send((result, error, notes))
        except (pickle.PicklingError, TypeError, AttributeError) as failure:
            connection.send((None, RuntimeError(f"{failure}, in {error or result!r}"), notes))


def settle() -> None:
    """Prepare a worker: it leaves Ctrl-C to its parent and ends when the parent is gone.

    A parent that is killed cannot end its workers, whose work may take minutes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
