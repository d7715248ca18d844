"""Compressed files, decompressed while reading: gzip, bzip2, xz, Zstandard."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import IO, Any, BinaryIO, cast

PACKED = (".gz", ".bz2", ".xz", ".zst")
"""Suffixes of compressed files."""


class UnpackingError(Exception):
    """Fault in a file of Zstandard, whose own exception is imported with its library only."""


PACKING_ERRORS = (lzma.LZMAError, EOFError, zlib.error, UnpackingError)
"""Faults in compressed files, apart from those of the system."""


def unpacked(file: IO[bytes], suffix: str) -> BinaryIO:
    """Decompress a file by the suffix of its name; a file with any other suffix is returned as it is."""
    match suffix:
        case ".gz":
            return cast("BinaryIO", gzip.open(file))
        case ".bz2":
            return cast("BinaryIO", bz2.open(file))
        case ".xz":
            return cast("BinaryIO", lzma.open(file))
        case ".zst":
            return cast("BinaryIO", io.BufferedReader(_ZstandardReader(file), 1 << 20))
    return cast("BinaryIO", file)


class _ZstandardReader(io.RawIOBase):
    """Stream of the bytes in all frames of a file."""

    def __init__(self, file: IO[bytes]) -> None:
        import zstandard

        self._error = zstandard.ZstdError
        self._file = file
        self._decompressor = zstandard.ZstdDecompressor()
        self._frame: Any = None
        self._rest = b""
        self._data = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; a last frame that is cut off is a fault, which the library would pass over."""
        while not self._data:
            chunk = self._rest or self._file.read(1 << 17)
            if not chunk:
                if self._frame is not None:
                    raise UnpackingError("the file ends inside a frame")
                return 0
            self._frame = self._frame or self._decompressor.decompressobj()
            try:
                self._data = memoryview(self._frame.decompress(chunk))
            except self._error as error:
                raise UnpackingError(str(error)) from None
            self._rest = b""
            if self._frame.eof:
                self._rest, self._frame = self._frame.unused_data, None
        size = min(len(self._data), len(buffer))
        buffer[:size] = self._data[:size]
        self._data = self._data[size:]
        return size
