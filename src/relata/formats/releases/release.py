"""The description of a release."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from relata.errors import FormatError, OnError

SECTIONS = tuple(f"{number:02}" for number in range(25))
"""Sections of the Wall Street Journal in the Treebank."""

_WSJ = re.compile(r"(?i)wsj_([0-9]{2})[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Release:
    """A published corpus, such as PDTB-3 (LDC2019T05).

    `find` returns the folder at or below a path that commands read, None if the release is not there.
    `count` counts the content of that folder by the names of `sizes`, the published sizes, and passes faults
    to `on_error`; a name without a published size may be counted as well. `uses` are commands, with
    `{folder}` for the folder.
    """

    name: str
    catalogue: str
    find: Callable[[Path], Path | None]
    count: Callable[[Path, OnError], Mapping[str, int]]
    sizes: Mapping[str, int]
    uses: tuple[str, ...]


def count_sections(files: Iterable[Path], folder: Path, on_error: OnError) -> int:
    """Count the sections of files `wsj_SSNN`; of a corpus with most of them, the missing ones are faults."""
    sections = {match[1] for file in files if (match := _WSJ.match(file.name))}
    if len(sections) > len(SECTIONS) / 2:
        for section in sorted({*SECTIONS} - sections):
            message = (
                f"expected files of the sections {SECTIONS[0]} to {SECTIONS[-1]}, found none of {section}"
            )
            on_error(FormatError(message, folder))
    return len(sections)
