"""Locks on files and folders, which the system releases when their process ends, even by a kill."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: nothing is locked there
    fcntl = None  # type: ignore[assignment]


def lock(path: Path, *, shared: bool = False) -> int | None:
    """Lock a folder, or a file, which is made; return its descriptor, or None if another process holds it.

    Without locks in the system, or on the disk, the descriptor is -1.
    """
    if fcntl is None:
        return -1
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        return None if isinstance(error, BlockingIOError) else -1
    return descriptor


def unlock(descriptor: int) -> None:
    """Release a lock."""
    if descriptor >= 0:
        os.close(descriptor)


def is_abandoned(path: Path) -> bool:
    """Return True if the process is gone that locked a file or folder."""
    if fcntl is None:
        return False
    with suppress(OSError):
        descriptor = lock(path)
        if descriptor is not None:
            unlock(descriptor)
            return descriptor >= 0
    return False
