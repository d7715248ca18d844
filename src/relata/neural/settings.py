"""What a model was tuned to: thresholds and temperatures, kept in its manifest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from relata.errors import ModelError


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the decoders.

    A threshold is the probability from which on something is taken to be there; a temperature divides the
    scores of a head before they become probabilities, so that these agree with how often the head is right.
    Nouns and adjectives have a threshold of their own for being predicates: corpora differ much in how many
    of them they annotate. Weights say how much linear classifiers count beside the encoder: `surface_weight`
    the words of two arguments for their sense where there is no connective, `explicit_surface_weight` words
    and tags for the sense of a connective, `paths_weight` the tree for its arguments. Without an
    `argument_temperature`, arguments are those of the likeliest sequence of labels.

    `relation_threshold` is for what has no connective; EntRel, which has no sense that could be wrong, needs
    `entrel_threshold` as well. A connective with its arguments and its sense is kept from
    `explicit_threshold` on.
    """

    sentences_before: int = 2
    connective_threshold: float = 0.5
    anchor_threshold: float = 0.5
    relation_threshold: float = 0.5
    entrel_threshold: float = 0.0
    explicit_threshold: float = 0.0
    predicate_threshold: float = 0.5
    nominal_threshold: float = 0.5
    tag_temperature: float = 1.0
    anchor_temperature: float = 1.0
    explicit_sense_temperature: float = 1.0
    kind_temperature: float = 1.0
    sense_temperature: float = 1.0
    argument_temperature: float = 0.0
    surface_weight: float = 0.0
    explicit_surface_weight: float = 0.0
    paths_weight: float = 0.0

    @classmethod
    def of(cls, values: Mapping[str, Any], source: str) -> Settings:
        """The settings of a manifest; `source` is named if they cannot be used."""
        kinds = {item.name: int if item.name == "sentences_before" else float for item in fields(cls)}
        for name, value in values.items():
            if name not in kinds:
                raise ModelError(f"{source}: settings.{name}: no setting of this version")
            if isinstance(value, bool) or not isinstance(value, (int, kinds[name])) or not _fits(name, value):
                raise ModelError(f"{source}: settings.{name}: got {value!r}, which cannot be used")
        return cls(**values)

    def weight_of(self, classifier: str) -> float:
        """How much a classifier counts, by the name of its arrays in a heads file."""
        weight: float = getattr(self, f"{classifier}_weight")
        return weight


def _fits(name: str, value: float) -> bool:
    if name in {"entrel_threshold", "explicit_threshold"}:
        return 0 <= value < 1
    if name in {"sentences_before", "argument_temperature"} or name.endswith("_weight"):
        return 0 <= value < float("inf")
    return 0 < value < (1 if name.endswith("_threshold") else float("inf"))
