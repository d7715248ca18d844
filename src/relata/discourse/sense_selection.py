"""Choosing a sense: from the probabilities of a model's senses to one of the inventory that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from relata.discourse.sense_pooling import Opinion
from relata.model.heads import Floats
from relata.senses import closest_inventory, inventory, mapping, truncate


class Chosen(NamedTuple):
    """A sense, how likely it is for whoever decides, and the probability that it is shown with."""

    sense: str
    chance: float
    shown: float


class SenseChoice:
    """Chooses among the senses of a model, or among those of another inventory that they map to.

    A model's own sense is found from above: the second level first, with the sum of what is below it, then
    the likeliest sense there. In another inventory a sense has the sum of the senses that map to it.
    """

    def __init__(self, senses: Sequence[str], target: str | None = None, *, language: str = "en") -> None:
        self._senses = tuple(senses)
        self._groups: dict[str, list[int]] = {}
        self._native = target is None
        if target is None:
            goals: list[str | None] = [truncate(sense, 2) for sense in senses]
        else:
            name = f"{target}-{language}" if target == "conll2016" else target
            rows = mapping(closest_inventory(set(senses)), inventory(name).name)
            goals = [rows.apply(sense) for sense in senses]
        self._unmapped = [place for place, goal in enumerate(goals) if goal is None]
        for place, goal in enumerate(goals):
            if goal is not None:
                self._groups.setdefault(goal, []).append(place)

    def best(self, senses: Opinion) -> Chosen:
        """The likeliest sense."""
        chances, shown = senses.chances, senses.shown
        sums = self._sums(chances)
        goal = max(sums, key=sums.__getitem__)
        places = self._groups[goal]
        if not self._native:
            return Chosen(goal, sums[goal], float(shown[places].sum()))
        place = places[int(np.argmax(chances[places]))]
        return Chosen(self._senses[place], float(chances[place]), float(shown[place]))

    def misses(self, senses: Opinion) -> bool:
        """Whether most speaks for senses that have no counterpart in the inventory asked for."""
        chances = senses.chances
        return float(chances[self._unmapped].sum()) > max(self._sums(chances).values())

    def _sums(self, probabilities: Floats) -> dict[str, float]:
        return {goal: float(probabilities[places].sum()) for goal, places in self._groups.items()}
