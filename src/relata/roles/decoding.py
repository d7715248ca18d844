"""Decoding roles: which words fill which roles of a predicate, such that together they make sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from relata.model.heads import Floats
from relata.roles.labels import NO_ROLE

_LEAST = 6.0
"""A role that is e^6 times less likely than the best label of a word is not looked at."""
_ROUNDING = 1e-3
"""By how much sums of scores in another order may differ."""
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
        bits[NO_ROLE] = 0
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

        What cannot become better than roles that are known to go together is left out.
        """
        options = self._options(scores)
        simple = self._simple(options)
        least = simple[0] - _ROUNDING
        hope = sum(max(row.values()) for row in options.values())
        ways: dict[tuple[int, int], _Scored] = {(0, 0): (0.0, None)}
        for word, row in options.items():
            hope -= max(row.values())
            further: dict[tuple[int, int], _Scored] = {}
            for (used, needed), (score, way) in ways.items():
                for label, own in row.items():
                    sum_ = score + own
                    if sum_ + hope < least:
                        continue
                    after = self._labels[label].after(used, needed)
                    if after is not None and (after not in further or further[after][0] < sum_):
                        further[after] = sum_, _Way(word, label, way)
            ways = further
            if len(ways) > _MOST_STATES:
                ways = dict(sorted(ways.items(), key=lambda item: -item[1][0])[:_MOST_STATES])
        whole = [found for (used, needed), found in ways.items() if not needed & ~used]
        labels = [self._none] * len(scores)
        _, last = max(whole, key=lambda found: found[0], default=simple)
        while last is not None:
            labels[last.word] = last.label
            last = last.before
        return labels

    def _options(self, scores: Floats) -> dict[int, dict[int, float]]:
        """The labels that words may have, the best first, of those words that may have a role."""
        likely = scores > scores.max(axis=1, keepdims=True) - _LEAST
        likely[:, self._none] = True
        found = {}
        for word in np.flatnonzero(likely.sum(axis=1) > 1).tolist():
            row = scores[word].tolist()
            labels = sorted(np.flatnonzero(likely[word]).tolist(), key=row.__getitem__, reverse=True)
            found[word] = {label: row[label] for label in labels}
        return found

    def _simple(self, options: Mapping[int, Mapping[int, float]]) -> _Scored:
        """Roles of which each is the best that goes together with those before."""
        total, used, way = 0.0, 0, None
        for word, row in options.items():
            for label, score in row.items():
                after = self._labels[label].after(used, 0)
                if after is not None and not after[1] & ~used:
                    total += score
                    used, way = after[0], _Way(word, label, way)
                    break
        return total, way


@dataclass(frozen=True, slots=True)
class _Way:
    """A word with a role, and the one before."""

    word: int
    label: int
    before: _Way | None


_Scored = tuple[float, _Way | None]
"""The roles of words up to one, from the last to the first, with the sum of their scores."""


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
