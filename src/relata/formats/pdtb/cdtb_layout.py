"""Folders of the Chinese Discourse Treebank: relation files, known by their columns, and raw texts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from relata.document.relations import RelationType
from relata.errors import FormatError
from relata.formats.ctb import holds_trees
from relata.formats.encodings import UTF8
from relata.formats.files import opened
from relata.formats.folders import files_below, folder_below, subfolder

COLUMNS, _OTHER_COLUMNS = 27, (34, 48)
"""Numbers of columns in CDTB, and in PDTB-3 and PDTB-2."""

TYPES = (
    RelationType.EXPLICIT,
    RelationType.IMPLICIT,
    RelationType.ALTLEX,
    RelationType.ENTREL,
    RelationType.NOREL,
)
SPELLINGS = {type.lower(): str(type) for type in TYPES}
"""Types of relations by their names in small letters."""

_RAW, _PREFIX = "raw", "chtb_"
_LEVELS = 3
"""Folders above a relation file in which a folder of raw texts is searched."""

_PEEKED = 1 << 12


def cdtb_folder(path: Path) -> Path | None:
    """Return the folder of the relation files and raw texts at or below a path, None if there is none."""
    if not is_cdtb(path):
        return None
    with_raw = folder_below(path, lambda folder: subfolder(folder, _RAW) is not None and is_cdtb(folder))
    return with_raw or folder_below(path, lambda folder: any(map(is_cdtb, _files_in(folder))))


def cdtb_pairs(path: Path) -> list[tuple[Path, Path]]:
    """Return the relation files at or below a path, each with the path of its raw text."""
    files = _visible(path) if path.is_dir() else [path]
    relations = [file for file in files if is_relation_file(file)]
    if not relations:
        raise FormatError(f"expected files with {COLUMNS} fields between | in each row", path)
    folder = path if path.is_dir() else path.parent
    above = _raw_above(folder)
    others = {*files, *(_visible(above) if above else ())}.difference(relations)
    texts = sorted((file for file in others if not holds_trees(file)), key=_is_raw)
    by_name = {document_name(file): file for file in texts}
    raw = above or folder / _RAW
    return [(file, by_name.get(name := document_name(file), raw / name)) for file in relations]


def is_cdtb(path: Path) -> bool:
    """Return true for a relation file, or for a folder with some, judging by one of each suffix in each."""
    if not path.is_dir():
        return path.is_file() and is_relation_file(path)
    files = files_below(path, lambda file: file.name.lower().startswith(_PREFIX))
    return any(map(is_relation_file, {(file.parent, file.suffix): file for file in files}.values()))


def is_relation_file(file: Path) -> bool:
    """Return true for a file with the columns of CDTB, or with broken rows that are of no other corpus."""
    with opened(file) as content:
        lines = content.read(_PEEKED).splitlines()
    rows = (columns(_decoded(line)) for line in lines if b"|" in line)
    sizes = {len(row) for row in rows if row[0].lower() in SPELLINGS}
    return COLUMNS in sizes or bool(sizes and sizes.isdisjoint(_OTHER_COLUMNS))


def columns(line: str) -> list[str]:
    """Split a row into its columns, without angle brackets, blanks and empty columns behind the last one.

    >>> columns("<Explicit> | <209..211>||")
    ['Explicit', '209..211', '', '']
    """
    fields = [field.strip().removeprefix("<").removesuffix(">").strip() for field in line.split("|")]
    while len(fields) > COLUMNS and not fields[-1]:
        fields.pop()
    return fields


def document_name(file: Path) -> str:
    """Return the name of the document of a file: "chtb_0001" for "chtb_0001.nw.raw"."""
    return file.name.partition(".")[0]


def _decoded(line: bytes) -> str:
    """Decode a line that may be cut off; in GBK, the second byte of a character may be that of "|"."""
    try:
        return line.decode(UTF8)
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data"
        return line.decode(UTF8 if cut else "gb18030", "replace")


def _files_in(folder: Path) -> Iterable[Path]:
    return (file for file in sorted(folder.iterdir()) if file.is_file() and file.name[:1] != ".")


def _visible(folder: Path) -> list[Path]:
    return list(files_below(folder, lambda _: True))


def _is_raw(file: Path) -> bool:
    return file.suffix == f".{_RAW}" or _RAW in (part.lower() for part in file.parts)


def _raw_above(folder: Path) -> Path | None:
    """Return the folder of raw texts in a folder or in one of those above it."""
    above: Iterable[Path] = folder.absolute().parents[:_LEVELS]
    return next((raw for place in (folder, *above) if (raw := subfolder(place, _RAW))), None)
