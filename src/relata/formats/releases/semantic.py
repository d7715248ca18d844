"""Releases of the CoNLL-2008 and CoNLL-2009 shared tasks, and of the annotation that these merge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os.path import commonpath
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats import bbn, conll2009
from relata.formats.conll2008 import document_name, release_files
from relata.formats.conll2008.rows import EMPTY, PRED, SUPPORT, Block, blocks, sense
from relata.formats.folders import files_below
from relata.formats.propbank.pointers import (
    Instance,
    nombank_files,
    propbank_files,
    read_nombank,
    read_propbank,
)
from relata.formats.releases.release import Release


def _folder(files: Callable[[Path], Iterable[Path]], path: Path) -> Path | None:
    """Return the folder that the files at or below a path have in common."""
    places = {file.parent for file in files(path)}
    return Path(commonpath(places)) if places else None


def _conll2009_files(path: Path) -> list[Path]:
    return list(files_below(path, lambda file: file.match(conll2009.RELEASED)))


def _count_conll2008(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file in release_files(folder):
        counts += _sizes(file, document_name(file), PRED, on_error)
    return counts


def _count_conll2009(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file in _conll2009_files(folder):
        counts += _sizes(file, _part(file), conll2009.PRED, on_error)
    return counts


def _part(file: Path) -> str:
    """Return the part of the data that a file of CoNLL-2009 holds: train, development, evaluation."""
    return file.stem.removeprefix("CoNLL2009-ST-").replace("English-", "").replace("-English", "")


def _sizes(file: Path, name: str, pred: int, on_error: OnError) -> Counter[str]:
    """Count the sentences of a file and the predicates of `pred`, their column, without support chains."""
    counts: Counter[str] = Counter()
    for block in blocks(file):
        if fault := _fault(block, file, pred):
            on_error(fault)
        elif block.rows:
            predicates = [row[pred] for row in block.rows if len(row) > pred and row[pred] != EMPTY]
            counts[f"{name} sentences"] += 1
            counts["predicates"] += sum(sense(predicate) != SUPPORT for predicate in predicates)
    return counts


def _fault(block: Block, file: Path, pred: int) -> FormatError | None:
    """Return the first fault of a sentence: bytes in another encoding, or a row of another width."""
    if block.fault or not block.rows:
        return block.fault
    predicates = sum(len(row) > pred and row[pred] != EMPTY for row in block.rows)
    width = pred + 1 + predicates
    for line, row in enumerate(block.rows, start=block.line):
        if len(row) != width and not (predicates == 0 and len(row) == len(block.rows[0]) <= pred):
            return FormatError(f"expected {width} fields, found {len(row)}", file, line=line)
    return None


def _count_instances(
    files: Callable[[Path], Iterable[Path]],
    read: Callable[..., Iterable[Instance]],
    folder: Path,
    on_error: OnError,
) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for file in files(folder):
        for instance in read(file, on_error=on_error):
            counts["propositions"] += 1
            counts["arguments"] += sum(item.label.startswith("ARG") for item in instance.arguments)
    return counts


def _count_bbn(folder: Path, on_error: OnError) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for text in bbn.read(folder, on_error=on_error):
        counts["documents"] += 1
        counts["entities"] += len(text.mentions)
        counts["names"] += sum(mention.is_name for mention in text.mentions)
    return counts


_FROM_TREES = "relata convert wsj/ wsj.conll08 --from ptb --to conll2008 --split"

RELEASES = (
    Release(
        "CoNLL-2008",
        "LDC2009T12",
        partial(_folder, release_files),
        _count_conll2008,
        {
            "train sentences": 39_279,
            "devel sentences": 1_334,
            "test.wsj sentences": 2_399,
            "predicates": 197_161,
        },
        (
            "relata stats {folder}",
            "relata convert {folder} conll2008.jsonl --open-track {folder} --to jsonl",
            "relata parse {folder} --format conll2008 --out run/",
        ),
    ),
    Release(
        "CoNLL-2009",
        "LDC2012T04",
        partial(_folder, _conll2009_files),
        _count_conll2009,
        {"train sentences": 39_279, "development sentences": 1_334, "evaluation sentences": 2_399},
        ("relata stats {folder}", "relata convert {folder} conll2009.jsonl --to jsonl"),
    ),
    Release(
        "PropBank",
        "LDC2004T14",
        partial(_folder, propbank_files),
        partial(_count_instances, propbank_files, read_propbank),
        {"propositions": 112_917},
        (f"{_FROM_TREES} --propbank {{folder}}",),
    ),
    Release(
        "BBN Entity Types",
        "LDC2005T33",
        partial(_folder, bbn.files),
        _count_bbn,
        {},
        (f"{_FROM_TREES} --names {{folder}}",),
    ),
    Release(
        "NomBank",
        "LDC2008T23",
        partial(_folder, nombank_files),
        partial(_count_instances, nombank_files, read_nombank),
        {"propositions": 114_574},
        (f"{_FROM_TREES} --nombank {{folder}}",),
    ),
)
"""CoNLL-2008 with the sizes of Surdeanu et al. (2008), CoNLL-2009 with those of Hajič et al. (2009)."""
