"""`relata score` and `relata evaluate`: analyses against gold, with the measures of the shared tasks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from relata.cli.console import complain, emit, emit_json, emit_table, on_terminal
from relata.cli.options import (
    ARGUMENT,
    FormatOption,
    LanguageOption,
    LenientOption,
    ModeOption,
    SensesOption,
    declared,
    reading,
    reads_corpora,
    reads_files,
)
from relata.cli.score_conll2008 import conll2008
from relata.view.plain_text import printable

if TYPE_CHECKING:
    from relata.scoring.conll2016 import Counts, RelationScore

RESULT = "evaluation.prototext"

SupplementaryOption = Annotated[bool, "The sense-only task: arguments and connectives were given."]


@click.group()
def score() -> None:
    """Score analyses exactly as a shared task did."""


@score.command()
@declared
@reads_corpora
def conll2016(
    gold: Annotated[Path, ARGUMENT],
    predicted: Annotated[Path, ARGUMENT],
    *,
    mode: ModeOption = "corrected",
    supplementary: SupplementaryOption = False,
    language: LanguageOption = None,
    senses: SensesOption = None,
    cutoff: Annotated[str, "Token F1 from which arguments match partially."] = "0.7",
    form: Annotated[Literal["text", "json", "prototext"], "Form of the output.", "--format"] = "text",
    lenient: LenientOption = False,
) -> None:
    """Score discourse relations as the CoNLL-2016 shared task did.

    GOLD and PREDICTED are relations.json / output.json files, directories that hold them, or corpora in
    any format that `relata convert` reads. Relations of raw text are moved to the words of GOLD.

    \b
    Examples:
      relata score conll2016 examples/conll2016 examples/conll2016/run
      relata score conll2016 gold/ run/ --mode official --format prototext
      relata score conll2016 gold/ run/ --supplementary
      relata score conll2016 gold.json out.json --senses pdtb3-l2
      relata score conll2016 gdtb/dev parsed.jsonl --senses pdtb3-l2
      relata score conll2016 pdtb2/ parsed.jsonl --trees treebank_3/ --senses pdtb2-l2
    """
    from relata.scoring import conll2016 as scorer

    with reading(lenient=lenient) as on_error:
        result = scorer.score_files(
            gold,
            predicted,
            mode=mode,
            supplementary=supplementary,
            language=language,
            senses=senses,
            cutoff=cutoff,
            on_error=on_error,
        )
        complain("warning", *result.warnings)
        if form == "json":
            emit_json(result.as_dict())
        elif form == "prototext":
            click.echo(result.prototext(), nl=False)
        elif on_terminal(sys.stdout):
            _show(result)
        else:
            click.echo(f"{result.text()}\n{result.signature}")


score.add_command(conll2008)


@score.command()
@declared
@reads_files
def disrpt(
    gold: Annotated[Path, ARGUMENT], predicted: Annotated[Path, ARGUMENT], *, form: FormatOption = "text"
) -> None:
    """Score connectives (.tok, .conllu) or relations (.rels) as the DISRPT shared tasks do.

    \b
    Examples:
      relata score disrpt eng.pdtb.pdtb_dev.tok predicted.tok
      relata score disrpt eng.pdtb.pdtb_dev.rels predicted.rels --format json
    """
    from relata.scoring import disrpt as scorer

    result = scorer.score(gold, predicted)
    if form == "json":
        emit_json(result.as_dict())
    else:
        emit(result.text())


@click.command(short_help="Evaluate a blind run, CoNLL-2016.")
@declared
def evaluate(
    input_dir: Annotated[Path, ARGUMENT],
    run_dir: Annotated[Path, ARGUMENT],
    out_dir: Annotated[Path, ARGUMENT],
    *,
    mode: ModeOption = "official",
    supplementary: SupplementaryOption = False,
) -> None:
    """Evaluate a run as the CoNLL-2016 task did on its evaluation platform.

    Reads INPUT_DIR/relations.json and RUN_DIR/output.json, writes OUT_DIR/evaluation.prototext. A run that
    the task's validator rejects ends with exit code 1 and writes nothing.

    \b
    Example:
      relata evaluate conll16st-en-test/ run/ evaluation/
    """
    from relata.formats.files import replace_text
    from relata.scoring.conll2016 import score_files

    result = score_files(input_dir, run_dir, mode=mode, supplementary=supplementary)
    complain("warning", *result.warnings)
    target = out_dir / RESULT
    replace_text(target, [result.prototext()])
    click.echo(printable(f"{target}: {len(result.measures)} measures; {result.signature}"), err=True)


def _show(result: RelationScore) -> None:
    """Print tables: the measures side by side, then the senses."""
    parts = {"strict": result.strict, f"partial, cutoff {result.cutoff}": result.partial or {}}
    for title, tables in parts.items():
        if tables:
            header = ("", *(f"{name}\n{score}" for name in tables for score in ("P", "R", "F1")))
            rows = [
                (measure, *(cell for table in tables.values() for cell in _cells(table.measures[measure])))
                for measure in next(iter(tables.values())).measures
            ]
            emit_table(f"CoNLL-2016, {result.mode}, {title}", header, rows)
    for name, table in result.strict.items():
        rows = [(sense, *_cells(counts), str(counts.gold)) for sense, counts in sorted(table.senses.items())]
        if rows:
            emit_table(f"Senses: {name}", ("", "P", "R", "F1", "gold"), rows)
    click.echo(result.signature)


def _cells(counts: Counts) -> tuple[str, str, str]:
    """Format precision, recall and F1 in per cent."""
    return f"{100 * counts.precision:.2f}", f"{100 * counts.recall:.2f}", f"{100 * counts.f1:.2f}"
