"""Layout of a text: its paragraphs, their sentences, and words cut at boundaries of annotation."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from relata.document import Offsets
from relata.segmentation import Segments

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def paragraphs(text: str, position: int = 0, between: re.Pattern[str] = BLANK_LINE) -> Iterator[Offsets]:
    """Yield the parts of a text between blank lines after a position, without surrounding blanks."""
    while position < len(text):
        blank = between.search(text, position)
        end = blank.start() if blank else len(text)
        block = text[position:end]
        if stripped := block.strip():
            begin = position + block.index(stripped[0])
            yield begin, begin + len(stripped)
        position = blank.end() if blank else len(text)


def cut(word: Offsets, edges: Sequence[int]) -> Iterator[Offsets]:
    """Cut a word at the edges inside it."""
    begin, end = word
    at = bisect_right(edges, begin)
    while at < len(edges) and edges[at] < end:
        yield begin, edges[at]
        begin = edges[at]
        at += 1
    yield begin, end


@dataclass(frozen=True, slots=True)
class Paragraph(ABC):
    """Words of a paragraph; subclasses hold the rules of a language for sentences."""

    text: str
    words: Sequence[Offsets]

    def sentence_starts(self) -> Iterator[int]:
        """Yield the words that open a sentence."""
        yield 0
        first = index = 0
        width = max(map(len, self.text[self.words[0][0] : self.words[-1][1]].split("\n")))
        while index + 1 < len(self.words):
            stopped = self.is_stop(index, first)
            index = self.after_closers(index, first) if stopped else index + 1
            if index < len(self.words) and self.opens(index, stopped, width):
                yield index
                first = index

    @abstractmethod
    def is_stop(self, index: int, first: int) -> bool:
        """Return true if a word is a mark that can end the sentence that began at `first`."""

    @abstractmethod
    def after_closers(self, stop: int, first: int) -> int:
        """Return the first word after a stop and its closing quotes and brackets."""

    @abstractmethod
    def opens(self, index: int, stopped: bool, width: int) -> bool:
        """Return true if a sentence begins at a word; `stopped` is true after a stop and its closers.

        `width` is the length of the longest line of the paragraph.
        """


def segmented(
    text: str,
    blocks: Sequence[Offsets],
    words: Callable[[str, int, int], Iterable[Offsets]],
    paragraph: type[Paragraph],
    boundaries: Iterable[int],
) -> Segments:
    """Segment the paragraphs of a text into sentences and words; no word crosses a boundary.

    `words` yields the words between two offsets of the text.
    """
    edges = sorted(set(boundaries))
    offsets: list[Offsets] = []
    starts: list[int] = []
    for begin, end in blocks:
        pieces = [piece for word in words(text, begin, end) for piece in cut(word, edges)]
        starts.extend(len(offsets) + start for start in paragraph(text, pieces).sentence_starts())
        offsets.extend(pieces)
    return Segments(text, tuple(offsets), tuple(starts), tuple(blocks))
