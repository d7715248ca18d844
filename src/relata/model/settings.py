"""Settings of a model, kept in its manifest: five thresholds, and the calibration of relations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from relata.errors import ModelError


class Curve(NamedTuple):
    """Logistic curve from the log-odds of a score to a calibrated probability."""

    slope: float
    offset: float


@dataclass(frozen=True, slots=True)
class Settings:
    """Thresholds on probabilities, and the calibration curves of relations by kind.

    Nouns and adjectives have a threshold of their own as predicates (`nominal_threshold`): corpora differ
    much in how many of them they annotate. `relation_threshold` applies to the calibrated probability of
    relations of every kind.
    """

    connective_threshold: float = 0.5
    anchor_threshold: float = 0.5
    relation_threshold: float = 0.5
    predicate_threshold: float = 0.5
    nominal_threshold: float = 0.5
    calibration: Mapping[str, Curve] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Any], source: str) -> Settings:
        """Read the settings of a manifest; `source` names it in errors."""
        names = {item.name for item in fields(cls)}
        for name, value in values.items():
            if name not in names:
                raise ModelError(f"{source}: settings.{name}: no setting of this version")
            if not (_is_calibration(value) if name == "calibration" else _is_threshold(value)):
                raise ModelError(f"{source}: settings.{name}: got {value!r}, which cannot be used")
        curves = {kind: Curve(*curve) for kind, curve in values.get("calibration", {}).items()}
        return cls(**{**values, "calibration": curves})


def _is_threshold(value: object) -> bool:
    return _is_number(value) and 0 < value < 1  # type: ignore[operator]


def _is_calibration(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(curve, list | tuple) and len(curve) == 2 and all(map(_is_number, curve)) and curve[0] > 0
        for curve in value.values()
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
