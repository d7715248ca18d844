"""The alignment search of the official program: the same result, without its exponential time.

The official program tries candidates of one gold relation after the other by recursion. What a call returns
depends only on the gold it stands at and on which of the predictions that later golds may still try are
taken. So the states of every gold are collected going forward, and valued once each coming back. States that
leave groups of rivals too far behind what they can score are passed by: the best way does not lead there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from relata.scoring.conll2016.candidates import Edges, Try, trials
from relata.scoring.conll2016.rivals import Survey, check_effort, survey

_ROUNDING = 1e-6
"""More than the rounding of sums of scores can make up, and less than matters for the effort."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Pairs of a gold and a prediction, and what stayed alone; what a dead end swallowed is in none of them.

    `calls` is how often the official program calls itself to find it.
    """

    pairs: tuple[tuple[int, int], ...]
    lone_golds: tuple[int, ...]
    lone_predictions: tuple[int, ...]
    calls: int


def align(edges: Edges, predictions: int) -> Alignment:
    """Align golds with predictions."""
    field = survey(trials(edges))
    pairs: list[tuple[int, int]] = []
    lone: list[int] = []
    taken, used = 0, set[int]()
    for gold, chosen in enumerate(_choices(field)):
        if taken not in chosen:  # a dead end: the rest of the document is lost (B15)
            return Alignment(tuple(pairs), tuple(lone), (), field.calls)
        prediction, bit, _ = chosen[taken]
        taken = (taken | bit) & field.later[gold]
        if prediction is None:
            lone.append(gold)
        else:
            pairs.append((gold, prediction))
            used.add(prediction)
    rest = tuple(j for j in range(predictions) if j not in used)
    return Alignment(tuple(pairs), tuple(lone), rest, field.calls)


def _choices(field: Survey) -> list[dict[int, Try]]:
    """What the search keeps for every gold, by state; a state without it is a dead end, or passed by.

    At first no group may lose anything. If a dead end makes that a bad way, it still tells how much the best
    way loses at most, and a second search allows for that.
    """
    choices, value = _value(field, _reach(field, 2 * _ROUNDING))
    lost = field.best - value
    if lost > _ROUNDING:
        choices, _ = _value(field, _reach(field, lost + 2 * _ROUNDING))
    return choices


def _reach(field: Survey, allowance: float) -> list[dict[int, float]]:
    """The states in which the search can come to each gold, and how much the groups lose on the way."""
    layers = [{0: 0.0}]
    states = 0
    for trial, later, outlook in zip(field.trials, field.later, field.outlooks, strict=True):
        layer: dict[int, float] = {}
        for taken, lost in layers[-1].items():
            for _, bit, score in trial.open(taken):
                then = (taken | bit) & later
                loss = lost + outlook.loss(taken, then, score)
                if loss <= min(allowance, layer.get(then, allowance)):
                    layer[then] = loss
        states += len(layer)
        check_effort(states)
        layers.append(layer)
    return layers


def _value(field: Survey, layers: Sequence[dict[int, float]]) -> tuple[list[dict[int, Try]], float]:
    """What the search keeps in every state, and the score of it all; in a dead end the rest scores 0."""
    choices: list[dict[int, Try]] = [{} for _ in field.trials]
    values = dict.fromkeys(layers[-1], 0.0)
    for gold in range(len(field.trials) - 1, -1, -1):
        values_after, values = values, {}
        for taken in layers[gold]:
            values[taken] = 0.0
            for step in field.trials[gold].open(taken):
                _, bit, score = step
                then = (taken | bit) & field.later[gold]
                if then in values_after and score + values_after[then] >= values[taken]:
                    values[taken] = score + values_after[then]  # the later of equals wins
                    choices[gold][taken] = step
    return choices, values[0]
