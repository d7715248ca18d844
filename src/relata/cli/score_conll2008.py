"""`relata score conll2008`: dependencies and semantic roles against gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.console import complain, emit, emit_json, emit_table
from relata.cli.options import (
    ARGUMENT,
    FormatOption,
    LenientOption,
    ModeOption,
    Numbers,
    declared,
    reading,
)
from relata.formats.conll2008 import document_name

if TYPE_CHECKING:
    from relata.scoring.conll2008 import Attachment, DependencyScore, Pair, PercentCounts

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

_PART_MEASURES = {
    "Labeled macro F1": "labeled macro F1",
    "Labeled attachment score": "LAS",
    "Labeled F1": "labeled semantic F1",
    "Exact overall match": "exact match",
    "Proposition F1": "perfect propositions",
    "Normalised SRL": "semantic F1 / LAS",
}
_HEADER = ("P", "R", "F1", "correct", "system", "gold")
_TITLES = {
    "deprel": "By label",
    "attachment": "By label, with the head",
    "direction": "By direction of the head",
    "distance": "By distance of the head",
    "predicate": "Predicates with their senses, by tag",
    "predicate-unlabeled": "Predicates, by tag",
    "argument": "Arguments with their roles, by tag of the predicate",
}


@click.command()
@click.option(
    "--also",
    "others",
    nargs=2,
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="GOLD SYSTEM",
    help="Another part, such as Brown: scored apart, and together with the first one.",
)
@declared
def conll2008(
    gold: Annotated[Path, ARGUMENT],
    system: Annotated[Path, ARGUMENT],
    others: tuple[tuple[Path, Path], ...],
    *,
    mode: ModeOption = "corrected",
    no_punctuation: Annotated[
        bool, "Do not score the syntax of punctuation.", "-p", "--no-punctuation"
    ] = False,
    support: Annotated[bool, "Score support chains (SU) as well.", "-u", "--support"] = False,
    strict_pred: Annotated[
        bool, "The sense is what follows the last dot of PRED; differing lemmas are counted."
    ] = False,
    semantic_weight: Annotated[
        float, "Weight of semantics in the macro scores (W_sem of the task).", Numbers(0, 1)
    ] = 0.5,
    sentences: Annotated[
        bool, "Also show the attachment scores of every sentence.", "-b", "--sentences"
    ] = False,
    by: Annotated[tuple[str, ...], "Tables to show; may be repeated.", click.Choice([*BY, "all"])] = (),
    form: FormatOption = "text",
    lenient: LenientOption = False,
) -> None:
    """Score dependencies, predicates and roles as the CoNLL-2008 shared task did.

    GOLD and SYSTEM are files in the columns of the task, with the same tokens. JSON has all tables. Mode
    official prints the text of the task's program (1.8), byte for byte.

    \b
    Examples:
      relata score conll2008 examples/conll2008/gold.conll08 examples/conll2008/run.conll08
      relata score conll2008 gold.conll system.conll --mode official -p
      relata score conll2008 gold.conll system.conll --by deprel --by argument
      relata score conll2008 wsj.GOLD wsj.run --also brown.GOLD brown.run
    """
    from relata.scoring import conll2008 as scorer

    if mode == "official" and strict_pred:
        raise click.UsageError("--strict-pred does not go with --mode official")
    if others and mode == "official":
        raise click.UsageError("--also does not go with --mode official, whose program takes one part")
    options = scorer.Options(
        mode=mode,
        punctuation=not no_punctuation,
        support=support,
        strict_pred=strict_pred,
        semantic_weight=semantic_weight,
    )
    tables = tuple(table for name in BY if {name, "all"} & set(by) for table in BY[name])
    with reading(lenient=lenient) as on_error:
        places = [(gold, system), *others]
        pairs: list[Iterable[Pair]] = [
            scorer.read_pairs(*place, options, on_error=on_error) for place in places
        ]
        parts = {}
        if others:
            pairs = [list(part) for part in pairs]
            for name, place, part in zip(_part_names(places), places, pairs, strict=True):
                parts[name] = scorer.score_pairs(part, options, *map(str, place))
        names = (" + ".join(map(str, files)) for files in zip(*places, strict=True))
        all_pairs = Progress().follow(chain.from_iterable(pairs), "sentences")
        result = scorer.score_pairs(all_pairs, options, *names)
        complain("warning", *(doubt for part in (parts.values() or [result]) for doubt in part.warnings))
        if form == "json":
            inner = {"parts": {name: part.as_dict() for name, part in parts.items()}} if parts else {}
            emit_json(result.as_dict(sentences=sentences) | inner)
        elif options.official:
            click.echo(scorer.official_text(result, tables, sentences=sentences), nl=False)
            if scorer.aborts(result):
                cause = "the official program stops here, dividing by zero"
                complain("error", f"{cause}; --mode corrected scores everything")
                raise click.exceptions.Exit(ABORTED)
        else:
            _show_parts({"all": result, **parts} if parts else {})
            _show(result, tables, sentences=sentences)


def _show(result: DependencyScore, tables: tuple[str, ...], *, sentences: bool) -> None:
    """Print the measures, these tables, and the signature."""
    _show_syntax(result)
    _show_counts("Semantic dependencies", _semantic_rows(result))
    _show_overall(result)
    _show_links(result)
    if "tag" in tables:
        _show_attachment("By tag", "tag", {"all": result.syntax, **result.tags})
    for name in tables:
        if name in _TITLES:
            _show_counts(_TITLES[name], result.tables[name])
    if sentences:
        rows = {str(sentence.number): sentence.attachment for sentence in result.sentences}
        _show_attachment("By sentence", "sentence", rows)
    if result.options.strict_pred:
        emit(f"Predicates with another lemma than in the gold: {result.other_lemmas:,}\n")
    click.echo(result.signature)


def _part_names(places: Sequence[tuple[Path, Path]]) -> list[str]:
    """Name parts by their gold files ("test.wsj"), or by the files of the system if these are alike."""
    names = [document_name(gold) for gold, _ in places]
    return names if len(set(names)) == len(names) else [str(system) for _, system in places]


def _show_parts(parts: Mapping[str, DependencyScore]) -> None:
    """Print the measures of the task's tables 10 and 11, a row for each part of the data."""
    if parts:
        rows = [
            [name, f"{part.exact.sentences:,}", *(f"{part.measures[key]:.2f}" for key in _PART_MEASURES)]
            for name, part in parts.items()
        ]
        emit_table("Parts", ("", "sentences", *_PART_MEASURES.values()), rows)


def _show_syntax(result: DependencyScore) -> None:
    syntax, exact = result.syntax, result.exact
    rows = (
        ("labeled attachment (LAS)", syntax.both, syntax.words),
        ("unlabeled attachment (UAS)", syntax.head, syntax.words),
        ("label accuracy", syntax.label, syntax.words),
        ("exact match, syntactic", exact.syntactic, exact.sentences),
        ("exact match, semantic", exact.semantic, exact.sentences),
        ("exact match, overall", exact.overall, exact.sentences),
    )
    scored = f"{exact.sentences:,} sentences, {syntax.words:,} tokens"
    left_out = f" ({result.unscored:,} of punctuation left out)" if result.unscored else ""
    emit_table(
        f"CoNLL-2008, {result.options.mode}: {scored}{left_out}",
        ("", "correct", "of", "%"),
        [
            (name, f"{right:,}", f"{total:,}", f"{100 * right / total:.2f}" if total else "0.00")
            for name, right, total in rows
        ],
    )


def _semantic_rows(result: DependencyScore) -> dict[str, PercentCounts]:
    semantics = result.semantics
    rows = {
        "labeled": semantics.labeled.total,
        "- predicates with sense": semantics.labeled.predicates,
        "- arguments with role": semantics.labeled.arguments,
        "unlabeled": semantics.unlabeled.total,
        "- predicates": semantics.unlabeled.predicates,
        "- arguments": semantics.unlabeled.arguments,
        "perfect propositions": semantics.propositions,
    }
    for name in ("verbal", "nominal"):
        counts = result.classes[name]
        rows[f"{name}, labeled"] = counts.labeled.total
        rows[f"{name}, unlabeled"] = counts.unlabeled.total
        rows[f"{name}, perfect propositions"] = counts.propositions
    return rows


def _show_overall(result: DependencyScore) -> None:
    values = result.measures
    rows = []
    for average in ("macro", "micro"):
        for kind in ("Labeled", "Unlabeled"):
            scores = (values[f"{kind} {average} {score}"] for score in ("precision", "recall", "F1"))
            rows.append((f"{average} {kind.lower()}", *(f"{score:.2f}" for score in scores)))
    rows.append(("labeled semantic F1 / LAS", "", "", f"{values['Normalised SRL']:.2f}"))
    emit_table("Syntax and semantics", ("", *_HEADER[:3]), rows)


def _show_links(result: DependencyScore) -> None:
    """Print the nonprojective links, which are meaningful in trees only."""
    total = result.nonprojective_total
    if result.system.no_trees:
        emit(f"Nonprojective links: not scored, {result.system.no_trees:,} system sentences are no trees\n")
    elif not total.pred:
        emit(f"Nonprojective links: {total.gold:,} in the gold, none in the system\n")
    else:
        _show_counts("Nonprojective links", {"all": total, **result.nonprojective})


def _show_counts(title: str, rows: Mapping[str, PercentCounts]) -> None:
    cells = [
        [
            name,
            *(f"{100 * score:.2f}" for score in (counts.precision, counts.recall, counts.f1)),
            *(f"{number:,}" for number in (counts.tp, counts.pred, counts.gold)),
        ]
        for name, counts in rows.items()
    ]
    emit_table(title, ("", *_HEADER), cells)


def _show_attachment(title: str, key: str, rows: Mapping[str, Attachment]) -> None:
    cells = []
    for name, counts in rows.items():
        correct = (counts.head, counts.label, counts.both)
        scores = ((f"{number:,}", f"{100 * counts.share(number):.2f}") for number in correct)
        cells.append([name, f"{counts.words:,}", *chain.from_iterable(scores)])
    emit_table(title, (key, "words", "right head", "%", "right label", "%", "both", "%"), cells)
