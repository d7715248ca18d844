"""PDTB-2: `data/SS/wsj_SSNN.pipe` (48 fields a row) with `raw/SS/wsj_SSNN`, or the raw file beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.pdtb.dialect import PDTB2_FIELDS, PDTB2_TYPES, Dialect
from relata.formats.pdtb.documents import Corpus
from relata.formats.pdtb.v3 import section_folder
from relata.segmentation import english

_CORPUS = Corpus(Dialect("pdtb2", PDTB2_FIELDS, senses="pdtb2", types=PDTB2_TYPES), "en", english.segment)


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """The documents of a directory with `.pipe` files at any depth, or the one of a `.pipe` file."""
    return _CORPUS.read(_pairs(Path(path)), on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Writes documents to a directory with `data` and `raw`; `wsj_SSNN` go to their section's folder."""
    _CORPUS.write(documents, path, _places, attrgetter("tokens"))


def _places(doc_id: str) -> tuple[str, str]:
    place = section_folder(doc_id) + doc_id
    return f"data/{place}.pipe", f"raw/{place}"


def _pairs(place: Path) -> Iterator[tuple[Path, Path]]:
    files = sorted(place.rglob("*.pipe")) if place.is_dir() else [place]
    if not files or not place.exists() or files[0].suffix != ".pipe":
        raise FormatError("expected a .pipe file, or a directory with some", place)
    return ((file, _raw_of(file)) for file in files)


def _raw_of(pipe: Path) -> Path:
    """The raw file of a pipe file: under `raw` as it is under `data`, or in the same folder."""
    beside = [pipe.with_suffix(""), pipe.with_suffix(".raw")]
    parts = pipe.parts
    if "data" in parts:
        at = len(parts) - 1 - parts[::-1].index("data")
        return next(filter(Path.is_file, beside), Path(*parts[:at], "raw", *parts[at + 1 :]).with_suffix(""))
    return next(filter(Path.is_file, beside), beside[0])
