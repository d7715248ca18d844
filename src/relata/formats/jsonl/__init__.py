"""Relata's own format, versioned and lossless: documents as JSON Lines, or in one JSON array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.files import distinct, read_lines, replacing, write_text
from relata.formats.json_lines import holds_array, read_array
from relata.formats.jsonl.encoding import encode_document

__all__ = ["dumps", "is_array_file", "loads", "pieces", "read", "write"]


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a file, or of all .jsonl files (and .json files with an array) of a directory."""
    place = Path(path)
    files = _files(place) if place.is_dir() else [place]
    if not files:
        raise FormatError("expected a directory with .jsonl files", path)
    seen: set[str] = set()
    for file in files:
        try:
            yield from _read_file(file, seen, on_error)
        except FormatError as error:
            on_error(error)


def is_array_file(path: Path) -> bool:
    """Return true for a `.json` file that holds an array, as `relata parse --format json` prints it.

    Files of CoNLL-2016 (`parses.json`, `relations.json`) hold objects.
    """
    return path.suffix == ".json" and path.is_file() and holds_array(path)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a file, one a line."""
    with replacing(path) as place:
        parts = (part for document in distinct(documents, path) for part in pieces(document, path))
        write_text(place, parts, path)


def pieces(document: Document, path: str | Path = "<string>") -> Iterator[str]:
    """Encode a document as one line of JSON with its line end, in pieces; errors name `path`."""
    yield from encode_document(document, path)
    yield "\n"


def dumps(document: Document) -> str:
    """Encode a document as one line of JSON, without line end."""
    return "".join(encode_document(document, "<string>"))


def loads(
    line: str, path: str | Path = "<string>", number: int = 1, *, on_error: OnError = strict
) -> Document:
    """Decode the document of one line; errors name `path` and the line number."""
    from relata.formats.jsonl.decoding import decode_line  # msgspec takes a while to load

    return decode_line(line, path, number, on_error)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix == ".jsonl" or is_array_file(file))


def _read_file(path: Path, seen: set[str], on_error: OnError) -> Iterator[Document]:
    for number, document in (_array if is_array_file(path) else _lines)(path, on_error):
        if document.id in seen:
            on_error(FormatError(f"{document.id!r} comes twice", path, line=number, field="id"))
            continue
        seen.add(document.id)
        yield document


def _lines(path: Path, on_error: OnError) -> Iterator[tuple[int, Document]]:
    for number, line in read_lines(path, on_error=on_error):
        if not line or line.isspace():
            continue
        try:
            document = loads(line, path, number, on_error=on_error)
        except FormatError as error:
            on_error(error)
        else:
            yield number, document


def _array(path: Path, on_error: OnError) -> Iterator[tuple[int, Document]]:
    from relata.formats.jsonl.decoding import decode_document

    for number, value in read_array(path, on_error=on_error):
        try:
            document = decode_document(value, path, number, on_error)
        except FormatError as error:
            on_error(error)
        else:
            yield number, document
