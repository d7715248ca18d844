"""`relata parse`: find discourse relations, trees and propositions in texts."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from relata.batch.progress import Progress
from relata.batch.sources import FORMATS as SOURCE_FORMATS
from relata.batch.sources import STDIN, OnFault, Source, find_sources
from relata.cli.console import complain, on_terminal
from relata.cli.options import Named, Numbers, declared, reads_corpora
from relata.cli.treebank import SplitOption
from relata.discourse.argument_style import CONLL2016, MODEL
from relata.errors import FormatError, RelataError
from relata.formats.conll2016.data_sets import data_sets, gold_file
from relata.formats.tables import RENDERERS as PRINTABLE_TABLES
from relata.formats.tables import TABLES
from relata.pipeline import (
    ARGUMENTS,
    COMPONENTS,
    CONSTITUENTS,
    DISCOURSE_COMPONENTS,
    GIVEN,
    ROLES,
    SENSES,
    SENTENCE_COMPONENTS,
    SYNTAX,
    TYPES,
)
from relata.view.plain_text import counted

if TYPE_CHECKING:
    from relata.batch.run import ParsePlan
    from relata.document import Document

UNREADABLE = 2
OUTPUT_FORMATS = ("text", "jsonl", "json", "conll2008", "conll2016", "ptb", *TABLES)
SENSED = (ARGUMENTS, TYPES)
"""Layers that are given where senses alone are found."""

_LEFT_OUT = {
    "text": SENTENCE_COMPONENTS,
    "conll2016": (ROLES,),
    "conll2008": (CONSTITUENTS, *DISCOURSE_COMPONENTS),
    "ptb": (SYNTAX, ROLES, *DISCOURSE_COMPONENTS),
    **dict.fromkeys(TABLES, SENTENCE_COMPONENTS),
}
"""Components whose results a format does not show."""

_NEEDED = {"ptb": (CONSTITUENTS,)}
"""Components without whose results a format is empty."""

_STYLES = {"Arg1": "italic cyan", "Arg2": "bold green", "connective": "underline yellow"}
"""Styles as the Penn Discourse TreeBank prints: Arg1 in italics, Arg2 bold, the connective underlined."""

_CONVENTION_NOTES = {
    CONLL2016: "arguments are bare, as in the shared task's data (--conventions model: as the model learned)",
    MODEL: "arguments are as in the model's training data (--conventions conll2016: bare, as in the task's)",
}
"""Notes on the arguments of output in the format of the shared task."""

_MAPPED_NOTE = "senses are those of the shared task (--senses model: as the model learned)"
_SENSES_NOTE = "senses are not those of the shared task, whose scorer rejects others (--senses conll2016)"


@click.command(short_help="Find the relations, trees and roles of texts.")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@declared
@reads_corpora
def parse(
    inputs: tuple[str, ...],
    *,
    form: Annotated[str, "Form of the output.", "--format", click.Choice(OUTPUT_FORMATS)] = "text",
    out: Annotated[
        Path | None, "Directory for outputs, where a run that was stopped goes on; for a table, its file."
    ] = None,
    force: Annotated[bool, "Replace the outputs of an earlier run, or a table."] = False,
    source_format: Annotated[
        str | None, "Format of INPUT [default: by name].", "--from", click.Choice(SOURCE_FORMATS)
    ] = None,
    model: Annotated[str | None, "Model to parse with [default: by the language].", Named("name|dir")] = None,
    language: Annotated[
        Literal["en", "zh"] | None, "Language of the texts [default: detected for each text]."
    ] = None,
    only: Annotated[
        tuple[str, ...], "Run only this component, and those that it requires.", click.Choice(COMPONENTS)
    ] = (),
    given: Annotated[
        str | None,
        "Keep the connectives of the relations in INPUT, or their arguments too, or types as well.",
        click.Choice(GIVEN),
    ] = None,
    senses: Annotated[
        str | None,
        "Inventory of the senses, such as conll2016 or pdtb3-l2 [default: model, that of the model; with "
        "--format conll2016, conll2016].",
        Named("name"),
    ] = None,
    min_score: Annotated[float, "Leave out relations with a lower probability.", Numbers(0, 1)] = 0.0,
    conventions: Annotated[
        str | None,
        "Annotation as in the model's first training data (model), as in others that it knows (pdtb), "
        "with bare arguments, as in the shared task's data (conll2016), or a name and that: pdtb,conll2016 "
        "[default: model; with --format conll2016, conll2016 if INPUT is plain text or a data set of the "
        "task, or --senses is conll2016].",
        Named("name"),
    ] = None,
    split: SplitOption = False,
    jobs: Annotated[int, "Number of processes.", click.IntRange(1)] = 1,
) -> None:
    """Find the discourse relations of English and Chinese texts: connectives, arguments, senses.

    Inside sentences: tags, lemmas and dependencies (--only syntax), constituents (--only constituents),
    predicates and their roles (--only roles). Text output shows relations, or the results of --only; JSON
    Lines have everything. Tables have a row a relation, --format ptb a tree a sentence.

    INPUT is a text file, a corpus in a format that can be read (its words and sentences are used as they
    are), JSON Lines (documents, or objects with a "text"), a directory or a pattern; without INPUT, or with
    "-", standard input. Faulty inputs are reported, the others are parsed, and the exit code is 2.

    \b
    Examples:
      relata parse examples/article.txt
      relata parse examples/article.zh.txt --language zh
      cat article.txt | relata parse --format jsonl
      relata parse corpus/ --out relations/ --format jsonl --jobs 2
      relata parse corpus/ --format csv --out relations.csv
      relata parse article.txt --format conll2008 --split
      relata parse article.txt --only roles
      relata parse article.txt --format ptb
      relata parse conll16-dataset/ --format conll2016 --out run/ --senses conll2016
      relata parse gold/ --given arguments --format conll2016 --senses conll2016
    """
    from relata.batch.files import parse_to_files
    from relata.batch.run import ParsePlan, threads_for
    from relata.parsing.options import ParserOptions

    if not inputs and on_terminal(sys.stdin):
        raise click.UsageError("name a text to parse, or feed one to standard input")
    _check_only(only, form, given)
    if form in TABLES:
        _check_table(form, out, force=force)
    if split and form == CONLL2016:
        raise click.UsageError("--split: the words of --format conll2016 are those of its data set")
    faults: list[RelataError] = []

    def on_fault(error: RelataError) -> None:
        complain("error", error)
        faults.append(error)

    sources = list(find_sources(inputs or (STDIN,), source_format, on_fault, without=out))
    _check_given(sources, given)
    only = only or _NEEDED.get(form, ())
    left_out = () if only else _LEFT_OUT.get(form, (CONSTITUENTS,))
    conventions = conventions or _conventions(form, senses, sources)
    if sources and form == CONLL2016 and given not in SENSED:
        complain("note", _CONVENTION_NOTES[CONLL2016 if CONLL2016 in conventions.split(",") else MODEL])
    if sources and form == CONLL2016 and not (senses or "").startswith(CONLL2016):
        complain("note", _SENSES_NOTE if senses else _MAPPED_NOTE)
    senses = senses or (CONLL2016 if form == CONLL2016 else MODEL)
    options = ParserOptions(
        only=only,
        disable=left_out,
        given=given,
        senses=None if senses == MODEL else senses,
        min_score=min_score,
        conventions=conventions,
        threads=threads_for(jobs),
        split=split,
    )
    plan = ParsePlan(_model(model, language), options)
    if form == "text" and only and set(only) <= set(SENTENCE_COMPONENTS):
        form = "sentences"
    if sources and out is None:
        _print(sources, plan, jobs, form, on_fault)
    elif sources and out is not None and form in TABLES:
        _write_table(sources, plan, jobs, form, out, on_fault)
    elif sources and out is not None:
        result = parse_to_files(sources, plan, jobs, form, out, on_fault, force=force)
        skipped = f", {result.skipped} there already" if result.skipped else ""
        click.echo(f"{out}: {result.written} written{skipped}", err=True)
    if faults:
        complain("error", f"{len(faults)} of the inputs could not be read; the rest is done")
        raise click.exceptions.Exit(UNREADABLE)


def _model(model: str | None, language: str | None) -> str | None:
    """Return the named model, which must be for the language, or else the model of the language."""
    if model is None or language is None:
        return model or language
    from relata.parsing.loading import described

    model_language = described(model).language
    if model_language != language:
        raise click.UsageError(f"--language {language}: the model {model} is for {model_language!r}")
    return model


def _conventions(form: str, senses: str | None, sources: Iterable[Source]) -> str:
    """Return the style of arguments: bare in the task's output, unless an input has others of its own."""
    of_task = senses == CONLL2016 or all(source.single or source.format == CONLL2016 for source in sources)
    return CONLL2016 if form == CONLL2016 and of_task else MODEL


def _check_only(only: Sequence[str], form: str, given: str | None) -> None:
    """Refuse components whose results the format does not show, or whose input is missing."""
    if SENSES in only and given not in SENSED:
        raise click.UsageError(f"--only {SENSES} goes with --given {ARGUMENTS}, whose senses it finds")
    if only and form != "text" and set(only) <= set(_LEFT_OUT.get(form, ())):
        raise click.UsageError(f"--only {', '.join(only)}: --format {form} shows nothing of what it finds")


def _check_given(sources: Iterable[Source], given: str | None) -> None:
    """Refuse sources without relations if relations are to be kept."""
    for source in sources if given else ():
        if source.single:
            raise click.UsageError(f"--given {given}: {source.path} is plain text, which has no relations")
        sets = data_sets(source.path) if source.format == "conll2016" else ()
        if sets and not any(gold_file(data_set.folder) for data_set in sets):
            expected = "relations.json or relations-no-senses.json"
            raise click.UsageError(f"--given {given}: expected {expected} in {source.path}")


def _print(sources: Sequence[Source], plan: ParsePlan, jobs: int, form: str, on_fault: OnFault) -> None:
    from relata.batch.outputs import render

    documents = _parsed(sources, plan, jobs, on_fault)
    if on_terminal(sys.stdout) and form == "text":
        for document in documents:
            _draw(document)
    else:
        documents = documents if on_terminal(sys.stdout) else Progress().follow(documents, "documents")
        for chunk in (
            PRINTABLE_TABLES[form](documents) if form in PRINTABLE_TABLES else render(documents, form)
        ):
            click.echo(chunk.encode(), nl=False)


def _parsed(sources: Sequence[Source], plan: ParsePlan, jobs: int, on_fault: OnFault) -> Iterator[Document]:
    """Yield the documents of sources in order; what cannot be read or parsed goes to `on_fault`."""
    from relata.batch.run import parse_all

    items = ((source, item) for source in sources for item in source.read(on_fault))
    for _, outcome in parse_all(items, plan, jobs):
        if isinstance(outcome, RelataError):
            on_fault(outcome)
        else:
            yield outcome


def _check_table(form: str, out: Path | None, *, force: bool) -> None:
    """Refuse a table that nothing can hold, or that would replace a file."""
    if out is None and form not in PRINTABLE_TABLES:
        raise click.UsageError(f"--format {form} needs --out FILE")
    if out is not None and out.is_dir():
        raise click.UsageError(f"--out: {out} is a directory; --format {form} writes one file for all inputs")
    if out is not None and out.exists() and not force:
        raise FormatError("is there already; --force replaces it", out)


def _write_table(
    sources: Sequence[Source], plan: ParsePlan, jobs: int, form: str, out: Path, on_fault: OnFault
) -> None:
    """Write the relations of all sources to one file, which appears completely or not at all."""
    from relata.formats import writer

    if any(source.path.resolve() == out.resolve() for source in sources):
        raise click.UsageError(f"--out: {out} is an input")
    size = {"document": 0, "relation": 0}

    def counted_documents() -> Iterator[Document]:
        for document in Progress().follow(_parsed(sources, plan, jobs, on_fault), "documents"):
            size["document"] += 1
            size["relation"] += len(document.relations)
            yield document

    writer(form)(counted_documents(), out)
    click.echo(f"{out}: {', '.join(counted(number, noun) for noun, number in size.items())}", err=True)


def _draw(document: Document) -> None:
    """Print the relations of a document on a terminal, with styles for their parts."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from relata.view.plain_text import facts, heading, pieces

    console = Console(highlight=False, soft_wrap=False)
    console.print(Text(heading(document), style="bold"))
    for relation in document.relations:
        kind, *others = facts(relation)
        console.print(Text(f"\n{kind}  ", style="dim").append("  ".join(others), style="not dim bold"))
        sentences = Text()
        for piece in pieces(document, relation):
            sentences.append(piece.text, style=_STYLES.get(piece.part or "", ""))
        console.print(Padding(sentences, (0, 0, 0, 4)))
    console.print()
