"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, Field, fields
from functools import update_wrapper
from pathlib import Path
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import click

from relata.cli.console import complain
from relata.errors import FormatError, Lenient, OnError, RelataError, strict
from relata.formats import READABLE, detect
from relata.view.plain_text import counted

Command = Callable[..., Any]
Options = TypeVar("Options")

PATH = click.Path(path_type=Path)


ARGUMENT = "ARGUMENT"
"""The mark of a field that declares an argument."""

LENIENT = "Skip faulty items, report each of them, and exit with 1 if there were any."


class Named(click.types.StringParamType):
    """Strings with a name for help texts, such as MODEL."""

    def __init__(self, name: str) -> None:
        self.name = name


class Numbers(click.FloatRange):
    """Number within bounds; NaN, which no bound excludes, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Convert the text of an argument to a number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def takes(options: type[Options]) -> Callable[[Callable[[Options], None]], Command]:
    """Pass options to a command as one object of a dataclass, whose fields declare them.

    The field `epochs: Annotated[int, "Most epochs.", click.IntRange(1)] = 5` declares the option `--epochs`
    with its help, its type, if the annotation is not enough, and its default. `Annotated[Path, ARGUMENT]`
    declares an argument.
    """

    def decorate(command: Callable[[Options], None]) -> Command:
        def run(**values: object) -> None:
            command(options(**values))

        declared: Command = update_wrapper(run, command)
        hints = get_type_hints(options, include_extras=True)
        for field in reversed(fields(options)):  # type: ignore[arg-type]
            declared = _declaration(field, hints[field.name])(declared)
        return declared

    return decorate


def _declaration(field: Field[object], hint: Any) -> Callable[[Command], Command]:
    """Build the option or argument of click that a field with an annotated type declares."""
    text, *types = hint.__metadata__
    origin = hint.__origin__
    plain = next(part for part in (*get_args(origin), origin) if part is not NoneType)
    kind = types[0] if types else PATH if plain is Path else plain
    if text is ARGUMENT:
        return click.argument(field.name, type=kind)
    name = "--" + field.name.replace("_", "-")
    if kind is bool:
        return click.option(name, is_flag=True, help=text)
    if get_origin(origin) is Literal:
        kind = click.Choice(get_args(origin))
    if get_origin(origin) is tuple:
        return click.option(name, type=kind, multiple=True, help=text)
    if field.default is MISSING:
        return click.option(name, type=kind, required=True, help=text)
    shown = field.default is not None
    return click.option(name, type=kind, default=field.default, show_default=shown, help=text)


def lenient_option(command: Command) -> Command:
    """Add `--lenient`: skip faulty items instead of stopping at the first."""
    return click.option("--lenient", is_flag=True, help=LENIENT)(command)


def mode_option(default: str) -> Callable[[Command], Command]:
    """Add `--mode`: the scorer of the task without its defects, or with them."""
    return click.option(
        "--mode",
        type=click.Choice(["corrected", "official"]),
        default=default,
        show_default=True,
        help="The task's measures without the known defects of its scorer, or with them, digit for digit.",
    )


def language_option(command: Command) -> Command:
    """Add `--language`: the language of the data to score."""
    help_text = "Language of the data [default: by its senses]."
    return click.option("--language", type=click.Choice(["en", "zh"]), help=help_text)(command)


def senses_option(command: Command) -> Command:
    """Add `--senses`: the label set to score on; None stands for the set of the task."""
    help_text = "Label set, such as pdtb3-l2 [default: conll2016 of the language]."
    return click.option("--senses", metavar="NAME", callback=_own_senses, help=help_text)(command)


def _own_senses(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    return None if name == "conll2016" else name


def from_option(command: Command) -> Command:
    """Add `--from`: the format of the input."""
    help_text = "Format of SOURCE [default: by its files]."
    return click.option("--from", "source_format", type=click.Choice(READABLE), help=help_text)(command)


def format_option(*names: str) -> Callable[[Command], Command]:
    """Add `--format`: the form of the output; the first name is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="Form of the output.",
    )


def format_of(source: Path, given: str | None) -> str:
    """Return the format of a source that exists: the given one, or the one that its files show."""
    if not source.exists():
        raise FormatError("cannot be read: No such file or directory", source)
    try:
        return given or detect(source)
    except FormatError:
        names = ", ".join(READABLE)
        raise FormatError(f"unknown format; name one with --from: {names}", source) from None


@contextmanager
def reading(*, lenient: bool) -> Iterator[OnError]:
    """Yield the function for faults that readers meet; exit with 1 if faulty items were skipped."""
    if not lenient:
        yield strict
        return
    skipped = Lenient()
    try:
        yield skipped
    except RelataError:
        _report(skipped)
        raise
    _report(skipped)
    if skipped.faults:
        raise click.exceptions.Exit(1)


def _report(skipped: Lenient) -> None:
    for fault in skipped.faults:
        complain("skipped", str(fault))
    if count := len(skipped.faults):
        complain("warning", f"{counted(count, 'item')} skipped")
