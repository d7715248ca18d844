"""`relata train gsd`: what the training of Chinese models needs besides."""

from __future__ import annotations

from pathlib import Path

import click

from relata.cli.options import PATH, reading


@click.command(short_help="Convert the Chinese GSD treebank to UD v2.")
@click.argument("source", type=PATH)
@click.argument("target", type=PATH)
@click.option("--force", is_flag=True, help="Replace TARGET if it exists.")
def gsd(source: Path, target: Path, force: bool) -> None:
    """Convert the UD Chinese GSD treebank of version 1.3 to UD v2 and simplified characters.

    SOURCE has traditional characters and the labels of UD v1; TARGET is CoNLL-U, too.

    \b
    Example:
      relata train gsd zh-ud-train.conllu gsd-train.conllu
    """
    from relata.formats import conllu
    from relata.training.gsd import convert

    if target.exists() and not force:
        raise click.UsageError(f"{target} exists; --force replaces it")
    with reading(lenient=False) as on_error:
        documents = [convert(document) for document in conllu.read(source, on_error=on_error)]
    conllu.write(documents, target)
