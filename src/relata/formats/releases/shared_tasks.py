"""Releases of the shared tasks on discourse parsing, CoNLL-2015 and CoNLL-2016."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from os.path import commonpath
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.conll2016.data_sets import DataSet, data_sets, gold_file, parses_file
from relata.formats.conll2016.relations import read_relations
from relata.formats.releases.release import Release

_PARSES_2015 = "pdtb-parses.json"
_RAW = "raw"
_ENGLISH = {
    "en train relations": 32_535,
    "en dev relations": 1_436,
    "en test relations": 1_939,
    "en blind relations": 1_209,
}
_CHINESE = {
    "zh train relations": 10_240,
    "zh train Implicit": 6_706,
    "zh train Explicit": 2_225,
    "zh train EntRel": 1_098,
    "zh train AltLex": 211,
    "zh dev relations": 383,
    "zh test relations": 455,
}


def _sets(path: Path, year: int) -> list[DataSet]:
    """Return the data sets of a release by the names of their files."""
    old = [(item, (parses_file(item.folder) or item.folder).name == _PARSES_2015) for item in data_sets(path)]
    return [item for item, is_old in old if is_old == (year == 2015)]


def _folder(path: Path, year: int) -> Path | None:
    folders = [item.folder for item in _sets(path, year)]
    return Path(commonpath(folders)) if folders else None


def _count(folder: Path, on_error: OnError, year: int) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for item in _sets(folder, year):
        name = " ".join(filter(None, (item.language or "en", item.part)))
        raw, gold = item.folder / _RAW, gold_file(item.folder)
        if raw.is_dir():
            counts[f"{name} raw texts"] += sum(1 for file in raw.iterdir() if file.name[:1] != ".")
        else:
            on_error(FormatError("expected a folder of raw texts, found none", raw))
        for line, fields, faults in read_relations(gold, on_error=on_error) if gold else ():
            for fault in faults[:1]:
                on_error(fault.error(gold or item.folder, line))
            counts[f"{name} relations"] += 1
            if fields.type:
                counts[f"{name} {fields.type}"] += 1
    return counts


_COMMANDS = (
    "relata stats {folder}",
    "relata experiment run conll2016 --data {folder} --model relata:classical",
    "relata parse {folder} --senses conll2016 --format conll2016 --out run/",
)

RELEASES = (
    Release(
        "CoNLL-2016",
        "LDC2016E50",
        partial(_folder, year=2016),
        partial(_count, year=2016),
        _ENGLISH | _CHINESE,
        _COMMANDS,
    ),
    Release(
        "CoNLL-2015",
        "LDC2015E21",
        partial(_folder, year=2015),
        partial(_count, year=2015),
        {name: size for name, size in _ENGLISH.items() if "train" in name or "dev" in name},
        _COMMANDS,
    ),
)
"""English with the sizes of Xue et al. (2015), Chinese with those of Xue et al. (2016), table 1.

The total of the Chinese development part is the sum of its rows there.
"""
