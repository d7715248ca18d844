"""The alignment search of the official program: the same result, without its exponential time.

The official program tries candidates of one gold relation after the other by recursion. The result of a call
depends only on its gold and on which of the predictions that later golds may still try are taken. So the
states of every gold are collected going forward, and valued once each coming back. States that leave groups
too far behind their best scores are skipped: the best way does not lead there.

A group are golds that compete for the same predictions, directly or through others. Groups are independent of
each other with one exception: a dead end in one of them ends the search for all. And sums of scores, being
rounded, do not quite come apart by group. So groups only bound the search, but by much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import NamedTuple

from relata.scoring.conll2016.records import CrashError

STATES = 500_000
"""The number of states after which the alignment of a document is given up: seconds, and not hours."""

CALLS = 20_000_000
"""About the number of calls that the official program can make in the 120 seconds after which it stops."""

TRIES = 250_000
"""The number of attempts after which an alignment is given up that the official program cannot finish."""

_LOOKAHEAD = 6
"""The number of golds whose states are bounded before they are collected."""

_ROUNDING = 1e-6
"""More than the rounding of sums of scores can make up, and too little to add effort."""

Edges = Sequence[Mapping[int, float]]
"""For each gold, its candidates among the predictions with their scores."""

Try = tuple[int | None, int, float]
"""The prediction that a gold takes (None: no one), the same as a bit, and its score."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of a gold and a prediction, and those without a partner, if no dead end swallowed them.

    `calls` is the number of recursive calls that the official program needs.
    """

    pairs: tuple[tuple[int, int], ...]
    lone_golds: tuple[int, ...]
    lone_predictions: tuple[int, ...]
    calls: int


def align(edges: Edges, predictions: int) -> Alignment:
    """Align golds with predictions."""
    survey = _survey(_attempts(edges))
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    taken, used = 0, set[int]()
    for gold, choices in enumerate(_choices(survey)):
        if taken not in choices:  # a dead end: the rest of the document is lost (B15)
            return Alignment(tuple(pairs), tuple(lone), (), survey.calls)
        prediction, bit, _ = choices[taken]
        taken = (taken | bit) & survey.later[gold]
        if prediction is None:
            lone.append(gold)
        else:
            pairs.append((gold, prediction))
            used.add(prediction)
    unused = tuple(j for j in range(predictions) if j not in used)
    return Alignment(tuple(pairs), tuple(lone), unused, survey.calls)


@dataclass(frozen=True)
class Attempts:
    """Candidates of one gold in the order of the attempts; a skippable gold may stay without a partner."""

    candidates: tuple[tuple[int, float], ...]
    skippable: bool

    @cached_property
    def bits(self) -> int:
        """The candidates as bits."""
        return sum(1 << prediction for prediction, _ in self.candidates)

    def open(self, taken: int) -> Iterator[Try]:
        """List the attempts while some predictions (as bits) are taken; none in a dead end."""
        for prediction, score in self.candidates:
            bit = 1 << prediction
            if not taken & bit:
                yield prediction, bit, score
        if self.skippable:
            yield None, 0, 0.0


def hash_order(keys: Iterable[int]) -> list[int]:
    """Order keys as a set of the official program's Python does, to which they are added one by one (B18).

    >>> hash_order([3, 9])
    [9, 3]
    """
    added = list(keys)
    if max(added, default=0) < _table_size(len(added)):
        return sorted(added)  # each key has the slot of its number
    slots: list[int | None] = [None] * 8
    for count, key in enumerate(added, start=1):
        _insert(slots, key)
        if _grows(count, len(slots)):
            previous, slots = slots, [None] * _larger(count)
            for occupant in previous:
                if occupant is not None:
                    _insert(slots, occupant)
    return [key for key in slots if key is not None]


def _table_size(count: int) -> int:
    """Return the number of slots of a set to which so many keys were added."""
    size, keys = 8, 0
    while (keys := -(-2 * size // 3)) <= count:
        size = _larger(keys)
    return size


def _grows(count: int, size: int) -> bool:
    return 3 * count >= 2 * size


def _larger(count: int) -> int:
    size = 8
    while size <= 4 * count:
        size *= 2
    return size


def _insert(slots: list[int | None], key: int) -> None:
    slot = perturb = key
    while slots[slot % len(slots)] is not None:
        slot = 5 * slot + perturb + 1
        perturb >>= 5
    slots[slot % len(slots)] = key


def _attempts(edges: Edges) -> list[Attempts]:
    shared = Counter(map(id, edges))  # equal golds share their candidates
    distinct = {id(candidates): candidates for candidates in edges}
    competitors: Counter[int] = Counter()
    for key, candidates in distinct.items():
        for prediction in candidates:
            competitors[prediction] += shared[key]
    attempts = {key: _attempts_on(candidates, competitors) for key, candidates in distinct.items()}
    return [attempts[id(candidates)] for candidates in edges]


def _attempts_on(candidates: Mapping[int, float], competitors: Mapping[int, int]) -> Attempts:
    ordered: list[tuple[int, float]] = []
    skippable = True
    for prediction in hash_order(sorted(candidates)):
        score = candidates[prediction]
        ordered.append((prediction, score))
        # The loop ends at a perfect candidate, and at one that no other gold competes for.
        if score == 1 or (len(candidates) == 1 and competitors[prediction] == 1):
            skippable = False
            break
    return Attempts(tuple(ordered), skippable)


class Outlook(NamedTuple):
    """Best scores of the group of a gold, at it and after it, by the taken predictions of the group."""

    predictions: int
    here: dict[int, float]
    after: dict[int, float]

    def loss(self, taken: int, taken_then: int, score: float) -> float:
        """Compute how far a try leaves the group behind its best score."""
        return self.here[taken & self.predictions] - (score + self.after[taken_then & self.predictions])


@dataclass(frozen=True, slots=True)
class Survey:
    """Golds that the search can reach, with their attempts and the outlooks of their groups.

    `later` are the predictions (as bits) that the golds after each one may try, `best` is the sum of the best
    scores of the groups, and `calls` is the number of recursive calls of the official program.
    """

    attempts: Sequence[Attempts]
    later: Sequence[int]
    outlooks: Sequence[Outlook]
    best: float
    calls: int


def _survey(attempts: Sequence[Attempts]) -> Survey:
    """Search every group by itself, up to the gold at which one of them is in a dead end in any case."""
    groups, masks = _groups(attempts)
    later = _later(attempts)
    layers, calls = _group_states(attempts, groups, masks, later)
    if len(layers) < len(attempts):
        return _survey(attempts[: len(layers)])  # the attempts of golds beyond do not matter
    outlooks, best = _outlooks(attempts, groups, masks, later, layers)
    return Survey(attempts, later, outlooks, best, calls)


def _groups(attempts: Sequence[Attempts]) -> tuple[list[int], dict[int, int]]:
    """Find the number of the group of each gold, and its predictions (as bits); groups have none in common.

    Numbers are those of a prediction each, which is quicker to look up than bits; -1 has no predictions.
    """
    leaders: dict[int, int] = {}

    def leader(prediction: int) -> int:
        while leaders.setdefault(prediction, prediction) != prediction:
            leaders[prediction] = prediction = leaders[leaders[prediction]]
        return prediction

    for attempt in attempts:
        for prediction, _ in attempt.candidates:
            leaders[leader(prediction)] = leader(attempt.candidates[0][0])
    masks: defaultdict[int, int] = defaultdict(int, {-1: 0})
    for prediction in leaders:
        masks[leader(prediction)] |= 1 << prediction
    return [leader(attempt.candidates[0][0]) if attempt.candidates else -1 for attempt in attempts], masks


def _later(attempts: Sequence[Attempts]) -> list[int]:
    later = [0] * len(attempts)
    for gold in range(len(attempts) - 1, 0, -1):
        later[gold - 1] = later[gold] | attempts[gold].bits
    return later


def _group_states(
    attempts: Sequence[Attempts], groups: Sequence[int], masks: Mapping[int, int], later: Sequence[int]
) -> tuple[list[Counter[int]], int]:
    """Count the ways to each state of the group of each gold, and the calls in total.

    A state is the set of taken predictions, as bits, that the group may still try. A gold at which every way
    of its group ends is the last one.
    """
    ways = {group: Counter({0: 1}) for group in groups}
    layers: list[Counter[int]] = []
    calls = paths = 1
    states = tries = 0
    for gold, (attempt, group, remaining) in enumerate(zip(attempts, groups, later, strict=True)):
        layer, after = ways[group], Counter[int]()
        if layer:
            _check_effort(_least_states(attempts, groups, later, gold, next(iter(layer))))
        mask, bits = remaining & masks[group], [1 << prediction for prediction, _ in attempt.candidates]
        if attempt.skippable:
            bits.append(0)
        for taken, count in layer.items():
            for bit in bits:  # as in `open`, which would take most of the time here
                if not taken & bit:
                    after[(taken | bit) & mask] += count
            tries += len(bits)
            if states + len(after) > STATES or (tries > TRIES and calls > CALLS):
                _check_effort(STATES + 1)
        layers.append(layer)
        ways[group] = after
        paths = paths // layer.total() * after.total()  # the ways of groups combine freely
        calls += paths
        states += len(after)
        _check_effort(states)
        if not after:
            break
    return layers, calls


def _least_states(
    attempts: Sequence[Attempts], groups: Sequence[int], later: Sequence[int], gold: int, taken: int
) -> int:
    """Bound from below the states that this gold and the next ones of its group lead to, from one state.

    Golds that take a prediction each lead to at least this many sets of predictions: the product of their
    numbers of free candidates, by the number of orders.
    """
    least = 1
    for count in range(1, _LOOKAHEAD + 1):
        last = gold + count - 1
        if last >= len(groups) or groups[last] != groups[gold]:
            break
        ways = 1
        for number in range(count):
            free = attempts[gold + number].bits & later[last] & ~taken
            ways *= max(free.bit_count() - number, 0)
        least = max(least, ways // factorial(count))
    return least


def _outlooks(
    attempts: Sequence[Attempts],
    groups: Sequence[int],
    masks: Mapping[int, int],
    later: Sequence[int],
    layers: Sequence[Counter[int]],
) -> tuple[list[Outlook], float]:
    ahead = {group: {0: 0.0} for group in groups}
    outlooks: list[Outlook] = []
    for gold in range(len(attempts) - 1, -1, -1):
        group, remaining = groups[gold], later[gold] & masks[groups[gold]]
        after, here = ahead[group], dict[int, float]()
        for taken in layers[gold]:
            tries = attempts[gold].open(taken)
            here[taken] = max(
                (score + after[(taken | bit) & remaining] for _, bit, score in tries), default=0.0
            )
        outlooks.append(Outlook(masks[group], here, after))
        ahead[group] = here
    return outlooks[::-1], sum(values[0] for values in ahead.values())


def _choices(survey: Survey) -> list[dict[int, Try]]:
    """Choose for every gold, by state; a state without a choice is a dead end, or skipped.

    At first no group may lose anything. If a dead end makes that a bad way, its loss still bounds the loss of
    the best way, and a second search allows for that.
    """
    choices, value = _best_choices(survey, _reach(survey, 2 * _ROUNDING))
    lost = survey.best - value
    if lost > _ROUNDING:
        choices, _ = _best_choices(survey, _reach(survey, lost + 2 * _ROUNDING))
    return choices


def _reach(survey: Survey, allowance: float) -> list[dict[int, float]]:
    """Find the states in which the search can reach each gold, with the losses of the groups on the way."""
    layers = [{0: 0.0}]
    states = 0
    for attempt, later, outlook in zip(survey.attempts, survey.later, survey.outlooks, strict=True):
        layer: dict[int, float] = {}
        for taken, lost in layers[-1].items():
            for _, bit, score in attempt.open(taken):
                then = (taken | bit) & later
                loss = lost + outlook.loss(taken, then, score)
                if loss <= min(allowance, layer.get(then, allowance)):
                    layer[then] = loss
        states += len(layer)
        _check_effort(states)
        layers.append(layer)
    return layers


def _best_choices(survey: Survey, layers: Sequence[dict[int, float]]) -> tuple[list[dict[int, Try]], float]:
    """Choose in every state, and compute the total score; in a dead end the rest scores 0."""
    choices: list[dict[int, Try]] = [{} for _ in survey.attempts]
    values = dict.fromkeys(layers[-1], 0.0)
    for gold in range(len(survey.attempts) - 1, -1, -1):
        values_after, values = values, {}
        for taken in layers[gold]:
            values[taken] = 0.0
            for step in survey.attempts[gold].open(taken):
                _, bit, score = step
                then = (taken | bit) & survey.later[gold]
                if then in values_after and score + values_after[then] >= values[taken]:
                    values[taken] = score + values_after[then]  # the later of equals wins
                    choices[gold][taken] = step
    return choices, values[0]


def _check_effort(states: int) -> None:
    """Crash as the official program does, if much later, where a search takes too long."""
    if states > STATES:
        raise CrashError("B16", "too many ways to align the relations of one document")
