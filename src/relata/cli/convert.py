"""`relata convert`: from one format to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relata.batch.progress import Progress
from relata.cli.console import complain
from relata.cli.options import PATH, format_of, from_option, lenient_option, reading
from relata.errors import FormatError
from relata.formats import WRITABLE, Reader, reader, writer

if TYPE_CHECKING:
    from relata.document import Document


@click.command(short_help="Convert a corpus from one format to another.")
@click.argument("source", type=PATH)
@click.argument("target", type=PATH)
@from_option
@click.option("--to", "target_format", type=click.Choice(WRITABLE), required=True, help="Format of TARGET.")
@click.option("--senses", metavar="NAME", help="Map senses into an inventory, such as conll2016 or pdtb3-l2.")
@click.option(
    "--relations", type=PATH, help="A system's output.json to put in the place of the gold (conll2016)."
)
@click.option("--propbank", type=PATH, help="PropBank's pointers or columns for a treebank (ptb).")
@click.option("--nombank", type=PATH, help="NomBank's pointers for a treebank (ptb).")
@click.option("--force", is_flag=True, help="Replace TARGET if it exists.")
@lenient_option
def convert(
    source: Path,
    target: Path,
    source_format: str | None,
    target_format: str,
    senses: str | None,
    relations: Path | None,
    propbank: Path | None,
    nombank: Path | None,
    force: bool,
    lenient: bool,
) -> None:
    """Convert a corpus. What the target format cannot hold is named; TARGET appears whole or not at all.

    \b
    Examples:
      relata convert pdtb3/ conll/ --from pdtb3 --to conll2016 --senses conll2016
      relata convert examples/conll2016 corpus.jsonl --to jsonl
      relata convert examples/conll2016 run.jsonl --relations examples/conll2016/run/output.json --to jsonl
      relata convert wsj/ wsj.jsonl --from ptb --propbank prop.txt --nombank nombank.1.0 --to jsonl
    """
    if target.exists() and not force:
        raise FormatError("is there already; --force replaces it", target)
    source_format = format_of(source, source_format)
    read = _reader(source_format, relations, propbank, nombank)
    fallen: Counter[str] = Counter()
    with reading(lenient=lenient) as on_error:
        documents = Progress().follow(read(source, on_error=on_error), "documents")
        writer(target_format)(documents if senses is None else _mapped(documents, senses, fallen), target)
        if fallen:
            kinds = ", ".join(f"{sense} ({count})" for sense, count in fallen.most_common())
            complain(
                "warning", f"{fallen.total()} relations have no sense of {senses} and were left out: {kinds}"
            )


def _reader(
    source_format: str, relations: Path | None, propbank: Path | None, nombank: Path | None
) -> Reader:
    """The reader of a format, with the files that go with what it reads."""
    if relations is not None:
        if source_format != "conll2016":
            raise click.UsageError("--relations goes with conll2016 sources")
        from relata.formats import conll2016

        return partial(conll2016.read, relations=relations)
    if propbank is not None or nombank is not None:
        if source_format != "ptb":
            raise click.UsageError("--propbank and --nombank go with ptb sources")
        from relata.formats import ptb

        return partial(ptb.read, propbank=propbank, nombank=nombank)
    return reader(source_format)


def _mapped(documents: Iterable[Document], target: str, fallen: Counter[str]) -> Iterator[Document]:
    """The documents with senses of the target inventory; `fallen` counts what has no counterpart."""
    from relata.senses import closest_inventory, map_senses, mapping

    for document in documents:
        labels = {sense for relation in document.relations for sense in relation.all_senses}
        goal = f"conll2016-{document.language}" if target == "conll2016" else target
        mapped, left_out = map_senses(document, mapping(closest_inventory(labels), goal))
        fallen.update(left_out)
        yield mapped
