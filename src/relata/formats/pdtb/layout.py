"""Folders of the releases of the Penn Discourse TreeBank: relation files, and the raw text of each."""

from __future__ import annotations

import re
from pathlib import Path

from relata.errors import FormatError
from relata.formats.files import opened
from relata.formats.folders import files_below, folder_below, is_folder, subfolder

_PDTB2_NAME = re.compile(r"(?i)wsj_[0-9]{4}\.(?:pdtb|pipe)")
_PDTB3_NAME = re.compile(r"(?i)wsj_[0-9]{4}")
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


def pdtb2_pairs(path: Path) -> list[tuple[Path, Path]]:
    """Return the relation files of PDTB-2 at or below a path, each with the path of its raw text."""
    files = pdtb2_files(path) if path.is_dir() else [path]
    if not files or not (files[0].suffix.lower() == ".pipe" or is_long_form(files[0])):
        expected = "a .pipe file, a .pdtb file in the long form, or a directory with some"
        raise FormatError(f"expected {expected}", path)
    return [(file, _pdtb2_raw(file)) for file in files]


def _pdtb2_raw(file: Path) -> Path:
    """Return the raw text of a relation file: beside it, or below `raw` or `raw/wsj` of a folder above."""
    name, section = file.with_suffix("").name, file.parent.name
    inner = (f"{section}/{name}", f"wsj/{section}/{name}", name)
    below = [above / "raw" / place for above in file.parents[1:4] for place in inner]
    places = [file.with_suffix(""), file.with_suffix(".raw"), *below]
    default = file.parents[2] / "raw" / inner[0] if "data" in file.parts[-3:-1] else places[0]
    return next(filter(Path.is_file, places), default)


def is_pdtb2(path: Path) -> bool:
    """Return true for a relation file of PDTB-2, or a folder that has some at or below it."""
    if path.is_dir():
        return pdtb2_folder(path) is not None or any(path.glob("**/*.pipe"))
    return path.suffix.lower() == ".pipe" or is_long_form(path)


def is_pdtb3(path: Path) -> bool:
    """Return true for a relation file of PDTB-3, or a folder that has some at or below it."""
    if path.is_dir():
        return pdtb3_folder(path) is not None
    return path.is_file() and not path.suffix and not _is_chinese(path) and _raw_beside(path) is not None


def is_long_form(file: Path) -> bool:
    """Return true for a `.pdtb` file of PDTB-2: other corpora have columns in files of this suffix."""
    if file.suffix.lower() != ".pdtb" or not file.is_file():
        return False
    with opened(file) as content:
        return content.read(1 << 10).lstrip().startswith(_LONG_FORM)


def pdtb3_folder(path: Path) -> Path | None:
    """Return the folder with gold and raw at or below a path, or the path if it is inside gold."""
    raw = _raw_beside(path)
    inside = (
        raw is not None and (raw.exists() or _has_pdtb3(path)) and not any(files_below(path, _is_chinese))
    )
    return path if inside else folder_below(path, _holds_gold)


def pdtb3_pairs(path: Path) -> list[tuple[Path, Path]]:
    """Return the relation files of PDTB-3 at or below a path, each with the path of its raw text."""
    raw = _raw_beside(path)
    if raw is None:
        folder = (folder_below(path, _holds_gold) or path) if path.is_dir() else path
        gold = subfolder(folder, "gold")
        if gold is None:
            raise FormatError("expected a directory with folders gold and raw, or a file in gold", path)
        path, raw = gold, subfolder(folder, "raw") or folder / "raw"
    if path.is_file():
        return [(path, raw)]
    files = list(files_below(path, lambda _: True)) if path.is_dir() else []
    if not files:
        raise FormatError("expected a directory with files", path)
    if not raw.is_dir():
        raise FormatError(f"expected the raw texts of {path}, found no such folder", raw)
    return [(file, raw / file.relative_to(path)) for file in files]


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
    gold = subfolder(folder, "gold")
    if gold is None or any(files_below(gold, _is_chinese)):
        return False
    return subfolder(folder, "raw") is not None or _has_pdtb3(gold)


def _has_pdtb3(folder: Path) -> bool:
    return any(files_below(folder, lambda file: _PDTB3_NAME.fullmatch(file.name)))


def _is_chinese(file: Path) -> bool:
    """Return true for a file of the Chinese Discourse Treebank, whose folders may have the same names."""
    return file.name.lower().startswith("chtb_")


def _holds_pdtb2(folder: Path) -> bool:
    inner = [folder, *filter(is_folder, folder.iterdir())]
    files = (file for place in inner for file in place.iterdir() if _PDTB2_NAME.fullmatch(file.name))
    return any(file.suffix.lower() == ".pipe" or is_long_form(file) for file in files)
