"""Blocks of text on a page: paragraphs, of which the long ones are cut at sentences.

A page paints a block, and the relations beside it, when the block comes into view: no block may be long.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from relata.document import Offsets

_LONGEST = 1000
"""Number of characters of a block at which the next sentence begins another block."""

_HARD_LIMIT = 4 * _LONGEST
"""Number of characters at which a sentence is cut."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


class TextBlock(NamedTuple):
    """Offsets of a block; `continued` if it belongs to the paragraph of the block before it."""

    begin: int
    end: int
    continued: bool


def lay_out(text: str, paragraphs: Sequence[Offsets], sentences: Iterable[int]) -> tuple[TextBlock, ...]:
    """Return the blocks of a text in order, which together hold all of it except white space at their edges.

    `sentences` are the offsets at which sentences begin. Without `paragraphs`, blank lines separate them.
    """
    if paragraphs:
        edges = {begin for begin, _ in paragraphs}
    else:
        edges = {match.end() for match in _BLANK_LINE.finditer(text)}
    starts = sorted({0, *edges, len(text)})
    breaks = sorted(set(sentences))
    blocks: list[TextBlock] = []
    for begin, end in pairwise(starts):
        in_paragraph = breaks[bisect_left(breaks, begin) : bisect_left(breaks, end)]
        pieces = _cut(text, begin, end, in_paragraph)
        blocks += (TextBlock(*piece, number > 0) for number, piece in enumerate(pieces))
    return tuple(blocks)


def _cut(text: str, begin: int, end: int, sentences: Iterable[int]) -> Iterator[Offsets]:
    """Yield the pieces of a paragraph, without white space around them."""
    for sentence in (*sentences, end):
        while sentence - begin > _HARD_LIMIT:
            blank = text.rfind(" ", begin + 1, begin + _HARD_LIMIT)
            middle = blank if blank > 0 else begin + _HARD_LIMIT
            yield from _trimmed(text, begin, middle)
            begin = middle
        if sentence - begin > _LONGEST or sentence == end:
            yield from _trimmed(text, begin, sentence)
            begin = sentence


def _trimmed(text: str, begin: int, end: int) -> Iterator[Offsets]:
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end
