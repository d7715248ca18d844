"""Releases of the Penn Discourse TreeBank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.files import read_lines
from relata.formats.pdtb.layout import pdtb2_files, pdtb2_folder, pdtb3_folder, pdtb3_pairs
from relata.formats.pdtb.rows import PDTB2_FIELDS, PDTB3_FIELDS
from relata.formats.releases.release import Release

_RECORD = re.compile(r"____([A-Z][A-Za-z]+)____")
_PARTS = frozenset(("Arg1", "Arg2", "Sup1", "Sup2"))


def _count_pdtb2(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file in pdtb2_files(folder):
        counts["documents"] += 1
        if file.suffix.lower() == ".pipe":
            counts += _rows(file, len(PDTB2_FIELDS), on_error)
        else:
            records = (_RECORD.fullmatch(line.strip()) for _, line in read_lines(file, on_error=on_error))
            types = [match[1] for match in records if match and match[1] not in _PARTS]
            counts += Counter({"relations": len(types), **Counter(types)})
    return counts


def _count_pdtb3(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for gold, raw in pdtb3_pairs(folder):
        counts["documents"] += 1
        counts += _rows(gold, len(PDTB3_FIELDS), on_error)
        if not raw.is_file():
            on_error(FormatError(f"expected the raw text of {gold}, found no such file", raw))
    return counts


def _rows(file: Path, size: int, on_error: OnError) -> Counter[str]:
    """Count the rows of a column file by the type of their relation."""
    counts: Counter[str] = Counter()
    for number, line in read_lines(file, on_error=on_error):
        fields = line.split("|")
        if len(fields) == size:
            counts.update(("relations", fields[0]))
        elif line.strip():
            message = f"expected {size} fields between |, found {len(fields)}"
            on_error(FormatError(message, file, line=number))
    return counts


_COMMANDS = (
    "relata stats {folder}",
    "relata convert {folder} conll/ --to conll2016 --senses conll2016",
    "relata experiment run kim2020 --data {folder} --model logistic",
    "relata train discourse --data {folder} --start en --out model/",
)

RELEASES = (
    Release(
        "PDTB-2",
        "LDC2008T05",
        pdtb2_folder,
        _count_pdtb2,
        {
            "relations": 40_600,
            "Explicit": 18_459,
            "Implicit": 16_053,
            "AltLex": 624,
            "EntRel": 5_210,
            "NoRel": 254,
        },
        _COMMANDS,
    ),
    Release(
        "PDTB-3",
        "LDC2019T05",
        pdtb3_folder,
        _count_pdtb3,
        {
            "relations": 53_631,
            "Explicit": 24_240,
            "AltLex": 1_498,
            "AltLexC": 140,
            "EntRel": 5_538,
            "NoRel": 287,
            "Hypophora": 146,
        },
        _COMMANDS,
    ),
)
"""PDTB-2 with the sizes of Prasad et al. (2008), PDTB-3 with those of its annotation manual."""
