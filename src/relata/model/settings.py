"""Settings of a model, kept in its manifest: five thresholds, and the calibration of relations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, ValidationError, convert

from relata.errors import ModelError

CONVENTIONS = "conventions"
"""Key of a manifest's settings for single conventions."""


class Curve(NamedTuple):
    """Logistic curve from the log-odds of a score to a calibrated probability."""

    slope: Annotated[float, Meta(gt=0)]
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
    def of(cls, values: Mapping[str, Any], source: str, conventions: str = "") -> Settings:
        """Read the settings of a manifest for some conventions; `source` names it in errors.

        The settings of conventions stand below their name, and go before those of the model.
        """
        names = {item.name for item in fields(cls)}
        read: dict[str, Any] = {}
        of_model = {name: value for name, value in values.items() if name != CONVENTIONS}
        for name, value in {**of_model, **values.get(CONVENTIONS, {}).get(conventions, {})}.items():
            if name not in names:
                raise ModelError(f"{source}: settings.{name}: no setting of this version")
            try:
                read[name] = convert(value, dict[str, Curve] if name == "calibration" else _Threshold)
            except ValidationError:
                raise ModelError(f"{source}: settings.{name}: got {value!r}, which cannot be used") from None
        return cls(**read)


_Threshold = Annotated[float, Meta(gt=0, lt=1)]
