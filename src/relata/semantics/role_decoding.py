"""Decoding roles: which words fill which roles of a predicate, such that together they make sense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from relata.neural.heads import Floats
from relata.semantics.inventory import NO_ROLE

_LEAST = 6.0
"""A role that is e^6 times less likely than the best label of a word is not looked at."""
_MOST_STATES = 256
"""How many partial analyses are kept at each word; few sentences need more than a dozen."""


class RoleDecoder:
    """Finds the likeliest roles of the words of a sentence.

    A numbered role is filled once. A continuation (C-A1) comes after what it continues, and a reference
    (R-A1) has something to refer to.
    """

    def __init__(self, roles: Sequence[str]) -> None:
        self._roles = tuple(roles)
        self._none = self._roles.index(NO_ROLE)
        bits: dict[str, int] = {}
        for role in self._roles:
            bits.setdefault(base_role(role), 1 << len(bits))
        self._labels = [_Label.of(role, bits) for role in self._roles]

    def greedy(self, scores: Floats) -> list[int]:
        """The best role of each word by itself."""
        return [int(label) for label in scores.argmax(axis=1)]

    def best(self, scores: Floats) -> list[int]:
        """The roles with the highest sum of log-probabilities [words, roles] that go together."""
        labels = self.greedy(scores)
        # What is best for each word is best for all, if it goes together; it mostly does.
        return labels if self._fit(labels) else self._search(scores)

    def _fit(self, labels: Sequence[int]) -> bool:
        used = needed = 0
        for label in labels:
            if label != self._none:
                after = self._labels[label].after(used, needed)
                if after is None:
                    return False
                used, needed = after
        return not needed & ~used

    def _search(self, scores: Floats) -> list[int]:
        """Goes through the words and keeps the best way to each state: what is filled and what is missing.

        A role that nothing else in the sentence depends on leaves the state as it is: of these, a word
        has only the best.
        """
        ways: dict[tuple[int, int], tuple[float, _Way | None]] = {(0, 0): (0.0, None)}
        options = self._options(scores)
        bound = self._bound(options.values())
        for word, labels in options.items():
            row = scores[word].tolist()
            free = max(
                (label for label in labels if not self._labels[label].bit & bound), key=row.__getitem__
            )
            further = {
                state: (score + row[free], way if free == self._none else _Way(word, free, way))
                for state, (score, way) in ways.items()
            }
            others = [label for label in labels if self._labels[label].bit & bound]
            for (used, needed), (score, way) in ways.items():
                for label in others:
                    after = self._labels[label].after(used, needed)
                    if after is None:
                        continue
                    sum_ = score + row[label]
                    if after not in further or further[after][0] < sum_:
                        further[after] = sum_, _Way(word, label, way)
            ways = further
            if len(ways) > _MOST_STATES:
                ways = dict(sorted(ways.items(), key=lambda item: -item[1][0])[:_MOST_STATES])
        whole = [found for (used, needed), found in ways.items() if not needed & ~used]
        labels = [self._none] * len(scores)
        _, last = max(whole, key=lambda found: found[0])
        while last is not None:
            labels[last.word] = last.label
            last = last.before
        return labels

    def _options(self, scores: Floats) -> dict[int, list[int]]:
        """The labels that words may have, of those words that may have a role; no role is always one."""
        likely = scores > scores.max(axis=1, keepdims=True) - _LEAST
        likely[:, self._none] = True
        words = np.flatnonzero(likely.sum(axis=1) > 1)
        return {int(word): np.flatnonzero(likely[word]).tolist() for word in words}

    def _bound(self, options: Iterable[Sequence[int]]) -> int:
        """The roles that depend on others: filled once, but likely for several words, or with R- or C-."""
        bound = once = 0
        for labels in options:
            for label in (self._labels[each] for each in labels):
                if label.refers or label.continues or (label.once and once & label.bit):
                    bound |= label.bit
                elif label.once:
                    once |= label.bit
        return bound


@dataclass(frozen=True, slots=True)
class _Way:
    """A word with a role, and the one before."""

    word: int
    label: int
    before: _Way | None


@dataclass(frozen=True, slots=True)
class _Label:
    """What a role does to what is filled and what is missing."""

    bit: int
    once: bool
    continues: bool
    refers: bool

    @classmethod
    def of(cls, role: str, bits: dict[str, int]) -> _Label:
        base = base_role(role)
        return cls(
            bits[base],
            once=role == base and is_core(role),
            continues=role.startswith("C-"),
            refers=role.startswith("R-"),
        )

    def after(self, used: int, needed: int) -> tuple[int, int] | None:
        """The state after a word with this role; None if it cannot have it."""
        if self.refers:
            return used, needed | self.bit
        if self.continues:
            return (used, needed) if used & self.bit else None
        if self.once and used & self.bit:
            return None
        return used | self.bit, needed


def base_role(role: str) -> str:
    """A role without what says that it continues or refers to another.

    >>> base_role("R-A0"), base_role("C-AM-TMP"), base_role("A1")
    ('A0', 'AM-TMP', 'A1')
    """
    return role[2:] if role.startswith(("R-", "C-")) else role


def is_core(role: str) -> bool:
    """Whether a role is one that the predicate's roleset describes.

    >>> is_core("A1"), is_core("AA"), is_core("AM-TMP")
    (True, True, False)
    """
    return role.startswith("A") and not role.startswith("AM")
