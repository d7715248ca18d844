"""Releases of the Penn Discourse TreeBank."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats import reader
from relata.formats.files import read_lines
from relata.formats.folders import is_folder, subfolder
from relata.formats.pdtb.layout import is_long_form, pdtb2_folder, pdtb2_pairs, pdtb3_folder, pdtb3_pairs
from relata.formats.pdtb.pipe import western_encoding
from relata.formats.pdtb.rows import PDTB2_FIELDS, PDTB2_TYPES
from relata.formats.releases.release import SECTIONS, Release, count_sections

_RECORD = re.compile(f"____({'|'.join(PDTB2_TYPES)})____")


def _count_pdtb2(folder: Path, on_error: OnError) -> Mapping[str, int]:
    """Count the relations as they are read, or their records alone: the release has no raw texts."""
    pairs = pdtb2_pairs(folder)
    sections = {"sections": count_sections((file for file, _ in pairs), folder, on_error)}
    if any(raw.is_file() for _, raw in pairs):
        return sections | _count("pdtb2", folder, on_error)
    types = Counter(name for file, _ in pairs for name in _record_types(file, on_error))
    return sections | {"documents": len(pairs), "raw texts": 0, "relations": types.total(), **types}


def _record_types(file: Path, on_error: OnError) -> list[str]:
    """List the types of the relations of a file, which is in the long form or in columns."""
    lines = read_lines(file, western_encoding(file), on_error=on_error)
    if is_long_form(file):
        return [match[1] for _, line in lines if (match := _RECORD.fullmatch(line.strip()))]
    types = []
    for number, line in lines:
        fields = line.split("|")
        if len(fields) == len(PDTB2_FIELDS):
            types.append(fields[0])
        elif line.strip():
            message = f"expected {len(PDTB2_FIELDS)} fields between |, found {len(fields)}"
            on_error(FormatError(message, file, line=number))
    return types


def _count_pdtb3(folder: Path, on_error: OnError) -> Mapping[str, int]:
    files = [file for file, _ in pdtb3_pairs(folder)]
    sections = {"sections": count_sections(files, folder, on_error)}
    raw, names = subfolder(folder, "raw"), {file.parent.name for file in files}
    for section in filter(is_folder, sorted(raw.iterdir()) if raw else ()):
        if section.name in SECTIONS and section.name not in names and any(section.iterdir()):
            on_error(FormatError("expected relations of these raw texts, found none", section))
    return sections | _count("pdtb3", folder, on_error)


def _count(format: str, folder: Path, on_error: OnError) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for document in reader(format)(folder, on_error=on_error):
        counts.update(("documents", "raw texts"))
        counts["relations"] += len(document.relations)
        counts.update(str(relation.type) for relation in document.relations)
    return counts


_COMMANDS = (
    "relata stats {folder}",
    "relata convert {folder} conll/ --to conll2016 --senses conll2016 --trees TREEBANK",
    "relata experiment run kim2020 --data {folder} --model logistic",
    "relata train discourse --data {folder} --start en --out model/",
)
_WITH_TREES = tuple(
    command if "--trees" in command else command.replace("{folder}", "{folder} --trees TREEBANK")
    for command in _COMMANDS
)
"""Commands for relations whose raw texts are those of the Treebank."""

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
            "sections": len(SECTIONS),
        },
        _WITH_TREES,
    ),
    Release(
        "PDTB-3",
        "LDC2019T05",
        pdtb3_folder,
        _count_pdtb3,
        {
            "relations": 53_631,
            "Explicit": 24_240,
            "Implicit": 21_782,
            "AltLex": 1_498,
            "AltLexC": 140,
            "EntRel": 5_538,
            "NoRel": 287,
            "Hypophora": 146,
            "sections": len(SECTIONS),
        },
        _COMMANDS,
    ),
)
"""PDTB-2 with the sizes of Prasad et al. (2008), PDTB-3 with those of its annotation manual."""
