"""Readers and writers of corpora: `read(path)` yields documents, `write(documents, path)` writes them.

To add a format, write a module or package here with these functions and add a row to `FORMATS`. A reader
reports faults through `on_error`; a writer warns of the features that its format cannot hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol, cast

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.conll2016.data_sets import is_conll2016
from relata.formats.ctb import is_ctb
from relata.formats.files import inner_suffix
from relata.formats.folders import files_below
from relata.formats.json_lines import is_array_file
from relata.formats.pdtb.cdtb_layout import is_cdtb
from relata.formats.pdtb.layout import is_pdtb2, is_pdtb3


class CorpusReader(Protocol):
    """Signature of every `read` function."""

    def __call__(self, path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
        """Read the documents of a file or a directory."""


class CorpusWriter(Protocol):
    """Signature of every `write` function."""

    def __call__(self, documents: Iterable[Document], path: str | Path) -> None:
        """Write documents to a file or a directory."""


@dataclass(frozen=True, slots=True)
class Format:
    """A row of the table of formats: a module below `relata.formats` and the names of its functions.

    `detect` is true for a path in this format. Several rules can be true for a path: the lowest `rank` wins.
    `takes_trees` is true if `read` joins the trees of another folder, `trees`.
    """

    module: str
    rank: int = 0
    detect: Callable[[Path], bool] | None = None
    read: str | None = "read"
    write: str | None = "write"
    takes_trees: bool = False


def _holds(path: Path, *patterns: str) -> bool:
    return path.is_dir() and all(any(path.glob(pattern)) for pattern in patterns)


def _rule(*suffixes: str, holds: str) -> Callable[[Path], bool]:
    """Return a rule: a file has a suffix, or a directory has files of all patterns between two `|`."""
    return lambda path: (
        path.suffix in suffixes or any(_holds(path, *patterns.split()) for patterns in holds.split(" | "))
    )


def _is_jsonl(path: Path) -> bool:
    if inner_suffix(path) == ".jsonl" or _holds(path, "*.jsonl") or _holds(path, "*.jsonl.zst"):
        return True
    return any(map(is_array_file, path.glob("*.json") if path.is_dir() else [path]))


def _is_gdtb(path: Path) -> bool:
    return _holds(path, "*.pdtb", "*.conllu") or (
        path.suffix == ".pdtb" and path.with_suffix(".conllu").exists()
    )


def _is_ptb(path: Path) -> bool:
    if path.is_dir():
        return any(files_below(path, lambda file: file.suffix.lower() == ".mrg"))
    return path.suffix.lower() in (".mrg", ".parse")


def _is_conll2009(path: Path) -> bool:
    released = "CoNLL2009-ST-*.txt"
    is_file = path.suffix == ".conll09" or path.match(released)
    return is_file or _holds(path, "*.conll09") or _holds(path, f"**/{released}")


def _is_propbank(path: Path) -> bool:
    name = "*.gold_conll"
    return inner_suffix(path) == ".gold_conll" or _holds(path, name) or _holds(path, f"{name}.xz")


FORMATS = {
    "conll2016": Format("conll2016", 2, is_conll2016),
    # Only files may be .conll: folders of CoNLL-2016 data hold such files, which have other columns.
    "conll2008": Format(
        "conll2008",
        11,
        _rule(".conll08", ".conll", ".closed", ".GOLD", holds="*.conll08 | **/*.closed | **/*.closed.GOLD"),
    ),
    "conll2009": Format("conll2009", 12, _is_conll2009),
    "pdtb2": Format("pdtb", 6, is_pdtb2, read="PDTB2.read", write="PDTB2.write", takes_trees=True),
    "pdtb3": Format("pdtb", 5, is_pdtb3, read="PDTB3.read", write="PDTB3.write", takes_trees=True),
    "gdtb": Format("pdtb.gdtb", 4, _is_gdtb),
    "tedcdb": Format(
        "pdtb", 7, _rule(".pdtb", holds="*.pdtb *.raw"), read="TEDCDB.read", write="TEDCDB.write"
    ),
    "cdtb": Format("pdtb.cdtb", 6, is_cdtb, write=None, takes_trees=True),
    "ctb": Format("ctb", 13, is_ctb, write=None),
    "conllu": Format("conllu", 10, _rule(".conllu", holds="*.conllu")),
    "disrpt": Format("disrpt", 3, _rule(".tok", ".rels", holds="*.rels | *.tok")),
    "jsonl": Format("jsonl", 1, _is_jsonl),
    "ptb": Format("ptb", 9, _is_ptb),
    "propbank": Format("propbank", 8, _is_propbank, write=None),
    "conll2016-output": Format("conll2016", read=None, write="write_output"),
    "brat": Format("brat", read=None),
    "csv": Format("tables", read=None, write="write_csv"),
    "tsv": Format("tables", read=None, write="write_tsv"),
    "html": Format("tables", read=None, write="write_html"),
    "xlsx": Format("tables", read=None, write="write_excel"),
    "parquet": Format("tables", read=None, write="write_parquet"),
}
"""All formats by name; new ones are added here, and nowhere else."""

READABLE = tuple(name for name, row in FORMATS.items() if row.read)
WRITABLE = tuple(name for name, row in FORMATS.items() if row.write)


_trees: ContextVar[Path | None] = ContextVar("trees", default=None)


@contextmanager
def joining(trees: Path) -> Iterator[None]:
    """Join the trees of a folder to the corpora that are read inside the block."""
    token = _trees.set(trees)
    try:
        yield
    finally:
        _trees.reset(token)


def joined_trees() -> Path | None:
    """Return the folder of the trees that are joined to corpora."""
    return _trees.get()


def reader(name: str) -> CorpusReader:
    """Return the function that reads a format; inside `joining` it joins trees."""
    read = _function(name, READABLE, "read")
    trees = _trees.get()
    if trees is not None and FORMATS[name].takes_trees:
        read = partial(read, trees=trees)
    elif trees is not None and name != "jsonl":  # such documents have trees of their own
        names = " and ".join(name for name, row in FORMATS.items() if row.takes_trees)
        raise FormatError(f"trees are joined to {names}, not to {name}", trees)
    return cast("CorpusReader", read)


def writer(name: str) -> CorpusWriter:
    """Return the function that writes a format, or the output of a CoNLL-2016 system."""
    return cast("CorpusWriter", _function(name, WRITABLE, "write"))


def detect(path: str | Path) -> str:
    """Return the name of the format that a file or a directory is in, judging by file names.

    Only `.json` files are opened: one that holds an array is `jsonl`.
    """
    corpus = Path(path)
    if not corpus.exists():
        raise FormatError("cannot be read: No such file or directory", path)
    for name, row in sorted(FORMATS.items(), key=lambda item: item[1].rank):
        with suppress(OSError):  # a folder that cannot be read is reported by whoever reads it
            if row.detect and row.detect(corpus):
                return name
    raise FormatError(f"unknown format; expected one of {', '.join(READABLE)}", path)


def _function(name: str, names: tuple[str, ...], direction: str) -> Any:
    if name not in names:
        raise ValueError(f"no format {name!r}; expected one of {', '.join(names)}")
    row = FORMATS[name]
    return attrgetter(getattr(row, direction))(import_module(f"relata.formats.{row.module}"))
