"""Features of trees (Lin et al. 2009)."""

from __future__ import annotations

from collections.abc import Iterator

from relata.experiments.features.sides import Pair, alone, each_side


def production_rules(pair: Pair) -> Iterator[str]:
    """The rules of constituents in either argument, and in both."""
    return _rules("production", each_side(pair, lambda side: side.productions or ()))


def dependency_rules(pair: Pair) -> Iterator[str]:
    """The words with the labels of their dependents in either argument, and in both."""
    return _rules("dependency", each_side(pair, lambda side: side.dependencies or ()))


def _rules(name: str, sides: tuple[list[str], list[str]]) -> Iterator[str]:
    yield from alone(name, sides)
    second = set(sides[1])
    for rule in sides[0]:
        if rule in second:
            yield f"{name}.12:{rule}"
