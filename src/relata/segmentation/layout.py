"""How a text is laid out: paragraphs, and words that annotation cuts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from relata.document import Offsets

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def paragraphs(text: str, position: int = 0, between: re.Pattern[str] = BLANK_LINE) -> Iterator[Offsets]:
    """The stretches between blank lines from a position on, without the blanks around them."""
    while position < len(text):
        blank = between.search(text, position)
        end = blank.start() if blank else len(text)
        block = text[position:end]
        if stripped := block.strip():
            begin = position + block.index(stripped[0])
            yield begin, begin + len(stripped)
        position = blank.end() if blank else len(text)


def cut(word: Offsets, edges: Sequence[int]) -> Iterator[Offsets]:
    """A word, cut at the edges inside it."""
    begin, end = word
    at = bisect_right(edges, begin)
    while at < len(edges) and edges[at] < end:
        yield begin, edges[at]
        begin = edges[at]
        at += 1
    yield begin, end
