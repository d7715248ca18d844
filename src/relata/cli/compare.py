"""`relata compare`: significance of the difference between systems."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.cli.console import complain, emit_json, emit_table
from relata.cli.options import (
    ARGUMENT,
    FormatOption,
    LanguageOption,
    LenientOption,
    SensesOption,
    declared,
    reading,
    reads_corpora,
)
from relata.errors import FormatError

if TYPE_CHECKING:
    from relata.scoring.significance import Comparison


@click.command(short_help="Test whether a system is better than another.")
@declared
@reads_corpora
def compare(
    gold: Annotated[Path, ARGUMENT],
    systems: Annotated[tuple[Path, ...], ARGUMENT],
    *,
    measure: Annotated[
        str | None,
        "A key of the scorer; 'list' shows them all [default: All Parser f1; of columns, Labeled macro F1].",
    ] = None,
    trials: Annotated[int, "Trials of each test.", click.IntRange(1)] = 10_000,
    seed: Annotated[int, "The same seed gives the same figures."] = 0,
    confidence: Annotated[float, "Level of the intervals."] = 0.95,
    language: LanguageOption = None,
    senses: SensesOption = None,
    form: FormatOption = "text",
    lenient: LenientOption = False,
) -> None:
    """Compare systems on a measure of the CoNLL-2016 scorer, or of the CoNLL-2008 scorer, corrected mode.

    Paired approximate randomisation and paired bootstrap over documents; over sentences if GOLD is a file in
    the columns of CoNLL-2008. The first system is the baseline;
    with more than two, the p-values are Bonferroni-corrected. GOLD and SYSTEMS are files, directories or
    corpora as for `relata score conll2016`.

    \b
    Examples:
      relata compare gold/ system_a/ system_b/
      relata compare gdtb/dev a.jsonl b.jsonl --senses pdtb3-l2
      relata compare gold.conll08 a.conll08 b.conll08 --measure "Labeled F1"
      relata compare gold/ a.json b.json c.json --measure "Explicit only Parser f1" --format json
    """
    from relata.formats import detect
    from relata.scoring import significance
    from relata.scoring.conll2008 import comparison as columns

    if measure == "list":
        click.echo("\n".join((*significance.measures(), *columns.statistics(0.5))))
        return
    if len(set(systems)) < len(systems):
        raise click.UsageError("a system is named twice")
    plan = significance.Resampling(trials, seed, confidence)
    in_columns = False
    with suppress(FormatError):
        in_columns = gold.is_file() and detect(gold) == "conll2008"
    with reading(lenient=lenient) as on_error:
        if in_columns:
            result = columns.compare_files(
                gold, systems, measure=measure or columns.DEFAULT, plan=plan, on_error=on_error
            )
        else:
            result = significance.compare_files(
                gold,
                systems,
                measure=measure or significance.DEFAULT,
                language=language,
                senses=senses,
                plan=plan,
                on_error=on_error,
            )
        complain("warning", *result.warnings)
        if form == "json":
            emit_json(result.as_dict())
        else:
            show_comparison(result)


def show_comparison(result: Comparison) -> None:
    """Print a comparison as a table."""
    rows = []
    for name, standing in result.systems.items():
        low, high = standing.interval
        row = [name, f"{100 * standing.score:.2f}", f"[{100 * low:.2f}, {100 * high:.2f}]"]
        if standing.contrast is None:
            row += ["baseline", "", "", ""]
        else:
            contrast = standing.contrast
            low, high = contrast.interval
            row += [f"{100 * contrast.difference:+.2f}", f"[{100 * low:+.2f}, {100 * high:+.2f}]"]
            row += [f"{contrast.corrected.randomisation:.4f}", f"{contrast.corrected.bootstrap:.4f}"]
        rows.append(row)
    level = f"{result.plan.confidence:.0%}"
    header = ("system", "score", level, "difference", level, "p (randomisation)", "p (bootstrap)")
    emit_table(f"{result.measure} over {result.documents} {result.unit}", header, rows)
    if result.comparisons > 1:
        click.echo(f"p-values are Bonferroni-corrected for {result.comparisons} comparisons")
    click.echo(result.signature)
