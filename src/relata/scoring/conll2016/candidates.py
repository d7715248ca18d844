"""What the official program tries for each gold relation when it aligns, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

Edges = Sequence[Mapping[int, float]]
"""For each gold, its candidates among the predictions and their scores."""

Try = tuple[int | None, int, float]
"""The prediction that a gold takes (None: no one), the same as a bit, and its score."""


class Trial(NamedTuple):
    """What is tried for one gold: candidates in order, and whether it is left unpaired as a last try."""

    candidates: tuple[tuple[int, float], ...]
    skippable: bool

    @property
    def bits(self) -> int:
        """The candidates as bits."""
        return sum(1 << prediction for prediction, _ in self.candidates)

    def open(self, taken: int) -> Iterator[Try]:
        """What there is to try when some predictions (as bits) are taken; nothing in a dead end."""
        for prediction, score in self.candidates:
            bit = 1 << prediction
            if not taken & bit:
                yield prediction, bit, score
        if self.skippable:
            yield None, 0, 0.0


def trials(edges: Edges) -> list[Trial]:
    """What is tried for each gold."""
    suitors = Counter(prediction for candidates in edges for prediction in candidates)
    found: list[Trial] = []
    for candidates in edges:
        tried: list[tuple[int, float]] = []
        skippable = True
        for prediction in hash_order(sorted(candidates)):
            score = candidates[prediction]
            tried.append((prediction, score))
            # The loop ends at a perfect candidate, and at one that nobody else competes for.
            if score == 1 or (len(candidates) == 1 and suitors[prediction] == 1):
                skippable = False
                break
        found.append(Trial(tuple(tried), skippable))
    return found


def hash_order(keys: Iterable[int]) -> list[int]:
    """The order in which a set of the official program's Python gives keys that were added one by one (B18).

    >>> hash_order([3, 9])
    [9, 3]
    """
    slots: list[int | None] = [None] * 8
    for count, key in enumerate(keys, start=1):
        _insert(slots, key)
        if 3 * count >= 2 * len(slots):
            size = 8
            while size <= 4 * count:
                size *= 2
            old, slots = slots, [None] * size
            for kept in old:
                if kept is not None:
                    _insert(slots, kept)
    return [key for key in slots if key is not None]


def _insert(slots: list[int | None], key: int) -> None:
    place = perturb = key
    while slots[place % len(slots)] is not None:
        place = 5 * place + perturb + 1
        perturb >>= 5
    slots[place % len(slots)] = key
