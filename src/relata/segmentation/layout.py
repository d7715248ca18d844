"""Layout of a text: its paragraphs, their sentences, and words cut at boundaries of annotation.

Combining characters (marks, joiners, parts of emoji) belong to the character before them: text is segmented
without them, then each is added to the word of its base.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category

from relata.document import Offsets
from relata.segmentation import Segments

_JOINER = "\u200d"
_UNSEEN = frozenset(f"\u00ad\u200b\u200c{_JOINER}\u2060\ufeff")
"""Soft hyphens and characters without width."""

_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_CANDIDATE = re.compile(r"[^\w\s!-~]")

BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


def paragraphs(text: str, position: int = 0, between: re.Pattern[str] = BLANK_LINE) -> Iterator[Offsets]:
    """Yield the parts of a text between blank lines after a position, without surrounding blanks.

    A byte order mark at the beginning belongs to no part.
    """
    position = position or int(text.startswith("\ufeff"))
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
        lines = self.text[self.words[0][0] : self.words[-1][1]].split("\n")
        width = max(len(line.removesuffix("\r")) for line in lines)
        while index + 1 < len(self.words):
            stopped = self._is_stop(index, first)
            index = self._after_closers(index, first) if stopped else index + 1
            if index < len(self.words) and self._opens(index, stopped, width):
                yield index
                first = index

    @abstractmethod
    def _is_stop(self, index: int, first: int) -> bool:
        """Return true if a word is a mark that can end the sentence that began at `first`."""

    @abstractmethod
    def _after_closers(self, stop: int, first: int) -> int:
        """Return the first word after a stop and its closing quotes and brackets."""

    @abstractmethod
    def _opens(self, index: int, stopped: bool, width: int) -> bool:
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


def segment_bases(
    text: str, boundaries: Iterable[int], segment: Callable[[str, Iterable[int]], Segments]
) -> Segments:
    """Segment a text without its combining characters, and return the segments of the text with them.

    A character at one of the `boundaries` does not combine.
    """
    edges = set(boundaries)
    combining = _combining_indices(text, edges)
    if not combining:
        return segment(text, edges)
    begins = (0, *(index + 1 for index in combining))
    plain = "".join(text[begin:end] for begin, end in zip(begins, (*combining, len(text)), strict=True))
    before = [index - number for number, index in enumerate(combining)]

    def moved(offsets: Offsets) -> Offsets:
        begin, end = offsets
        return begin + bisect_right(before, begin), end + bisect_right(before, end)

    segments = segment(plain, (edge - bisect_left(combining, edge) for edge in edges))
    offsets, paragraphs = (tuple(map(moved, layer)) for layer in (segments.offsets, segments.paragraphs))
    return Segments(text, offsets, segments.sentence_starts, paragraphs)


def _combining_indices(text: str, edges: set[int]) -> list[int]:
    """Return the indices of the combining characters."""
    indices: list[int] = []
    base = -1
    for match in _CANDIDATE.finditer(text):
        index = match.start()
        if not indices or indices[-1] != index - 1:
            base = index - 1
        free = base >= 0 and index not in edges and not text[base].isspace()
        if free and _combines(text, index, text[base]):
            indices.append(index)
    return indices


def _combines(text: str, index: int, base: str) -> bool:
    """Return true if a character combines with a base; only combining characters stand between them."""
    character = text[index]
    if character in _UNSEEN or category(character).startswith("M"):
        return True
    joined = character in _SKIN_TONES or text[index - 1] == _JOINER
    return joined and category(base) == "So" and category(character).startswith("S")
