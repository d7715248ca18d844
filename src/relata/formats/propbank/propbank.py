"""PropBank's files of pointers: `wsj/00/wsj_0001.mrg 0 8 gold join.01 vf--a 0:2-ARG0 8:0-rel ...`."""

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

_ROLESET = re.compile(r"[^\s.]+(?:\.[^\s.]+)*\.(?:[0-9]{2}|XX|YY|LV)")
_INFLECTION = re.compile(r"[a-z-]{5}")


def read_propbank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """The instances of a PropBank file; newer ones have a lemma (`join-v`) before the roleset."""
    return read_instances(path, _parse, on_error)


def _parse(fields: list[str], line: int) -> Instance:
    if len(fields) < 7:
        raise ValueError(
            "expected file, sentence, terminal, annotator, roleset, inflection and pointers, "
            f"found {len(fields)} fields"
        )
    file, sentence, terminal, _, *rest = fields
    if not _ROLESET.fullmatch(rest[0]) and len(rest) > 1 and _ROLESET.fullmatch(rest[1]):
        rest = rest[1:]
    roleset, inflection, *pointers = rest
    if not _ROLESET.fullmatch(roleset):
        raise ValueError(f"expected a roleset, such as join.01, found {roleset!r}")
    if not _INFLECTION.fullmatch(inflection):
        raise ValueError(f"expected an inflection of five letters, such as vf--a, found {inflection!r}")
    return Instance(
        document_id(file),
        parse_number(sentence, "sentence"),
        parse_number(terminal, "terminal"),
        roleset,
        tuple(map(parse_argument, pointers)),
        line,
        nominal=False,
    )
