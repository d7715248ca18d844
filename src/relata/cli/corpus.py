"""`relata corpus` and `relata verify`: corpora of any size, in shards with receipts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import click

from relata.cli.console import complain, emit, emit_json
from relata.cli.options import ARGUMENT, FormatOption, Named, Numbers, declared
from relata.pipeline import COMPONENTS

DAMAGED, UNVOUCHED = 2, 1


class _Share(click.types.StringParamType):
    """Part i of n of the work, written i/n."""

    name = "i/n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert "3/40" to (3, 40)."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", str(value))
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"expected i/n, such as 3/40, got {value!r}.", param, ctx)
        return int(match[1]), int(match[2])


@click.group(short_help="Parse corpora of any size; look after the results.")
def corpus() -> None:
    """Parse corpora of any size, in shards with receipts: nothing is lost, nothing comes twice.

    \b
    Examples:
      relata corpus run texts/ --out parsed/
      relata corpus status parsed/
      relata corpus merge parsed/ --to corpus.parquet
      relata verify parsed/
    """


@corpus.command(short_help="Parse texts into a folder of parts; go on after a kill.")
@declared
def run(
    inputs: Annotated[tuple[str, ...], ARGUMENT],
    *,
    out: Annotated[str, "Folder of the parts: a path, or an address such as s3://bucket/parsed."],
    jobs: Annotated[
        int, "Processes [default: all cores; with ray, all of the cluster].", click.IntRange(0)
    ] = 0,
    share: Annotated[
        tuple[int, int] | None, "Do part I of N of the work only, for job arrays: 3/40.", "--shard", _Share()
    ] = None,
    executor: Annotated[Literal["local", "ray"], "Who does the work."] = "local",
    address: Annotated[str | None, "Ray cluster, such as auto [default: a new one on this machine]."] = None,
    form: Annotated[Literal["jsonl", "parquet"], "Form of the parts.", "--format"] = "jsonl",
    model: Annotated[str | None, "Model to parse with [default: by the language].", Named("name|dir")] = None,
    only: Annotated[
        tuple[str, ...], "Run only this component, and those that it requires.", click.Choice(COMPONENTS)
    ] = (),
    senses: Annotated[
        str | None, "Inventory of the senses [default: that of the model].", Named("name")
    ] = None,
    min_score: Annotated[float, "Leave out relations with a lower probability.", Numbers(0, 1)] = 0.0,
    characters: Annotated[int, "Characters of a shard.", click.IntRange(1)] = 500_000,
    force: Annotated[bool, "Start again, and remove the parts of another run."] = False,
) -> None:
    """Parse INPUTS into parts, each with a receipt. The same command goes on after a kill.

    INPUTS are files, directories, patterns or addresses: texts, JSON Lines with a "text", Parquet with a
    column "text", tar and WARC archives, also packed (.gz, .bz2, .xz, .zst). Documents that fail go to
    failures/ with the reason, and the exit code is 2.

    \b
    Examples:
      relata corpus run texts/ --out parsed/
      relata corpus run texts/ --out parsed/ --shard 3/40
      relata corpus run 's3://bucket/*.jsonl.zst' --out s3://bucket/parsed --executor ray --address auto
    """
    from relata.batch.corpus import CorpusSettings, parse_corpus
    from relata.batch.run import ParsePlan, threads_for
    from relata.parsing.options import ParserOptions

    threads = 1 if executor == "ray" else threads_for(jobs or os.cpu_count() or 1)
    options = ParserOptions(only, senses=senses, min_score=min_score, threads=threads)
    settings = CorpusSettings(out, jobs, share or (1, 1), executor, address, form, characters, force)
    summary = parse_corpus(inputs, ParsePlan(model, options), settings)
    complain("error", *summary.input_faults)
    skipped = f", {summary.skipped} there already" if summary.skipped else ""
    state = "complete" if summary.complete else "more to do"
    emit(
        f"{out}: {summary.done} of {summary.shards} shards done{skipped}; {summary.rows:,} documents, {state}"
    )
    if summary.failures:
        complain(
            "error", f"{summary.failures:,} documents failed; the reasons are in {out.rstrip('/')}/failures"
        )
    if summary.failures or summary.input_faults:
        raise click.exceptions.Exit(DAMAGED)


@corpus.command(short_help="Show how far a run is.")
@declared
def status(parsed: Annotated[str, ARGUMENT], *, form: FormatOption = "text") -> None:
    """Show the shards, documents, words and failures of a run that is complete or not.

    \b
    Example:
      relata corpus status parsed/
    """
    from dataclasses import asdict

    from relata.batch.inspection import corpus_status

    numbers = corpus_status(parsed)
    if form == "json":
        emit_json(asdict(numbers))
    else:
        emit(f"{parsed}: {numbers.text()}")


@corpus.command(short_help="Write all parts to one file.")
@declared
def merge(
    parsed: Annotated[str, ARGUMENT],
    *,
    target: Annotated[Path, "File to write: .parquet, .jsonl or .jsonl.zst.", "--to"],
    force: Annotated[bool, "Replace the file if it exists."] = False,
) -> None:
    """Write the documents of a complete run to one file, in the order of the inputs.

    \b
    Examples:
      relata corpus merge parsed/ --to corpus.parquet
      relata corpus merge parsed/ --to corpus.jsonl
    """
    from relata.batch.inspection import merge_corpus
    from relata.cli.options import require_absent

    require_absent(target, force=force)
    count = merge_corpus(parsed, target)
    emit(f"{target}: {count:,} documents")


@click.command(short_help="Check that no file of a parsed corpus or of a model changed.")
@declared
def verify(place: Annotated[str, ARGUMENT]) -> None:
    """Check every file of a parsed corpus, or of a model, by its digest. Exit code 2: damaged.

    A model is "released" (its digest is in the code of Relata), "yours" (signed with a key of yours), or
    "unknown", with exit code 1.

    \b
    Examples:
      relata verify parsed/
      relata verify en
    """
    from relata.batch.inspection import corpus_faults, corpus_status
    from relata.batch.shards import PLAN

    if "://" not in place and not (Path(place) / PLAN).exists():
        _verify_model(place)
        return
    faults = list(corpus_faults(place))
    complain("error", *(f"{place}: {fault}" for fault in faults))
    if faults:
        raise click.exceptions.Exit(DAMAGED)
    emit(f"{place}: {corpus_status(place).text()}; all files are as they were written")


def _verify_model(name: str) -> None:
    from relata.model.trust import UNKNOWN, trust_in
    from relata.parsing.loading import described

    package = described(name)
    damaged = list(package.damaged())
    complain(
        "error",
        *(f"{package.path / file}: damaged, its sha256 is not the one that is stated" for file in damaged),
    )
    if damaged:
        raise click.exceptions.Exit(DAMAGED)
    trust = trust_in(package)
    emit(f"{package.path}: {trust}; all files are as the manifest says")
    if trust.kind == UNKNOWN:
        complain("warning", "nobody vouches for the manifest: no release of Relata, and no key of yours")
        raise click.exceptions.Exit(UNVOUCHED)
