"""Span lists as pipe files write them: "a..b;c..d", character offsets, end exclusive."""

from __future__ import annotations

import re
from collections.abc import Iterable

from relata.document import Offsets
from relata.errors import SpanError

_PIECE = re.compile(r"([0-9]{1,18})\.\.([0-9]{1,18})")


def parse_spans(value: str) -> tuple[Offsets, ...]:
    """The pieces of a span list; an empty one has none.

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
    """The span list of some pieces."""
    return ";".join(f"{begin}..{end}" for begin, end in pieces)
