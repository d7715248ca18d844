"""Warnings as a user of the command line sees them: one line each, and dirty data summed up over files."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from relata.cli.console import complain
from relata.errors import DataWarning, RelataWarning


@contextmanager
def notices() -> Iterator[None]:
    """Show warnings in one line; those about dirty data wait for the end, where each kind is one line."""
    dirt: dict[str, list[DataWarning]] = {}

    def show(message: Warning | str, *_: Any, **__: Any) -> None:
        if isinstance(message, DataWarning):
            dirt.setdefault(message.kind, []).append(message)
        else:
            complain("warning", str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", RelataWarning)
        warnings.showwarning = show
        try:
            yield
        finally:
            for found in dirt.values():
                complain("warning", _summary(found))


def _summary(found: list[DataWarning]) -> str:
    first = found[0]
    if len(found) == 1:
        return str(first)
    total = sum(warning.count for warning in found)
    return f"{first.kind}: {total} in {len(found)} files, first in {first.path}"
