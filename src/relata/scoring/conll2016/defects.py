"""Where the official program stops with a traceback, and what is given in place of the lost measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class CrashError(Exception):
    """Input on which the official program falls over; `defect` is the number of the known defect."""

    def __init__(self, defect: str, cause: str) -> None:
        super().__init__(f"{defect}: {cause}")
        self.defect = defect
        self.cause = cause


def rescued(measure: str, official: Callable[[], T], fallback: Callable[[], T], warnings: list[str]) -> T:
    """The official value of a measure; where its program falls over, the fall-back, which is noted."""
    try:
        return official()
    except CrashError as crash:
        warnings.append(f"{measure}: the official program fails here ({crash}); this is the corrected value")
        return fallback()
