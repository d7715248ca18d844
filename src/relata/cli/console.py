"""What commands show: tables on a terminal, plain text in a pipe, progress and warnings on standard error."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import click

from relata.view.plain_text import printable

_LONGEST = 1000
"""How many characters of a message are shown: it may quote a line of a megabyte."""


def emit(text: str) -> None:
    """Print lines that may quote data."""
    click.echo(printable(text))


def emit_json(value: Any) -> None:
    """Print a value as indented JSON."""
    text = json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2)
    unsafe = {character for character in text if not character.isprintable()} - {"\n"}
    click.echo(text.translate({ord(character): json.dumps(character)[1:-1] for character in unsafe}))


def emit_table(
    title: str, header: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int = 1
) -> None:
    """Print a table, drawn on a terminal, aligned in a pipe; the first `text_columns` go to the left."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if on_terminal(sys.stdout):
        _draw(title, header, cells, text_columns)
    else:
        _align(title, header, cells, text_columns)


def on_terminal(stream: TextIO | None) -> bool:
    """Whether somebody watches; a stream that is closed when the program starts is None."""
    return stream is not None and stream.isatty()


def complain(kind: str, message: str) -> None:
    """One line on standard error: `warning: ...` or `error: ...`."""
    colour = {"error": "red", "warning": "yellow"}.get(kind)
    cut = message if len(message) <= _LONGEST else f"{message[:_LONGEST]}..."
    line = printable(cut).replace("\n", "\\n")
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    click.echo(f"{click.style(kind, fg=colour, bold=True)}: {line}", err=True, color=False if plain else None)


def width(text: str) -> int:
    """How many columns a terminal gives a text: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _speaks_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


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


def _align(title: str, header: Sequence[str], rows: list[list[str]], text_columns: int) -> None:
    widths = [max(map(width, column)) for column in zip(header, *rows, strict=True)]
    click.echo(title)
    for row in (header, *rows):
        cells = []
        for number, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            pad = " " * (wide - width(cell))
            cells.append(cell + pad if number < text_columns else pad + cell)
        click.echo("  " + "  ".join(cells).rstrip())
    click.echo()
