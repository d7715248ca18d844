"""`relata data`: recognise the releases of corpora."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import click

from relata.cli.console import complain, emit, emit_json, emit_table
from relata.cli.options import ARGUMENT, FormatOption, LenientOption, declared, reading, reads_corpora
from relata.errors import Lenient

UNREADABLE = 2


@click.group(short_help="Recognise the releases of corpora.")
def data() -> None:
    """Recognise releases of corpora as their owners hold them, without renaming or preparation."""


@data.command()
@declared
@reads_corpora
def check(
    folder: Annotated[Path, ARGUMENT], *, form: FormatOption = "text", lenient: LenientOption = False
) -> None:
    """Show the releases in a FOLDER, their sizes beside the published ones, and commands that use them.

    FOLDER is the top folder of a release, a folder that holds several releases, or a useful folder of one,
    such as that of a section. With --trees, what does not align with the text is listed.

    \b
    Examples:
      relata data check PDTB-3.0/
      relata data check corpora/ --format json
    """
    from relata.formats.releases import recognised

    faults = Lenient()
    results = []
    for release, place in recognised(folder):
        counts = release.count(place, faults)
        names = dict.fromkeys((*release.sizes, *counts))
        commands = [use.format(folder=shlex.quote(str(place))) for use in release.uses]
        if form == "text":
            rows = [(name, _number(counts.get(name, 0)), _number(release.sizes.get(name))) for name in names]
            emit_table(f"{release.name} ({release.catalogue}) in {place}", ("", "here", "published"), rows)
            emit("\n".join(["Use it:", *(f"  {command}" for command in commands), ""]))
        results.append(
            {
                "release": release.name,
                "catalogue": release.catalogue,
                "folder": str(place),
                "sizes": {
                    name: {"here": counts.get(name, 0), "published": release.sizes.get(name)}
                    for name in names
                },
                "commands": commands,
            }
        )
    if form == "json":
        emit_json(results)
    if faults.faults and not lenient:
        for fault in faults.faults:
            complain("error", str(fault))
        raise click.exceptions.Exit(UNREADABLE)
    with reading(lenient=lenient) as on_error:
        for fault in faults.faults:
            on_error(fault)


def _number(count: int | None) -> str:
    return "" if count is None else f"{count:,}"
