"""`relata view`: make a page of texts with their relations, or a site of many."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import click

from relata.batch.progress import Progress
from relata.cli.corpora import documents_of, outputs_of, require_one, title_of
from relata.cli.options import (
    ARGUMENT,
    FromOption,
    LenientOption,
    RelationsOption,
    declared,
    reading,
    reads_corpora,
    require_absent,
)
from relata.view.plain_text import counted

_PAGE_SUFFIXES = (".html", ".htm")


@click.command(short_help="Make a page of texts and their relations, or a site.")
@declared
@reads_corpora
def view(
    source: Annotated[tuple[Path, ...], ARGUMENT],
    *,
    out: Annotated[Path, "HTML file to write, or a folder for a site with a page for each document."],
    source_format: FromOption = None,
    relations: RelationsOption = None,
    compare: Annotated[
        Path | None,
        "Output of a system for the same texts, to show its missed, spurious and wrong relations.",
    ] = None,
    force: Annotated[bool, "Replace the page or the site if it exists."] = False,
    lenient: LenientOption = False,
) -> None:
    """Make a page of texts with their discourse relations, for any browser, without a network.

    SOURCE is a corpus in any format that can be read, a text, which is parsed first, a folder of such files,
    or - for standard input. --compare names a corpus of the same texts, or a run on a conll2016 data set.

    \b
    Examples:
      relata view examples/conll2016 --out page.html
      relata view examples/conll2016 --compare examples/conll2016/run --out errors.html
      relata view article.txt --out article.html
      relata view corpus/ --out site/
    """
    from relata.formats.files import replace_text
    from relata.view import render
    from relata.view.comparison import show_comparison
    from relata.view.model import show_document
    from relata.view.site import write_site

    require_absent(out, force=force)
    require_one(source, "--compare", compare)
    require_one(source, "--relations", relations)
    title = title_of(source)
    with reading(lenient=lenient) as on_error:
        found = chain.from_iterable(documents_of(each, source_format, relations, on_error) for each in source)
        documents = Progress().follow(found, "documents")
        outputs = None if compare is None else outputs_of(compare, source[0], source_format, on_error)
        if out.suffix.lower() in _PAGE_SUFFIXES:
            texts = list(documents)
            replace_text(out, [render(texts, compare=outputs, title=title)])
            counts = len(texts), sum(len(document.relations) for document in texts)
        else:
            shown = map(show_document, documents) if outputs is None else show_comparison(documents, outputs)
            counts = write_site(shown, out, title)
        click.echo(f"{out}: {counted(counts[0], 'document')}, {counted(counts[1], 'relation')}", err=True)
