"""Relata's own format: JSON Lines, a document a line, versioned and lossless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.files import distinct, read_lines, replacing, write_text
from relata.formats.jsonl.encoding import encode_document

__all__ = ["dumps", "loads", "pieces", "read", "write"]


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """The documents of a .jsonl file, or of all such files of a directory."""
    place = Path(path)
    files = sorted(place.glob("*.jsonl")) if place.is_dir() else [place]
    if not files:
        raise FormatError("expected a directory with .jsonl files", path)
    seen: set[str] = set()
    for file in files:
        try:
            yield from _read_file(file, seen, on_error)
        except FormatError as error:
            on_error(error)


def _read_file(path: Path, seen: set[str], on_error: OnError) -> Iterator[Document]:
    for number, line in read_lines(path, on_error=on_error):
        if not line or line.isspace():
            continue
        try:
            document = loads(line, path, number, on_error=on_error)
            if document.id in seen:
                raise FormatError(f"{document.id!r} comes twice", path, line=number, field="id")
        except FormatError as error:
            on_error(error)
            continue
        seen.add(document.id)
        yield document


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Writes the documents to a file, one a line."""
    with replacing(path) as place:
        parts = (part for document in distinct(documents, path) for part in pieces(document, path))
        write_text(place, parts, path)


def pieces(document: Document, path: str | Path = "<string>") -> Iterator[str]:
    """A document as one line of JSON, line end and all, in pieces; `path` is named if that cannot be."""
    yield from encode_document(document, path)
    yield "\n"


def dumps(document: Document) -> str:
    """A document as one line of JSON, without line end."""
    return "".join(encode_document(document, "<string>"))


def loads(
    line: str, path: str | Path = "<string>", number: int = 1, *, on_error: OnError = strict
) -> Document:
    """The document of one line; `path` and `number` say where the line stands if it is faulty."""
    from relata.formats.jsonl.decoding import decode_line  # msgspec takes a while to load

    return decode_line(line, path, number, on_error)
