"""PDTB-3: `gold/SS/wsj_SSNN` (34 fields a row) beside `raw/SS/wsj_SSNN`, with or without section folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.pdtb.dialect import PDTB3_FIELDS, Dialect
from relata.formats.pdtb.documents import Corpus
from relata.segmentation import english

_CORPUS = Corpus(Dialect("pdtb3", PDTB3_FIELDS, senses="pdtb3"), "en", english.segment)
_SECTION = re.compile(r"wsj_([0-9]{2})[0-9]{2}")


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """The documents of a directory with `gold` and `raw`, or the one of a file under `gold`."""
    return _CORPUS.read(_pairs(Path(path)), on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Writes documents to a directory with `gold` and `raw`; `wsj_SSNN` go to their section's folder."""
    _CORPUS.write(documents, path, _places, attrgetter("tokens"))


def section_folder(doc_id: str) -> str:
    """The folder of a `wsj_SSNN` document, with a slash; other documents have none."""
    section = _SECTION.fullmatch(doc_id)
    return f"{section[1]}/" if section else ""


def _places(doc_id: str) -> tuple[str, str]:
    place = section_folder(doc_id) + doc_id
    return f"gold/{place}", f"raw/{place}"


def _pairs(place: Path) -> Iterator[tuple[Path, Path]]:
    gold = place / "gold"
    if gold.is_dir():
        files = sorted(file for file in gold.rglob("*") if not (file.is_dir() or file.name.startswith(".")))
        if not files:
            raise FormatError("expected a directory with files", gold)
        return ((file, place / "raw" / file.relative_to(gold)) for file in files)
    parts = place.parts
    if place.is_file() and "gold" in parts:
        at = len(parts) - 1 - parts[::-1].index("gold")
        return iter([(place, Path(*parts[:at], "raw", *parts[at + 1 :]))])
    raise FormatError("expected a directory with folders gold and raw, or a file in gold", place)
