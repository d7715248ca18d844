"""`relata view`: make a page of texts with their relations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.options import (
    ARGUMENT,
    FromOption,
    LenientOption,
    RelationsOption,
    declared,
    reader_of,
    reading,
    reads_corpora,
    require_absent,
)
from relata.errors import FormatError, OnError
from relata.formats import detect
from relata.view.plain_text import counted

if TYPE_CHECKING:
    from relata.document import Document

_RAW_TEXT = {"", ".txt", ".md"}
"""Suffixes of files that are parsed first, if they are in no format."""


@click.command(short_help="Make a page of a text and its relations.")
@declared
@reads_corpora
def view(
    source: Annotated[Path, ARGUMENT],
    *,
    out: Annotated[Path, "HTML file to write."],
    source_format: FromOption = None,
    relations: RelationsOption = None,
    compare: Annotated[
        Path | None,
        "Output of a system for the same texts, to show its missed, spurious and wrong relations.",
    ] = None,
    force: Annotated[bool, "Replace the page if it exists."] = False,
    lenient: LenientOption = False,
) -> None:
    """Make a page of texts with their discourse relations, for any browser, without a network.

    SOURCE is a corpus in any format that can be read, or a text file, which is parsed first. --compare names
    a corpus of the same texts, or a run on a conll2016 data set.

    \b
    Examples:
      relata view examples/conll2016 --out page.html
      relata view examples/conll2016 --compare examples/conll2016/run --out errors.html
      relata view article.txt --out article.html
    """
    from relata.formats.files import replace_text
    from relata.view import render

    require_absent(out, force=force)
    kind = source_format or _format(source)
    with reading(lenient=lenient) as on_error:
        documents = list(Progress().follow(_documents(source, kind, relations, on_error), "documents"))
        outputs = None if compare is None else _outputs(compare, source, kind, on_error)
        title = source.resolve().name if source.is_dir() else source.resolve().stem
        page = render(documents, compare=outputs, title=title)
        replace_text(out, [page])
        count = sum(len(document.relations) for document in documents)
        click.echo(f"{out}: {counted(len(documents), 'document')}, {counted(count, 'relation')}", err=True)


def _format(source: Path) -> str | None:
    """Return the format of a corpus, None for raw text."""
    try:
        return detect(source)
    except FormatError:
        if source.is_file() and source.suffix.lower() in _RAW_TEXT:
            return None
        raise


def _documents(
    source: Path, kind: str | None, relations: Path | None, on_error: OnError
) -> Iterator[Document]:
    if kind is None and relations is None:
        return _parsed(source)
    return reader_of(kind or "", relations)(source, on_error=on_error)


def _outputs(other: Path, source: Path, kind: str | None, on_error: OnError) -> Iterator[Document]:
    """Read the output of a system: a corpus, or the relations of a run on the source."""
    is_run = other.suffix == ".json" or (other / "output.json").is_file()
    if kind == "conll2016" and is_run:
        return _documents(source, kind, other, on_error)
    return _documents(other, _format(other), None, on_error)


def _parsed(source: Path) -> Iterator[Document]:
    from relata.formats.files import read_exactly
    from relata.parsing.loading import load
    from relata.pipeline import SENTENCE_COMPONENTS

    yield replace(load(disable=SENTENCE_COMPONENTS)(read_exactly(source)), id=source.stem)
