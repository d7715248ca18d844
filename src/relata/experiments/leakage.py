"""Leakage: a trained parser must not be tested on its training data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from relata.errors import ProtocolError


def check_unseen(model: str, manifest: Mapping[str, Any], tested: Iterable[str]) -> None:
    """Refuse a model trained on one of the folders to test on."""
    if seen := _sources(manifest["training"]).intersection(tested):
        raise ProtocolError(
            f"{model} was trained on {min(seen)}, which would be tested: take other data, or the split given"
        )


def _sources(training: Mapping[str, Any]) -> set[str]:
    """Return the folders of the training data, including earlier trainings and tuning."""
    stages = (training, training.get("tuned", {}))
    sources = {stage.get("data", {}).get("train", {}).get("source") for stage in stages} - {None}
    return sources | _sources(training["before"]) if "before" in training else sources
