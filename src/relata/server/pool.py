"""Worker processes behind an event loop: a bounded queue, a time limit, and new processes for dead ones."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Self, TypeVar, cast

from relata.batch.workers import interrupts_blocked, serve
from relata.errors import RelataError, RelataWarning

Item = TypeVar("Item")
Result = TypeVar("Result")

STARTING_SECONDS = 120.0
"""Time in which a new process must be ready."""


class BusyError(RelataError):
    """A request that found the queue full."""


class OvertimeError(RelataError):
    """A job that took longer than the time limit; its process was ended."""


class WorkerDiedError(RelataError):
    """A job whose process ended before its time."""


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    """Result of a job, and the warnings of Relata about it."""

    result: Result
    warnings: tuple[RelataWarning, ...]


class _Process(Generic[Item, Result]):
    """A process that applies a function to items, one at a time."""

    def __init__(self, function: Callable[[Item], Result]) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, other_end = context.Pipe()
        self._process: BaseProcess = context.Process(target=serve, args=(other_end, function), daemon=True)
        with interrupts_blocked():
            self._process.start()
        other_end.close()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def call(self, item: Item, seconds: float) -> Finished[Result]:
        """Wait for the result of an item; raise what the function raised."""
        try:
            self._connection.send(item)
            if not self._connection.poll(seconds):
                self.end()
                raise OvertimeError(f"not done within {seconds:g} seconds")
            result, error, notes = self._connection.recv()
        except (EOFError, ConnectionError, BrokenPipeError):
            self.end()
            raise WorkerDiedError("the process at work ended before its time") from None
        if error is not None:
            raise error
        return Finished(cast("Result", result), tuple(notes))

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()


class WorkerPool(Generic[Item, Result]):
    """Processes that apply a function to items from an event loop, each item on its own.

    At most `queue` items wait for a process; `submit` turns others away. The process of an item that takes
    longer than `seconds` is replaced, and so is one that dies.
    """

    def __init__(
        self, function: Callable[[Item], Result], workers: int, *, queue: int, seconds: float
    ) -> None:
        self.size = workers
        self.waiting = 0
        self.replaced = 0
        self._function = function
        self._queue = queue
        self._seconds = seconds
        self._idle: asyncio.Queue[_Process[Item, Result]] = asyncio.Queue()
        self._processes: set[_Process[Item, Result]] = set()
        self._threads = ThreadPoolExecutor(workers, "relata-worker")

    async def start(self, first: Item) -> Self:
        """Start the processes; each does a first item, which loads what others need."""
        await asyncio.gather(*(self._add(first) for _ in range(self.size)))
        return self

    @property
    def busy(self) -> int:
        """Number of processes at work."""
        return self.size - self._idle.qsize()

    async def submit(self, item: Item) -> Finished[Result]:
        """Return the result of an item as soon as a process has it."""
        if self._idle.empty() and self.waiting >= self._queue:
            raise BusyError(f"{self.waiting} requests are waiting; try again later")
        self.waiting += 1
        try:
            process = await self._idle.get()
        finally:
            self.waiting -= 1
        if not process.alive:  # it died while it waited
            process = self._replacement(process)
        try:
            return await self._call(process, item, self._seconds)
        finally:
            self._idle.put_nowait(process if process.alive else self._replacement(process))

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _replacement(self, dead: _Process[Item, Result]) -> _Process[Item, Result]:
        """Start a process in place of a dead one."""
        self.replaced += 1
        self._processes.discard(dead)
        fresh: _Process[Item, Result] = _Process(self._function)
        self._processes.add(fresh)
        return fresh

    async def _add(self, first: Item) -> None:
        process: _Process[Item, Result] = _Process(self._function)
        self._processes.add(process)
        await self._call(process, first, STARTING_SECONDS)
        self._idle.put_nowait(process)

    async def _call(self, process: _Process[Item, Result], item: Item, seconds: float) -> Finished[Result]:
        loop = asyncio.get_running_loop()
        call: Any = loop.run_in_executor(self._threads, process.call, item, seconds)
        # A client that leaves must not leave a process behind with half a job: the call is finished first.
        try:
            answer: Finished[Result] = await asyncio.shield(call)
        except asyncio.CancelledError:
            await asyncio.wait([call])
            raise
        return answer
