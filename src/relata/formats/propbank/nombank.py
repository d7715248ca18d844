"""NomBank's files of pointers: `wsj/00/wsj_0003.mrg 2 12 loss 01 12:0-rel 10:0-ARG1 8:0,9:0-Support`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from relata.errors import OnError, strict
from relata.formats.propbank.pointers import (
    Instance,
    document_id,
    parse_argument,
    parse_number,
    read_instances,
)

_SENSE = re.compile(r"[0-9]{1,2}|XX")


def read_nombank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """The instances of a NomBank file."""
    return read_instances(path, _parse, on_error)


def _parse(fields: list[str], line: int) -> Instance:
    if len(fields) < 6:
        raise ValueError(
            f"expected file, sentence, terminal, lemma, sense and pointers, found {len(fields)} fields"
        )
    file, sentence, terminal, lemma, sense, *pointers = fields
    if not _SENSE.fullmatch(sense):
        raise ValueError(f"expected the number of a sense, such as 01, found {sense!r}")
    return Instance(
        document_id(file),
        parse_number(sentence, "sentence"),
        parse_number(terminal, "terminal"),
        f"{lemma}.{sense.zfill(2)}",
        tuple(map(parse_argument, pointers)),
        line,
        nominal=True,
    )
