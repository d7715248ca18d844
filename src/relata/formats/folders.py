"""Search for folders and files of corpora; hidden ones are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

_LEVELS = 5
"""Levels of folders below a path in which a folder is searched."""


def folder_below(path: Path, accepts: Callable[[Path], bool]) -> Path | None:
    """Return the uppermost folder at or below a path that `accepts` is true for, None if there is none."""
    return next(folders_below(path, accepts), None)


def folders_below(path: Path, accepts: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield the folders at or below a path that `accepts` is true for, not those inside; none for a file."""
    level = [path] if path.is_dir() else []
    for _ in range(_LEVELS + 1):
        others = []
        for folder in level:
            if accepts(folder):
                yield folder
            else:
                others.append(folder)
        level = [inner for folder in others for inner in sorted(folder.iterdir()) if is_folder(inner)]


def subfolder(folder: Path, name: str) -> Path | None:
    """Return the folder with a name, in small or capital letters, in another one; None if there is none."""
    if (usual := folder / name).is_dir():
        return usual
    names = (inner for inner in folder.iterdir() if inner.name.lower() == name) if folder.is_dir() else ()
    return next(filter(Path.is_dir, names), None)


def is_folder(path: Path) -> bool:
    """Return true for a folder that is not hidden."""
    return not path.name.startswith(".") and path.is_dir()


def files_below(
    folder: Path, accepts: Callable[[Path], object], *, above: tuple[Path, ...] = ()
) -> Iterator[Path]:
    """Yield the files at or below a folder that `accepts` is true for, in the order of their names.

    `above` are the folders that led to this one: links in a circle end there.
    """
    place = folder.resolve()
    if place in above:
        return
    for inner in sorted(folder.iterdir()):
        if is_folder(inner):
            yield from files_below(inner, accepts, above=(*above, place))
        elif not inner.name.startswith(".") and accepts(inner):
            yield inner
