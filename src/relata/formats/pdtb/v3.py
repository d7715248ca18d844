"""PDTB-3: `gold/SS/wsj_SSNN` (34 fields a row) beside `raw/SS/wsj_SSNN`, with or without section folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.pdtb.pipe import PipeCorpus, write_folder
from relata.formats.pdtb.rows import PDTB3_FIELDS, Dialect
from relata.segmentation import english

_SECTION = re.compile(r"wsj_([0-9]{2})[0-9]{2}")


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a directory with `gold` and `raw`, or the one of a file under `gold`."""
    return _CORPUS.read(_pairs(Path(path)), on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a directory with `gold` and `raw`; `wsj_SSNN` go to their section's folder."""
    write_folder(documents, path, _CORPUS.dialect.name, _CORPUS.contents)


def section_folder(doc_id: str) -> str:
    """Return the folder of a `wsj_SSNN` document, with a slash; other documents have none."""
    section = _SECTION.fullmatch(doc_id)
    return f"{section[1]}/" if section else ""


def parallel_path(path: Path, folder: str) -> Path:
    """Return the same path below `raw` instead of the last folder of this name."""
    at = len(path.parts) - 1 - path.parts[::-1].index(folder)
    return Path(*path.parts[:at], "raw", *path.parts[at + 1 :])


def _file_names(doc_id: str) -> tuple[str, str]:
    name = section_folder(doc_id) + doc_id
    return f"gold/{name}", f"raw/{name}"


_CORPUS = PipeCorpus(Dialect("pdtb3", PDTB3_FIELDS, senses="pdtb3"), "en", english.segment, _file_names)


def _pairs(path: Path) -> Iterator[tuple[Path, Path]]:
    gold = path / "gold"
    if gold.is_dir():
        files = sorted(file for file in gold.rglob("*") if not (file.is_dir() or file.name.startswith(".")))
        if not files:
            raise FormatError("expected a directory with files", gold)
        return ((file, path / "raw" / file.relative_to(gold)) for file in files)
    if path.is_file() and "gold" in path.parts:
        return iter([(path, parallel_path(path, "gold"))])
    raise FormatError("expected a directory with folders gold and raw, or a file in gold", path)
