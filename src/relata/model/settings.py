"""What a model was tuned to: thresholds and temperatures, kept in its manifest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from relata.discourse.calibration import KINDS, Curve
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
    `argument_temperature`, the arguments of a connective are those of the likeliest sequence of labels; with
    one, `argument_exactness` is how much it is worth that both are exactly right, beside that they are found.
    `site_temperature` and `site_exactness` are the same where there is no connective. `site_share` is how
    much what is read of a site inside a sentence counts, against its anchor, for whether a relation is there.

    `relation_threshold` is for what has no connective; a connective with its arguments and its sense is kept
    from `explicit_threshold` on. Both are for what the curves of `confidence` make of scores, by kind of
    relation.
    """

    sentences_before: int = 2
    connective_threshold: float = 0.5
    anchor_threshold: float = 0.5
    relation_threshold: float = 0.5
    explicit_threshold: float = 0.0
    predicate_threshold: float = 0.5
    nominal_threshold: float = 0.5
    tag_temperature: float = 1.0
    anchor_temperature: float = 1.0
    explicit_sense_temperature: float = 1.0
    kind_temperature: float = 1.0
    sense_temperature: float = 1.0
    argument_temperature: float = 0.0
    argument_exactness: float = 0.5
    site_temperature: float = 0.0
    site_exactness: float = 0.5
    site_share: float = 0.0
    surface_weight: float = 0.0
    explicit_surface_weight: float = 0.0
    paths_weight: float = 0.0
    confidence: Mapping[str, Curve] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any], source: str) -> Settings:
        """The settings of a manifest; `source` is named if they cannot be used."""
        known = {item.name for item in fields(cls)}
        for name, value in values.items():
            if name not in known:
                raise ModelError(f"{source}: settings.{name}: no setting of this version")
            if not _fits(name, value):
                raise ModelError(f"{source}: settings.{name}: got {value!r}, which cannot be used")
        curves = {kind: Curve(*curve) for kind, curve in values.get("confidence", {}).items()}
        return cls(**{**values, "confidence": curves})

    def weight_of(self, classifier: str) -> float:
        """How much a classifier counts, by the name of its arrays in a heads file."""
        weight: float = getattr(self, f"{classifier}_weight")
        return weight


_FROM_ZERO = frozenset(
    {"sentences_before", "argument_temperature", "argument_exactness", "site_temperature", "site_exactness"}
)
"""Settings that may be zero."""


def _fits(name: str, value: Any) -> bool:
    if name == "confidence":
        return isinstance(value, Mapping) and all(
            kind in KINDS and _is_curve(curve) for kind, curve in value.items()
        )
    if not _is_number(value) or (name == "sentences_before" and not isinstance(value, int)):
        return False
    if name == "explicit_threshold":
        return bool(0 <= value < 1)
    if name == "site_share":
        return bool(0 <= value <= 1)
    if name in _FROM_ZERO or name.endswith("_weight"):
        return bool(0 <= value < float("inf"))
    return bool(0 < value < (1 if name.endswith("_threshold") else float("inf")))


def _is_curve(value: Any) -> bool:
    """Whether it is a slope, which rises, and an offset."""
    return (
        isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value)) and value[0] > 0
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
