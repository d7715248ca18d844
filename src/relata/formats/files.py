"""Input of text files with clear errors, and output that appears completely or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.compression import PACKED, PACKING_ERRORS, unpacked
from relata.formats.encodings import UTF8, detect_chinese, named_encoding
from relata.formats.locks import is_abandoned, lock, unlock

BOM = "\ufeff"

_TEMPORARY = ".relata-"
_NAME_BYTES = 255
_FILE_NAME = re.compile(r"[^/\\\x00-\x1f\ud800-\udfff]+")
_BREAKS = str.maketrans("\t\n\r", "   ")
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: str | Path, encoding: str | None = None) -> str:
    """Read the text of a file, without byte order mark and with LF for CRLF.

    It is in UTF-8, unless an encoding is given or a user named one.
    """
    return read_exactly(path, encoding).removeprefix(BOM).replace("\r\n", "\n")


def read_exactly(path: str | Path, encoding: str | None = None) -> str:
    """Read the text of a file as it is, so that offsets into it fit the file."""
    with opened(path, encoding) as file:
        return decode(file.read(), path)


def chinese_encoding(path: str | Path) -> str | None:
    """Detect the encoding of a Chinese text that is not UTF-8; None if it is, or if a user named another."""
    if named_encoding() != UTF8:
        return None
    with opened(path) as file:
        data = file.read()
    try:
        data.decode(UTF8)
    except UnicodeDecodeError:
        return detect_chinese(data)
    return None


def read_lines(
    path: str | Path, encoding: str | None = None, *, on_error: OnError = strict
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1, without line ends; memory holds one line.

    A line in another encoding goes to `on_error`.
    """
    with opened(path, encoding) as file:
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
    """Yield the unchanged text of a UTF-8 file in pieces of about `size` bytes."""
    line, rest = 1, b""
    with opened(path) as file:
        while data := file.read(size):
            data, rest = _whole_characters(rest + data)
            text = decode(data, path, line)
            line += text.count("\n")
            yield text
    yield decode(rest, path, line)


@contextmanager
def opened(path: str | Path, encoding: str | None = None) -> Iterator[BinaryIO]:
    """Open a file of bytes, decompressed if its name ends in one of `PACKED`; failures are `FormatError`.

    The bytes are UTF-8 if the file is in the given encoding, by default the one that a user named.
    """
    source, encoding = Path(path), encoding or named_encoding()
    try:
        with source.open("rb") as packed, unpacked(packed, source.suffix) as file:
            yield file if encoding == UTF8 else _transcoded(file.read(), path, encoding)
    except OSError as error:  # also at the first read: a directory opens on some systems
        raise FormatError(f"cannot be read: {error.strerror or error}", path) from None
    except PACKING_ERRORS as error:
        raise FormatError(f"cannot be unpacked: {error}", path) from None


def files_in(
    path: str | Path, *suffixes: str, accepts: Callable[[Path], bool] = lambda _: False
) -> list[Path]:
    """Return a file itself, or the files of a directory with these suffixes, or that `accepts` is true for.

    A directory without any is refused.
    """
    folder = Path(path)
    if not folder.is_dir():
        return [folder]
    files = sorted(file for file in folder.iterdir() if file.suffix in suffixes or accepts(file))
    if not files:
        raise FormatError(f"expected a directory with {' or '.join(suffixes)} files", path)
    return files


def inner_suffix(path: Path) -> str:
    """Return the suffix of a file name before that of its compression."""
    return (path.with_suffix("") if path.suffix in PACKED else path).suffix


def decode(data: bytes, path: str | Path, line: int = 1) -> str:
    """Decode UTF-8 bytes; `line` is the number of their first line."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        if data.startswith(UTF16_MARKS):
            raise FormatError("expected UTF-8, this looks like UTF-16", path, line=line) from None
        raise FormatError(f"expected UTF-8, found byte 0x{data[error.start]:02x}", path, line=line) from None


def _transcoded(data: bytes, path: str | Path, encoding: str) -> BytesIO:
    try:
        return BytesIO(data.decode(encoding).encode(UTF8))
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        message = f"expected {encoding}, found byte 0x{data[start]:02x}"
        raise FormatError(message, path, line=data.count(b"\n", 0, start) + 1) from None


def one_line(text: str) -> str:
    """Replace the characters that end lines or columns by blanks."""
    return text.translate(_BREAKS)


def is_there(path: Path) -> bool:
    """Return true if a path exists, even as a broken link, which fails when it is read."""
    return path.is_symlink() or path.exists()


def file_name(doc_id: str, path: str | Path) -> str:
    """Return a document id as a file name; refuse one that could name another directory."""
    if doc_id in {"", ".", ".."} or not _FILE_NAME.fullmatch(doc_id):
        raise FormatError(f"expected a document id that can name a file, got {doc_id!r}", path)
    if len(doc_id.encode()) > _NAME_BYTES:
        raise FormatError(f"expected a document id of at most {_NAME_BYTES} bytes, got {doc_id!r}", path)
    return doc_id


def fitting_name(name: str, suffix: str) -> str:
    """Join a name and a suffix; a name that is too long for a file is cut and ends in its digest."""
    room = _NAME_BYTES - len(suffix.encode())
    data = name.encode(errors="surrogateescape")
    if len(data) <= room:
        return name + suffix
    cut = data[: room - 17].decode(errors="ignore")
    return f"{cut}-{hashlib.sha256(data).hexdigest()[:16]}{suffix}"


def distinct(documents: Iterable[Document], path: str | Path) -> Iterator[Document]:
    """Yield the documents to write to `path`; refuse a repeated id."""
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise FormatError(f"document id {document.id!r} comes twice", path)
        seen.add(document.id)
        yield document


def write_text(file_path: Path, parts: Iterable[str], path: str | Path) -> None:
    """Write text with its own line ends; errors name `path`."""
    with file_path.open("w", encoding="utf-8", newline="") as file:
        try:
            file.writelines(parts)
        except UnicodeEncodeError:
            message = f"{file_path.name}: half a surrogate pair, which UTF-8 cannot hold"
            raise FormatError(message, path) from None


def replace_text(path: str | Path, parts: Iterable[str]) -> None:
    """Write text with its own line ends; the file changes completely or not at all."""
    with replacing(path) as fresh:
        write_text(fresh, parts, path)


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Give a temporary path for a file or a directory, which replaces `path` at the end.

    If the block fails, its output is removed and `path` stays unchanged. A directory with other entries than
    the written ones is refused, because they would be lost; devices and pipes are also refused.
    """
    target = Path(path)
    if target.name in {"", ".."}:
        raise FormatError("cannot be written: expected the name of a file or of a directory", path)
    missing: list[Path] = []
    temporary = target.parent / f"{_TEMPORARY}{token_hex(8)}"  # named first, so that an interrupt removes it
    descriptor = -1
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            raise FormatError("cannot be written: neither a file nor a directory", path)
        missing = [folder for folder in target.parents if not folder.exists()]
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(target.parent.resolve())
        descriptor = _made_and_locked(temporary)
        fresh = temporary / target.name
        yield fresh
        _put(fresh, target)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None
    except UnicodeEncodeError:
        raise FormatError("half a surrogate pair, which UTF-8 cannot hold", path) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        unlock(descriptor)
        for folder in missing:  # stays if the target is in it
            with suppress(OSError):
                folder.rmdir()


def _made_and_locked(folder: Path) -> int:
    """Make a folder and lock it; it is made again if another process took it for abandoned in between."""
    while True:
        folder.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            if (descriptor := lock(folder)) is not None and folder.exists():
                return descriptor


@cache
def _remove_abandoned(parent: Path) -> None:
    """Remove temporary folders of killed processes, once a process: the parent may have many files."""
    for folder in parent.glob(f"{_TEMPORARY}{16 * '[0-9a-f]'}"):
        if is_abandoned(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _put(fresh: Path, target: Path) -> None:
    """Move `fresh` to `target`, safe from a power cut; a previous directory is removed after that."""
    old = fresh.with_name("old" if fresh.name != "old" else "older")
    if fresh.is_file():
        synchronize(fresh)
    try:
        if fresh.is_dir() and target.is_dir():
            if foreign := sorted(_names(target) - _names(fresh)):
                message = f"holds {foreign[0]!r}, which would be lost; name another directory"
                raise FormatError(message, target)
            target.rename(old)
        fresh.replace(target)
        synchronize(target.parent)
    finally:  # also after an interrupt: the old directory must survive
        if old.exists() and not target.exists():
            old.rename(target)


_LOST = frozenset({errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Errors of a disk that did not take what was written."""


def synchronize(path: Path) -> None:
    """Have the system write a file, or the entries of a folder, to the disk; some systems take no folders.

    A disk that is full or broken is an error: what it did not take is not there.
    """
    with suppress(PermissionError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno in _LOST:
                raise
        finally:
            os.close(descriptor)


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def _whole_characters(data: bytes) -> tuple[bytes, bytes]:
    """Split bytes before a last UTF-8 character that may be incomplete."""
    for back in range(1, min(4, len(data)) + 1):
        if data[-back] & 0xC0 == 0xC0:
            return data[:-back], data[-back:]
    return data, b""
