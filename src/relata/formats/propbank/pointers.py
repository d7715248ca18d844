"""Files of pointers into trees, as PropBank and NomBank write them: `8:0`, `3:1*0:2`, `4:1,9:2`.

wsj/00/wsj_0001.mrg 0 8 gold join.01 vf--a 0:2-ARG0 8:0-rel ...           (PropBank)
wsj/00/wsj_0003.mrg 2 12 loss 01 12:0-rel 10:0-ARG1 8:0,9:0-Support       (NomBank)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines

_CHAIN = re.compile(r"[*;&]")
_ADDRESS = re.compile(r"(\d{1,6}):(\d{1,4})")
_ARGUMENT = re.compile(r"([\d:*,;&]+)-(\S+)")
_ROLESET = re.compile(r"[^\s.]+(?:\.[^\s.]+)*\.(?:[0-9]{2}|XX|YY|LV)")
_INFLECTION = re.compile(r"[a-z-]{5}")
_SENSE = re.compile(r"[0-9]{1,2}|XX")


@dataclass(frozen=True, slots=True)
class Address:
    """A node of a tree: the number of levels above a terminal; empty categories count as terminals."""

    terminal: int
    height: int


Member = tuple[Address, ...]
"""One constituent, or several constituents that form one argument."""

Chain = tuple[Member, ...]
"""Coreferent constituents: a trace, its antecedent, a relative pronoun."""


@dataclass(frozen=True, slots=True)
class LabelledChain:
    """A chain with its label in the annotation: ARG0, ARGM-TMP, rel, Support, LINK-SLC."""

    label: str
    chain: Chain


@dataclass(frozen=True, slots=True)
class Instance:
    """A line of a file of pointers: one predicate with its arguments."""

    document: str
    sentence: int
    terminal: int
    roleset: str
    arguments: tuple[LabelledChain, ...]
    line: int
    nominal: bool


def read_propbank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """Read a PropBank file; newer files have a lemma (`join-v`) before the roleset."""
    return _read_instances(path, _parse_propbank, on_error)


def read_nombank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """Read a NomBank file."""
    return _read_instances(path, _parse_nombank, on_error)


def parse_argument(text: str) -> LabelledChain:
    """Parse a pointer with its label: `0:2*3:1-ARG0`.

    >>> parse_argument("1:2,4:0*6:1-ARGM-TMP").chain
    ((Address(terminal=1, height=2), Address(terminal=4, height=0)), (Address(terminal=6, height=1),))
    """
    match = _ARGUMENT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a pointer with a label, such as 0:2-ARG0, found {text!r}")
    return LabelledChain(match[2], tuple(_parse_member(part, text) for part in _CHAIN.split(match[1])))


def _parse_member(text: str, pointer: str) -> Member:
    addresses = [_ADDRESS.fullmatch(part) for part in text.split(",")]
    if not all(addresses):
        raise ValueError(f"expected terminal:height in the pointer {pointer!r}")
    return tuple(Address(int(match[1]), int(match[2])) for match in addresses if match)


def _read_instances(
    path: str | Path, parse: Callable[[list[str], int], Instance], on_error: OnError
) -> Iterator[Instance]:
    """Read the instances of a file, one a line; faulty lines go to `on_error`."""
    for number, line in read_lines(path, on_error=on_error):
        fields = line.split()
        if not fields:
            continue
        try:
            yield parse(fields, number)
        except ValueError as error:
            on_error(FormatError(str(error), path, line=number))


def _parse_propbank(fields: list[str], line: int) -> Instance:
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
    return _instance(file, sentence, terminal, roleset, pointers, line, nominal=False)


def _parse_nombank(fields: list[str], line: int) -> Instance:
    if len(fields) < 6:
        raise ValueError(
            f"expected file, sentence, terminal, lemma, sense and pointers, found {len(fields)} fields"
        )
    file, sentence, terminal, lemma, sense, *pointers = fields
    if not _SENSE.fullmatch(sense):
        raise ValueError(f"expected the number of a sense, such as 01, found {sense!r}")
    return _instance(file, sentence, terminal, f"{lemma}.{sense.zfill(2)}", pointers, line, nominal=True)


def _instance(
    file: str, sentence: str, terminal: str, roleset: str, pointers: list[str], line: int, *, nominal: bool
) -> Instance:
    """Build an instance; `wsj/00/wsj_0001.mrg` is about the document wsj_0001."""
    return Instance(
        PurePosixPath(file).stem,
        _parse_number(sentence, "sentence"),
        _parse_number(terminal, "terminal"),
        roleset,
        tuple(map(parse_argument, pointers)),
        line,
        nominal,
    )


def _parse_number(text: str, unit: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"expected the number of a {unit}, found {text!r}")
    return int(text)
