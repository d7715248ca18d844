"""Reading and writing files: text with clear errors, and output that appears whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from relata.errors import FormatError

BOM = "\ufeff"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: str | Path) -> str:
    """The whole of a UTF-8 file, without byte order mark, CRLF read as LF."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(path, data.count(b"\n", 0, error.start) + 1, data, error) from None
    return text.removeprefix(BOM).replace("\r\n", "\n")


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers from 1, without line ends; memory holds one line."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115
    except OSError as error:
        raise _unreadable(path, error) from None
    with file:
        try:
            for number, data in enumerate(file, start=1):
                try:
                    line = data.decode("utf-8")
                except UnicodeDecodeError as error:
                    raise _not_utf8(path, number, data, error) from None
                if number == 1:
                    line = line.removeprefix(BOM)
                yield number, line.removesuffix("\n").removesuffix("\r")
        except OSError as error:  # a directory opens on some systems and fails at the first read
            raise _unreadable(path, error) from None


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A path beside `path` to write a file or a directory to; it takes the place of `path` at the end.

    If the block fails, what it wrote is removed and `path` stays as it was.
    """
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        room = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None
    try:
        fresh = room / target.name
        yield fresh
        if fresh.is_dir() and target.is_dir():
            target.rename(room / f"{target.name}.old")
        fresh.replace(target)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _unreadable(path: str | Path, error: OSError) -> FormatError:
    return FormatError(f"cannot be read: {error.strerror}", path)


def _not_utf8(path: str | Path, line: int, data: bytes, error: UnicodeDecodeError) -> FormatError:
    if data.startswith(_UTF16_MARKS):
        return FormatError("expected UTF-8, this looks like UTF-16", path, line=line)
    return FormatError(f"expected UTF-8, found byte 0x{data[error.start]:02x}", path, line=line)
