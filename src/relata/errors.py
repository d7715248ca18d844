"""One family of exceptions and warnings: every message says what was wrong, where, and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

OTHER_PROJECT = (
    "files of this package are missing or mixed with those of another project called relata; "
    "run: pip uninstall relata; pip install --force-reinstall relata-nlp"
)
"""Message about the project `relata` of the package index, whose package has the same name."""


class RelataError(Exception):
    """Anything that Relata refuses; its text is one line that a user can act on."""


class FormatError(RelataError):
    """A fault in a file: where it stands and what was expected instead.

    >>> print(FormatError("expected a list, got a string", "out.json", line=3, field="Arg1.TokenList"))
    out.json:3: Arg1.TokenList: expected a list, got a string
    """

    def __init__(
        self, message: str, path: str | Path, *, line: int | None = None, field: str | None = None
    ) -> None:
        self.message = message
        self.path = str(path)
        self.line = line
        self.field = field
        place = self.path if line is None else f"{self.path}:{line}"
        super().__init__(": ".join(part for part in (place, field, message) if part))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(FormatError, line=self.line, field=self.field), (self.message, self.path)


class SpanError(RelataError):
    """Offsets or token indices that do not fit the text they point into."""


class SenseError(RelataError):
    """A sense that an inventory does not have, or that a mapping cannot carry over."""


class MappingError(SenseError):
    """Two inventories without a mapping from the one to the other."""


class ScoringError(RelataError):
    """Two analyses that cannot be compared, or a measure that does not exist."""


class RejectedError(ScoringError):
    """A system output that the task's validator turns down; `faults` are all of them."""

    def __init__(self, faults: list[FormatError]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")

    def __reduce__(self) -> tuple[Any, ...]:
        return RejectedError, (self.faults,)


class ModelError(RelataError):
    """A model that is not there, damaged, or made for another version or language."""


class UntrainedError(ModelError):
    """A model that was not trained for what is asked of it."""


class PipelineError(RelataError):
    """Components that cannot work together: one requires what nothing before it provides."""


class ProtocolError(RelataError):
    """An experiment that cannot be run as asked, or results that cannot be reported."""


class RelataWarning(UserWarning):
    """Something a user should know although the work goes on."""


class DataWarning(RelataWarning):
    """Dirt in a file that was put right: of which kind, and how often."""

    def __init__(self, path: str | Path, kind: str, count: int = 1) -> None:
        self.path = str(path)
        self.kind = kind
        self.count = count
        super().__init__(f"{path}: {kind}: {count}")

    def __reduce__(self) -> tuple[Any, ...]:
        return DataWarning, (self.path, self.kind, self.count)


class UnsupportedWarning(RelataWarning):
    """Content that the target format cannot hold."""


OnError = Callable[[FormatError], None]
"""What a reader does with an item it cannot use: raise (strict), or note it and go on (lenient)."""


def strict(error: FormatError) -> None:
    """Stop at the first fault."""
    raise error


class Lenient:
    """Notes faults and goes on; `faults` is the list of items that were skipped."""

    def __init__(self) -> None:
        self.faults: list[FormatError] = []

    def __call__(self, error: FormatError) -> None:
        self.faults.append(error)
