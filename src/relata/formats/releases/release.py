"""The description of a release."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from relata.errors import OnError


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
