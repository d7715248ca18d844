"""Readers and writers, one module a format: `read(path)` gives documents one by one.

`write(documents, path)` of the same module writes them; what the format cannot hold is named in a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from relata.document import Document
from relata.errors import FormatError, OnError, strict

READABLE = ("conll2016", "pdtb2", "pdtb3", "gdtb", "tedcdb", "conllu", "disrpt", "jsonl")
WRITABLE = (*READABLE, "brat")


class Reader(Protocol):
    """What a format module offers to read with."""

    def read(self, path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]: ...


class Writer(Protocol):
    """What a format module offers to write with."""

    def write(self, documents: Iterable[Document], path: str | Path) -> None: ...


def reader(name: str) -> Reader:
    """The module that reads a format."""
    return cast("Reader", import_module(f"relata.formats.{_known(name, READABLE)}"))


def writer(name: str) -> Writer:
    """The module that writes a format."""
    return cast("Writer", import_module(f"relata.formats.{_known(name, WRITABLE)}"))


def detect(path: str | Path) -> str:
    """The name of the format that a file or a directory is in, told by names of files."""
    place = Path(path)
    if not place.exists():
        raise FormatError("cannot be read: No such file or directory", path)
    for name, fits in _SIGNS.items():
        if fits(place):
            return name
    raise FormatError(f"unknown format; name one with --from: {', '.join(READABLE)}", path)


def _known(name: str, names: tuple[str, ...]) -> str:
    if name not in names:
        raise ValueError(f"no format {name!r}; expected one of {', '.join(names)}")
    return name


def _holds(place: Path, *patterns: str) -> bool:
    return place.is_dir() and all(any(place.glob(pattern)) for pattern in patterns)


# In the order in which they are tried: the first that fits wins.
_SIGNS: dict[str, Callable[[Path], bool]] = {
    "jsonl": lambda place: place.suffix == ".jsonl" or _holds(place, "*.jsonl"),
    "conll2016": lambda place: _holds(place, "parses.json"),
    "disrpt": lambda place: (
        place.suffix in {".tok", ".rels"} or _holds(place, "*.rels") or _holds(place, "*.tok")
    ),
    "gdtb": lambda place: _holds(place, "*.pdtb", "*.conllu"),
    "tedcdb": lambda place: _holds(place, "*.pdtb", "*.raw"),
    "pdtb3": lambda place: _holds(place, "gold", "raw"),
    "pdtb2": lambda place: _holds(place, "data", "raw") or _holds(place, "**/*.pipe"),
    "conllu": lambda place: place.suffix == ".conllu" or _holds(place, "*.conllu"),
}
