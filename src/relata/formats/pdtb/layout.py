"""Folders of the releases of the Penn Discourse TreeBank: relation files, and the raw text of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from relata.errors import FormatError
from relata.formats.files import opened
from relata.formats.folders import files_below, folder_below, is_folder, subfolder

_PDTB2_NAME = re.compile(r"(?i)wsj_[0-9]{4}\.(?:pdtb|pipe)")
_LONG_FORM = b"____"
"""Start of a file in the long form: the line between two relations."""


def pdtb2_folder(path: Path) -> Path | None:
    """Return the folder of the sections at or below a path, or the path if it is a section."""
    return folder_below(path, _holds_pdtb2)


def pdtb2_files(path: Path) -> list[Path]:
    """Return the relation files of PDTB-2 at or below a path; of two forms of a document, the long one."""
    files = list(files_below(path, lambda file: file.suffix == ".pipe" or is_long_form(file)))
    long = {file.with_suffix("") for file in files if file.suffix != ".pipe"}
    return [file for file in files if file.suffix != ".pipe" or file.with_suffix("") not in long]


def is_long_form(file: Path) -> bool:
    """Return true for a `.pdtb` file of PDTB-2: other corpora have columns in files of this suffix."""
    if file.suffix.lower() != ".pdtb" or not file.is_file():
        return False
    with opened(file) as content:
        return content.read(1 << 10).lstrip().startswith(_LONG_FORM)


def pdtb3_folder(path: Path) -> Path | None:
    """Return the folder with gold and raw at or below a path, or the path if it is inside gold."""
    if _raw_beside(path) is not None:
        return path
    return folder_below(path, _holds_gold)


def pdtb3_pairs(path: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the relation files of PDTB-3 at or below a path, each with the path of its raw text."""
    raw = _raw_beside(path)
    if raw is None:
        folder = folder_below(path, _holds_gold) if path.is_dir() else None
        gold = subfolder(folder, "gold") if folder else None
        if folder is None or gold is None:
            raise FormatError("expected a directory with folders gold and raw, or a file in gold", path)
        path, raw = gold, subfolder(folder, "raw") or folder / "raw"
    if path.is_file():
        yield path, raw
        return
    files = list(files_below(path, lambda _: True))
    if not files:
        raise FormatError("expected a directory with files", path)
    yield from ((file, raw / file.relative_to(path)) for file in files)


def _raw_beside(path: Path) -> Path | None:
    """Return the same path below `raw` instead of `gold`, None for a path that is not inside gold."""
    parts = [part.lower() for part in path.parts]
    if "gold" not in parts:
        return None
    at = len(parts) - 1 - parts[::-1].index("gold")
    above = Path(*path.parts[:at])
    raw = subfolder(above, "raw") if above.is_dir() else None
    return (raw or above / "raw").joinpath(*path.parts[at + 1 :])


def _holds_gold(folder: Path) -> bool:
    return bool(subfolder(folder, "gold") and subfolder(folder, "raw"))


def _holds_pdtb2(folder: Path) -> bool:
    inner = [folder, *filter(is_folder, folder.iterdir())]
    files = (file for place in inner for file in place.iterdir() if _PDTB2_NAME.fullmatch(file.name))
    return any(file.suffix.lower() == ".pipe" or is_long_form(file) for file in files)
