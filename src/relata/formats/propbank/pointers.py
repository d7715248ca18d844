"""Pointers into trees: `8:0`, `3:1*0:2`, `4:1,9:2`, as PropBank and NomBank write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from relata.errors import FormatError, OnError
from relata.formats.files import read_lines

_CHAIN = re.compile(r"[*;&]")
_ADDRESS = re.compile(r"(\d{1,6}):(\d{1,4})")
_ARGUMENT = re.compile(r"([\d:*,;&]+)-(\S+)")


@dataclass(frozen=True, slots=True)
class Address:
    """A node of a tree: so many levels above a terminal; empty categories count as terminals."""

    terminal: int
    height: int


Member = tuple[Address, ...]
"""A constituent, or several that are taken together."""

Chain = tuple[Member, ...]
"""Constituents that stand for one thing: a trace, its antecedent, a relative pronoun."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A chain and what the annotation calls it: ARG0, ARGM-TMP, rel, Support, LINK-SLC."""

    label: str
    chain: Chain


@dataclass(frozen=True, slots=True)
class Instance:
    """A line of a file of pointers: one predicate with its arguments."""

    document: str
    sentence: int
    terminal: int
    roleset: str
    arguments: tuple[Labelled, ...]
    line: int
    nominal: bool


ParseLine = Callable[[list[str], int], Instance]


def read_instances(path: str | Path, parse: ParseLine, on_error: OnError) -> Iterator[Instance]:
    """The instances of a file, one a line; a line that is none goes to `on_error`."""
    for number, line in read_lines(path, on_error=on_error):
        fields = line.split()
        if not fields:
            continue
        try:
            yield parse(fields, number)
        except ValueError as error:
            on_error(FormatError(str(error), path, line=number))


def document_id(path: str) -> str:
    """The name of the document that a path such as `wsj/00/wsj_0001.mrg` is about."""
    return PurePosixPath(path).stem


def parse_number(text: str, what: str) -> int:
    """A number that counts from 0."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"expected the number of a {what}, found {text!r}")
    return int(text)


def parse_argument(text: str) -> Labelled:
    """A pointer with its label: `0:2*3:1-ARG0`.

    >>> parse_argument("1:2,4:0*6:1-ARGM-TMP").chain
    ((Address(terminal=1, height=2), Address(terminal=4, height=0)), (Address(terminal=6, height=1),))
    """
    match = _ARGUMENT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a pointer with a label, such as 0:2-ARG0, found {text!r}")
    return Labelled(match[2], tuple(_member(part, text) for part in _CHAIN.split(match[1])))


def _member(text: str, whole: str) -> Member:
    addresses = [_ADDRESS.fullmatch(part) for part in text.split(",")]
    if not all(addresses):
        raise ValueError(f"expected terminal:height in the pointer {whole!r}")
    return tuple(Address(int(match[1]), int(match[2])) for match in addresses if match)
