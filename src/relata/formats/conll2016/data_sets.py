"""Data sets of the shared tasks of 2015 and 2016 as they were released: folders side by side, by part.

A release has folders such as `conll16st-en-03-29-16-train` and `conll16st-zh-04-27-2016-blind-test`; that of
2015 calls the files `pdtb-parses.json` and `pdtb-data.json`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from relata.formats.files import is_there
from relata.formats.folders import folders_below

PARSES = ("parses.json", "pdtb-parses.json")
GOLD = ("relations.json", "pdtb-data.json")
NO_SENSES = "relations-no-senses.json"

_PARTS = ("train", "dev", "blind", "test", "trial")
"""Parts by a word in the name of their folder; a "blind-test" is none of "test"."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A part of a release: its folder, the language and the part that its name tells, "" for neither."""

    folder: Path
    language: str
    part: str


def data_sets(path: Path) -> list[DataSet]:
    """Return the data sets at or below a folder, in the order of their paths."""
    return [_described(folder) for folder in sorted(folders_below(path, _is_data_set))]


def is_conll2016(path: Path) -> bool:
    """Return true for a data set, or for a folder with some that are named by their part."""
    return path.is_dir() and (_is_data_set(path) or any(found.part for found in data_sets(path)))


def parses_file(folder: Path) -> Path | None:
    """Return the file of parses in a folder, None for a folder without one."""
    return _file(folder, PARSES)


def gold_file(folder: Path) -> Path | None:
    """Return the file of gold relations in a folder, or else that of relations without senses."""
    return _file(folder, (*GOLD, NO_SENSES))


def _is_data_set(folder: Path) -> bool:
    return parses_file(folder) is not None


def _file(folder: Path, names: tuple[str, ...]) -> Path | None:
    return next((folder / name for name in names if is_there(folder / name)), None)


def _described(folder: Path) -> DataSet:
    words = folder.name.lower().split("-")
    language = next((word for word in words if word in ("en", "zh")), "")
    return DataSet(folder, language, next((part for part in _PARTS if part in words), ""))
