"""Characters that belong to the one before them: combining marks, joiners, and what emoji are joined of.

Words are found in the text without them, and so as in any other text; then each goes with its base.
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
"""Soft hyphens, and what has no width."""

_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_CANDIDATE = re.compile(r"[^\w\s!-~]")


def segment_bases(
    text: str, boundaries: Iterable[int], segment: Callable[[str, Iterable[int]], Segments]
) -> Segments:
    """What `segment` finds in a text without its clinging characters, for the text with them.

    Before one of the `boundaries`, nothing clings.
    """
    edges = set(boundaries)
    clinging = _clinging(text, edges)
    if not clinging:
        return segment(text, edges)
    begins = (0, *(place + 1 for place in clinging))
    plain = "".join(text[begin:end] for begin, end in zip(begins, (*clinging, len(text)), strict=True))
    before = [place - number for number, place in enumerate(clinging)]

    def moved(stretch: Offsets) -> Offsets:
        begin, end = stretch
        return begin + bisect_right(before, begin), end + bisect_right(before, end)

    found = segment(plain, (edge - bisect_left(clinging, edge) for edge in edges))
    return Segments(
        text, tuple(map(moved, found.offsets)), found.sentence_starts, tuple(map(moved, found.paragraphs))
    )


def _clinging(text: str, edges: set[int]) -> list[int]:
    """The places of the characters that belong to the one before them."""
    found: list[int] = []
    base = -1
    for match in _CANDIDATE.finditer(text):
        place = match.start()
        if not found or found[-1] != place - 1:
            base = place - 1
        if base >= 0 and place not in edges and not text[base].isspace() and _clings(text, place, text[base]):
            found.append(place)
    return found


def _clings(text: str, place: int, base: str) -> bool:
    """Whether the character at a place belongs to a base that is before it, with none but such between."""
    character = text[place]
    if character in _UNSEEN or category(character).startswith("M"):
        return True
    joined = character in _SKIN_TONES or text[place - 1] == _JOINER
    return joined and category(base) == "So" and category(character).startswith("S")
