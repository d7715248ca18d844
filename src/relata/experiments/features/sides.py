"""Helpers of features: a feature of each side, and of the pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from relata.experiments.instances import Side

Pair = tuple[Side | None, Side | None]
"""Arg1 and Arg2, one of which may be withheld."""


def each_side(pair: Pair, make: Callable[[Side], Iterable[str]]) -> tuple[list[str], list[str]]:
    """What is made of either argument, each value once; nothing of one that is withheld."""
    first, second = (list(dict.fromkeys(make(side))) if side else [] for side in pair)
    return first, second


def alone(name: str, sides: tuple[list[str], list[str]]) -> Iterator[str]:
    """The values as features of the argument that they stand in."""
    for place, values in enumerate(sides, start=1):
        for value in values:
            yield f"{name}.{place}:{value}"


def crossed(name: str, sides: tuple[list[str], list[str]]) -> Iterator[str]:
    """The pairs of a value of Arg1 and a value of Arg2."""
    first, second = sides
    for one in first:
        for other in second:
            yield f"{name}.12:{one}|{other}"
