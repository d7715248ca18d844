"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial, update_wrapper
from importlib.util import find_spec
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import click
from click.core import ParameterSource

from relata.cli.console import complain
from relata.errors import FormatError, Lenient, OnError, RelataError, strict
from relata.formats import READABLE, CorpusReader, detect, joining, reader
from relata.formats.encodings import reading_as
from relata.view.plain_text import counted

Command = Callable[..., Any]
Options = TypeVar("Options")

PATH = click.Path(path_type=Path)

ARGUMENT = "ARGUMENT"
"""Mark of a parameter or field that declares an argument."""


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


class SenseSet(Named):
    """Names of label sets; None stands for the set of the task."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name unless it is the task's."""
        name = super().convert(value, param, ctx)
        return None if name == "conll2016" else name


_LENIENT = "Skip faulty items, report each of them, and exit with 1 if there were any."
_MODE = "The task's measures without the known defects of its scorer, or with them, digit for digit."
_SENSES = "Label set, such as pdtb3-l2 [default: conll2016 of the language]."

LenientOption = Annotated[bool, _LENIENT]
FromOption = Annotated[
    str | None, "Format of SOURCE [default: by its files].", "--from", click.Choice(READABLE)
]
ModeOption = Annotated[Literal["corrected", "official"], _MODE]
LanguageOption = Annotated[Literal["en", "zh"] | None, "Language of the data [default: by its senses]."]
SensesOption = Annotated[str | None, _SENSES, SenseSet("name")]
FormatOption = Annotated[Literal["text", "json"], "Form of the output.", "--format"]
RelationsOption = Annotated[
    Path | None, "A system's output.json, in place of the gold relations (conll2016)."
]


def reads_files(command: Command) -> Command:
    """Give a command the option `--encoding`, in which it reads all files of the user."""
    text = "Encoding of the files, such as latin-1 or gbk [default: utf-8; Chinese releases: detected]."
    option = click.option(
        "--encoding", metavar="NAME", help=text, expose_value=False, callback=_read_in_encoding
    )
    return option(command)


def reads_corpora(command: Command) -> Command:
    """Give a command the options `--encoding`, and `--trees` with trees for the corpora that it reads."""
    text = "Treebank with the trees of a PDTB: tokens, tags, constituents and dependencies come from them."
    option = click.option("--trees", metavar="DIR", type=PATH, help=text, expose_value=False, callback=_join)
    return reads_files(option(command))


def _join(context: click.Context, _: click.Parameter, folder: Path | None) -> None:
    if folder is not None:
        context.with_resource(joining(folder))


def _read_in_encoding(context: click.Context, parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        try:
            context.with_resource(reading_as(name))
        except LookupError:
            raise click.BadParameter(f"no encoding {name!r}", context, parameter) from None


def chosen_options(without: Collection[str]) -> Iterator[str]:
    """Yield names and values of the options that the user gave, such as "split" and "ji"."""
    context = click.get_current_context()
    for name, value in context.params.items():
        is_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        if not is_default and name not in without:
            yield from (name, *map(str, value if isinstance(value, tuple) else (value,)))


def declared(command: Command) -> Command:
    """Declare the options and arguments of a command by its annotated parameters.

    The parameter `epochs: Annotated[int, "Most epochs.", click.IntRange(1)] = 5` declares the option
    `--epochs` with its help, its type, if the annotation is not enough, and its default; flags behind the
    help stand for `--epochs`. `Annotated[Path, ARGUMENT]` declares an argument. Parameters without such an
    annotation are left to the decorators of click.
    """
    return _declared(command, command)


def takes(options: type[Options]) -> Callable[[Callable[[Options], None]], Command]:
    """Pass options to a command as one object of a dataclass, whose fields declare them as in `declared`."""

    def decorate(command: Callable[[Options], None]) -> Command:
        def run(**values: object) -> None:
            command(options(**values))

        return _declared(update_wrapper(run, command), options)

    return decorate


def _declared(command: Command, declaring: Callable[..., object]) -> Command:
    """Add to a command the options that the parameters of a function, or the fields of a class, declare."""
    hints = get_type_hints(declaring, include_extras=True)
    for name, parameter in reversed([*signature(declaring).parameters.items()]):
        if get_origin(hints[name]) is Annotated:
            command = _declaration(name, hints[name], parameter.default)(command)
    return command


def _declaration(name: str, hint: Any, default: object) -> Callable[[Command], Command]:
    """Build the option or argument of click that a name with an annotated type declares."""
    required = default is Parameter.empty
    text, *extras = hint.__metadata__
    flags = [extra for extra in extras if isinstance(extra, str)] or ["--" + name.replace("_", "-")]
    types = [extra for extra in extras if not isinstance(extra, str)]
    origin = hint.__origin__
    several = get_origin(origin) is tuple
    parts = () if get_origin(origin) is Literal else get_args(origin)
    plain = next(part for part in (*parts, origin) if part is not NoneType)
    choices = click.Choice(get_args(plain)) if get_origin(plain) is Literal else None
    kind = types[0] if types else choices or (PATH if plain is Path else plain)
    if text is ARGUMENT:
        return click.argument(name, type=kind, nargs=-1 if several else 1, required=required)
    if kind is bool:
        return click.option(name, *flags, is_flag=True, help=text)
    if several or required:
        return click.option(name, *flags, type=kind, multiple=several, required=not several, help=text)
    shown = default is not None
    return click.option(name, *flags, type=kind, default=default, show_default=shown, help=text)


def require_absent(target: Path, *, force: bool) -> None:
    """Refuse a target that exists unless `force` replaces it."""
    if target.exists() and not force:
        raise click.UsageError(f"{target} exists; --force replaces it")


def require_training_libraries() -> None:
    """Refuse to train where the libraries of the extra [train] are not installed."""
    missing = [name for name in ("torch", "transformers", "onnx", "sklearn") if find_spec(name) is None]
    if missing:
        raise RelataError(f'training needs {", ".join(missing)}: pip install "relata-nlp[train]"')


def reader_of(format: str, relations: Path | None) -> CorpusReader:
    """Return the reader of a format; `relations` replace the gold relations of a conll2016 source."""
    if relations is None:
        return reader(format)
    if format != "conll2016":
        raise click.UsageError("--relations goes with conll2016 sources")
    from relata.formats import conll2016

    return partial(conll2016.read, relations=relations)


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
    finally:
        complain("skipped", *skipped.faults)
        if count := len(skipped.faults):
            complain("warning", f"{counted(count, 'item')} skipped")
    if skipped.faults:
        raise click.exceptions.Exit(1)
