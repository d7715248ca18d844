"""Counts of answers for Prometheus, and a line of the log for each answer; neither has texts."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from typing import Any

from relata.server.pool import WorkerPool

LOG = logging.getLogger("relata.server")

_UNLOGGED = frozenset({"/health", "/ready", "/metrics"})
"""Paths that machines ask for all the time."""


class Metrics:
    """Counts of answers and seconds of work, in the text format of Prometheus."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.characters = 0

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count and log an answer; `path` is that of the route, because others may quote texts."""
        self.answers[path, status] += 1
        self.seconds[path] += seconds
        if path not in _UNLOGGED:
            LOG.info("%s %d %.3f s", path, status, seconds)

    def lines(self, pool: WorkerPool[Any, bytes]) -> str:
        """Return all metrics as text."""
        rows = [
            f'relata_answers_total{{path="{path}",status="{status}"}} {count}'
            for (path, status), count in sorted(self.answers.items())
        ]
        rows += [
            f'relata_seconds_total{{path="{path}"}} {seconds:.6f}' for path, seconds in self.seconds.items()
        ]
        rows += [
            f"relata_characters_total {self.characters}",
            f"relata_workers {pool.size}",
            f"relata_workers_busy {pool.busy}",
            f"relata_workers_replaced_total {pool.replaced}",
            f"relata_requests_waiting {pool.waiting}",
        ]
        return "\n".join(rows) + "\n"


def log_to_stderr() -> None:
    """Write a line to standard error for each answer."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
