"""Exceptions and warnings of Relata: messages name the fault, its location and the expectation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

R = TypeVar("R")
T = TypeVar("T")

OTHER_PROJECT = (
    "files of this package are missing or mixed with those of another project called relata; "
    "run: pip uninstall relata; pip install --force-reinstall relata-nlp"
)
"""Message about the project `relata` of the package index, whose package has the same name."""


class RelataError(Exception):
    """Base class of all errors; the message is one line that a user can act on."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self), *self.args), self.__dict__


class FormatError(RelataError):
    """A fault in a file: its location and the expectation.

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


class SpanError(RelataError):
    """Offsets or token indices that do not fit their text."""


class SenseError(RelataError):
    """A sense that is not in an inventory, or that a mapping does not cover."""


class MappingError(SenseError):
    """Two inventories without a mapping between them."""


class ScoringError(RelataError):
    """Two analyses that cannot be compared, or an unknown measure."""


class RejectedError(ScoringError):
    """A system output that the task's validator rejects; `faults` lists all faults."""

    def __init__(self, faults: list[FormatError]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")


class ModelError(RelataError):
    """A model that is missing, damaged, or made for another version or language."""


class UntrainedError(ModelError):
    """A model that was not trained for a requested task."""


class PipelineError(RelataError):
    """Components that cannot work together: one requires a layer that no earlier one provides."""


class ProtocolError(RelataError):
    """An experiment that cannot be run, or results that cannot be reported."""


class RelataWarning(UserWarning):
    """Base class of warnings: the work continues."""

    __reduce__ = RelataError.__reduce__


class DataWarning(RelataWarning):
    """Repaired faults of a file: their kind and their number."""

    def __init__(self, path: str | Path, kind: str, count: int = 1) -> None:
        self.path = str(path)
        self.kind = kind
        self.count = count
        super().__init__(f"{path}: {kind}: {count}")


class UnsupportedWarning(RelataWarning):
    """Features of documents that the target format does not support."""


OnError = Callable[[FormatError], None]
"""Handler of items that a reader cannot use: raises (strict), or collects faults (lenient)."""


def strict(error: FormatError) -> None:
    """Stop at the first fault."""
    raise error


def map_usable(function: Callable[[T], R], items: Iterable[T], on_error: OnError) -> Iterator[R]:
    """Yield the results of a function; items with a fault go to `on_error` and are left out if it returns."""
    for item in items:
        try:
            result = function(item)
        except FormatError as error:
            on_error(error)
        else:
            yield result


class Lenient:
    """Handler that collects faults and continues; `faults` are those of skipped items."""

    def __init__(self) -> None:
        self.faults: list[FormatError] = []

    def __call__(self, error: FormatError) -> None:
        """Collect a fault."""
        self.faults.append(error)


def optional_module(name: str, *, extra: str) -> Any:
    """Import a module of an optional dependency; an error names the extra that installs it."""
    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise RelataError(f'{package} is not installed: pip install "relata-nlp[{extra}]"') from None
