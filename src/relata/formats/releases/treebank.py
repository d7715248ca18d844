"""Releases of the Penn Treebank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.folders import files_below, folder_below
from relata.formats.ptb import read_trees
from relata.formats.releases.release import SECTIONS, Release, count_sections

_SUFFIX = ".mrg"
_PARTS = {"wsj": "WSJ", "brown": "Brown", "atis": "ATIS", "swbd": "Switchboard"}
_NAMES = {re.compile(r"(?i)wsj_[0-9]{4}"): "WSJ", re.compile(r"(?i)c[a-r][0-9]{2}"): "Brown"}


def treebank_files(path: Path) -> list[Path]:
    """Return the files of merged trees at or below a path."""
    return list(files_below(path, lambda file: file.suffix.lower() == _SUFFIX))


def _folder(path: Path) -> Path | None:
    """Return the folder of the parts (wsj, brown), or of one part, or of a section."""
    return folder_below(path, lambda folder: _holds_trees(folder, levels=2))


def _holds_trees(folder: Path, levels: int) -> bool:
    inner = [] if folder.name.startswith(".") else list(folder.iterdir())
    if any(file.suffix.lower() == _SUFFIX for file in inner):
        return True
    return levels > 0 and any(_holds_trees(place, levels - 1) for place in inner if place.is_dir())


def _count(folder: Path, on_error: OnError) -> Mapping[str, int]:
    files = treebank_files(folder)
    counts = Counter({"WSJ sections": count_sections(files, folder, on_error)})
    for file in files:
        part = _part(file)
        try:
            trees = [tree.tokens() for tree in read_trees(file)]
        except FormatError as error:
            on_error(error)
            continue
        counts[f"{part} files"] += 1
        counts[f"{part} sentences"] += len(trees)
        counts[f"{part} words"] += sum(map(len, trees))
    return counts


def _part(file: Path) -> str:
    folders = [_PARTS[part.lower()] for part in file.parts if part.lower() in _PARTS]
    names = [part for name, part in _NAMES.items() if name.fullmatch(file.stem)]
    return next(iter([*names, *folders[::-1]]), "other")


RELEASES = (
    Release(
        "Penn Treebank",
        "LDC95T7, LDC99T42",
        _folder,
        _count,
        {
            "WSJ sections": len(SECTIONS),
            "WSJ files": 2_312,
            "WSJ sentences": 49_208,
            "WSJ words": 1_173_766,
            "Brown files": 192,
            "Brown sentences": 24_243,
        },
        (
            "relata convert {folder} wsj.conll08 --from ptb --to conll2008 --propbank prop.txt",
            "relata stats {folder} --from ptb",
            "relata convert PDTB conll/ --to conll2016 --senses conll2016 --trees {folder}",
        ),
    ),
)
"""The Treebank with the sizes of the third release; the second has the WSJ part."""
