"""Opinions: how likely senses are, by an encoder's head and by what counts beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from relata.model.heads import Floats, softmax

_LEAST = np.float32(1e-9)
"""What a judge gives a sense that it finds impossible."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one or more judges say of senses: the logarithms of probabilities, each times its weight, summed.

    Senses are chosen by the sum (`chances`), in which judges who agree make each other surer, and shown with
    the weighted mean (`shown`), which is nearer to how often they are right.
    """

    logarithms: Floats
    weight: float = 1.0

    @classmethod
    def of(cls, chances: Floats) -> Opinion:
        """The opinion of one judge, by its probabilities."""
        return cls(np.log(np.maximum(chances, _LEAST)))

    def joined(self, logarithms: Floats, weight: float) -> Opinion:
        """The same with another judge, by the logarithms of its probabilities."""
        return Opinion(self.logarithms + np.float32(weight) * logarithms, self.weight + weight)

    @property
    def chances(self) -> Floats:
        """The probabilities that senses are chosen by."""
        return softmax(self.logarithms)

    @property
    def shown(self) -> Floats:
        """The probabilities that they are shown with."""
        return softmax(self.logarithms, self.weight)
