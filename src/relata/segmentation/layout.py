"""How a text is laid out: paragraphs, and words that annotation cuts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from relata.document import Offsets
from relata.segmentation import Segments

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


def segmented(
    text: str,
    blocks: Sequence[Offsets],
    words: Callable[[str, int, int], Iterable[Offsets]],
    sentence_starts: Callable[[str, Sequence[Offsets]], Iterable[int]],
    boundaries: Iterable[int],
) -> Segments:
    """The paragraphs of a text, cut into words, none of which runs over a boundary, and these into sentences.

    `words` cuts a stretch of the text, `sentence_starts` says which words of a paragraph open a sentence.
    """
    edges = sorted(set(boundaries))
    offsets: list[Offsets] = []
    starts: list[int] = []
    for begin, end in blocks:
        own = [piece for word in words(text, begin, end) for piece in cut(word, edges)]
        starts.extend(len(offsets) + start for start in sentence_starts(text, own))
        offsets.extend(own)
    return Segments(text, tuple(offsets), tuple(starts), tuple(blocks))
