"""The alignment search of the official program: the same result, without its exponential time.

The official program tries candidates of one gold relation after the other by recursion. What a call returns
depends only on the gold it stands at and on which of the predictions that later golds may still try are
taken. So the states of every gold are collected going forward, and valued once each coming back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from relata.scoring.conll2016.defects import CrashError

STATES = 500_000
"""How many states are searched before the alignment of a document is given up: seconds, and not hours."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of a gold and a prediction, and what stayed alone; what a dead end swallowed is in none of them.

    `calls` is how often the official program calls itself to find it.
    """

    pairs: tuple[tuple[int, int], ...]
    lone_golds: tuple[int, ...]
    lone_predictions: tuple[int, ...]
    calls: int


class _Trial(NamedTuple):
    """What is tried for one gold: candidates in order, and whether it is left unpaired as a last try."""

    candidates: tuple[tuple[int, float], ...]
    skippable: bool


class _Step(NamedTuple):
    """One thing to do with a gold: the prediction it takes (None: no one), its score, what is taken then."""

    prediction: int | None
    score: float
    taken: int


def align(edges: Sequence[Mapping[int, float]], predictions: int) -> Alignment:
    """Align golds with predictions; `edges` holds, for each gold, its candidates and their scores."""
    trials = _trials(edges)
    later = _later(trials)
    choices, calls = _value(trials, later, _reach(trials, later))
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    taken, used = 0, set[int]()
    for gold, chosen in enumerate(choices):
        if taken not in chosen:  # a dead end: the rest of the document is lost (B15)
            return Alignment(tuple(pairs), tuple(lone), (), calls)
        step = chosen[taken]
        taken = step.taken
        if step.prediction is None:
            lone.append(gold)
        else:
            pairs.append((gold, step.prediction))
            used.add(step.prediction)
    rest = tuple(j for j in range(predictions) if j not in used)
    return Alignment(tuple(pairs), tuple(lone), rest, calls)


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


def _trials(edges: Sequence[Mapping[int, float]]) -> list[_Trial]:
    suitors: dict[int, int] = {}
    for candidates in edges:
        for prediction in candidates:
            suitors[prediction] = suitors.get(prediction, 0) + 1
    trials: list[_Trial] = []
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
        trials.append(_Trial(tuple(tried), skippable))
    return trials


def _later(trials: Sequence[_Trial]) -> list[int]:
    """For each gold, the set of predictions (as bits) that the golds after it may try."""
    later = [0] * len(trials)
    seen = 0
    for gold in range(len(trials) - 1, -1, -1):
        later[gold] = seen
        for prediction, _ in trials[gold].candidates:
            seen |= 1 << prediction
    return later


def _steps(trial: _Trial, taken: int, later: int) -> Iterator[_Step]:
    for prediction, score in trial.candidates:
        bit = 1 << prediction
        if not taken & bit:
            yield _Step(prediction, score, (taken | bit) & later)
    if trial.skippable:
        yield _Step(None, 0.0, taken & later)


def _reach(trials: Sequence[_Trial], later: Sequence[int]) -> list[set[int]]:
    """The states (sets of taken predictions, as bits) in which the search can come to each gold."""
    layers = [{0}]
    total = 0
    for trial, remaining in zip(trials, later, strict=True):
        layer = {step.taken for taken in layers[-1] for step in _steps(trial, taken, remaining)}
        total += len(layer)
        if total > STATES:
            raise CrashError("B16", "too many ways to align the relations of one document")
        layers.append(layer)
    return layers[:-1]


def _value(
    trials: Sequence[_Trial], later: Sequence[int], layers: Sequence[set[int]]
) -> tuple[list[dict[int, _Step]], int]:
    """The step that the search keeps in every state, and how many calls the recursion would make.

    A state without a step is a dead end; its value is 0.
    """
    choices: list[dict[int, _Step]] = [{} for _ in trials]
    values: dict[int, float] = {0: 0.0}
    calls: dict[int, int] = {0: 1}
    for gold in range(len(trials) - 1, -1, -1):
        values_after, values = values, {}
        calls_after, calls = calls, {}
        for taken in layers[gold]:
            values[taken], calls[taken] = 0.0, 1
            for step in _steps(trials[gold], taken, later[gold]):
                calls[taken] += calls_after[step.taken]
                value = step.score + values_after[step.taken]
                if value >= values[taken]:  # the later of equals wins
                    values[taken] = value
                    choices[gold][taken] = step
    return choices, calls[0]
