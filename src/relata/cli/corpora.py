"""Corpora that `view` and `serve` show: any format, folders and standard input; raw text is parsed first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relata.batch.sources import STDIN, Text, find_sources
from relata.cli.options import reader_of
from relata.errors import FormatError, OnError, RelataError
from relata.extraction import SUFFIXES
from relata.formats import detect

if TYPE_CHECKING:
    from relata.document import Document

_RAW = {"", ".txt", ".md", *SUFFIXES}
"""Suffixes of files that are parsed first, if they are in no format."""


def documents_of(
    source: Path, given: str | None, relations: Path | None, on_error: OnError
) -> Iterator[Document]:
    """Yield the documents of a corpus, or those of its texts, parsed.

    `given` is the format, if it is not to be detected; `relations` replace those of a conll2016 source.
    """
    format = given or _format(source)
    if relations is not None or format is not None:
        return reader_of(format or "", relations)(source, on_error=on_error)
    return _parsed(source, on_error)


def outputs_of(other: Path, source: Path, given: str | None, on_error: OnError) -> Iterator[Document]:
    """Read the output of a system: a corpus, or the relations of a run on the source."""
    is_run = other.suffix == ".json" or (other / "output.json").is_file()
    if is_run and (given or _format(source)) == "conll2016":
        return documents_of(source, "conll2016", other, on_error)
    return documents_of(other, None, None, on_error)


def title_of(sources: Sequence[Path]) -> str:
    """Return the name of what is shown: that of the only source, or the number of sources."""
    if len(sources) > 1:
        return f"{len(sources)} sources"
    [source] = sources
    if str(source) == STDIN:
        return "standard input"
    return source.resolve().name if source.is_dir() else source.resolve().stem


def require_one(sources: Sequence[Path], option: str, value: object) -> None:
    """Refuse an option that goes with a single source."""
    if value is not None and len(sources) > 1:
        raise click.UsageError(f"{option} goes with one source")


def _format(source: Path) -> str | None:
    """Return the format of a corpus, None for texts to parse."""
    if str(source) == STDIN:
        return None
    try:
        return detect(source)
    except FormatError:
        if source.is_dir() or (source.is_file() and source.suffix.lower() in _RAW):
            return None
        raise


def _parsed(source: Path, on_error: OnError) -> Iterator[Document]:
    """Yield the documents of the files of a folder, or of a file; texts are parsed."""

    def report(error: RelataError) -> None:
        on_error(error if isinstance(error, FormatError) else FormatError(str(error), source))

    for found in find_sources([str(source)], None, report):
        for item in found.read(report):
            yield item if not isinstance(item, Text) else replace(_parser()(item.text), id=item.id)


@cache
def _parser() -> Callable[[str], Document]:
    from relata.parsing.loading import load

    return load()
