"""`relata convert`: convert a corpus to another format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.console import complain
from relata.cli.options import (
    ARGUMENT,
    FromOption,
    LenientOption,
    Named,
    RelationsOption,
    declared,
    format_of,
    reading,
    reads_corpora,
)
from relata.cli.treebank import (
    DictionaryOption,
    NamesOption,
    NombankOption,
    PropbankOption,
    SplitOption,
    TreebankOptions,
)
from relata.errors import FormatError
from relata.formats import WRITABLE, writer

if TYPE_CHECKING:
    from relata.document import Document


@click.command(short_help="Convert a corpus from one format to another.")
@declared
@reads_corpora
def convert(
    source: Annotated[Path, ARGUMENT],
    target: Annotated[Path, ARGUMENT],
    *,
    source_format: FromOption = None,
    target_format: Annotated[str, "Format of TARGET.", "--to", click.Choice(WRITABLE)],
    senses: Annotated[
        str | None, "Map senses into an inventory, such as conll2016 or pdtb3-l2.", Named("name")
    ] = None,
    relations: RelationsOption = None,
    propbank: PropbankOption = None,
    nombank: NombankOption = None,
    names: NamesOption = None,
    split: SplitOption = False,
    dictionary: DictionaryOption = (),
    predict: Annotated[bool, "Predict tags and lemmas; gold tags go to GPOS (conll2008)."] = False,
    open_track: Annotated[
        Path | None, "Open track's columns of SOURCE: a file, or a release's folder (conll2008)."
    ] = None,
    open_out: Annotated[Path | None, "File to write the open track's columns to (conll2008)."] = None,
    force: Annotated[bool, "Replace TARGET if it exists."] = False,
    lenient: LenientOption = False,
) -> None:
    """Convert a corpus; warn of content that the target format cannot hold.

    TARGET appears complete or not at all.

    \b
    Examples:
      relata convert pdtb3/ conll/ --from pdtb3 --to conll2016 --senses conll2016
      relata convert examples/conll2016 corpus.jsonl --to jsonl
      relata convert examples/conll2016 run.jsonl --relations examples/conll2016/run/output.json --to jsonl
      relata convert wsj/ wsj.jsonl --from ptb --propbank prop.txt --nombank nombank.1.0 --to jsonl
      relata convert wsj/ wsj.conll08 --from ptb --propbank prop.txt --split --predict --to conll2008
      relata convert LDC2009T12/ tracks.jsonl --open-track LDC2009T12/ --to jsonl
    """
    for path in (target, open_out):
        if path is not None and path.exists() and not force:
            raise FormatError("is there already; --force replaces it", path)
    source_format = format_of(source, source_format)
    read = TreebankOptions(propbank, nombank, names, split, dictionary).reader(source_format, relations)
    if open_track is not None:
        if source_format != "conll2008":
            raise click.UsageError("--open-track goes with conll2008 sources")
        from relata.formats import conll2008

        read = partial(conll2008.read, open_track=open_track)
    write = writer(target_format)
    if open_out is not None:
        if target_format != "conll2008":
            raise click.UsageError("--open-out goes with --to conll2008")
        from relata.formats import conll2008

        write = partial(conll2008.write, open_track=open_out)
    unmapped: Counter[str] = Counter()
    with reading(lenient=lenient) as on_error:
        documents = Progress().follow(read(source, on_error=on_error), "documents")
        if predict:
            documents = _predicted(documents)
        write(documents if senses is None else _mapped(documents, senses, unmapped), target)
        if unmapped:
            kinds = ", ".join(f"{sense} ({count})" for sense, count in unmapped.most_common())
            message = f"{unmapped.total()} relations have no sense of {senses} and were left out: {kinds}"
            complain("warning", message)


def _predicted(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield the documents with predicted tags and lemmas."""
    from relata.parsing.loading import load
    from relata.parsing.predicted_columns import with_predicted_columns

    return with_predicted_columns(documents, load(only="syntax").pipe)


def _mapped(documents: Iterable[Document], target: str, unmapped: Counter[str]) -> Iterator[Document]:
    """Yield the documents with senses of an inventory; count in `unmapped` the relations without one."""
    from relata.senses import closest_inventory, map_senses, mapping

    for document in documents:
        labels = {sense for relation in document.relations for sense in relation.all_senses}
        goal = f"conll2016-{document.language}" if target == "conll2016" else target
        mapped, left_out = map_senses(document, mapping(closest_inventory(labels), goal))
        unmapped.update(left_out)
        yield mapped
