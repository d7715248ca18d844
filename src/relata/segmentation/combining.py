"""Combining characters: marks, joiners and parts of emoji that belong to the character before them.

Text is segmented without them, then each is added to the word of its base.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from unicodedata import category

from relata.document import Offsets
from relata.segmentation import Segments

_JOINER = "\u200d"
_UNSEEN = frozenset(f"\u00ad\u200b\u200c{_JOINER}\u2060\ufeff")
"""Soft hyphens and characters without width."""

_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_CANDIDATE = re.compile(r"[^\w\s!-~]")


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
        if (
            base >= 0
            and index not in edges
            and not text[base].isspace()
            and _combines(text, index, text[base])
        ):
            indices.append(index)
    return indices


def _combines(text: str, index: int, base: str) -> bool:
    """Return true if a character combines with a base; only combining characters stand between them."""
    character = text[index]
    if character in _UNSEEN or category(character).startswith("M"):
        return True
    joined = character in _SKIN_TONES or text[index - 1] == _JOINER
    return joined and category(base) == "So" and category(character).startswith("S")
