"""The command line: `relata COMMAND`, one module a command."""

from __future__ import annotations

import os
import signal
import sys
from io import StringIO, TextIOWrapper
from types import FrameType
from typing import NoReturn

import click

from relata import __version__
from relata.cli.compare import compare
from relata.cli.completion import completion
from relata.cli.console import complain
from relata.cli.convert import convert
from relata.cli.evaluate import evaluate
from relata.cli.experiment import experiment
from relata.cli.models import models
from relata.cli.parse import parse
from relata.cli.score import score
from relata.cli.stats import stats
from relata.cli.train import train
from relata.cli.train_chinese import gsd, segmenter
from relata.cli.validate import validate
from relata.cli.view import view
from relata.cli.warnings import notices
from relata.errors import RejectedError, RelataError
from relata.view.plain_text import printable

REJECTED = 1
UNREADABLE = 2
INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="relata")
def cli() -> None:
    """Discourse relations of English and Chinese text: formats, exact shared-task scores, significance.

    \b
    Examples:
      relata stats examples/conll2016
      relata score conll2016 GOLD PRED
      relata convert corpus/ corpus.jsonl --from pdtb3 --to jsonl
    """


for command in (
    compare,
    completion,
    convert,
    evaluate,
    experiment,
    models,
    parse,
    score,
    stats,
    train,
    validate,
    view,
):
    cli.add_command(command)
train.add_command(gsd)
train.add_command(segmenter)


def main() -> None:
    """Run the command line; faults in input end in one clear line and exit code 2, never in a traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # encodings that cannot hold what is printed
    with notices():
        _run()


def _terminate(number: int, _: FrameType | None) -> NoReturn:
    """Ends the program as Ctrl-C does, so that what is half-written goes away."""
    sys.exit(128 + number)


def _run() -> None:
    try:
        code = cli.main(standalone_mode=False)  # what a command exits with, None if it just ends
        sys.exit(code)
    except click.ClickException as error:
        error.show(usage := StringIO())  # may quote arguments, as file names do
        click.echo(printable(usage.getvalue()), nl=False, err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except RejectedError as rejected:
        for fault in rejected.faults:
            complain("error", str(fault))
        sys.exit(REJECTED)
    except RelataError as error:
        complain("error", str(error))
        sys.exit(UNREADABLE)
    except OSError as error:  # standard output most likely: readers and writers name their files themselves
        complain("error", f"{error.filename or 'standard output'}: {error.strerror}")
        if sys.stdout is not None:  # for what is still to be flushed
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
    except MemoryError:
        complain("error", "out of memory")
        sys.exit(UNREADABLE)
