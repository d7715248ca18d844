"""Output of commands: tables and JSON on standard output, warnings and errors on standard error."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import click

from relata.errors import DataWarning, RelataWarning
from relata.view.plain_text import printable

_MESSAGE_CHARACTERS = 1000
"""Length at which a message is cut: it may quote a line of a megabyte."""


def emit(text: str) -> None:
    """Print lines that may quote data."""
    click.echo(printable(text))


def emit_json(value: Any) -> None:
    """Print a value as indented JSON."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    text = json.dumps(value, ensure_ascii=not encoding.lower().startswith("utf"), indent=2)
    unsafe = {character for character in text if not character.isprintable()} - {"\n"}
    click.echo(text.translate({ord(character): json.dumps(character)[1:-1] for character in unsafe}))


def emit_table(
    title: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1
) -> None:
    """Print a table, drawn on a terminal, aligned in a pipe; the first `text_columns` are aligned left."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if on_terminal(sys.stdout):
        _draw(title, header, cells, text_columns)
    else:
        lines = (f"  {line}" for line in aligned([header, *cells], text_columns))
        click.echo("\n".join([title, *lines, ""]))


def on_terminal(stream: TextIO | None) -> bool:
    """Return True for a terminal; a stream that was closed when the program started is None."""
    return stream is not None and stream.isatty()


def complain(kind: str, *messages: object) -> None:
    """Print one line a message on standard error: `warning: ...` or `error: ...`."""
    label = click.style(kind, fg={"error": "red", "warning": "yellow"}.get(kind), bold=True)
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    for message in map(str, messages):
        cut = message if len(message) <= _MESSAGE_CHARACTERS else f"{message[:_MESSAGE_CHARACTERS]}..."
        line = printable(cut).replace("\n", "\\n")
        click.echo(f"{label}: {line}", err=True, color=False if plain else None)


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Print warnings in one line each; repairs of data are summed up at the end, a line for each kind."""
    repairs: dict[str, list[DataWarning]] = {}

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        if isinstance(message, DataWarning):
            repairs.setdefault(message.kind, []).append(message)
        else:
            complain("warning", message)

    with warnings.catch_warnings():
        warnings.simplefilter("always", RelataWarning)
        warnings.showwarning = show
        try:
            yield
        finally:
            complain("warning", *map(_summary, repairs.values()))


def _summary(repairs: list[DataWarning]) -> str:
    first = repairs[0]
    if len(repairs) == 1:
        return str(first)
    total = sum(warning.count for warning in repairs)
    return f"{first.kind}: {total} in {len(repairs)} files, first in {first.path}"


def _width(text: str) -> int:
    """Return the number of terminal columns of a text, two for each Chinese character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def aligned(rows: Sequence[Sequence[str]], text_columns: int) -> Iterator[str]:
    """Yield rows as lines; the first `text_columns` are aligned left, the others right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for number, (cell, columns) in enumerate(zip(row, widths, strict=True)):
            pad = " " * (columns - _width(cell))
            cells.append(cell + pad if number < text_columns else pad + cell)
        yield "  ".join(cells).rstrip()


def _draw(title: str, header: Sequence[str], rows: list[list[str]], text_columns: int) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for number, name in enumerate(header):
        table.add_column(name, justify="left" if number < text_columns else "right")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
