"""The description of a release."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from relata.errors import FormatError, OnError, RelataWarning

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
    """Count the sections of files `wsj_SSNN`.

    The missing sections are faults in a corpus with most of them. A few sections are a part of a corpus, on
    purpose: a warning names the missing ones.
    """
    sections = {match[1] for file in files if (match := _WSJ.match(file.name))}
    missing = [section for section in SECTIONS if section not in sections]
    expected = f"files of the sections {SECTIONS[0]} to {SECTIONS[-1]}"
    if len(missing) < len(SECTIONS) / 2:
        for section in missing:
            on_error(FormatError(f"expected {expected}, found none of {section}", folder))
    elif len(sections) > 1:
        message = f"{folder}: a part of the {expected}; none of {', '.join(missing)}"
        warnings.warn(RelataWarning(message), stacklevel=2)
    return len(sections)
