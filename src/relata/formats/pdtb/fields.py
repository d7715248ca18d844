"""Fields of pipe files: their names in PDTB-2 and PDTB-3, the dialects of corpora, and span lists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from relata.document import Offsets
from relata.document.relations import RelationType
from relata.errors import SpanError

_PIECE = re.compile(r"([0-9]{1,18})\.\.([0-9]{1,18})")
_FEATURES = ("source", "type", "polarity", "determinacy")


def _attribution(owner: str, *pieces: str) -> tuple[str, ...]:
    """Return the attribution fields of a relation or of an argument: four features, then location."""
    return tuple(f"{owner}attribution_{name}" for name in (*_FEATURES, *pieces))


def _located(owner: str) -> tuple[str, ...]:
    return (f"{owner}_spans", f"{owner}_gorn", f"{owner}_text")


SENSES = ("sense1a", "sense1b", "sense2a", "sense2b")
"""First and second sense of the first connective, then of the second."""

SPANS = ("connective_spans", "arg1_spans", "arg2_spans", "sup1_spans", "sup2_spans")
"""Fields for the spans of a relation itself, without attribution."""

PDTB2_FIELDS = (
    *("type", "section", "file"),
    *_located("connective"),
    *("string_position", "sentence_number", "connective_head", "inserted", "second_inserted"),
    *SENSES,
    *_attribution("", "spans", "gorn", "text"),
    *_located("arg1"),
    *_attribution("arg1_", "spans", "gorn", "text"),
    *_located("arg2"),
    *_attribution("arg2_", "spans", "gorn", "text"),
    *_located("sup1"),
    *_located("sup2"),
)

PDTB3_FIELDS = (
    *("type", "connective_spans"),
    *_attribution("", "spans"),
    *("connective", *SENSES[:2], "second_connective", *SENSES[2:]),
    *("sup1_spans", "arg1_spans"),
    *_attribution("arg1_", "spans"),
    "arg2_spans",
    *_attribution("arg2_", "spans"),
    "sup2_spans",
    *("adjudication_reason", "adjudication_disagreement", "propbank_role", "propbank_verb"),
    *("anchor", "provenance", "link"),
)

PDTB3_TYPES = (
    RelationType.EXPLICIT,
    RelationType.IMPLICIT,
    RelationType.ALTLEX,
    RelationType.ALTLEXC,
    RelationType.ENTREL,
    RelationType.NOREL,
    RelationType.HYPOPHORA,
)

PDTB2_TYPES = tuple(
    type for type in PDTB3_TYPES if type not in (RelationType.ALTLEXC, RelationType.HYPOPHORA)
)

TYPED = (RelationType.ENTREL, RelationType.NOREL, RelationType.HYPOPHORA)
"""Types without senses: the type stands in for one."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Conventions of a corpus for the content of the fields.

    `spelled`: the field `connective` repeats the text of the connective span. `unconnected` is its value in
    rows without connective, `uninserted` in Implicit rows without an inserted one. `named`: the sense of
    EntRel, NoRel and Hypophora repeats the type. `whole_anchor`: the anchor has all pieces of a connective,
    not only the first. `rough`: spans may cut words and overlap.
    """

    name: str
    fields: tuple[str, ...]
    senses: str
    types: tuple[RelationType, ...] = PDTB3_TYPES
    spelled: bool = True
    unconnected: str = ""
    uninserted: str = ""
    named: bool = False
    whole_anchor: bool = False
    rough: bool = False


def parse_spans(value: str) -> tuple[Offsets, ...]:
    """Parse a span list such as "a..b;c..d" into character offsets, end exclusive.

    >>> parse_spans("0..1;15..19")
    ((0, 1), (15, 19))
    """
    pieces: list[Offsets] = []
    for part in value.split(";") if value else ():
        match = _PIECE.fullmatch(part)
        if match is None:
            raise SpanError(f"expected spans such as 12..15;20..31, got {value!r}")
        begin, end = int(match[1]), int(match[2])
        if begin >= end:
            raise SpanError(f"expected a span that ends after it begins, got {part}")
        pieces.append((begin, end))
    return tuple(pieces)


def format_spans(pieces: Iterable[Offsets]) -> str:
    """Write pieces as a span list."""
    return ";".join(f"{begin}..{end}" for begin, end in pieces)
