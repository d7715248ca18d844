"""Published releases of corpora as their owners hold them: recognised by their folders and counted.

To add a release, write a `Release` in a module here and add it to `RELEASES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from relata.errors import FormatError
from relata.formats.releases import chinese, pdtb, semantic, shared_tasks, treebank
from relata.formats.releases.release import Release

RELEASES: tuple[Release, ...] = (
    *pdtb.RELEASES,
    *chinese.RELEASES,
    *shared_tasks.RELEASES,
    *treebank.RELEASES,
    *semantic.RELEASES,
)
"""All releases; new ones are added here, and nowhere else."""


def recognised(path: str | Path) -> Iterator[tuple[Release, Path]]:
    """Yield the releases at or below a path, each with the folder that commands are to read."""
    source = Path(path)
    if not source.is_dir():
        raise FormatError("expected the folder of a release", path)
    nothing = True
    for release in RELEASES:
        if folder := release.find(source):
            nothing = False
            yield release, folder
    if nothing:
        names = ", ".join(f"{release.name} ({release.catalogue})" for release in RELEASES)
        raise FormatError(f"no release is recognised here; expected one of {names}", path)
