"""What a trained parser has learned from, and so cannot be tested on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from relata.errors import ProtocolError


def check_unseen(model: str, manifest: Mapping[str, Any], tested: Iterable[str]) -> None:
    """Refuses a model that has learned from what would be tested, given by the names of folders."""
    if seen := _sources(manifest["training"]).intersection(tested):
        raise ProtocolError(
            f"{model} was trained on {min(seen)}, which would be tested: take other data, or the split given"
        )


def _sources(training: Mapping[str, Any]) -> set[str]:
    """Where the relations are from that a model learned, when it was tuned and before it began included."""
    told = (training, training.get("tuned", {}))
    found = {each.get("data", {}).get("train", {}).get("source") for each in told} - {None}
    return found | _sources(training["before"]) if "before" in training else found
