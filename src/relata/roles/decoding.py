"""Decoding of roles: the likeliest roles of words that together form a consistent frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from relata.model.heads import Floats
from relata.roles.labels import NO_ROLE, base_role, is_core
from relata.structured.linear_chain import best_accepted_labels

_LEAST = 6.0
"""A role that is e^6 times less likely than the best label of a word is ruled out."""
_ROUNDING = 1e-3
"""Tolerance for sums of scores in another order."""
_MOST_STATES = 256
"""Limit of states at each word; few sentences need more than a dozen."""

_State = tuple[int, int]
"""Sets of base roles, as bits: the filled ones, and those that a reference needs."""


class RoleDecoder:
    """Decoder of the roles of a sentence's words.

    A numbered role is filled once. A continuation (C-A1) comes after what it continues, and a reference
    (R-A1) has something to refer to.
    """

    def __init__(self, roles: Sequence[str]) -> None:
        self._none = tuple(roles).index(NO_ROLE)
        bits: dict[str, int] = {}
        for role in roles:
            bits.setdefault(base_role(role), 1 << len(bits))
        bits[NO_ROLE] = 0
        self._rules = [_RoleRule.of(role, bits) for role in roles]

    def best(self, scores: Floats) -> list[int]:
        """Choose the consistent roles of the highest sum of log-probabilities [words, roles]."""
        labels: list[int] = scores.argmax(axis=1).tolist()
        # The best roles of the words by themselves are mostly consistent, and then the best of all.
        return labels if self._is_consistent(labels) else self._search(scores)

    def _is_consistent(self, labels: Sequence[int]) -> bool:
        state: _State | None = (0, 0)
        for label in labels:
            if label != self._none and state is not None:
                state = self._step(state, label)
        return state is not None and _is_complete(state)

    def _step(self, state: _State, label: int) -> _State | None:
        return self._rules[label].after(*state)

    def _search(self, scores: Floats) -> list[int]:
        """Search the words that may have a role, with a simple consistent labelling as the bound."""
        options = self._options(scores)
        simple, total = self._simple(list(options.values()))
        labels = best_accepted_labels(
            list(options.values()),
            (0, 0),
            self._step,
            _is_complete,
            least=total - _ROUNDING,
            most_states=_MOST_STATES,
        )
        roles = [self._none] * len(scores)
        for word, label in zip(options, simple if labels is None else labels, strict=True):
            roles[word] = label
        return roles

    def _options(self, scores: Floats) -> dict[int, dict[int, float]]:
        """List the likely labels, the best first, of each word that may have a role."""
        likely = scores > scores.max(axis=1, keepdims=True) - _LEAST
        likely[:, self._none] = True
        options = {}
        for word in np.flatnonzero(likely.sum(axis=1) > 1).tolist():
            row = scores[word].tolist()
            labels = sorted(np.flatnonzero(likely[word]).tolist(), key=row.__getitem__, reverse=True)
            options[word] = {label: row[label] for label in labels}
        return options

    def _simple(self, options: Sequence[dict[int, float]]) -> tuple[list[int], float]:
        """Choose for each word the best role consistent with those before; sum their scores."""
        labels, total, used = [], 0.0, 0
        for row in options:
            for label, score in row.items():
                after = self._rules[label].after(used, 0)
                if after is not None and _is_complete((used, after[1])):
                    total += score
                    used = after[0]
                    labels.append(label)
                    break
        return labels, total


def _is_complete(state: _State) -> bool:
    used, needed = state
    return not needed & ~used


@dataclass(frozen=True, slots=True)
class _RoleRule:
    """The effect of a role on the filled and the needed roles."""

    bit: int
    once: bool
    continues: bool
    refers: bool

    @classmethod
    def of(cls, role: str, bits: dict[str, int]) -> _RoleRule:
        base = base_role(role)
        return cls(
            bits[base],
            once=role == base and is_core(role),
            continues=role.startswith("C-"),
            refers=role.startswith("R-"),
        )

    def after(self, used: int, needed: int) -> _State | None:
        """Return the state after a word with this role; None if the role is inconsistent."""
        if self.refers:
            return used, needed | self.bit
        if self.continues:
            return (used, needed) if used & self.bit else None
        if self.once and used & self.bit:
            return None
        return used | self.bit, needed
