"""Folders of results, here or far away: each file appears completely or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from relata.errors import FormatError, RelataError, optional_module
from relata.formats.files import replacing, synchronize
from relata.formats.locks import lock, unlock

LOCK = ".relata-lock"


class LocalStore:
    """Folder on a disk; a file that is written survives a power cut."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def write(self, name: str, data: bytes) -> None:
        """Write a file by way of a temporary one."""
        target = self.path / name
        is_new = not target.parent.exists()
        with replacing(target) as fresh:
            fresh.write_bytes(data)
        if is_new:  # so that the folder is there after a power cut
            for folder in (target.parent.parent, self.path.parent):
                synchronize(folder)

    def read(self, name: str) -> bytes | None:
        """Read a file; None if there is none."""
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", self.path / name) from None

    def digest(self, name: str) -> str | None:
        """Compute the SHA-256 of a file; None if there is none."""
        try:
            with (self.path / name).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", self.path / name) from None

    def names(self, folder: str = "") -> list[str]:
        """List the files of a folder, without hidden ones."""
        place = self.path / folder
        files = place.iterdir() if place.is_dir() else ()
        return sorted(file.name for file in files if file.is_file() and not file.name.startswith("."))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        (self.path / name).unlink(missing_ok=True)

    @contextmanager
    def locked(self, share: str = "") -> Iterator[None]:
        """Hold the lock; runs on distinct shares of the work, named `share`, exclude a run on all of it."""
        files = [(LOCK, bool(share)), *([(f"{LOCK}-{share}", False)] if share else [])]
        with ExitStack() as held:
            for name, shared in files:
                try:
                    self.path.mkdir(parents=True, exist_ok=True)
                    descriptor = lock(self.path / name, shared=shared)
                except OSError as error:
                    raise FormatError(f"cannot be written: {error.strerror}", self.path) from None
                if descriptor is None:
                    message = "another run is writing there; wait for it, or name another --out"
                    raise RelataError(f"{self}: {message}")
                held.callback(unlock, descriptor)
            yield


class RemoteStore:
    """Folder of a file system that fsspec knows, such as `s3://bucket/parsed`; it has no locks."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._system, self._path = optional_module("fsspec.core", extra="corpus").url_to_fs(address)

    def __str__(self) -> str:
        return self.address

    def write(self, name: str, data: bytes) -> None:
        """Write a file in one request."""
        path = self._at(name)
        self._system.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._system.pipe_file(path, data)

    def read(self, name: str) -> bytes | None:
        """Read a file; None if there is none."""
        try:
            data: bytes = self._system.cat_file(self._at(name))
        except FileNotFoundError:
            return None
        return data

    def digest(self, name: str) -> str | None:
        """Compute the SHA-256 of a file; None if there is none."""
        data = self.read(name)
        return None if data is None else hashlib.sha256(data).hexdigest()

    def names(self, folder: str = "") -> list[str]:
        """List the files of a folder, without hidden ones."""
        place = self._at(folder).rstrip("/")
        if not self._system.isdir(place):
            return []
        entries: list[dict[str, Any]] = self._system.ls(place, detail=True, refresh=True)
        names = (str(entry["name"]).rpartition("/")[2] for entry in entries if entry["type"] == "file")
        return sorted(name for name in names if not name.startswith("."))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        if self._system.exists(self._at(name)):
            self._system.rm_file(self._at(name))

    @contextmanager
    def locked(self, share: str = "") -> Iterator[None]:  # noqa: ARG002
        """Hold nothing: results are the same whoever writes them."""
        yield

    def _at(self, name: str) -> str:
        return f"{self._path.rstrip('/')}/{name}"


Store = LocalStore | RemoteStore


def open_store(place: str | Path) -> Store:
    """Open the folder of a path or of an address, such as `s3://bucket/parsed`; `file://` is a path."""
    address = str(place).removeprefix("file://")
    return RemoteStore(address) if "://" in address else LocalStore(Path(address))
