"""Golds that compete for the same predictions, directly or through others: what such a group can do alone.

Groups are blind to each other, but for one thing: a dead end in one of them ends the search for all. And sums
of scores, being rounded, do not quite come apart by group. So this only bounds the search, and by much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from relata.scoring.conll2016.candidates import Trial
from relata.scoring.conll2016.defects import CrashError

STATES = 500_000
"""How many states are searched before the alignment of a document is given up: seconds, and not hours."""


class Outlook(NamedTuple):
    """What the group of a gold can still score at it and after it, by what is taken of its predictions."""

    predictions: int
    here: dict[int, float]
    after: dict[int, float]

    def loss(self, taken: int, taken_then: int, score: float) -> float:
        """How far a try leaves the group behind the best that it could do."""
        return self.here[taken & self.predictions] - (score + self.after[taken_then & self.predictions])


@dataclass(frozen=True, slots=True)
class Survey:
    """The golds that the search can come to, with what is tried for each and the outlook of its group.

    `later` are the predictions (as bits) that the golds after each one may try, `best` is the sum of what the
    groups can score, and `calls` is how often the official program calls itself.
    """

    trials: Sequence[Trial]
    later: Sequence[int]
    outlooks: Sequence[Outlook]
    best: float
    calls: int


def survey(trials: Sequence[Trial]) -> Survey:
    """Search every group by itself, up to the gold at which one of them is in a dead end whatever it does."""
    groups, later = _groups(trials), _later(trials)
    layers, calls = _reach(trials, groups, later)
    if len(layers) < len(trials):
        return survey(trials[: len(layers)])  # what golds beyond would like to take is of no importance
    outlooks, best = _outlooks(trials, groups, later, layers)
    return Survey(trials, later, outlooks, best, calls)


def check_effort(states: int) -> None:
    """Fall over as the official program does, if much later, where a search takes too long."""
    if states > STATES:
        raise CrashError("B16", "too many ways to align the relations of one document")


def _groups(trials: Sequence[Trial]) -> list[int]:
    """For each gold, the predictions (as bits) that its group competes for: groups have none in common."""
    leaders: dict[int, int] = {}

    def leader(prediction: int) -> int:
        while leaders.setdefault(prediction, prediction) != prediction:
            leaders[prediction] = prediction = leaders[leaders[prediction]]
        return prediction

    for trial in trials:
        for prediction, _ in trial.candidates:
            leaders[leader(prediction)] = leader(trial.candidates[0][0])
    members: defaultdict[int, int] = defaultdict(int)
    for prediction in leaders:
        members[leader(prediction)] |= 1 << prediction
    return [members[leader(trial.candidates[0][0])] if trial.candidates else 0 for trial in trials]


def _later(trials: Sequence[Trial]) -> list[int]:
    later = [0] * len(trials)
    for gold in range(len(trials) - 1, 0, -1):
        later[gold - 1] = later[gold] | trials[gold].bits
    return later


def _reach(
    trials: Sequence[Trial], groups: Sequence[int], later: Sequence[int]
) -> tuple[list[Counter[int]], int]:
    """In how many ways each gold finds its group in which state, and how many calls there are over all.

    A state is the set of taken predictions, as bits, that the group may still try. A gold where every way of
    its group ends is the last one.
    """
    ways = {group: Counter({0: 1}) for group in groups}
    layers: list[Counter[int]] = []
    calls = paths = 1
    states = 0
    for trial, group, remaining in zip(trials, groups, later, strict=True):
        layer, after = ways[group], Counter[int]()
        for taken, count in layer.items():
            for _, bit, _ in trial.open(taken):
                after[(taken | bit) & remaining & group] += count
        layers.append(layer)
        ways[group] = after
        paths = paths // layer.total() * after.total()  # the ways of groups combine freely
        calls += paths
        states += len(after)
        check_effort(states)
        if not after:
            break
    return layers, calls


def _outlooks(
    trials: Sequence[Trial], groups: Sequence[int], later: Sequence[int], layers: Sequence[Counter[int]]
) -> tuple[list[Outlook], float]:
    ahead = {group: {0: 0.0} for group in groups}
    outlooks: list[Outlook] = []
    for gold in range(len(trials) - 1, -1, -1):
        group, remaining = groups[gold], later[gold] & groups[gold]
        after, here = ahead[group], dict[int, float]()
        for taken in layers[gold]:
            values = (score + after[(taken | bit) & remaining] for _, bit, score in trials[gold].open(taken))
            here[taken] = max(values, default=0.0)
        outlooks.append(Outlook(group, here, after))
        ahead[group] = here
    return outlooks[::-1], sum(values[0] for values in ahead.values())
