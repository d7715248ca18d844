"""`relata evaluate`: the contract of a blind evaluation."""

from __future__ import annotations

from pathlib import Path

import click

from relata.cli.console import complain
from relata.cli.options import PATH, mode_option
from relata.view.plain_text import printable

RESULT = "evaluation.prototext"


@click.command(short_help="Evaluate a blind run, CoNLL-2016.")
@click.argument("input_dir", type=PATH)
@click.argument("run_dir", type=PATH)
@click.argument("out_dir", type=PATH)
@mode_option("official")
@click.option(
    "--supplementary", is_flag=True, help="The sense-only task: arguments and connectives were given."
)
def evaluate(input_dir: Path, run_dir: Path, out_dir: Path, mode: str, supplementary: bool) -> None:
    """Evaluate a run as the CoNLL-2016 task did on its evaluation platform.

    Reads INPUT_DIR/relations.json and RUN_DIR/output.json, writes OUT_DIR/evaluation.prototext. A run that
    the task's validator turns down ends with exit code 1 and writes nothing.

    \b
    Example:
      relata evaluate conll16st-en-test/ run/ evaluation/
    """
    from relata.formats.files import replacing
    from relata.scoring.conll2016 import score_files

    result = score_files(input_dir, run_dir, mode=mode, supplementary=supplementary)
    for warning in result.warnings:
        complain("warning", warning)
    target = out_dir / RESULT
    with replacing(target) as fresh:
        fresh.write_text(result.prototext(), encoding="utf-8", newline="\n")
    click.echo(printable(f"{target}: {len(result.measures)} measures; {result.signature}"), err=True)
