"""Folding: temperatures, priors and classifier weights become part of the weights of the heads.

At run time, a head's scores are probabilities after one softmax, and the scores of a classifier are added to
those of its head as they are. Shapes and names of the arrays stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from relata.document import Document
from relata.document.relations import SENSED
from relata.model.heads import Floats

LAYERS = {
    "tag": "tags",
    "anchor": "anchors",
    "explicit_sense": "explicit_sense.out",
    "kind": "site_kind.out",
    "sense": "sense.out",
}
"""Output layers of the calibrated heads, by the name of the head."""

_PRIOR_WEIGHT = 0.4
_SMOOTHING = 0.5


def with_temperatures(arrays: Mapping[str, Floats], temperatures: Mapping[str, float]) -> dict[str, Floats]:
    """Divide the output layer of each head by its temperature."""
    folded = dict(arrays)
    for head, temperature in temperatures.items():
        for part in ("weight", "bias"):
            name = f"{LAYERS[head]}.{part}"
            folded[name] = folded[name] / np.float32(temperature)
    return folded


def with_prior(
    arrays: Mapping[str, Floats], documents: Iterable[Document], senses: Sequence[str]
) -> dict[str, Floats]:
    """Add the log frequency of each sense to the bias of senses without connective.

    A model that fits its training data too closely overestimates rare senses.
    """
    counts = np.full(len(senses), _SMOOTHING, dtype=np.float32)
    index = {sense: number for number, sense in enumerate(senses)}
    for document in documents:
        for relation in document.relations:
            if relation.type in SENSED and relation.senses and relation.senses[0] in index:
                counts[index[relation.senses[0]]] += 1
    return with_sense_bias(arrays, counts)


def with_sense_bias(arrays: Mapping[str, Floats], counts: Floats) -> dict[str, Floats]:
    """Add the weighted log share of each sense's count to the bias of senses without connective."""
    name = f"{LAYERS['sense']}.bias"
    return {**arrays, name: arrays[name] + np.float32(_PRIOR_WEIGHT) * np.log(counts / counts.sum())}


def with_classifier_weight(arrays: Mapping[str, Floats], classifier: str, weight: float) -> dict[str, Floats]:
    """Multiply the arrays of a classifier by a weight; weight 0 removes them."""
    names = [name for name in arrays if name.startswith(f"{classifier}.")]
    folded = {name: array for name, array in arrays.items() if name not in names}
    if weight:
        folded |= {name: arrays[name] * np.float32(weight) for name in names}
    return folded
