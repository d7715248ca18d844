"""Text out of documents: PDF, Word and HTML, with paragraphs rebuilt; needs the extra [documents]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from relata.errors import FormatError, optional_module
from relata.segmentation.radicals import unified

EXTRA = "documents"

SUFFIXES = {".pdf": "pdf", ".docx": "docx", ".html": "html", ".htm": "html", ".xhtml": "html"}
"""Kinds of documents by suffix."""

KINDS = ("pdf", "docx", "html")

_READERS = {"pdf": ("pdf", "pypdfium2"), "docx": ("word", "docx"), "html": ("web", "trafilatura")}
"""Module of this package and library that it needs, by kind of document."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """Text of a document: paragraphs with a blank line between two, and where each page begins."""

    text: str
    pages: tuple[int, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def extract(path: str | Path, kind: str | None = None) -> Extraction:
    """Take the text out of a document of a kind, by default that of its suffix; refuse one without text."""
    file = Path(path)
    kind = kind or SUFFIXES.get(file.suffix.lower())
    if kind is None:
        raise FormatError(f"expected one of {', '.join(SUFFIXES)}", path)
    module, library = _READERS[kind]
    optional_module(library, extra=EXTRA)
    if not file.is_file():
        raise FormatError("cannot be read: expected a file", path)
    extraction: Extraction = import_module(f"relata.extraction.{module}").extract(file)
    if not extraction.text.strip():
        hint = "; scanned pages need to be read by OCR first" if kind == "pdf" else ""
        raise FormatError(f"has no text{hint}", path)
    return extraction


def joined(paragraphs: list[str], page_firsts: list[int] | None = None) -> Extraction:
    """Join paragraphs by blank lines, with plain characters; `page_firsts` has the first one of each page."""
    starts, at = [], 0
    for paragraph in paragraphs:
        starts.append(at)
        at += len(paragraph) + 2
    pages = tuple(starts[index] for index in page_firsts or () if index < len(starts))
    metadata = {"pages": " ".join(map(str, pages))} if pages else {}
    return Extraction(unified("\n\n".join(paragraphs)) + ("\n" if paragraphs else ""), pages, metadata)
