"""Readers and writers, one module a format: `read(path)` gives documents one by one.

`write(documents, path)` of the same module writes them; what the format cannot hold is named in a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.files import inner_suffix

_BOTH_WAYS = ("conll2016", "conll2008", "pdtb2", "pdtb3", "gdtb", "tedcdb", "conllu", "disrpt", "jsonl")
READABLE = (*_BOTH_WAYS, "ptb", "propbank")
WRITABLE = (*_BOTH_WAYS, "conll2016-output", "brat")


_MODULES = {"pdtb2": "pdtb.v2", "pdtb3": "pdtb.v3", "gdtb": "pdtb.gdtb", "tedcdb": "pdtb.tedcdb"}
"""Modules of formats that share a folder, by the name of the format."""


class Read(Protocol):
    """How every reader is called."""

    def __call__(self, path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]: ...


class Write(Protocol):
    """How every writer is called."""

    def __call__(self, documents: Iterable[Document], path: str | Path) -> None: ...


def reader(name: str) -> Read:
    """The function that reads a format: `relata.formats.NAME.read`."""
    return cast("Read", _module(name, READABLE).read)


def writer(name: str) -> Write:
    """The function that writes a format: `relata.formats.NAME.write`, or a system's output of CoNLL-2016."""
    module = _module(name, WRITABLE)
    return cast("Write", module.write_output if name == "conll2016-output" else module.write)


def detect(path: str | Path) -> str:
    """The name of the format that a file or a directory is in, told by names of files."""
    place = Path(path)
    if not place.exists():
        raise FormatError("cannot be read: No such file or directory", path)
    for name, fits in _SIGNS.items():
        if fits(place):
            return name
    raise FormatError(f"unknown format; expected one of {', '.join(READABLE)}", path)


def _module(name: str, names: tuple[str, ...]) -> ModuleType:
    if name not in names:
        raise ValueError(f"no format {name!r}; expected one of {', '.join(names)}")
    module = name.removesuffix("-output")
    return import_module(f"relata.formats.{_MODULES.get(module, module)}")


def _holds(place: Path, *patterns: str) -> bool:
    return place.is_dir() and all(any(place.glob(pattern)) for pattern in patterns)


# In the order in which they are tried: the first that fits wins.
_SIGNS: dict[str, Callable[[Path], bool]] = {
    "jsonl": lambda place: place.suffix == ".jsonl" or _holds(place, "*.jsonl"),
    "conll2016": lambda place: _holds(place, "parses.json"),
    "disrpt": lambda place: (
        place.suffix in {".tok", ".rels"} or _holds(place, "*.rels") or _holds(place, "*.tok")
    ),
    "gdtb": lambda place: (
        _holds(place, "*.pdtb", "*.conllu")
        or (place.suffix == ".pdtb" and place.with_suffix(".conllu").exists())
    ),
    "tedcdb": lambda place: place.suffix == ".pdtb" or _holds(place, "*.pdtb", "*.raw"),
    "pdtb3": lambda place: (
        _holds(place, "gold", "raw") or (place.is_file() and not place.suffix and "gold" in place.parts)
    ),
    "propbank": lambda place: (
        inner_suffix(place) == ".gold_conll"
        or _holds(place, "*.gold_conll")
        or _holds(place, "*.gold_conll.xz")
    ),
    "ptb": lambda place: place.suffix in {".mrg", ".parse"} or _holds(place, "**/*.mrg"),
    "pdtb2": lambda place: (
        place.suffix == ".pipe" or _holds(place, "data", "raw") or _holds(place, "**/*.pipe")
    ),
    "conllu": lambda place: place.suffix == ".conllu" or _holds(place, "*.conllu"),
    # Only files may be .conll: folders of CoNLL-2016 data hold such files, which have other columns.
    "conll2008": lambda place: place.suffix in {".conll08", ".conll"} or _holds(place, "*.conll08"),
}
