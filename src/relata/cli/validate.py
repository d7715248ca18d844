"""`relata validate`: check the format of a system's output."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import click

from relata.cli.console import complain, emit, emit_json
from relata.cli.options import ARGUMENT, FormatOption, SensesOption, declared

REJECTED = 1
MALFORMED = 2


@click.group(short_help="Check the format of a system's output.")
def validate() -> None:
    """Check that a system's output keeps to the format of its task."""


@validate.command()
@declared
def conll2016(
    output: Annotated[Path, ARGUMENT],
    *,
    language: Annotated[Literal["en", "zh"], "Language of the data."] = "en",
    senses: SensesOption = None,
    gold: Annotated[
        Path | None, "The data set of the run: unknown documents and tokens are warned of."
    ] = None,
    form: FormatOption = "text",
) -> None:
    """Check relations that a system wrote for the CoNLL-2016 shared task.

    Every fault is reported with line and field. Exit code 0: fit for scoring; 1: the task's validator would
    reject the run; 2: it is not in the format at all.

    \b
    Examples:
      relata validate conll2016 run/output.json --language en
      relata validate conll2016 run/ --language zh --gold conll16st-zh-dev/
    """
    from relata.scoring.conll2016 import label_set, validate_output

    report = validate_output(output, label_set(senses or f"conll2016-{language}"), gold)
    faults = {"malformed": report.malformed, "rejected": report.rejected, "warnings": report.warnings}
    if form == "json":
        fields = ("path", "line", "field", "message")
        rows = {
            kind: [{name: getattr(fault, name) for name in fields} for fault in errors]
            for kind, errors in faults.items()
        }
        emit_json({"relations": report.relations, "valid": report.valid, **rows})
    else:
        errors = (*report.malformed, *report.rejected)
        complain("error", *sorted(errors, key=lambda error: error.line or 0))
        complain("warning", *report.warnings)
        counts = ", ".join(f"{len(errors)} {kind}" for kind, errors in faults.items())
        emit(f"{output}: {report.relations} relations, {counts}")
    if not report.valid:
        raise click.exceptions.Exit(MALFORMED if report.malformed else REJECTED)
