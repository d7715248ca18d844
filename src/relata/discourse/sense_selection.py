"""Selection of a sense: from the probabilities of a model's senses to one of the inventory asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from relata.document.relations import DiscourseRelation
from relata.model.heads import Floats
from relata.senses import Mapping, closest_inventory, inventory, mapping, truncate

_FIRM = 0.9
"""Probability of a sense that the connective alone shows."""


class SelectedSense(NamedTuple):
    """A sense of a model, with the probability of its counterpart in the inventory asked for."""

    sense: str
    probability: float


class SenseSelection:
    """Selects among the senses of a model, or among those of another inventory that they map to.

    A model's own sense is selected from above: first the second level with the highest sum of the senses
    below it, then the likeliest of these. In another inventory, the probability of a sense is the sum of the
    senses that map to it; they stand for it, with those that agree on the order of arguments the likeliest.
    """

    def __init__(self, senses: Sequence[str], target: str | None = None, *, language: str = "en") -> None:
        self._senses = tuple(senses)
        self._inventory = inventory(closest_inventory(set(senses)))
        self._groups: dict[str, list[int]] = {}
        self._mapping: Mapping | None = None
        if target is None:
            labels: list[str | None] = [truncate(sense, 2) for sense in senses]
        else:
            name = f"{target}-{language}" if target == "conll2016" else target
            self._mapping = mapping(self._inventory.name, inventory(name).name)
            labels = [self._mapping.apply(sense) for sense in senses]
        self._unmapped = [index for index, label in enumerate(labels) if label is None]
        for index, label in enumerate(labels):
            if label is not None:
                self._groups.setdefault(label, []).append(index)

    def best(self, probabilities: Floats, firm: str | None = None) -> SelectedSense:
        """Select the likeliest sense, given the probability of each sense of the model.

        A `firm` sense, which the connective alone shows, is preferred if the inventory has a counterpart.
        """
        if (
            firm
            and firm in self._inventory
            and (self._mapping is None or self._mapping.apply(firm) is not None)
        ):
            return SelectedSense(firm, _FIRM)
        sums = self._sums(probabilities)
        label = max(sums, key=sums.__getitem__)
        members = self._groups[label]
        if self._mapping:
            turned = [member for member in members if self._senses[member] in self._mapping.turned]
            others = [member for member in members if member not in turned]
            members = max(others, turned, key=lambda part: float(probabilities[part].sum()))
        index = members[int(np.argmax(probabilities[members]))]
        probability = sums[label] if self._mapping else float(probabilities[index])
        return SelectedSense(self._senses[index], probability)

    def mapped(self, relation: DiscourseRelation, *, turn: bool = True) -> DiscourseRelation:
        """Map a relation with a sense of the model to the inventory asked for.

        Arguments change places where the mapping turns them round, but only if `turn`.
        """
        mapped = self._mapping.map(relation, turn=turn) if self._mapping else relation
        return mapped or replace(relation, senses=())

    def misses(self, probabilities: Floats) -> bool:
        """Test if senses without a counterpart in the inventory are likelier than every sense with one."""
        return float(probabilities[self._unmapped].sum()) > max(self._sums(probabilities).values())

    def _sums(self, probabilities: Floats) -> dict[str, float]:
        return {label: float(probabilities[members].sum()) for label, members in self._groups.items()}
