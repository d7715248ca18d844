"""`relata score conll2008`: dependencies and semantic roles against gold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from relata.batch.progress import Progress
from relata.cli.console import complain, emit_json
from relata.cli.options import PATH, format_option, lenient_option, mode_option, reading
from relata.cli.render.dependency_tables import show

if TYPE_CHECKING:
    from relata.scoring.conll2008 import DependencyScore

ABORTED = 1
BY = {
    "tag": ("tag",),
    "deprel": ("deprel", "attachment"),
    "direction": ("direction",),
    "distance": ("distance",),
    "predicate": ("predicate", "predicate-unlabeled"),
    "argument": ("argument",),
}
"""The tables of the scorer by their keys."""


@click.command()
@click.argument("gold", type=PATH)
@click.argument("system", type=PATH)
@mode_option("corrected")
@click.option("-p", "--no-punctuation", is_flag=True, help="Do not score the syntax of punctuation.")
@click.option("-u", "--support", is_flag=True, help="Score support chains (SU) as well.")
@click.option(
    "--strict-pred",
    is_flag=True,
    help="The sense is what follows the last dot of PRED; differing lemmas are counted.",
)
@click.option("-b", "--sentences", is_flag=True, help="Also show the attachment scores of every sentence.")
@click.option("--by", type=click.Choice([*BY, "all"]), multiple=True, help="Tables to show; may be repeated.")
@format_option("text", "json")
@lenient_option
def conll2008(
    gold: Path,
    system: Path,
    mode: str,
    no_punctuation: bool,
    support: bool,
    strict_pred: bool,
    sentences: bool,
    by: tuple[str, ...],
    form: str,
    lenient: bool,
) -> None:
    """Score dependencies, predicates and roles as the CoNLL-2008 shared task did.

    GOLD and SYSTEM are files in the columns of the task, with the same tokens. JSON has all tables. Mode
    official prints the text of the task's program (1.8), byte for byte.

    \b
    Examples:
      relata score conll2008 examples/conll2008/gold.conll08 examples/conll2008/run.conll08
      relata score conll2008 gold.conll system.conll --mode official -p
      relata score conll2008 gold.conll system.conll --by deprel --by argument
    """
    from relata.scoring import conll2008 as scorer

    if mode == "official" and strict_pred:
        raise click.UsageError("--strict-pred does not go with --mode official")
    options = scorer.Options(
        mode=mode,
        punctuation=not no_punctuation,
        support=support,
        strict_pred=strict_pred,
    )
    tables = tuple(table for name in BY if {name, "all"} & set(by) for table in BY[name])
    with reading(lenient=lenient) as on_error:
        pairs = Progress().follow(scorer.read_pairs(gold, system, options, on_error=on_error), "sentences")
        result = scorer.score_pairs(pairs, options, str(gold), str(system))
        for warning in result.warnings:
            complain("warning", warning)
        if form == "json":
            emit_json(result.as_dict(sentences=sentences))
        elif options.official:
            _print_official(result, tables, sentences=sentences)
        else:
            show(result, tables, sentences=sentences)


def _print_official(result: DependencyScore, tables: tuple[str, ...], *, sentences: bool) -> None:
    from relata.scoring.conll2008 import aborts, official_text

    click.echo(official_text(result, tables, sentences=sentences), nl=False)
    if aborts(result):
        message = "the official program stops here, dividing by zero; --mode corrected scores everything"
        complain("error", message)
        raise click.exceptions.Exit(ABORTED)
