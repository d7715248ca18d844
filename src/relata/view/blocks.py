"""The blocks a page shows a text in: its paragraphs, the long ones cut at sentences.

A page paints a block when it comes into view, and puts its relations beside it, so no block may be long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from relata.document import Offsets

_LONGEST = 1000
"""Characters of a block at which the next sentence begins a new one."""

_HARD_LIMIT = 4 * _LONGEST
"""Characters at which even a sentence is cut."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")


class TextBlock(NamedTuple):
    """A stretch of the text; `continued` if it goes on with the paragraph of the block before."""

    begin: int
    end: int
    continued: bool


def lay_out(text: str, paragraphs: Sequence[Offsets], sentences: Iterable[int]) -> tuple[TextBlock, ...]:
    """The blocks of a text, in order; together they hold all of it but the white space between them.

    `paragraphs` are offsets, `sentences` where sentences begin. Without paragraphs, blank lines part them.
    """
    if paragraphs:
        edges = {begin for begin, _ in paragraphs}
    else:
        edges = {found.end() for found in _BLANK_LINE.finditer(text)}
    starts = sorted({0, *edges, len(text)})
    breaks = sorted(set(sentences))
    blocks: list[TextBlock] = []
    place = 0
    for begin, end in pairwise(starts):
        own: list[int] = []
        while place < len(breaks) and breaks[place] < end:
            own.append(breaks[place])
            place += 1
        continued = False
        for piece in _cut(text, begin, end, own):
            blocks.append(TextBlock(*piece, continued))
            continued = True
    return tuple(blocks)


def _cut(text: str, begin: int, end: int, sentences: Iterable[int]) -> Iterator[Offsets]:
    """A paragraph in pieces of some length, without the white space around them; an empty one has none."""
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
