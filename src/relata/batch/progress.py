"""Progress of long work on standard error: a bar on a terminal, lines in the log of a training."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
_Show = Callable[[int], None]
"""Function that shows the number of finished items."""

SECONDS = 30.0
"""Seconds of work between two lines in a log; shorter work writes nothing."""


class Progress:
    """Progress display on standard error; `note` stands behind the count, such as a loss.

    Without a terminal nothing is shown, or with `logs` a line every 30 seconds.
    """

    def __init__(self, *, logs: bool = False) -> None:
        self.note = ""
        self._logs = logs

    def write(self, line: str) -> None:
        """Write a line that stays."""
        if sys.stderr is not None:  # closed when the program started
            print(line, file=sys.stderr, flush=True)

    def follow(
        self, items: Iterable[Item], label: str, *, total: int | None = None, done: int = 0
    ) -> Iterator[Item]:
        """Yield the items and show their number; `done` items of `total` were finished before.

        >>> list(Progress().follow("ab", "documents", total=2))
        ['a', 'b']
        """
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        with (self._bar if on_terminal else self._log)(label, total, done) as show:
            for number, item in enumerate(items, start=done + 1):
                yield item
                show(number)

    @contextmanager
    def _bar(self, label: str, total: int | None, done: int) -> Iterator[_Show]:
        """Draw a bar with the count, the rate and the time left."""
        from rich import progress as bars
        from rich.console import Console

        begin = time.monotonic()
        times = (bars.BarColumn(), bars.TimeRemainingColumn()) if total else (bars.TimeElapsedColumn(),)
        text = bars.TextColumn("{task.description} {task.fields[rate]}", markup=False)
        note = bars.TextColumn("{task.fields[note]}", markup=False)
        with bars.Progress(
            bars.SpinnerColumn(), text, *times, note, console=Console(stderr=True), transient=True
        ) as bar:
            task = bar.add_task(_count(label, done, total), total=total, completed=done, rate="", note="")

            def show(number: int) -> None:
                rate = (number - done) / max(time.monotonic() - begin, 1e-9)
                bar.update(
                    task,
                    completed=number,
                    description=_count(label, number, total),
                    rate=f"({rate:.1f}/s)",
                    note=self.note,
                )

            yield show

    @contextmanager
    def _log(self, label: str, total: int | None, done: int) -> Iterator[_Show]:
        """Write a line when `SECONDS` have passed since the last one, with the time left if it is known."""
        begin = last = time.monotonic()

        def show(number: int) -> None:
            nonlocal last
            now = time.monotonic()
            if self._logs and now - last >= SECONDS:
                last = now
                note = f", {self.note}" if self.note else ""
                left = (
                    ""
                    if total is None
                    else f", {(now - begin) / (number - done) * (total - number):.0f} s left"
                )
                self.write(f"{_count(label, number, total)}, {now - begin:.0f} s{left}{note}")

        yield show


def _count(label: str, number: int, total: int | None) -> str:
    return f"{label}: {number}" + ("" if total is None else f" of {total}")
