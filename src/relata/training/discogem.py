"""DiscoGeM: implicit relations whose senses were crowd-labelled, as extra sense instances."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from relata.document import Tokens
from relata.errors import FormatError, SenseError
from relata.formats.files import read_lines
from relata.neural.inputs import InputBuilder
from relata.senses import normalise
from relata.training.instances import EXTRA, Instance, pair_instance

SPLITS = "DiscoGeMcorpus_datasplits.csv"
ANNOTATIONS = "DiscoGeMcorpus_annotations_nonwide.noPDTB.csv"
_MOST_WORDS = 60


def discogem_instances(folder: Path, split: str, builder: InputBuilder) -> Iterator[Instance]:
    """The relations of a split ("train", "dev", "test") that have a PDTB-3 sense."""
    splits = {row["itemid"]: row["split"] for row in _rows(folder / SPLITS, "itemid", "split")}
    fields = ("Itemid", "SemClass", "Arg1_RawText", "Arg2_RawText")
    for row in _rows(folder / ANNOTATIONS, *fields):
        item, label, arg1, arg2 = (row[name] for name in fields)
        left, right = arg1.split()[-_MOST_WORDS:], arg2.split()[:_MOST_WORDS]
        sense = _sense(label)
        if splits.get(item) == split and sense and left and right:
            tokens = _blank_tokens([*left, *right])
            yield pair_instance(
                EXTRA, tokens, range(len(left)), range(len(left), len(tokens)), sense, builder
            )


def _sense(label: str) -> str | None:
    try:
        return normalise(label, "pdtb3")[0]
    except SenseError:  # "differentcon", "norel": no sense of the inventory
        return None


def _blank_tokens(words: list[str]) -> Tokens:
    offsets, at = [], 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return Tokens(" ".join(words), offsets)


def _rows(path: Path, *fields: str) -> Iterator[dict[str, str]]:
    """The rows of a table with a header that has these fields."""
    rows = csv.DictReader(line for _, line in read_lines(path))
    try:
        for row in rows:
            if any(row.get(name) is None for name in fields):
                message = f"expected a table with the columns {', '.join(fields)}"
                raise FormatError(message, path, line=rows.line_num)
            yield row
    except csv.Error as error:
        raise FormatError(str(error), path, line=rows.line_num) from None
