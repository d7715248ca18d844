"""Executor of tasks on a Ray cluster: an actor a processor, each with a process of its own for the parser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from relata.batch.workers import WorkerDeathError, apply_to_tasks
from relata.errors import RelataError, optional_module

Item = TypeVar("Item")
Result = TypeVar("Result")

_SECONDS = 1.0
"""Seconds to wait for a result before idle actors take over tasks of others."""


class TaskActor(Generic[Item, Result]):
    """Actor of Ray: a document that kills the parser kills the process below, and not the actor.

    Ray restarts an actor without end when its node dies, and tries its task again.
    """

    def __init__(self, function: Callable[[Item], Result]) -> None:
        self._tasks: list[Item] = []
        self._outcomes = apply_to_tasks(function, self._take, 1)

    def apply(self, task: Item) -> Result | WorkerDeathError:
        """Apply the function to a task; the death of the process is a result."""
        self._tasks.append(task)
        return next(self._outcomes)[1]

    def _take(self) -> Item | None:
        return self._tasks.pop() if self._tasks else None


def apply_on_cluster(
    function: Callable[[Item], Result],
    take: Callable[[], Item | None],
    jobs: int,
    *,
    address: str | None = None,
) -> Iterator[tuple[Item, Result | WorkerDeathError]]:
    """Yield tasks with their results as they come, as `apply_to_tasks` does; `jobs` actors work, 0 for all.

    When no task is left, idle actors repeat those of dead nodes and slow ones: the first result counts.
    """
    ray = optional_module("ray", extra="ray")
    begun = not ray.is_initialized()
    if begun:
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except (ConnectionError, RuntimeError, ValueError) as error:
            first_line = str(error).strip().partition("\n")[0]
            raise RelataError(f"no Ray cluster at {address or 'this machine'}: {first_line}") from None
    try:
        count = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(TaskActor)
        yield from _outcomes(ray, [actor.remote(function) for _ in range(count)], take)
    finally:
        if begun:
            ray.shutdown()


def _outcomes(
    ray: Any, actors: list[Any], take: Callable[[], Item | None]
) -> Iterator[tuple[Item, Result | WorkerDeathError]]:
    idle = list(actors)
    running: dict[Any, tuple[Any, int]] = {}  # actor and number of the task, by the reference to the result
    tasks: dict[int, Item] = {}
    count = 0

    def begin(number: int) -> None:
        actor = idle.pop()
        running[actor.apply.remote(tasks[number])] = actor, number

    while True:
        while idle and (task := take()) is not None:
            tasks[count] = task
            begin(count)
            count += 1
        if not tasks:
            for actor in actors:
                ray.kill(actor)
            return
        ready, _ = ray.wait(list(running), timeout=_SECONDS)
        for reference in ready:
            actor, number = running.pop(reference)
            idle.append(actor)
            try:
                result = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise (error.cause if isinstance(error.cause, RelataError) else error) from None
            if number in tasks:
                yield tasks.pop(number), result
        if not ready:
            once = [number for number in tasks if _runs(running, number) == 1]
            for number in once[: len(idle)]:
                begin(number)


def _runs(running: dict[Any, tuple[Any, int]], number: int) -> int:
    return sum(task == number for _, task in running.values())
