"""Releases of the Chinese Discourse Treebank and of the Chinese Treebank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.ctb import ctb_folder, read_trees, tree_files
from relata.formats.files import chinese_encoding, read_text
from relata.formats.pdtb.cdtb_layout import COLUMNS, SPELLINGS, cdtb_folder, cdtb_pairs, columns
from relata.formats.releases.release import Release

_VERSIONS = {
    "5.1": ("LDC2005T01U01", 890, 18_782, 507_222),
    "6.0": ("LDC2007T36", 2_036, 28_295, 781_351),
    "7.0": ("LDC2010T07", 2_448, 51_447, 1_196_329),
    "8.0": ("LDC2013T21", 3_007, 71_369, 1_620_561),
    "9.0": ("LDC2016T13", 3_726, 132_076, 2_084_387),
}
"""Catalogue number, files, sentences and words of the versions of the Chinese Treebank."""

_OLD_SUFFIX = ".fid"
"""Suffix of files up to version 7; later ones name the genre."""


def _count_cdtb(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file, raw in cdtb_pairs(folder):
        counts["documents"] += 1
        for number, line in enumerate(read_text(file, chinese_encoding(file)).split("\n"), start=1):
            fields = columns(line)
            if len(fields) == COLUMNS:
                counts.update(("relations", SPELLINGS.get(fields[0].lower(), fields[0])))
            elif line.strip():
                message = f"expected {COLUMNS} fields between |, found {len(fields)}"
                on_error(FormatError(message, file, line=number))
        if raw.is_file():
            counts["words"] += len(read_text(raw, chinese_encoding(raw)).split())
        else:
            on_error(FormatError(f"expected the raw text of {file}, found no such file", raw))
    return counts


def _ctb_folder(path: Path, version: str) -> Path | None:
    """Return the folder of trees at or below a path if they are of a version, by the number of files."""
    folder = ctb_folder(path)
    return folder if folder and _version(tree_files(folder)) == version else None


def _version(files: list[Path]) -> str:
    for version, (_, documents, _, _) in _VERSIONS.items():
        if len(files) == documents:
            return version
    if any(file.suffix.lower() != _OLD_SUFFIX for file in files):
        return "8.0"
    three_digits = all(len(file.stem.partition("_")[2]) < 4 for file in files if "_" in file.stem)
    return "5.1" if three_digits else "6.0"


def _count_ctb(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file in tree_files(folder):
        sizes = [len(tree.tokens()) for tree in read_trees(file, on_error)]
        counts.update({"documents": 1, "sentences": len(sizes), "words": sum(sizes)})
    return counts


RELEASES = (
    Release(
        "CDTB 0.5",
        "LDC2014T21",
        cdtb_folder,
        _count_cdtb,
        {"documents": 164, "relations": 5_500, "words": 73_000},
        (
            "relata stats {folder}",
            "relata convert {folder} cdtb/ --to conll2016 --trees CTB",
            "relata experiment run kim2020 --data {folder} --labels conll2016-zh --model logistic",
        ),
    ),
    *(
        Release(
            f"Chinese Treebank {version}",
            catalogue,
            partial(_ctb_folder, version=version),
            _count_ctb,
            {"documents": documents, "sentences": sentences, "words": words},
            (
                "relata convert {folder} ctb.conllu --from ctb --to conllu",
                "relata convert CDTB cdtb/ --to conll2016 --trees {folder}",
            ),
        )
        for version, (catalogue, documents, sentences, words) in _VERSIONS.items()
    ),
)
"""CDTB with the sizes of its catalogue, rounded there; the Chinese Treebank with those of its catalogues."""
