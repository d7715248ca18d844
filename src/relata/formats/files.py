"""Reading and writing files: text with clear errors, and output that appears whole or not at all."""

from __future__ import annotations

import lzma
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, cast

from relata.document import Document
from relata.errors import FormatError, OnError, strict

BOM = "\ufeff"
PACKED = ".xz"
"""How the names of files end that are unpacked as they are read."""

_FILE_NAME = re.compile(r"[^/\\\x00-\x1f\ud800-\udfff]+")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: str | Path) -> str:
    """The whole of a UTF-8 file, without byte order mark, CRLF read as LF."""
    with opened(path) as file:
        return decode(file.read(), path).removeprefix(BOM).replace("\r\n", "\n")


def read_lines(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers from 1, without line ends; memory holds one line.

    A line in another encoding goes to `on_error`.
    """
    with opened(path) as file:
        for number, data in enumerate(file, start=1):
            try:
                line = decode(data, path, number)
            except FormatError as error:
                on_error(error)
                continue
            if number == 1:
                line = line.removeprefix(BOM)
            yield number, line.removesuffix("\n").removesuffix("\r")


def read_chunks(path: str | Path, size: int = 1 << 20) -> Iterator[str]:
    """The text of a UTF-8 file as it stands, in pieces of about `size` bytes."""
    line, rest = 1, b""
    with opened(path) as file:
        while data := file.read(size):
            data, rest = _whole_characters(rest + data)
            text = decode(data, path, line)
            line += text.count("\n")
            yield text
    yield decode(rest, path, line)


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """A file to read bytes from, unpacked if its name ends in `.xz`; if that fails, a `FormatError`."""
    place = Path(path)
    try:
        with lzma.open(place) if place.suffix == PACKED else place.open("rb") as file:
            yield cast("BinaryIO", file)
    except OSError as error:  # at the first read, too: a directory opens on some systems
        raise FormatError(f"cannot be read: {error.strerror or error}", path) from None
    except (lzma.LZMAError, EOFError) as error:
        raise FormatError(f"cannot be unpacked: {error}", path) from None


def inner_suffix(path: Path) -> str:
    """The suffix of a file's name, `.xz` aside."""
    return (path.with_suffix("") if path.suffix == PACKED else path).suffix


def decode(data: bytes, path: str | Path, line: int = 1) -> str:
    """UTF-8 bytes as text; `line` is where they begin in the file."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        if data.startswith(_UTF16_MARKS):
            raise FormatError("expected UTF-8, this looks like UTF-16", path, line=line) from None
        raise FormatError(f"expected UTF-8, found byte 0x{data[error.start]:02x}", path, line=line) from None


def is_there(place: Path) -> bool:
    """Whether anything has this name: a link that leads nowhere, too, so that reading it tells."""
    return place.is_symlink() or place.exists()


def file_name(doc_id: str, path: str | Path) -> str:
    """A document id that is to be a file name; refused if it could mean any other place."""
    if doc_id in {"", ".", ".."} or not _FILE_NAME.fullmatch(doc_id):
        raise FormatError(f"expected a document id that can name a file, got {doc_id!r}", path)
    return doc_id


def distinct(documents: Iterable[Document], path: str | Path) -> Iterator[Document]:
    """The documents that are to be written to `path`; refused where an id comes twice."""
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise FormatError(f"document id {document.id!r} comes twice", path)
        seen.add(document.id)
        yield document


def write_text(place: Path, parts: Iterable[str], path: str | Path) -> None:
    """Writes text as it is, line ends included; `path` is what the user asked for."""
    with place.open("w", encoding="utf-8", newline="") as file:
        try:
            file.writelines(parts)
        except UnicodeEncodeError:
            raise FormatError(f"{place.name}: half a surrogate pair, which UTF-8 cannot hold", path) from None


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A path beside `path` to write a file or a directory to; it takes the place of `path` at the end.

    If the block fails, what it wrote is removed and `path` stays as it was. A directory that holds anything
    else than what is written is refused: that would be lost. So are devices and pipes.
    """
    target = Path(path)
    if target.name in {"", ".."}:
        raise FormatError("cannot be written: expected the name of a file or of a directory", path)
    missing: list[Path] = []
    room = target.parent / f".relata-{token_hex(8)}"  # named before it is made, so that no interrupt loses it
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            raise FormatError("cannot be written: neither a file nor a directory", path)
        missing = [folder for folder in target.parents if not folder.exists()]
        target.parent.mkdir(parents=True, exist_ok=True)
        room.mkdir()
        fresh = room / target.name
        yield fresh
        _put(fresh, target)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None
    except UnicodeEncodeError:
        raise FormatError("half a surrogate pair, which UTF-8 cannot hold", path) from None
    finally:
        shutil.rmtree(room, ignore_errors=True)
        for folder in missing:  # stays if the target is in it
            with suppress(OSError):
                folder.rmdir()


def _put(fresh: Path, target: Path) -> None:
    """Moves `fresh` to `target`; a directory that was there goes away once that is done."""
    old = fresh.with_name(f"{target.name}.old")
    try:
        if fresh.is_dir() and target.is_dir():
            if foreign := sorted(_names(target) - _names(fresh)):
                raise FormatError(
                    f"holds {foreign[0]!r}, which would be lost; name another directory", target
                )
            target.rename(old)
        fresh.replace(target)
    finally:  # whatever came in between, an interrupt too: the old directory must not go with the rest
        if old.exists() and not target.exists():
            old.rename(target)


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def _whole_characters(data: bytes) -> tuple[bytes, bytes]:
    """Bytes cut before a UTF-8 character that they may hold only in part."""
    for back in range(1, min(4, len(data)) + 1):
        if data[-back] & 0xC0 == 0xC0:
            return data[:-back], data[-back:]
    return data, b""
