"""How far a training is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import click

Item = TypeVar("Item")
_SECONDS = 30.0


class Progress:
    """Follows work on standard error; `note` is what is said of it beside how far it is."""

    def __init__(self) -> None:
        self.note = ""

    def say(self, line: str) -> None:
        """One line that stays."""
        click.echo(line, err=True)

    def follow(self, items: Sequence[Item], label: str, done: int = 0) -> Iterator[Item]:
        """The items from number `done` on, while the work on them is shown."""
        if sys.stderr.isatty():
            yield from self._bar(items, label, done)
        else:
            yield from self._lines(items, label, done)

    def _bar(self, items: Sequence[Item], label: str, done: int) -> Iterator[Item]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(label, total=len(items), completed=done, note="")
            for number in range(done, len(items)):
                yield items[number]
                bar.update(task, completed=number + 1, note=self.note)

    def _lines(self, items: Sequence[Item], label: str, done: int) -> Iterator[Item]:
        begun = said = time.monotonic()
        for number in range(done, len(items)):
            yield items[number]
            now = time.monotonic()
            if now - said >= _SECONDS:
                said = now
                self.say(f"{label}: {number + 1}/{len(items)}, {now - begun:.0f} s {self.note}".rstrip())
