"""PDTB-2: `data/SS/wsj_SSNN.pipe` (48 fields a row) with `raw/SS/wsj_SSNN`, or the raw file beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.pdtb.pipe import PipeCorpus, write_folder
from relata.formats.pdtb.rows import PDTB2_FIELDS, PDTB2_TYPES, Dialect
from relata.formats.pdtb.v3 import parallel_path, section_folder
from relata.segmentation import english


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a directory with `.pipe` files at any depth, or the one of a `.pipe` file."""
    return _CORPUS.read(_pairs(Path(path)), on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a directory with `data` and `raw`; `wsj_SSNN` go to their section's folder."""
    write_folder(documents, path, _CORPUS.dialect.name, _CORPUS.contents)


def _file_names(doc_id: str) -> tuple[str, str]:
    name = section_folder(doc_id) + doc_id
    return f"data/{name}.pipe", f"raw/{name}"


_CORPUS = PipeCorpus(
    Dialect("pdtb2", PDTB2_FIELDS, senses="pdtb2", types=PDTB2_TYPES), "en", english.segment, _file_names
)


def _pairs(path: Path) -> Iterator[tuple[Path, Path]]:
    files = sorted(path.rglob("*.pipe")) if path.is_dir() else [path]
    if not files or not path.exists() or files[0].suffix != ".pipe":
        raise FormatError("expected a .pipe file, or a directory with some", path)
    return ((file, _raw_of(file)) for file in files)


def _raw_of(pipe: Path) -> Path:
    """Return the raw file of a pipe file: in the same folder, or below `raw` instead of `data`."""
    beside = [pipe.with_suffix(""), pipe.with_suffix(".raw")]
    default = parallel_path(pipe, "data").with_suffix("") if "data" in pipe.parts else beside[0]
    return next(filter(Path.is_file, beside), default)
