"""The command line: `relata COMMAND`, one module a command."""

from __future__ import annotations

import os
import signal
import sys
from io import StringIO, TextIOWrapper
from itertools import chain
from types import FrameType
from typing import NoReturn

import click
from click.shell_completion import get_completion_class

from relata import __version__
from relata.cli.compare import compare
from relata.cli.console import complain, warnings_as_lines
from relata.cli.convert import convert
from relata.cli.corpus import corpus, verify
from relata.cli.data import data
from relata.cli.experiment import experiment
from relata.cli.models import models
from relata.cli.package import package
from relata.cli.parse import parse
from relata.cli.resources import resources
from relata.cli.score import evaluate, score
from relata.cli.scoreboard import scoreboard
from relata.cli.serve import serve
from relata.cli.stats import stats
from relata.cli.train import train
from relata.cli.train_classical import classical
from relata.cli.validate import validate
from relata.cli.view import view
from relata.errors import RejectedError, RelataError
from relata.view.plain_text import printable

REJECTED = 1
UNREADABLE = 2
INTERRUPTED = 130


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that makes a shell complete the commands.

    \b
    Example:
      relata completion bash > ~/.local/share/bash-completion/completions/relata
    """
    complete = get_completion_class(shell)
    assert complete is not None, "click completes for every shell that the argument admits"
    click.echo(complete(cli, {}, "relata", "_RELATA_COMPLETE").source())


_GROUPS = {
    "Analyse": (parse, view, corpus, serve),
    "Score": (score, compare, scoreboard, validate, evaluate),
    "Data": (data, convert, stats, resources),
    "Train and experiment": (train, experiment),
    "Other": (models, package, verify, completion),
}
"""Commands by their titles in the help."""


class _GroupedCommands(click.Group):
    """Group of commands whose help lists them under titles."""

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, group by group, in columns that are aligned across groups."""
        width = max(map(len, self.commands))
        for title, commands in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(str(item.name).ljust(width), item.get_short_help_str(100)) for item in commands]
                )


@click.group(
    cls=_GroupedCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, prog_name="relata")
def cli() -> None:
    """Parse English and Chinese texts into discourse relations, and score such analyses exactly.

    \b
    Examples:
      relata parse examples/article.txt
      relata view examples/article.txt --out article.html
      relata score conll2016 examples/conll2016 examples/conll2016/run
      relata convert pdtb3/ corpus.jsonl --from pdtb3 --to jsonl
    """


train.add_command(classical)
for command in chain.from_iterable(_GROUPS.values()):
    cli.add_command(command)


def main() -> None:
    """Run the command line; a fault in the input ends in one line and exit code 2, never in a traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # see `relata.__main__`
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # encodings that cannot hold what is printed
    try:
        with warnings_as_lines():
            code = _exit_code()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def _terminate(number: int, _: FrameType | None) -> NoReturn:
    """End the program as Ctrl-C does, so that half-written files are removed."""
    sys.exit(128 + number)


def _exit_code() -> int | None:
    """Run the command; return its exit code, None if it just ends."""
    try:
        code: int | None = cli.main(prog_name="relata", standalone_mode=False)
        return code
    except click.ClickException as error:
        error.show(usage := StringIO())  # may quote arguments, such as file names
        click.echo(printable(usage.getvalue()), nl=False, err=True)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except RejectedError as rejected:
        complain("error", *rejected.faults)
        return REJECTED
    except RelataError as error:
        complain("error", error)
    except OSError as error:  # most likely of standard output: readers and writers name their files
        complain("error", f"{error.filename or 'standard output'}: {error.strerror}")
        if sys.stdout is not None:  # for text that is still to be flushed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except MemoryError:
        complain("error", "out of memory")
    return UNREADABLE
